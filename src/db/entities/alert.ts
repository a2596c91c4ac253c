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

const keyOf = <Entity extends object>(entity: new () => Entity, foreignKey: string) =>
  p
    .manyToOne(entity)
    .primary()
    .foreignKeyName(foreignKey)
    .deleteRule('cascade')
    .updateRule('no action')
    .ref();

const indexesOf = (table: string) => [
  { name: `${table}_alert_index`, properties: ['alert' as const] },
  {
    name: `${table}_due_index`,
    expression: `create index "${table}_due_index" on "${table}" ("due_at") where "due_at" is not null`,
  },
];

const AlertDeliverySchema = defineEntity({
  name: 'AlertDelivery',
  tableName: 'alert_deliveries',
  properties: {
    endpoint: () => keyOf(AlertEndpoint, 'alert_deliveries_endpoint_fk'),
    alert: () => keyOf(Alert, 'alert_deliveries_alert_fk'),
    ...sending,
  },
  indexes: indexesOf('alert_deliveries'),
});

/** The delivery of an alert to an endpoint. */
export class AlertDelivery extends AlertDeliverySchema.class {}
AlertDeliverySchema.setClass(AlertDelivery);

const AlertResolutionSchema = defineEntity({
  name: 'AlertResolution',
  tableName: 'alert_resolutions',
  properties: {
    endpoint: () => keyOf(AlertEndpoint, 'alert_resolutions_endpoint_fk'),
    alert: () => keyOf(Alert, 'alert_resolutions_alert_fk'),
    /** The webhook-id. The alert itself uses the alert's id. */
    id: p.uuid().defaultRaw('gen_random_uuid()'),
    ...sending,
  },
  indexes: indexesOf('alert_resolutions'),
});

/** The notification that an alert is resolved, for an endpoint that received the alert. */
export class AlertResolution extends AlertResolutionSchema.class {}
AlertResolutionSchema.setClass(AlertResolution);
