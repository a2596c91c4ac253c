import { defineEntity, p } from '@mikro-orm/core';
import { InstantType } from './instant-type.ts';

/** The types of alerts for operators. */
export const alertTypes = [
  'PARTNER_REFUSALS_RISEN',
  'WEBHOOK_ENDPOINT_PAUSED',
  'API_TOKEN_EXPIRES',
  'OPERATOR_TOKEN_EXPIRES',
  'STAMPS_AHEAD',
  'API_TOKEN_FOUND',
] as const;
export type AlertType = (typeof alertTypes)[number];

const AlertEndpointSchema = defineEntity({
  name: 'AlertEndpoint',
  tableName: 'alert_endpoints',
  properties: {
    id: p.uuid().primary(),
    url: p.text(),
    /** Encrypted, like the secrets of partners' endpoints. */
    secret: p.blob(),
    /** The former secret, which also signs until `formerSecretUntil`. */
    formerSecret: p.blob().nullable(),
    formerSecretUntil: p.type(InstantType).nullable(),
    /** The types of alerts that are sent. */
    types: p.array().columnType('text[]').$type<AlertType[]>().defaultRaw(`'{${alertTypes.join()}}'`),
    lastSuccessAt: p.type(InstantType).nullable(),
    lastFailureAt: p.type(InstantType).nullable(),
    /** Of the last attempt; null if it succeeded. */
    lastError: p.text().nullable(),
    createdAt: p.type(InstantType).defaultRaw('now()'),
  },
});

/** An address of the operators that receives alerts. */
export class AlertEndpoint extends AlertEndpointSchema.class {}
AlertEndpointSchema.setClass(AlertEndpoint);

const AlertSchema = defineEntity({
  name: 'Alert',
  tableName: 'alerts',
  properties: {
    id: p.uuid().primary(),
    type: p.text().$type<AlertType>(),
    /** The subject of the alert, such as an id. There is at most one open alert per type and cause. */
    cause: p.text(),
    message: p.text(),
    data: p.json().$type<Record<string, unknown>>(),
    at: p.type(InstantType),
    /** When the cause ended; null while it persists. */
    resolvedAt: p.type(InstantType).nullable(),
  },
  indexes: [
    {
      name: 'alerts_open_unique',
      expression: `create unique index "alerts_open_unique" on "alerts" ("type", "cause") where "resolved_at" is null`,
    },
    { name: 'alerts_type_index', properties: ['type', 'id'] },
    {
      // For alerts whose resolution must be sent, and for expired ones.
      name: 'alerts_resolved_index',
      expression: `create index "alerts_resolved_index" on "alerts" ("resolved_at") where "resolved_at" is not null`,
    },
  ],
});

/** A condition that needs an operator's attention, with its start and end. */
export class Alert extends AlertSchema.class {}
AlertSchema.setClass(Alert);

/** The state of one delivery to an endpoint. */
const sending = {
  /** When the next attempt is due; null if there are no more. During an attempt, the end of the lease. */
  dueAt: p.type(InstantType).nullable(),
  leasedUntil: p.type(InstantType).nullable(),
  attempts: p.smallint().default(0),
  deliveredAt: p.type(InstantType).nullable(),
  lastStatus: p.smallint().nullable(),
  lastError: p.text().nullable(),
};

const ofEndpoint = (table: string) =>
  p
    .manyToOne(AlertEndpoint)
    .primary()
    .foreignKeyName(`${table}_endpoint_fk`)
    .deleteRule('cascade')
    .updateRule('no action')
    .ref();

const ofAlert = (table: string) =>
  p
    .manyToOne(Alert)
    .primary()
    .foreignKeyName(`${table}_alert_fk`)
    .deleteRule('cascade')
    .updateRule('no action')
    .ref();

const AlertDeliverySchema = defineEntity({
  name: 'AlertDelivery',
  tableName: 'alert_deliveries',
  properties: {
    endpoint: () => ofEndpoint('alert_deliveries'),
    alert: () => ofAlert('alert_deliveries'),
    ...sending,
  },
  indexes: [
    { name: 'alert_deliveries_alert_index', properties: ['alert'] },
    {
      name: 'alert_deliveries_due_index',
      expression: `create index "alert_deliveries_due_index" on "alert_deliveries" ("due_at") where "due_at" is not null`,
    },
  ],
});

/** The delivery of an alert to an endpoint. */
export class AlertDelivery extends AlertDeliverySchema.class {}
AlertDeliverySchema.setClass(AlertDelivery);

const AlertResolutionSchema = defineEntity({
  name: 'AlertResolution',
  tableName: 'alert_resolutions',
  properties: {
    endpoint: () => ofEndpoint('alert_resolutions'),
    alert: () => ofAlert('alert_resolutions'),
    /** The webhook-id. The alert itself uses the alert's id. */
    id: p.uuid().defaultRaw('gen_random_uuid()'),
    ...sending,
  },
  indexes: [
    { name: 'alert_resolutions_alert_index', properties: ['alert'] },
    {
      name: 'alert_resolutions_due_index',
      expression: `create index "alert_resolutions_due_index" on "alert_resolutions" ("due_at") where "due_at" is not null`,
    },
  ],
});

/** The notification that an alert is resolved, for an endpoint that received the alert. */
export class AlertResolution extends AlertResolutionSchema.class {}
AlertResolutionSchema.setClass(AlertResolution);
