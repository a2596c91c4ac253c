import { Change } from '../../db/entities/change.ts';
import { type DeliveryStatus, WebhookEndpoint } from '../../db/entities/webhook.ts';
import { webhookDeliveryList } from '../../db/queries/operators/lists.ts';
import { webhookDeliveryOrders } from '../../db/queries/operators/orders.ts';
import type { One } from '../../db/queries/operators/selection.ts';
import type { ChangeType } from '../../services/changes/change-types.ts';
import { toWebhookBody } from '../../services/resources/change-response.ts';
import * as resendWebhookDeliveries from '../../services/webhook-deliveries/resend-webhook-deliveries.ts';
import * as resendWebhookDelivery from '../../services/webhook-deliveries/resend-webhook-delivery.ts';
import { builder } from '../schema/builder.ts';
import { checkId } from '../schema/checked.ts';
import { currentStatus, eventTime, ids, timeOrNull } from '../schema/common-fields.ts';
import { listOf } from '../schema/connection.ts';
import { defineVerb } from '../schema/define-mutation.ts';
import { enumType } from '../schema/enum-type.ts';
import { plainText } from '../schema/plain-text.ts';
import { one, related } from '../schema/related-fields.ts';
import { valueType } from '../schema/row-type.ts';
import { reads, selectionOf } from '../schema/selection-of.ts';
import { ChangeObjectType, ChangeTypeType, WebhookDeliveryType, WebhookEndpointType } from './types.ts';

const StatusType = enumType<DeliveryStatus>(
  'WebhookDeliveryStatus',
  'PENDING: the next attempt is pending. DELIVERED: the response had a status from 200 to 299. FAILED: abandoned after the last attempt.',
  {
    PENDING: 'The next attempt is pending.',
    DELIVERED: 'Delivered successfully.',
    FAILED: 'Abandoned after the last attempt.',
  },
);

/** The endpoint determines the external service of the change. */
const change: One = {
  kind: 'one',
  entity: Change,
  equal: { id: 'id' },
  via: {
    entity: WebhookEndpoint,
    id: 'endpointId',
    equal: { externalServiceId: 'externalServiceId' },
  },
};

ChangeObjectType.implement({
  description: 'A change, as in the changes feed of its external service.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the change, sent as webhook-id.' }),
    sequence: t.exposeFloat('sequence', {
      description: 'The sequence number. Sequence numbers of one external service have no gaps.',
    }),
    type: t.field({
      type: ChangeTypeType,
      description: 'The type of the event.',
      extensions: reads({ columns: ['type'] }),
      resolve: ({ type }) => type as ChangeType,
    }),
    at: t.expose('at', eventTime),
    requestId: t.exposeString('requestId', {
      description: 'Id of the request that made the change, as shown to the partner; see partnerRequests.',
    }),
    body: t.field({
      type: 'JSON',
      description: 'The content that is sent. It can contain personal data, unless that was erased.',
      extensions: reads({
        columns: [
          'id',
          'externalServiceId',
          'type',
          'at',
          'sequence',
          'externalCourtBookingId',
          'actorType',
          'requestId',
          'data',
        ],
      }),
      resolve: (row) => toWebhookBody(row),
    }),
  }),
});

