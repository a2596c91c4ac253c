import { defineEntity, p } from '@mikro-orm/core';
import { ExternalService } from './external-service.ts';
import { InstantType } from './instant-type.ts';

export const webhookSignatures = ['HMAC_SHA256', 'ED25519'] as const;
export const pauseReasons = ['OPERATOR', 'PARTNER', 'FAILING', 'GONE'] as const;

const WebhookEndpointSchema = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoints',
  properties: {
    id: p.uuid().primary(),
    externalService: () =>
      p.manyToOne(ExternalService).foreignKeyName('webhook_endpoints_external_service_fk').ref(),
    url: p.text(),
    types: p.array().columnType('text[]'),
    signature: p.text().$type<(typeof webhookSignatures)[number]>(),
    /** Encrypted (services/webhooks/secret.ts). */
    secret: p.blob(),
    /** The former secret, which also signs until `formerSecretUntil`. */
    formerSecret: p.blob().nullable(),
    formerSecretUntil: p.type(InstantType).nullable(),
    /** Why the endpoint is paused; null while it is active. */
    pausedBecause: p.text().$type<(typeof pauseReasons)[number]>().nullable(),
    pausedAt: p.type(InstantType).nullable(),
    /** Number of failed attempts since the last success, and the time of the first one. */
    failures: p.integer().default(0),
    failingSince: p.type(InstantType).nullable(),
    lastSuccessAt: p.type(InstantType).nullable(),
    lastFailureAt: p.type(InstantType).nullable(),
    /** When the next delivery is due; null if there is none. */
    dueAt: p.type(InstantType).nullable(),
    /** Nothing is sent before this time, because the endpoint requested a delay (`Retry-After`) or fails repeatedly. */
    heldUntil: p.type(InstantType).nullable(),
    /** The deliveries in progress in all processes: ids of changes, and the end of each lease. */
    underWay: p.json().$type<Record<string, string>>().defaultRaw("'{}'"),
    /** Missed changes up to this one are sent one at a time, oldest first. */
    catchesUpTo: p.uuid().nullable(),
    catchesUpFrom: p.uuid().nullable(),
    createdAt: p.type(InstantType).defaultRaw('now()'),
    updatedAt: p.type(InstantType).defaultRaw('now()'),
  },
  indexes: [
    { name: 'webhook_endpoints_external_service_index', properties: ['externalService', 'id'] },
    {
      name: 'webhook_endpoints_due_index',
      expression: `create index "webhook_endpoints_due_index" on "webhook_endpoints" ("due_at") where "due_at" is not null`,
    },
  ],
  checks: [
    { name: 'webhook_endpoints_signature_known', expression: "signature in ('HMAC_SHA256', 'ED25519')" },
    {
      name: 'webhook_endpoints_pause_known',
      expression:
        "paused_because in ('OPERATOR', 'PARTNER', 'FAILING', 'GONE') and paused_at is not null or num_nonnulls(paused_because, paused_at) = 0",
    },
  ],
});

/** An address that receives changes of an external service. */
export class WebhookEndpoint extends WebhookEndpointSchema.class {}
WebhookEndpointSchema.setClass(WebhookEndpoint);

