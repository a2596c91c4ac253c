import type { pauseReasons, webhookSignatures } from '../../db/entities/webhook.ts';
import { webhookEndpointList } from '../../db/queries/operators/lists.ts';
import { webhookEndpointOrders } from '../../db/queries/operators/orders.ts';
import type { ChangeType } from '../../rules/change-types.ts';
import { failingDays } from '../../rules/webhooks.ts';
import { describeEndpointDeletion } from '../../services/confirmations/describe-effect.ts';
import * as createWebhookEndpoint from '../../services/webhooks/create-webhook-endpoint.ts';
import * as deleteWebhookEndpoint from '../../services/webhooks/delete-webhook-endpoint.ts';
import * as pauseWebhookEndpoint from '../../services/webhooks/pause-webhook-endpoint.ts';
import type { endpointStatuses } from '../../services/webhooks/read-webhook-endpoint.ts';
import * as resumeWebhookEndpoint from '../../services/webhooks/resume-webhook-endpoint.ts';
import * as rotateWebhookSecret from '../../services/webhooks/rotate-webhook-secret.ts';
import * as testWebhookEndpoint from '../../services/webhooks/test-webhook-endpoint.ts';
import * as updateWebhookEndpoint from '../../services/webhooks/update-webhook-endpoint.ts';
import { builder } from '../schema/builder.ts';
import { checkedIds } from '../schema/checked.ts';
import { creation, currentStatus, ids, sameId, timeOrNull } from '../schema/common-fields.ts';
import { listOf } from '../schema/connection.ts';
import { defineVerb } from '../schema/define-mutation.ts';
import { enumType } from '../schema/enum-type.ts';
import { plainText } from '../schema/plain-text.ts';
import { history, newest, one } from '../schema/related-fields.ts';
import { byId } from '../schema/row-queries.ts';
import { issuedType, valueType } from '../schema/row-type.ts';
import { reads } from '../schema/selection-of.ts';
import {
  ChangeTypeType,
  ExternalServiceType,
  NodeType,
  WebhookDeliveryType,
  WebhookEndpointType,
} from './types.ts';

const SignatureType = enumType<(typeof webhookSignatures)[number]>(
  'WebhookSignature',
  'HMAC_SHA256: a secret that both sides know (v1). ED25519: a key pair; the receiver has only the public key (v1a).',
  {
    HMAC_SHA256: 'Signed with a secret that is shared with the partner.',
    ED25519: 'Signed with a private key. The partner has the public key.',
  },
);

const StatusType = enumType<(typeof endpointStatuses)[number]>(
  'WebhookEndpointStatus',
  'PAUSED: nothing is sent, and new changes are queued.',
  { ACTIVE: 'It is active.', PAUSED: 'Nothing is sent. New changes are queued.' },
);

const PauseReasonType = enumType<(typeof pauseReasons)[number]>(
  'WebhookPauseReason',
  `OPERATOR: paused with pauseWebhookEndpoint until an operator resumes it. PARTNER: paused by the partner until it is resumed. FAILING: it failed for ${failingDays} days; it is tried once an hour and resumes automatically. GONE: it responded with 410; paused until it is resumed.`,
  {
    OPERATOR: 'An operator paused it. It stays paused until an operator resumes it.',
    PARTNER: 'The partner paused it. It stays paused until the partner or an operator resumes it.',
    FAILING: 'It has failed for too long.',
    GONE: 'It responded with 410.',
  },
);

WebhookEndpointType.implement({
  interfaces: [NodeType],
  description:
    'An address that receives changes of an external service. Its secret is shown only once, when it is created.',
  fields: (t) => ({
    externalService: one(t, ExternalServiceType, 'externalServiceId', {
      description: 'The partner that it belongs to.',
    }),
    url: t.exposeString('url', { description: 'The address: public, and https.' }),
    types: t.field({
      type: [ChangeTypeType],
      description: 'The types of changes that are sent.',
      extensions: reads({ columns: ['types'] }),
      resolve: ({ types }) => types as ChangeType[],
    }),
    signature: t.expose('signature', { type: SignatureType, description: 'The signature method.' }),
    status: t.field({
      type: StatusType,
      ...currentStatus,
      extensions: reads({ columns: ['pausedBecause'] }),
      resolve: ({ pausedBecause }) => (pausedBecause === null ? 'ACTIVE' : 'PAUSED'),
    }),
    pausedBecause: t.expose('pausedBecause', {
      type: PauseReasonType,
      nullable: true,
      description: 'Why the endpoint is paused; null if it is active.',
    }),
    pausedAt: t.expose('pausedAt', timeOrNull('When the endpoint was paused; null if it is active.')),
    failures: t.exposeInt('failures', {
      description: 'Number of failed attempts since the last success.',
    }),
    failingSince: t.expose(
      'failingSince',
      timeOrNull('Start of the current series of failures; null if the last attempt succeeded.'),
    ),
    lastSuccessAt: t.expose('lastSuccessAt', timeOrNull('Time of the last successful attempt.')),
    lastFailureAt: t.expose('lastFailureAt', timeOrNull('Time of the last failed attempt.')),
    formerSecretUntil: t.expose(
      'formerSecretUntil',
      timeOrNull('Until this time, webhooks are also signed with the former secret.'),
    ),
    createdAt: t.expose('createdAt', creation),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'Time of the last change by an operator.',
    }),
    deliveries: newest(t, WebhookDeliveryType, 'endpointId', {
      description: 'The newest deliveries. For filters and more rows, use the query webhookDeliveries.',
    }),
    history: history(t),
  }),
});

