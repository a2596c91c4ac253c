import { defineEntity, p } from '@mikro-orm/core';
import { ExternalService } from './external-service.ts';
import { InstantType } from './instant-type.ts';

const ChangeOutboxSchema = defineEntity({
  name: 'ChangeOutbox',
  tableName: 'change_outbox',
  properties: {
    /** Taken under the lock of the thing that was changed: of one thing, the order of its changes. */
    id: p.bigint().primary().autoincrement(),
    // Whose change it is: exactly one of the three. No foreign keys: who writes a booking pays for each.
    externalServiceId: p.uuid().nullable(),
    /** Of every external service that has access to this organization when it is numbered. */
    organizationId: p.uuid().nullable(),
    /** Of every external service that this user is open to when it is numbered. */
    userId: p.uuid().nullable(),
    type: p.text(),
    subjectId: p.uuid(),
    externalCourtBookingId: p.text().nullable(),
    at: p.type(InstantType),
    actorType: p.text().$type<'api_token' | 'operator' | 'configuration'>(),
    requestId: p.text(),
    data: p.json(),
    /** Of several that see the change, the external service that made it, and the request id that it is shown. */
    callerId: p.uuid().nullable(),
    callerRequestId: p.text().nullable(),
  },
  checks: [
    {
      name: 'change_outbox_one_audience',
      expression: 'num_nonnulls(external_service_id, organization_id, user_id) = 1',
    },
  ],
});

/** A change that no reader has numbered yet; written in the transaction of the change. */
export class ChangeOutbox extends ChangeOutboxSchema.class {}
ChangeOutboxSchema.setClass(ChangeOutbox);

const ChangeSchema = defineEntity({
  name: 'Change',
  tableName: 'changes',
  properties: {
    externalService: () =>
      // No foreign key: a partition that is made would lock the services, and none is ever deleted.
      p.manyToOne(ExternalService).createForeignKeyConstraint(false).primary().ref(),
    /** Of the time at which it was numbered; of one external service, in the order of `sequence`. */
    id: p.uuid().primary(),
    /** Dense, of one external service. */
    sequence: p.bigint('number'),
    type: p.text(),
    /** The booking, user, court, organization or webhook endpoint. */
    subjectId: p.uuid(),
    externalCourtBookingId: p.text().nullable(),
    at: p.type(InstantType),
    actorType: p.text().$type<'api_token' | 'operator' | 'configuration'>(),
    requestId: p.text(),
    /** The thing as it was then. */
    data: p.json(),
  },
  indexes: [{ name: 'changes_subject_index', properties: ['subjectId', 'id'] }],
});

/** A change as an external service reads it. Partitioned by time. */
export class Change extends ChangeSchema.class {}
ChangeSchema.setClass(Change);

const ChangeCounterSchema = defineEntity({
  name: 'ChangeCounter',
  tableName: 'change_counters',
  properties: {
    externalService: () =>
      p.manyToOne(ExternalService).primary().foreignKeyName('change_counters_external_service_fk').ref(),
    /** Of the newest change. */
    sequence: p.bigint('number'),
    changeId: p.uuid(),
  },
});

/** How far the changes of an external service are numbered. */
export class ChangeCounter extends ChangeCounterSchema.class {}
ChangeCounterSchema.setClass(ChangeCounter);

const ChangeWaitSchema = defineEntity({
  name: 'ChangeWait',
  tableName: 'change_waits',
  properties: {
    // No foreign key: who begins to wait would lock the token.
    apiTokenId: p.uuid().primary(),
    /** Until when each of its requests that wait does so at most, by an id of each. */
    places: p.json().$type<Record<string, string>>(),
  },
});

/** The requests of a token that wait for a change, of all processes. */
export class ChangeWait extends ChangeWaitSchema.class {}
ChangeWaitSchema.setClass(ChangeWait);
