import type { AlertDelivery, AlertType } from '../../db/entities/alert.ts';
import { alertEndpointList, alertList } from '../../db/queries/operators/lists.ts';
import { recordOrders } from '../../db/queries/operators/orders.ts';
import type { Row } from '../../db/queries/operators/row.ts';
import { maxEndpoints } from '../../rules/webhooks.ts';
import * as createAlertEndpoint from '../../services/alerts/create-alert-endpoint.ts';
import * as deleteAlertEndpoint from '../../services/alerts/delete-alert-endpoint.ts';
import { alertThresholds } from '../../services/alerts/find-causes.ts';
import * as rotateAlertSecret from '../../services/alerts/rotate-alert-secret.ts';
import * as testAlertEndpoint from '../../services/alerts/test-alert-endpoint.ts';
import * as updateAlertEndpoint from '../../services/alerts/update-alert-endpoint.ts';
import { builder, type Types } from '../schema/builder.ts';
import { creation, eventTime, lastStatus, sameId, timeOrNull } from '../schema/common-fields.ts';
import { listOf } from '../schema/connection.ts';
import { defineVerb } from '../schema/define-mutation.ts';
import { enumType } from '../schema/enum-type.ts';
import { all, history, one } from '../schema/related-fields.ts';
import { issuedType } from '../schema/row-type.ts';
import { AlertDeliveryType, AlertEndpointType, AlertObjectType, AlertResolutionType } from './types.ts';
import { DeletedWebhookEndpointType, TestedWebhookEndpointType } from './webhook-endpoint.ts';

const { errorsTimes, errorsAtLeast, errorsDays, expiryDays, foundDays } = alertThresholds;
const TypeType = enumType<AlertType>(
  'AlertType',
  `PARTNER_REFUSALS_RISEN: in one hour, ${errorsTimes} times as many rejected requests as per hour in the ${errorsDays} days before, and at least ${errorsAtLeast}. WEBHOOK_ENDPOINT_PAUSED: the endpoint fails, or is gone. API_TOKEN_EXPIRES, OPERATOR_TOKEN_EXPIRES: within ${expiryDays} days. STAMPS_AHEAD: bookings whose externalUpdatedAt is in the future. API_TOKEN_FOUND: in the last ${foundDays} days, somebody who had a token revoked it, or GitHub found it.`,
  {
    PARTNER_REFUSALS_RISEN: `A partner’s requests are rejected ${errorsTimes} times as often as usual.`,
    WEBHOOK_ENDPOINT_PAUSED: 'A webhook endpoint was paused.',
    API_TOKEN_EXPIRES: `A partner’s token expires within ${expiryDays} days.`,
    OPERATOR_TOKEN_EXPIRES: `An operator’s token expires within ${expiryDays} days.`,
    STAMPS_AHEAD: 'A partner sends an externalUpdatedAt in the future.',
    API_TOKEN_FOUND: 'Whoever had a partner’s token revoked it, or GitHub found it.',
  },
);

AlertEndpointType.implement({
  description: 'An address of the operators that receives alerts.',
  fields: (t) => ({
    id: t.exposeID('id', sameId),
    url: t.exposeString('url', { description: 'The address: public, and https.' }),
    types: t.expose('types', { type: [TypeType], description: 'The types of alerts that are sent.' }),
    formerSecretUntil: t.expose(
      'formerSecretUntil',
      timeOrNull('Until this time, alerts are also signed with the former secret.'),
    ),
    lastSuccessAt: t.expose('lastSuccessAt', timeOrNull('Time of the last successful attempt.')),
    lastFailureAt: t.expose('lastFailureAt', timeOrNull('Time of the last failed attempt.')),
    lastError: t.exposeString('lastError', {
      nullable: true,
      description: 'Why the last attempt failed; null if it succeeded.',
    }),
    createdAt: t.expose('createdAt', creation),
    history: history(t),
  }),
});

/** What a delivery of an alert and that of its resolution have in common. */
const notified = (t: PothosSchemaTypes.ObjectFieldBuilder<Types, Row<AlertDelivery>>) => ({
  alertEndpoint: one(t, AlertEndpointType, 'endpointId', { description: 'The alert endpoint.' }),
  attempts: t.exposeInt('attempts', { description: 'Number of attempts.' }),
  dueAt: t.expose('dueAt', timeOrNull('When the next attempt is due; null if there are no more attempts.')),
  deliveredAt: t.expose('deliveredAt', timeOrNull('Time of delivery; null if not delivered.')),
  lastStatus: t.exposeInt('lastStatus', lastStatus),
  lastError: t.exposeString('lastError', {
    nullable: true,
    description: 'Why the last attempt failed; null if it succeeded or nothing was sent yet.',
  }),
});