builder.queryFields((t) => ({
  webhookEndpoint: byId(t, WebhookEndpointType),
  webhookEndpoints: listOf(t, WebhookEndpointType, {
    orders: webhookEndpointOrders,
    sortedBy: {
      FAILING_SINCE:
        'Start of the current series of failures. Endpoints whose last attempt succeeded come last.',
      LAST_SUCCESS_AT: 'Time of the last success. Endpoints without a success come last.',
    },
    filters: {
      externalServiceId: t.arg.id({ description: ids.externalServiceId }),
      status: t.arg({ type: StatusType, description: 'Only rows with this status.' }),
    },
    list: (args) => {
      const isPaused = args.status == null ? undefined : args.status === 'PAUSED';
      const filter = { ...checkedIds(args, ['externalServiceId']), isPaused };
      return webhookEndpointList(filter);
    },
  }),
}));

const IssuedWebhookSecretType = issuedType('IssuedWebhookSecret', WebhookEndpointType, 'webhookEndpoint', {
  type: 'A new secret of a webhook endpoint. It is shown only in this response.',
  row: 'The webhook endpoint.',
  secret:
    'The value that the partner verifies signatures with: the secret (whsec_…) or, for ED25519, the public key (whpk_…).',
});

defineVerb('createWebhookEndpoint', createWebhookEndpoint, {
  description:
    'Creates a webhook endpoint. It receives changes from now on, signed. The secret is shown only once. An external service can have at most 20.',
  input: {
    fields: {
      url: 'Must use https and be reachable from the internet.',
      types: 'The types of changes to send, at least one.',
      signature: 'The signature method. Default: HMAC_SHA256.',
    },
  },
  success: IssuedWebhookSecretType,
});

defineVerb('updateWebhookEndpoint', updateWebhookEndpoint, {
  description:
    'Updates a webhook endpoint. Omitted fields are not changed. A new address applies from the next attempt. New types apply to changes from now on.',
  input: {
    fields: { url: 'The address: public, and https.', types: 'The types of changes that are sent.' },
  },
  success: WebhookEndpointType,
  isUpdate: true,
});

defineVerb('pauseWebhookEndpoint', pauseWebhookEndpoint, {
  description:
    'Pauses the endpoint until it is resumed. Changes are queued meanwhile. The partner is notified in the changes feed.',
  input: { name: 'WebhookEndpointIdInput' },
  success: WebhookEndpointType,
});

defineVerb('resumeWebhookEndpoint', resumeWebhookEndpoint, {
  description:
    'Resumes the endpoint, whatever the reason for the pause. Queued changes are sent first, oldest first.',
  input: { name: 'WebhookEndpointIdInput' },
  success: WebhookEndpointType,
});

defineVerb('rotateWebhookSecret', rotateWebhookSecret, {
  description:
    'Creates a new secret and shows it once. For overlapHours, each webhook is also signed with the former secret. Any older secret is discarded.',
  input: { fields: { overlapHours: '0 to 168 (7 days). 0 stops the use of the former secret immediately.' } },
  success: IssuedWebhookSecretType,
});

export const DeletedWebhookEndpointType =
  valueType<deleteWebhookEndpoint.DeletedWebhookEndpoint>('DeletedWebhookEndpoint');
DeletedWebhookEndpointType.implement({
  description: 'A webhook endpoint that was deleted. Audit events keep its former values.',
  fields: (t) => ({ id: t.exposeID('id', sameId) }),
});

defineVerb('deleteWebhookEndpoint', deleteWebhookEndpoint, {
  description:
    'Deletes a webhook endpoint with its secret and deliveries. Nothing more is sent. This cannot be undone.',
  success: DeletedWebhookEndpointType,
  commitsInChunks: true,
  confirm: describeEndpointDeletion,
});

export const TestedWebhookEndpointType =
  valueType<testWebhookEndpoint.TestedWebhookEndpoint>('TestedWebhookEndpoint');
TestedWebhookEndpointType.implement({
  description: 'The result of a test.',
  fields: (t) => ({
    webhookId: t.exposeID('webhookId', { description: 'The webhook-id that was sent.' }),
    status: t.exposeInt('status', {
      nullable: true,
      description:
        'The HTTP status of the response; 200 to 299 means success. Null if there was no response.',
    }),
    milliseconds: t.exposeFloat('milliseconds', { description: 'Response time in milliseconds.' }),
    answer: t.string({
      nullable: true,
      description: 'The first 1,024 bytes of the response, as text.',
      resolve: ({ answer }) => plainText(answer),
    }),
    error: t.exposeString('error', {
      nullable: true,
      description: 'Why there was no response, or why the response was not accepted.',
    }),
  }),
});

defineVerb('testWebhookEndpoint', testWebhookEndpoint, {
  description:
    'Sends one signed event of the type webhook_endpoint.tested with sequence 0 immediately, even if the endpoint is paused, and waits up to 2 s for the response. The event does not appear in the changes feed or in the deliveries, and changes nothing.',
  input: { name: 'WebhookEndpointIdInput' },
  success: TestedWebhookEndpointType,
  // No database connection is held while waiting for the response.
  commitsInChunks: true,
});
