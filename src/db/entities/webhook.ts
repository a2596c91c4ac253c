import { defineEntity, p } from '@mikro-orm/core';
import { ExternalService } from './external-service.ts';
import { InstantType } from './instant-type.ts';

export const webhookSignatures = ['HMAC_SHA256', 'ED25519'] as const;
export const pauseReasons = ['OPERATOR', 'FAILING', 'GONE'] as const;

const WebhookEndpointSchema = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoints',
  properties: {
    id: p.uuid().primary(),
    externalService: () =>
      p.manyToOne(ExternalService).foreignKeyName('webhook_endpoints_external_service_fk').ref(),
    url: p.text(),
    /** Types of changes. */
    types: p.array().columnType('text[]'),
    signature: p.text().$type<(typeof webhookSignatures)[number]>(),
    /** Encrypted (services/webhooks/secret.ts). */
    secret: p.blob(),
    /** The secret before, and until when is signed by it, too. */
    formerSecret: p.blob().nullable(),
    formerSecretUntil: p.type(InstantType).nullable(),
    /** Why nothing is sent; null while it is active. */
    pausedBecause: p.text().$type<(typeof pauseReasons)[number]>().nullable(),
    pausedAt: p.type(InstantType).nullable(),
    /** Attempts that have failed since the last that did not, and when the first of them was. */
    failures: p.integer().default(0),
    failingSince: p.type(InstantType).nullable(),
    lastSuccessAt: p.type(InstantType).nullable(),
    lastFailureAt: p.type(InstantType).nullable(),
    /** When there is something to be sent; null: nothing. */
    dueAt: p.type(InstantType).nullable(),
    /** Nothing is sent before: it has asked for a pause (`Retry-After`), or fails again and again. */
    heldUntil: p.type(InstantType).nullable(),
    /** What is being sent, by whichever process: ids of changes, and the end of each lease. */
    underWay: p.json().$type<Record<string, string>>().defaultRaw("'{}'"),
    /** What was missed up to this change is sent one at a time, oldest first; and how far that is. */
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
        "paused_because in ('OPERATOR', 'FAILING', 'GONE') and paused_at is not null or num_nonnulls(paused_because, paused_at) = 0",
    },
  ],
});

/** Where changes of an external service are sent. */
export class WebhookEndpoint extends WebhookEndpointSchema.class {}
WebhookEndpointSchema.setClass(WebhookEndpoint);

export const deliveryStatuses = ['PENDING', 'DELIVERED', 'FAILED'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** What became of the delivery of this name, in SQL, once nothing more is to be sent. */
export function deliveryOutcome(name: string): string {
  return `(case when ${name}delivered_at is null then 'FAILED' else 'DELIVERED' end)`;
}

const WebhookDeliverySchema = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_deliveries',
  properties: {
    endpoint: () =>
      // No foreign key: a partition that is made would lock the endpoints; who deletes one deletes its deliveries.
      p.manyToOne(WebhookEndpoint).createForeignKeyConstraint(false).primary().ref(),
    /** Of the change. */
    id: p.uuid().primary(),
    /** When it is to be sent; null: no more. While it is being sent, the end of the lease. */
    dueAt: p.type(InstantType).nullable(),
    /** Nobody else sends it before; null: nobody sends it. Tells the lease of one sender from those of others. */
    leasedUntil: p.type(InstantType).nullable(),
    attempts: p.smallint().default(0),
    deliveredAt: p.type(InstantType).nullable(),
    lastAttemptAt: p.type(InstantType).nullable(),
    /** Of the answer to the last attempt; null where there was none. */
    lastStatus: p.smallint().nullable(),
    lastMilliseconds: p.double().$type<number>().nullable(),
    /** Why there was no answer, or what was wrong with it. */
    lastError: p.text().nullable(),
    /** The first 1,024 bytes of the answer. */
    lastAnswer: p.text().nullable(),
    /** Whether a person was erased from the change: what is answered may repeat what was sent, and is not kept. */
    erased: p.boolean().default(false),
  },
  indexes: [
    {
      name: 'webhook_deliveries_due_index',
      expression: `create index "webhook_deliveries_due_index" on "webhook_deliveries" ("endpoint_id", "due_at", "id") where "due_at" is not null`,
    },
    {
      // The oldest of what is pending: what is delivered is not walked through.
      name: 'webhook_deliveries_pending_index',
      expression: `create index "webhook_deliveries_pending_index" on "webhook_deliveries" ("endpoint_id", "id") where "due_at" is not null`,
    },
    {
      // And of what is not.
      name: 'webhook_deliveries_outcome_index',
      expression: `create index "webhook_deliveries_outcome_index" on "webhook_deliveries" ("endpoint_id", ${deliveryOutcome('')}, "id") where "due_at" is null`,
    },
  ],
});

/** A change that is, or was, to be sent to an endpoint. Partitioned by time, as the changes are. */
export class WebhookDelivery extends WebhookDeliverySchema.class {}
WebhookDeliverySchema.setClass(WebhookDelivery);

const WebhookWakeSchema = defineEntity({
  name: 'WebhookWake',
  tableName: 'webhook_wakes',
  properties: {
    id: p.bigint().primary().autoincrement(),
    /** No foreign key: who numbers changes waits for nobody who has locked an endpoint. */
    endpointId: p.uuid(),
  },
});

/** An endpoint has something new to be sent; until a sender has looked. */
export class WebhookWake extends WebhookWakeSchema.class {}
WebhookWakeSchema.setClass(WebhookWake);
