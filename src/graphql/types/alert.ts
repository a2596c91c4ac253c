import { alertTypes } from '../../db/entities/alert.ts';
import { alertEndpointList, alertList } from '../../db/queries/operators/lists.ts';
import { recordOrders } from '../../db/queries/operators/orders.ts';
import {
  CreateAlertEndpointInput,
  createAlertEndpoint,
  createAlertEndpointErrors,
} from '../../services/alerts/create-alert-endpoint.ts';
import {
  AlertEndpointIdInput,
  deleteAlertEndpoint,
  deleteAlertEndpointErrors,
} from '../../services/alerts/delete-alert-endpoint.ts';
import { alertThresholds } from '../../services/alerts/find-causes.ts';
import {
  RotateAlertSecretInput,
  rotateAlertSecret,
  rotateAlertSecretErrors,
} from '../../services/alerts/rotate-alert-secret.ts';
import { testAlertEndpoint, testAlertEndpointErrors } from '../../services/alerts/test-alert-endpoint.ts';
import {
  UpdateAlertEndpointInput,
  updateAlertEndpoint,
  updateAlertEndpointErrors,
} from '../../services/alerts/update-alert-endpoint.ts';
import { maxEndpoints } from '../../services/webhooks/webhook-endpoint-fields.ts';
import { listCost } from '../limits/list-size.ts';
import { builder } from '../schema/builder.ts';
import { connectionOf, named } from '../schema/connection.ts';
import { defineMutation } from '../schema/define-mutation.ts';
import { orderType } from '../schema/order.ts';
import { all, history, one } from '../schema/related-fields.ts';
import { issuedType } from '../schema/row-type.ts';
import { reads } from '../schema/selection-of.ts';
import { AlertDeliveryType, AlertEndpointType, AlertObjectType, AlertResolutionType } from './types.ts';
import { DeletedWebhookEndpointType, TestedWebhookEndpointType } from './webhook-endpoint.ts';

const { refusalsTimes, refusalsAtLeast, refusalsDays, expiryDays } = alertThresholds;
const TypeType = builder.enumType('AlertType', {
  description:
    `PARTNER_REFUSALS_RISEN: ${refusalsTimes} times as many refusals in an hour as in those of the ${refusalsDays} days before, and ${refusalsAtLeast} at least. ` +
    `WEBHOOK_ENDPOINT_PAUSED: since it fails, or is gone. API_TOKEN_EXPIRES, OPERATOR_TOKEN_EXPIRES: within ${expiryDays} days. ` +
    'STAMPS_AHEAD: bookings whose stamp lies in the future.',
  values: alertTypes,
});

AlertEndpointType.implement({
  description: 'An address of the operators’ own, to which alerts are sent.',
  fields: (t) => ({
    id: t.exposeID('id'),
    url: t.exposeString('url'),
    types: t.field({
      type: [TypeType],
      description: 'What is sent there.',
      extensions: reads({ columns: ['types'] }),
      resolve: ({ types }) => types,
    }),
    formerSecretUntil: t.expose('formerSecretUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Until then each alert is signed by the secret before the last rotation, too.',
    }),
    lastSuccessAt: t.expose('lastSuccessAt', { type: 'DateTime', nullable: true }),
    lastFailureAt: t.expose('lastFailureAt', { type: 'DateTime', nullable: true }),
    lastError: t.exposeString('lastError', {
      nullable: true,
      description: 'What was wrong with the last attempt; null: it was taken.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    history: history(t),
  }),
});

const dueAtMeaning = 'When it is sent, or sent again; null: no more.';

AlertDeliveryType.implement({
  description: 'What became of an alert at an endpoint.',
  fields: (t) => ({
    alertEndpoint: one(t, AlertEndpointType, 'endpointId'),
    attempts: t.exposeInt('attempts'),
    dueAt: t.expose('dueAt', { type: 'DateTime', nullable: true, description: dueAtMeaning }),
    deliveredAt: t.expose('deliveredAt', { type: 'DateTime', nullable: true }),
    lastStatus: t.exposeInt('lastStatus', { nullable: true }),
    lastError: t.exposeString('lastError', { nullable: true }),
  }),
});

AlertResolutionType.implement({
  description: 'What became of telling an endpoint that an alert is over.',
  fields: (t) => ({
    alertEndpoint: one(t, AlertEndpointType, 'endpointId'),
    attempts: t.exposeInt('attempts'),
    dueAt: t.expose('dueAt', { type: 'DateTime', nullable: true, description: dueAtMeaning }),
    deliveredAt: t.expose('deliveredAt', { type: 'DateTime', nullable: true }),
    lastStatus: t.exposeInt('lastStatus', { nullable: true }),
    lastError: t.exposeString('lastError', { nullable: true }),
  }),
});

AlertObjectType.implement({
  description:
    'Something that an operator should see. It is told once, and again when it was gone in between.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The webhook-id.' }),
    type: t.expose('type', { type: TypeType }),
    message: t.exposeString('message', { description: 'What it is, and what to do.' }),
    data: t.field({
      type: 'JSON',
      description: 'The ids and figures of it, by type as the manual has them.',
      extensions: reads({ columns: ['data'] }),
      resolve: ({ data }) => data,
    }),
    at: t.expose('at', { type: 'DateTime' }),
    resolvedAt: t.expose('resolvedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when it is no longer so; null: it still is.',
    }),
    deliveries: all(t, AlertDeliveryType, 'alertId', 'endpointId', maxEndpoints),
    resolutions: all(t, AlertResolutionType, 'alertId', 'endpointId', maxEndpoints),
  }),
});

