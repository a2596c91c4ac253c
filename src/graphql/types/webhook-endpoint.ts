import { pauseReasons, webhookSignatures } from '../../db/entities/webhook.ts';
import { webhookEndpointList } from '../../db/queries/operators/lists.ts';
import { webhookEndpointOrders } from '../../db/queries/operators/orders.ts';
import type { ChangeType } from '../../services/changes/change-types.ts';
import { failingDays } from '../../services/webhook-deliveries/next-attempt.ts';
import {
  CreateWebhookEndpointInput,
  createWebhookEndpoint,
  createWebhookEndpointErrors,
} from '../../services/webhooks/create-webhook-endpoint.ts';
import {
  type DeletedWebhookEndpoint,
  deleteWebhookEndpoint,
  deleteWebhookEndpointErrors,
} from '../../services/webhooks/delete-webhook-endpoint.ts';
import {
  pauseWebhookEndpoint,
  pauseWebhookEndpointErrors,
  WebhookEndpointIdInput,
} from '../../services/webhooks/pause-webhook-endpoint.ts';
import { endpointStatuses } from '../../services/webhooks/read-webhook-endpoint.ts';
import {
  resumeWebhookEndpoint,
  resumeWebhookEndpointErrors,
} from '../../services/webhooks/resume-webhook-endpoint.ts';
import {
  RotateWebhookSecretInput,
  rotateWebhookSecret,
  rotateWebhookSecretErrors,
} from '../../services/webhooks/rotate-webhook-secret.ts';
import {
  type TestedWebhookEndpoint,
  testWebhookEndpoint,
  testWebhookEndpointErrors,
} from '../../services/webhooks/test-webhook-endpoint.ts';
import {
  UpdateWebhookEndpointInput,
  updateWebhookEndpoint,
  updateWebhookEndpointErrors,
} from '../../services/webhooks/update-webhook-endpoint.ts';
import { listCost } from '../limits/list-size.ts';
import { builder } from '../schema/builder.ts';
import { checkedIds } from '../schema/checked.ts';
import { connectionOf, named } from '../schema/connection.ts';
import { defineMutation } from '../schema/define-mutation.ts';
import { orderType } from '../schema/order.ts';
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

const SignatureType = builder.enumType('WebhookSignature', {
  description:
    'HMAC_SHA256: by a secret that both sides know (v1). ED25519: by a key pair; the receiver has only the public key (v1a).',
  values: webhookSignatures,
});

const StatusType = builder.enumType('WebhookEndpointStatus', {
  description: 'PAUSED: nothing is sent; what happens meanwhile waits.',
  values: endpointStatuses,
});

const PauseReasonType = builder.enumType('WebhookPauseReason', {
  description:
    `OPERATOR: by pauseWebhookEndpoint, until it is resumed. FAILING: it has failed for ${failingDays} days; it is tried hourly, and resumes ` +
    'by itself. GONE: it has answered 410; until it is resumed.',
  values: pauseReasons,
});

WebhookEndpointType.implement({
  interfaces: [NodeType],
  description:
    'An address to which changes of an external service are sent. Its secret is shown once, when it is made.',
  fields: (t) => ({
    id: t.exposeID('id'),
    externalService: one(t, ExternalServiceType, 'externalServiceId'),
    url: t.exposeString('url'),
    types: t.field({
      type: [ChangeTypeType],
      description: 'What is sent.',
      extensions: reads({ columns: ['types'] }),
      resolve: ({ types }) => types as ChangeType[],
    }),
    signature: t.expose('signature', { type: SignatureType }),
    status: t.field({
      type: StatusType,
      extensions: reads({ columns: ['pausedBecause'] }),
      resolve: ({ pausedBecause }) => (pausedBecause === null ? 'ACTIVE' : 'PAUSED'),
    }),
    pausedBecause: t.expose('pausedBecause', { type: PauseReasonType, nullable: true }),
    pausedAt: t.expose('pausedAt', { type: 'DateTime', nullable: true }),
    failures: t.exposeInt('failures', {
      description: 'Attempts that have failed since the last that did not.',
    }),
    failingSince: t.expose('failingSince', { type: 'DateTime', nullable: true }),
    lastSuccessAt: t.expose('lastSuccessAt', { type: 'DateTime', nullable: true }),
    lastFailureAt: t.expose('lastFailureAt', { type: 'DateTime', nullable: true }),
    formerSecretUntil: t.expose('formerSecretUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Until then each webhook is signed by the secret before the last rotation, too.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When an operator has last changed it.',
    }),
    deliveries: newest(t, WebhookDeliveryType, 'endpointId', {
      description: 'The newest; for filters and further ones see the query webhookDeliveries.',
    }),
    history: history(t),
  }),
});

builder.queryFields((t) => ({
  webhookEndpoint: byId(t, WebhookEndpointType),
  webhookEndpoints: t.connection(
    {
      type: WebhookEndpointType,
      complexity: listCost,
      description: 'Newest first.',
      args: {
        orderBy: t.arg({ type: orderType(WebhookEndpointType, webhookEndpointOrders) }),
        externalServiceId: t.arg.id(),
        status: t.arg({ type: StatusType }),
      },
      resolve: (_root, args, context, info) => {
        const isPaused = args.status == null ? undefined : args.status === 'PAUSED';
        const filter = { ...checkedIds(args, ['externalServiceId']), isPaused };
        return connectionOf(webhookEndpointList(filter), args, context, info);
      },
    },
    ...named(WebhookEndpointType),
  ),
}));