WebhookDeliveryType.implement({
  description: 'The delivery of a change to a webhook endpoint.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the change, sent as webhook-id.' }),
    webhookEndpoint: one(t, WebhookEndpointType, 'endpointId', { description: 'The webhook endpoint.' }),
    change: related(t, ChangeObjectType, change, {
      nullable: true,
      description: 'The change; null if it is no longer stored.',
    }),
    status: t.field({
      type: StatusType,
      ...currentStatus,
      extensions: reads({ columns: ['dueAt', 'deliveredAt'] }),
      resolve: ({ dueAt, deliveredAt }) =>
        dueAt !== null ? 'PENDING' : deliveredAt !== null ? 'DELIVERED' : 'FAILED',
    }),
    attempts: t.exposeInt('attempts', { description: 'Number of attempts.' }),
    dueAt: t.expose('dueAt', timeOrNull('When the next attempt is due, unless the endpoint is paused.')),
    deliveredAt: t.expose('deliveredAt', timeOrNull('Time of delivery; null if not delivered.')),
    lastAttemptAt: t.expose(
      'lastAttemptAt',
      timeOrNull('Time of the last attempt; null before the first attempt.'),
    ),
    lastStatus: t.exposeInt('lastStatus', {
      nullable: true,
      description: 'The HTTP status of the last response; null if there was no response.',
    }),
    lastMilliseconds: t.exposeFloat('lastMilliseconds', {
      nullable: true,
      description: 'Response time of the last attempt in milliseconds.',
    }),
    lastError: t.exposeString('lastError', {
      nullable: true,
      description: 'Why there was no response, or why the response was not accepted.',
    }),
    lastAnswer: t.string({
      nullable: true,
      description: 'The first 1,024 bytes of the last response, as text.',
      extensions: reads({ columns: ['lastAnswer'] }),
      resolve: ({ lastAnswer }) => plainText(lastAnswer),
    }),
  }),
});

builder.queryFields((t) => ({
  webhookDelivery: t.field({
    type: WebhookDeliveryType,
    nullable: true,
    description: 'The delivery of a change to an endpoint; null if it does not exist.',
    args: {
      webhookEndpointId: t.arg.id({ required: true, description: ids.webhookEndpointId }),
      changeId: t.arg.id({ required: true, description: ids.changeId }),
    },
    resolve: (_root, args, { reader }, info) =>
      reader.first(
        webhookDeliveryList({
          webhookEndpointId: checkId(args.webhookEndpointId, 'webhookEndpointId'),
          id: checkId(args.changeId, 'changeId'),
        }),
        selectionOf(info),
      ),
  }),
  webhookDeliveries: listOf(t, WebhookDeliveryType, {
    orders: webhookDeliveryOrders,
    sortedBy: { DUE_AT: 'Time of the next attempt. Deliveries without a next attempt come last.' },
    description:
      'Deliveries of a webhook endpoint, newest change first. They are kept as long as the changes (CHANGE_DAYS).',
    filters: {
      webhookEndpointId: t.arg.id({ required: true, description: ids.webhookEndpointId }),
      status: t.arg({ type: StatusType, description: 'Only rows with this status.' }),
    },
    list: (args) => {
      const webhookEndpointId = checkId(args.webhookEndpointId, 'webhookEndpointId');
      const list = webhookDeliveryList({ webhookEndpointId, status: args.status ?? undefined });
      return list;
    },
  }),
}));

defineVerb('resendWebhookDelivery', resendWebhookDelivery, {
  description:
    'Sends one change immediately, again or for the first time, even if the endpoint does not take its type. A paused endpoint receives it when it is resumed.',
  input: { fields: { changeId: 'The id of the change, sent as webhook-id.' } },
  success: WebhookDeliveryType,
  rowOf: (id, { webhookEndpointId }) => webhookDeliveryList({ webhookEndpointId, id }),
});

const ResentType = valueType<resendWebhookDeliveries.ResentWebhookDeliveries>('ResentWebhookDeliveries');
ResentType.implement({
  description: 'The changes that are sent again.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'Number of changes.' }),
    nextSequence: t.exposeFloat('nextSequence', {
      nullable: true,
      description:
        'The fromSequence for the next call, if the range has more than 10,000 changes; else null.',
    }),
  }),
});

defineVerb('resendWebhookDeliveries', resendWebhookDeliveries, {
  description:
    'Sends all changes of a range again, oldest first, if the endpoint takes their type. This includes changes from before the endpoint was created. The range is from fromSequence to toSequence (both inclusive), or from from (inclusive) to to (exclusive). At most 10,000 changes per call.',
  input: {
    fields: {
      fromSequence: 'The first sequence number, inclusive.',
      toSequence: 'The last sequence number, inclusive.',
      from: 'Only changes that were sequenced at this time or later. Sequencing happens shortly after the change.',
      to: 'Only changes that were sequenced before this time.',
    },
  },
  success: ResentType,
});