builder.queryFields((t) => ({
  alertEndpoints: t.connection(
    {
      type: AlertEndpointType,
      complexity: listCost,
      description: 'Newest first.',
      args: { orderBy: t.arg({ type: orderType(AlertEndpointType, recordOrders) }) },
      resolve: (_root, args, context, info) => connectionOf(alertEndpointList(), args, context, info),
    },
    ...named(AlertEndpointType),
  ),
  alerts: t.connection(
    {
      type: AlertObjectType,
      complexity: listCost,
      description: 'Newest first. Looked for each minute.',
      args: {
        orderBy: t.arg({ type: orderType(AlertObjectType, recordOrders) }),
        type: t.arg({ type: TypeType }),
        open: t.arg.boolean({ description: 'True: what still is so; false: what is no longer.' }),
      },
      resolve: (_root, { type, open, ...args }, context, info) =>
        connectionOf(alertList({ type: type ?? undefined, open: open ?? undefined }), args, context, info),
    },
    ...named(AlertObjectType),
  ),
}));

const IssuedAlertSecretType = issuedType('IssuedAlertSecret', AlertEndpointType, 'alertEndpoint', {
  type: 'The secret of an endpoint of alerts. This is the only time that it is shown.',
  secret: 'What you verify by: whsec_….',
});

defineMutation('createAlertEndpoint', {
  description:
    'Sends alerts that are raised from now on to an address, signed as webhooks are; the secret is shown once.',
  schema: () => CreateAlertEndpointInput,
  input: {
    fields: {
      url: 'Only https, and only what is reached from the internet.',
      types: 'What is sent there; all where it is left out.',
    },
  },
  success: IssuedAlertSecretType,
  errors: createAlertEndpointErrors,
  run: createAlertEndpoint,
});

defineMutation('updateAlertEndpoint', {
  description:
    'Changes an endpoint of alerts: a field that is left out stays. The address holds from the next attempt on; the types for alerts that are raised from now on.',
  schema: () => UpdateAlertEndpointInput,
  input: { fields: { types: 'What is sent there: at least one.' } },
  success: AlertEndpointType,
  errors: updateAlertEndpointErrors,
  isUpdate: true,
  run: updateAlertEndpoint,
});

defineMutation('rotateAlertSecret', {
  description:
    'Makes a new secret, which is shown once. For overlapHours each alert has two signatures, by the former secret, too; one before that signs no more.',
  schema: () => RotateAlertSecretInput,
  input: { fields: { overlapHours: '0 to 168 (7 days). 0: the former one signs no more at once.' } },
  success: IssuedAlertSecretType,
  errors: rotateAlertSecretErrors,
  run: rotateAlertSecret,
});

defineMutation('testAlertEndpoint', {
  description: 'Sends one signed event of the type alert.tested at once, and waits 2 s for the answer.',
  schema: () => AlertEndpointIdInput,
  input: { name: 'AlertEndpointIdInput' },
  success: TestedWebhookEndpointType,
  errors: testAlertEndpointErrors,
  // Nothing of the database is held while the answer is waited for.
  commitsInChunks: true,
  run: async (...args) => ({ value: await testAlertEndpoint(...args) }),
});

defineMutation('deleteAlertEndpoint', {
  description: 'Deletes an endpoint of alerts and its secret: nothing more is sent there.',
  schema: () => AlertEndpointIdInput,
  input: { name: 'AlertEndpointIdInput' },
  success: DeletedWebhookEndpointType,
  errors: deleteAlertEndpointErrors,
  run: async (...args) => ({ value: await deleteAlertEndpoint(...args) }),
});