const IssuedWebhookSecretType = issuedType('IssuedWebhookSecret', WebhookEndpointType, 'webhookEndpoint', {
  type: 'A new secret of a webhook endpoint. This is the only time that it is shown.',
  secret: 'What the partner verifies by: whsec_…; of ED25519 the public key, whpk_….',
});

defineMutation('createWebhookEndpoint', {
  description:
    'Sends what happens from now on to an address, signed; the secret is shown once. An external service has at most 20.',
  schema: () => CreateWebhookEndpointInput,
  input: {
    fields: {
      url: 'Only https, and only what is reached from the internet.',
      types: 'What is sent: at least one.',
      signature: 'HMAC_SHA256 where it is left out.',
    },
  },
  success: IssuedWebhookSecretType,
  errors: createWebhookEndpointErrors,
  run: createWebhookEndpoint,
});

defineMutation('updateWebhookEndpoint', {
  description:
    'Changes a webhook endpoint: a field that is left out stays. The address holds from the next attempt on; the types for what happens from now on.',
  schema: () => UpdateWebhookEndpointInput,
  success: WebhookEndpointType,
  errors: updateWebhookEndpointErrors,
  isUpdate: true,
  run: updateWebhookEndpoint,
});

defineMutation('pauseWebhookEndpoint', {
  description:
    'Sends nothing more until it is resumed. What happens meanwhile waits; the partner reads of it in the feed.',
  schema: () => WebhookEndpointIdInput,
  input: { name: 'WebhookEndpointIdInput' },
  success: WebhookEndpointType,
  errors: pauseWebhookEndpointErrors,
  run: pauseWebhookEndpoint,
});

defineMutation('resumeWebhookEndpoint', {
  description: 'Goes on sending, whatever it was paused for: what it has missed first, oldest first.',
  schema: () => WebhookEndpointIdInput,
  input: { name: 'WebhookEndpointIdInput' },
  success: WebhookEndpointType,
  errors: resumeWebhookEndpointErrors,
  run: resumeWebhookEndpoint,
});

defineMutation('rotateWebhookSecret', {
  description:
    'Makes a new secret, which is shown once. For overlapHours each webhook has two signatures, by the former secret, too; one before that signs no more.',
  schema: () => RotateWebhookSecretInput,
  input: { fields: { overlapHours: '0 to 168 (7 days). 0: the former one signs no more at once.' } },
  success: IssuedWebhookSecretType,
  errors: rotateWebhookSecretErrors,
  run: rotateWebhookSecret,
});

export const DeletedWebhookEndpointType = valueType<DeletedWebhookEndpoint>('DeletedWebhookEndpoint');
DeletedWebhookEndpointType.implement({
  description: 'A webhook endpoint that is no more; audit events have what it was.',
  fields: (t) => ({ id: t.exposeID('id') }),
});

defineMutation('deleteWebhookEndpoint', {
  description:
    'Deletes a webhook endpoint, its secret and its deliveries: nothing more is sent. This cannot be undone.',
  schema: () => WebhookEndpointIdInput,
  input: { name: 'WebhookEndpointIdInput' },
  success: DeletedWebhookEndpointType,
  errors: deleteWebhookEndpointErrors,
  commitsInChunks: true,
  run: async (...args) => ({ value: await deleteWebhookEndpoint(...args) }),
});

export const TestedWebhookEndpointType = valueType<TestedWebhookEndpoint>('TestedWebhookEndpoint');
TestedWebhookEndpointType.implement({
  description: 'What came back of a test.',
  fields: (t) => ({
    webhookId: t.exposeID('webhookId', { description: 'The webhook-id that was sent.' }),
    status: t.exposeInt('status', {
      nullable: true,
      description: 'The HTTP status: 200 to 299 would be success; null where there was no answer.',
    }),
    milliseconds: t.exposeFloat('milliseconds'),
    answer: t.string({
      nullable: true,
      description: 'The first 1,024 bytes of the answer, as text.',
      resolve: ({ answer }) => plainText(answer),
    }),
    error: t.exposeString('error', { nullable: true, description: 'Why there was no answer.' }),
  }),
});

defineMutation('testWebhookEndpoint', {
  description:
    'Sends one signed event of the type webhook_endpoint.tested, with sequence 0, at once, also while it is paused, and waits 2 s for the answer. ' +
    'It is neither in the feed nor among the deliveries, and changes nothing.',
  schema: () => WebhookEndpointIdInput,
  input: { name: 'WebhookEndpointIdInput' },
  success: TestedWebhookEndpointType,
  errors: testWebhookEndpointErrors,
  // Nothing of the database is held while the answer is waited for.
  commitsInChunks: true,
  run: async (...args) => ({ value: await testWebhookEndpoint(...args) }),
});
