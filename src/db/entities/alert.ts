import { defineEntity, p } from '@mikro-orm/core';
import { InstantType } from './instant-type.ts';

/** What operators are told of without having looked. */
export const alertTypes = [
  'PARTNER_REFUSALS_RISEN',
  'WEBHOOK_ENDPOINT_PAUSED',
  'API_TOKEN_EXPIRES',
  'OPERATOR_TOKEN_EXPIRES',
  'STAMPS_AHEAD',
] as const;
export type AlertType = (typeof alertTypes)[number];

const AlertEndpointSchema = defineEntity({
  name: 'AlertEndpoint',
  tableName: 'alert_endpoints',
  properties: {
    id: p.uuid().primary(),
    url: p.text(),
    /** Encrypted, as those of partners' endpoints. */
    secret: p.blob(),
    /** The secret before the last rotation, and until when it signs, too. */
    formerSecret: p.blob().nullable(),
    formerSecretUntil: p.type(InstantType).nullable(),
    /** What is sent there. */
    types: p.array().columnType('text[]').$type<AlertType[]>().defaultRaw(`'{${alertTypes.join()}}'`),
    lastSuccessAt: p.type(InstantType).nullable(),
    lastFailureAt: p.type(InstantType).nullable(),
    /** Of the last attempt; null: it was taken. */
    lastError: p.text().nullable(),
    createdAt: p.type(InstantType).defaultRaw('now()'),
  },
});

/** Where alerts are sent: an address of the operators' own. */
export class AlertEndpoint extends AlertEndpointSchema.class {}
AlertEndpointSchema.setClass(AlertEndpoint);

const AlertSchema = defineEntity({
  name: 'Alert',
  tableName: 'alerts',
  properties: {
    id: p.uuid().primary(),
    type: p.text().$type<AlertType>(),
    /** What it is about, such as an id: there is one open alert of a type and cause. */
    cause: p.text(),
    message: p.text(),
    data: p.json().$type<Record<string, unknown>>(),
    at: p.type(InstantType),
    /** Since when the cause is gone; null: it is still there. */
    resolvedAt: p.type(InstantType).nullable(),
  },
  indexes: [
    {
      name: 'alerts_open_unique',
      expression: `create unique index "alerts_open_unique" on "alerts" ("type", "cause") where "resolved_at" is null`,
    },
    { name: 'alerts_type_index', properties: ['type', 'id'] },
    {
      // Those whose end is to be told, and those that are forgotten.
      name: 'alerts_resolved_index',
      expression: `create index "alerts_resolved_index" on "alerts" ("resolved_at") where "resolved_at" is not null`,
    },
  ],
});

/** Something that an operator should see, from when to when. */
export class Alert extends AlertSchema.class {}
AlertSchema.setClass(Alert);

/** What is known of sending something once to an endpoint. */
const sending = {
  /** When it is to be sent; null: no more. While it is being sent, the end of the lease. */
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

/** An alert that is, or was, to be sent to an endpoint. */
export class AlertDelivery extends AlertDeliverySchema.class {}
AlertDeliverySchema.setClass(AlertDelivery);

const AlertResolutionSchema = defineEntity({
  name: 'AlertResolution',
  tableName: 'alert_resolutions',
  properties: {
    endpoint: () => ofEndpoint('alert_resolutions'),
    alert: () => ofAlert('alert_resolutions'),
    /** Its webhook-id: that of the alert is taken by the alert. */
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

/** The end of an alert that is, or was, to be sent to an endpoint which has taken the alert. */
export class AlertResolution extends AlertResolutionSchema.class {}
AlertResolutionSchema.setClass(AlertResolution);