export const deliveryStatuses = ['PENDING', 'DELIVERED', 'FAILED'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** Returns the SQL for the outcome of a delivery without further attempts. */
export function deliveryOutcome(name: string): string {
  return `(case when ${name}delivered_at is null then 'FAILED' else 'DELIVERED' end)`;
}

/** Returns the SQL for whether the last attempt of a delivery failed. It is repeated, or was the last one. */
export function lastAttemptFailed(name: string): string {
  return `${name}last_error is not null`;
}

/** Maximum number of stored attempts before the last one; see `complete_webhook`. */
export const mostFormerAttempts = 20;

/** An attempt before the last one, as `complete_webhook` stores it. */
export interface FormerAttempt {
  at: string;
  status: number | null;
  milliseconds: number;
  error: string | null;
  /** Absent if a person was erased from the change. */
  answer?: string | null;
}

const WebhookDeliverySchema = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_deliveries',
  properties: {
    endpoint: () =>
      // No foreign key: creating a partition would lock the endpoints. Deleting an endpoint deletes its deliveries.
      p.manyToOne(WebhookEndpoint).createForeignKeyConstraint(false).primary().ref(),
    /** The id of the change. */
    id: p.uuid().primary(),
    /** When the next attempt is due; null if there are no more. During an attempt, the end of the lease. */
    dueAt: p.type(InstantType).nullable(),
    /** No other sender sends it before this time; null if nobody is sending it. Distinguishes the leases of senders. */
    leasedUntil: p.type(InstantType).nullable(),
    attempts: p.smallint().default(0),
    deliveredAt: p.type(InstantType).nullable(),
    lastAttemptAt: p.type(InstantType).nullable(),
    /** The status of the last response; null if there was no response. */
    lastStatus: p.smallint().nullable(),
    lastMilliseconds: p.double().$type<number>().nullable(),
    /** Why there was no response, or why the response was not accepted. */
    lastError: p.text().nullable(),
    /** The first 1,024 bytes of the response. */
    lastAnswer: p.text().nullable(),
    /** The attempts before the last one, oldest first, at most `mostFormerAttempts`. A delivery that succeeds at once has none. */
    formerAttempts: p.json().$type<readonly FormerAttempt[]>().nullable(),
    /** True if a person was erased from the change. The response may repeat what was sent, so it is not stored. */
    erased: p.boolean().default(false),
  },
  indexes: [
    {
      name: 'webhook_deliveries_due_index',
      expression: `create index "webhook_deliveries_due_index" on "webhook_deliveries" ("endpoint_id", "due_at", "id") where "due_at" is not null`,
    },
    {
      // The oldest pending deliveries, without scanning those that were delivered.
      name: 'webhook_deliveries_pending_index',
      expression: `create index "webhook_deliveries_pending_index" on "webhook_deliveries" ("endpoint_id", "id") where "due_at" is not null`,
    },
    {
      // All other deliveries.
      name: 'webhook_deliveries_outcome_index',
      expression: `create index "webhook_deliveries_outcome_index" on "webhook_deliveries" ("endpoint_id", ${deliveryOutcome('')}, "id") where "due_at" is null`,
    },
    // A delivery that succeeds at once is in neither of these.
    {
      name: 'webhook_deliveries_failed_index',
      expression: `create index "webhook_deliveries_failed_index" on "webhook_deliveries" ("endpoint_id", "id") where "last_error" is not null`,
    },
    {
      name: 'webhook_deliveries_failed_status_index',
      expression: `create index "webhook_deliveries_failed_status_index" on "webhook_deliveries" ("endpoint_id", "last_status", "id") where "last_error" is not null`,
    },
  ],
  triggers: [
    {
      name: 'webhook_deliveries_erase_former',
      timing: 'before',
      events: ['update'],
      // Of the responses of former attempts.
      expression: `create trigger "webhook_deliveries_erase_former" before update of "erased" on "webhook_deliveries" for each row when (new.erased and new.former_attempts is not null) execute function erase_former_responses()`,
    },
  ],
});

/** The delivery of a change to an endpoint. Partitioned by time, like the changes. */
export class WebhookDelivery extends WebhookDeliverySchema.class {}
WebhookDeliverySchema.setClass(WebhookDelivery);

const WebhookWakeSchema = defineEntity({
  name: 'WebhookWake',
  tableName: 'webhook_wakes',
  properties: {
    id: p.bigint().primary().autoincrement(),
    /** No foreign key: sequencing must not wait for a lock on the endpoint. */
    endpointId: p.uuid(),
  },
});

/** Marks an endpoint with new deliveries until a sender has processed it. */
export class WebhookWake extends WebhookWakeSchema.class {}
WebhookWakeSchema.setClass(WebhookWake);