AlertDeliveryType.implement({
  description: 'The delivery of an alert to an endpoint.',
  fields: notified,
});

AlertResolutionType.implement({
  description: 'The notification to an endpoint that an alert is resolved.',
  fields: (t) => notified(t as never),
});

AlertObjectType.implement({
  description:
    'A condition that needs an operator’s attention. It is sent once, and again if it recurs after it was resolved.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The webhook-id of the alert.' }),
    type: t.expose('type', { type: TypeType, description: 'The type of the event.' }),
    message: t.exposeString('message', { description: 'What happened, and what to do.' }),
    data: t.expose('data', {
      type: 'JSON',
      description: 'The ids and figures of the alert. The manual lists them by type.',
    }),
    at: t.expose('at', eventTime),
    resolvedAt: t.expose('resolvedAt', timeOrNull('When the condition ended; null if it persists.')),
    deliveries: all(
      t,
      AlertDeliveryType,
      'alertId',
      'endpointId',
      maxEndpoints,
      'The deliveries to the endpoint, newest first.',
    ),
    resolutions: all(
      t,
      AlertResolutionType,
      'alertId',
      'endpointId',
      maxEndpoints,
      'The notifications that the alert is resolved, one for each endpoint that received the alert.',
    ),
  }),
});

builder.queryFields((t) => ({
  alertEndpoints: listOf(t, AlertEndpointType, {
    orders: recordOrders,
    list: () => alertEndpointList(),
  }),
  alerts: listOf(t, AlertObjectType, {
    orders: recordOrders,
    description: 'Newest first. The conditions are checked every minute.',
    filters: {
      type: t.arg({ type: TypeType, description: 'The type of the event.' }),
      open: t.arg.boolean({ description: 'True: only open alerts. False: only resolved alerts.' }),
    },
    list: ({ type, open }) => alertList({ type: type ?? undefined, open: open ?? undefined }),
  }),
}));

const IssuedAlertSecretType = issuedType('IssuedAlertSecret', AlertEndpointType, 'alertEndpoint', {
  type: 'The secret of an alert endpoint. It is shown only in this response.',
  row: 'The alert endpoint.',
  secret: 'The secret to verify signatures with: whsec_….',
});

defineVerb('createAlertEndpoint', createAlertEndpoint, {
  description:
    'Creates an alert endpoint. It receives alerts that are raised from now on, signed like webhooks. The secret is shown only once.',
  input: {
    fields: {
      url: 'Must use https and be reachable from the internet.',
      types: 'The types of alerts to send. Default: all.',
    },
  },
  success: IssuedAlertSecretType,
});

defineVerb('updateAlertEndpoint', updateAlertEndpoint, {
  description:
    'Updates an alert endpoint. Omitted fields are not changed. A new address applies from the next attempt. New types apply to alerts that are raised from now on.',
  input: {
    fields: {
      url: 'The address: public, and https.',
      types: 'The types of alerts to send, at least one.',
    },
  },
  success: AlertEndpointType,
  isUpdate: true,
});

defineVerb('rotateAlertSecret', rotateAlertSecret, {
  description:
    'Creates a new secret and shows it once. For overlapHours, each alert is also signed with the former secret. Any older secret is discarded.',
  input: { fields: { overlapHours: '0 to 168 (7 days). 0 stops the use of the former secret immediately.' } },
  success: IssuedAlertSecretType,
});

defineVerb('testAlertEndpoint', testAlertEndpoint, {
  description:
    'Sends one signed event of the type alert.tested immediately, and waits up to 2 s for the response.',
  input: { name: 'AlertEndpointIdInput' },
  success: TestedWebhookEndpointType,
  // No database connection is held while waiting for the response.
  commitsInChunks: true,
});

defineVerb('deleteAlertEndpoint', deleteAlertEndpoint, {
  description: 'Deletes an alert endpoint and its secret. Nothing more is sent to it.',
  input: { name: 'AlertEndpointIdInput' },
  success: DeletedWebhookEndpointType,
});
