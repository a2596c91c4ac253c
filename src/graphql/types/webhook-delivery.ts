import { Change } from '../../db/entities/change.ts';
import {
  type DeliveryStatus,
  type FormerAttempt,
  mostFormerAttempts,
  WebhookEndpoint,
} from '../../db/entities/webhook.ts';
import { deliveriesOfChange, webhookDeliveryList } from '../../db/queries/operators/lists.ts';
import { webhookDeliveryOrders } from '../../db/queries/operators/orders.ts';
import { maxFound } from '../../db/queries/operators/search.ts';
import type { One } from '../../db/queries/operators/selection.ts';
import type { ChangeType } from '../../rules/change-types.ts';
import { isUuid } from '../../rules/requests/uuid.ts';
import { toWebhookBody } from '../../services/resources/change-response.ts';
import { attemptsOf, deliveryStatusOf } from '../../services/webhook-deliveries/delivery-attempts.ts';
import * as resendFailedWebhookDeliveries from '../../services/webhook-deliveries/resend-failed-webhook-deliveries.ts';
import * as resendWebhookDeliveries from '../../services/webhook-deliveries/resend-webhook-deliveries.ts';
import * as resendWebhookDelivery from '../../services/webhook-deliveries/resend-webhook-delivery.ts';
import { builder } from '../schema/builder.ts';
import { checkedRange, checkId } from '../schema/checked.ts';
import {
  currentStatus,
  eventTime,
  externalBookingId,
  ids,
  lastStatus,
  timeOrNull,
} from '../schema/common-fields.ts';
import { listOf } from '../schema/connection.ts';
import { defineVerb } from '../schema/define-mutation.ts';
import { enumType } from '../schema/enum-type.ts';
import { plainText } from '../schema/plain-text.ts';
import { one, related } from '../schema/related-fields.ts';
import { valueType } from '../schema/row-type.ts';
import { reads, selectionOf } from '../schema/selection-of.ts';
import { checkStatus } from './partner-request.ts';
import {
  ChangeObjectType,
  ChangeTypeType,
  CourtBookingType,
  WebhookDeliveryType,
  WebhookEndpointType,
} from './types.ts';

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
    externalCourtBookingId: t.exposeString('externalCourtBookingId', {
      nullable: true,
      description: `${externalBookingId} Null if the change is of no booking.`,
    }),
    courtBooking: one(t, CourtBookingType, 'subjectId', {
      nullable: true,
      description: 'The booking that was changed, in its current state; null if the change is of no booking.',
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

const AttemptType = builder.objectRef<FormerAttempt>('WebhookAttempt').implement({
  description: 'An attempt to deliver a change.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'Time of the attempt.' }),
    status: t.exposeInt('status', {
      nullable: true,
      description: 'The HTTP status of the response; null if there was no response.',
    }),
    milliseconds: t.exposeFloat('milliseconds', { description: 'Response time in milliseconds.' }),
    error: t.exposeString('error', {
      nullable: true,
      description: 'Why there was no response, or why the response was not accepted.',
    }),
    answer: t.string({
      nullable: true,
      description: 'The first 1,024 bytes of the response, as text.',
      resolve: ({ answer }) => plainText(answer ?? null),
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
      resolve: deliveryStatusOf,
    }),
    attempts: t.exposeInt('attempts', { description: 'Number of attempts.' }),
    dueAt: t.expose('dueAt', timeOrNull('When the next attempt is due, unless the endpoint is paused.')),
    deliveredAt: t.expose('deliveredAt', timeOrNull('Time of delivery; null if not delivered.')),
    lastAttemptAt: t.expose(
      'lastAttemptAt',
      timeOrNull('Time of the last attempt; null before the first attempt.'),
    ),
    lastStatus: t.exposeInt('lastStatus', lastStatus),
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
    attemptHistory: t.field({
      type: [AttemptType],
      description: `The attempts, newest first: the last one and up to ${mostFormerAttempts} before it.`,
      complexity: { field: 1, multiplier: 1 },
      extensions: reads({
        columns: [
          'lastAttemptAt',
          'lastStatus',
          'lastMilliseconds',
          'lastError',
          'lastAnswer',
          'formerAttempts',
        ],
      }),
      resolve: attemptsOf,
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
  deliveriesByWebhookId: t.field({
    type: [WebhookDeliveryType],
    description:
      'The deliveries with a webhook-id, one for each endpoint. Empty if the text is no webhook-id.',
    complexity: { field: 10, multiplier: maxFound },
    args: { webhookId: t.arg.string({ required: true, description: ids.changeId }) },
    resolve: async (_root, { webhookId }, { reader }, info) =>
      isUuid(webhookId.trim())
        ? reader.page(
            deliveriesOfChange(webhookId.trim().toLowerCase()),
            { order: 'desc', limit: maxFound },
            selectionOf(info),
          )
        : [],
  }),
  webhookDeliveries: listOf(t, WebhookDeliveryType, {
    orders: webhookDeliveryOrders,
    sortedBy: { DUE_AT: 'Time of the next attempt. Deliveries without a next attempt come last.' },
    description:
      'Deliveries of a webhook endpoint, newest change first. They are kept as long as the changes (CHANGE_DAYS).',
    filters: {
      webhookEndpointId: t.arg.id({ required: true, description: ids.webhookEndpointId }),
      status: t.arg({ type: StatusType, description: 'Only rows with this status.' }),
      lastAttemptFailed: t.arg.boolean({
        description:
          'True: only deliveries whose last attempt failed. They are retried, or were abandoned. False: only others.',
      }),
      lastStatus: t.arg.int({ description: 'The HTTP status of the last response.' }),
      from: t.arg({
        type: 'DateTime',
        description: 'Only changes that were sequenced at this time or later.',
      }),
      to: t.arg({ type: 'DateTime', description: 'Only changes that were sequenced before this time.' }),
    },
    list: (args) =>
      webhookDeliveryList({
        webhookEndpointId: checkId(args.webhookEndpointId, 'webhookEndpointId'),
        ...checkedRange(args, 'from', 'to'),
        status: args.status ?? undefined,
        lastAttemptFailed: args.lastAttemptFailed ?? undefined,
        lastStatus: args.lastStatus == null ? undefined : checkStatus(args.lastStatus, 'lastStatus'),
      }),
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
        'The fromSequence for the next call, with the same end, if the range has more than 10,000 changes; else null.',
    }),
  }),
});

defineVerb('resendWebhookDeliveries', resendWebhookDeliveries, {
  description:
    'Sends all changes of a range again, oldest first, if the endpoint takes their type. This includes changes from before the endpoint was created. The range is from fromSequence or from (both inclusive) to toSequence (inclusive) or to (exclusive). At most 10,000 changes per call.',
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

const ResentFailedType = valueType<resendFailedWebhookDeliveries.ResentFailedWebhookDeliveries>(
  'ResentFailedWebhookDeliveries',
);
ResentFailedType.implement({
  description: 'The failed deliveries that are sent again, or would be.',
  fields: (t) => ({
    done: t.exposeBoolean('done', { description: 'False for a dry run, which changes nothing.' }),
    count: t.exposeInt('count', { description: 'Number of deliveries.' }),
    hasMore: t.exposeBoolean('hasMore', {
      description: 'True if the range has more than 10,000 of them. Call again for the rest.',
    }),
    confirmToken: t.exposeString('confirmToken', {
      nullable: true,
      description:
        'Returned by a dry run that found a delivery. Send it with the same input within ten minutes.',
    }),
  }),
});

defineVerb('resendFailedWebhookDeliveries', resendFailedWebhookDeliveries, {
  description:
    'Sends all changes of a time range again whose last attempt failed, oldest first: those that are retried, and those that were abandoned. At most 10,000 per call. A paused endpoint receives them when it is resumed. Without confirmToken it is a dry run, which returns their number and a confirmation token.',
  input: {
    fields: {
      from: 'Only changes that were sequenced at this time or later. Sequencing happens shortly after the change.',
      to: 'Only changes that were sequenced before this time.',
      confirmToken: 'The token that the dry run returned for the same input.',
    },
  },
  success: ResentFailedType,
});
