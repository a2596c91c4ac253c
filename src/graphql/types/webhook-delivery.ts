import { Change } from '../../db/entities/change.ts';
import { deliveryStatuses, WebhookEndpoint } from '../../db/entities/webhook.ts';
import { webhookDeliveryList } from '../../db/queries/operators/lists.ts';
import { webhookDeliveryOrders } from '../../db/queries/operators/orders.ts';
import type { One } from '../../db/queries/operators/selection.ts';
import type { ChangeType } from '../../services/changes/change-types.ts';
import {
  ResendWebhookDeliveriesInput,
  type ResentWebhookDeliveries,
  resendWebhookDeliveries,
  resendWebhookDeliveriesErrors,
} from '../../services/webhook-deliveries/resend-webhook-deliveries.ts';
import {
  ResendWebhookDeliveryInput,
  resendWebhookDelivery,
  resendWebhookDeliveryErrors,
} from '../../services/webhook-deliveries/resend-webhook-delivery.ts';
import { listCost } from '../limits/list-size.ts';
import { builder } from '../schema/builder.ts';
import { checkId } from '../schema/checked.ts';
import { connectionOf, named } from '../schema/connection.ts';
import { defineMutation } from '../schema/define-mutation.ts';
import { orderType } from '../schema/order.ts';
import { plainText } from '../schema/plain-text.ts';
import { one, related } from '../schema/related-fields.ts';
import { valueType } from '../schema/row-type.ts';
import { reads, selectionOf } from '../schema/selection-of.ts';
import { ChangeObjectType, ChangeTypeType, WebhookDeliveryType, WebhookEndpointType } from './types.ts';

const StatusType = builder.enumType('WebhookDeliveryStatus', {
  description:
    'PENDING: it is to be sent, or sent again. DELIVERED: it was answered with 200 to 299. FAILED: it was given up after its last attempt.',
  values: deliveryStatuses,
});

/** The endpoint knows whose change it is. */
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
  description: 'What has happened: as the changes feed of its external service tells it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The webhook-id.' }),
    sequence: t.exposeFloat('sequence', { description: 'Dense, of one external service.' }),
    type: t.field({
      type: ChangeTypeType,
      extensions: reads({ columns: ['type'] }),
      resolve: ({ type }) => type as ChangeType,
    }),
    at: t.expose('at', { type: 'DateTime' }),
    requestId: t.exposeString('requestId', {
      description: 'Of the request that has made it, as the partner is shown it: see partnerRequests.',
    }),
    body: t.field({
      type: 'JSON',
      description: 'What is sent: of persons, too, as far as they are not erased.',
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
      resolve: (row, _args, { toBody }) => toBody(row),
    }),
  }),
});

WebhookDeliveryType.implement({
  description: 'A change that is, or was, to be sent to a webhook endpoint, and what came of it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Of the change: the webhook-id.' }),
    webhookEndpoint: one(t, WebhookEndpointType, 'endpointId'),
    change: related(t, ChangeObjectType, change, {
      nullable: true,
      description: 'Null where it is no longer kept.',
    }),
    status: t.field({
      type: StatusType,
      extensions: reads({ columns: ['dueAt', 'deliveredAt'] }),
      resolve: ({ dueAt, deliveredAt }) =>
        dueAt !== null ? 'PENDING' : deliveredAt !== null ? 'DELIVERED' : 'FAILED',
    }),
    attempts: t.exposeInt('attempts'),
    dueAt: t.expose('dueAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it is sent next, unless the endpoint is paused.',
    }),
    deliveredAt: t.expose('deliveredAt', { type: 'DateTime', nullable: true }),
    lastAttemptAt: t.expose('lastAttemptAt', { type: 'DateTime', nullable: true }),
    lastStatus: t.exposeInt('lastStatus', {
      nullable: true,
      description: 'The HTTP status of the last answer; null where there was none.',
    }),
    lastMilliseconds: t.exposeFloat('lastMilliseconds', { nullable: true }),
    lastError: t.exposeString('lastError', {
      nullable: true,
      description: 'Why there was no answer, or what was wrong with it.',
    }),
    lastAnswer: t.string({
      nullable: true,
      description: 'The first 1,024 bytes of the last answer, as text.',
      extensions: reads({ columns: ['lastAnswer'] }),
      resolve: ({ lastAnswer }) => plainText(lastAnswer),
    }),
  }),
});

builder.queryFields((t) => ({
  webhookDelivery: t.field({
    type: WebhookDeliveryType,
    nullable: true,
    description: 'What is sent of a change to an endpoint; null: nothing.',
    args: { webhookEndpointId: t.arg.id({ required: true }), changeId: t.arg.id({ required: true }) },
    resolve: (_root, args, { reader }, info) =>
      reader.first(
        webhookDeliveryList({
          webhookEndpointId: checkId(args.webhookEndpointId, 'webhookEndpointId'),
          id: checkId(args.changeId, 'changeId'),
        }),
        selectionOf(info),
      ),
  }),
  webhookDeliveries: t.connection(
    {
      type: WebhookDeliveryType,
      complexity: listCost,
      description:
        'Of a webhook endpoint; the newest change first. Kept as long as the changes (CHANGE_DAYS).',
      args: {
        orderBy: t.arg({ type: orderType(WebhookDeliveryType, webhookDeliveryOrders) }),
        webhookEndpointId: t.arg.id({ required: true }),
        status: t.arg({ type: StatusType }),
      },
      resolve: (_root, args, context, info) => {
        const webhookEndpointId = checkId(args.webhookEndpointId, 'webhookEndpointId');
        const list = webhookDeliveryList({ webhookEndpointId, status: args.status ?? undefined });
        return connectionOf(list, args, context, info);
      },
    },
    ...named(WebhookDeliveryType),
  ),
}));

defineMutation('resendWebhookDelivery', {
  description:
    'Sends one change again, or for the first time, at once, whatever types the endpoint takes; to a paused endpoint when it is resumed.',
  schema: () => ResendWebhookDeliveryInput,
  input: { fields: { changeId: 'The webhook-id.' } },
  success: WebhookDeliveryType,
  errors: resendWebhookDeliveryErrors,
  rowOf: (id, { webhookEndpointId }) => webhookDeliveryList({ webhookEndpointId, id }),
  run: resendWebhookDelivery,
});

const ResentType = valueType<ResentWebhookDeliveries>('ResentWebhookDeliveries');
ResentType.implement({
  description: 'What is sent anew.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'How many changes.' }),
    nextSequence: t.exposeFloat('nextSequence', {
      nullable: true,
      description: 'Where the range had more than 10,000: the fromSequence of a further call.',
    }),
  }),
});

defineMutation('resendWebhookDeliveries', {
  description:
    'Sends all changes of a range again, of the types of the endpoint, oldest first, also those from before the endpoint was made: by ' +
    'fromSequence and toSequence (both within), or by from (within) and to (not within). At most 10,000 a call.',
  schema: () => ResendWebhookDeliveriesInput,
  input: {
    fields: {
      from: 'A time: what was numbered then or later, which is a moment after it happened.',
      to: 'What was numbered before.',
    },
  },
  success: ResentType,
  errors: resendWebhookDeliveriesErrors,
  run: async (...args) => ({ value: await resendWebhookDeliveries(...args) }),
});
