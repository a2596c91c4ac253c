import { defineEntity, p } from '@mikro-orm/core';
import { ExternalService } from './external-service.ts';
import { InstantType } from './instant-type.ts';

const ChangeOutboxSchema = defineEntity({
  name: 'ChangeOutbox',
  tableName: 'change_outbox',
  properties: {
    /** Assigned under the lock of the changed object. It gives the order of the changes of one object. */
    id: p.bigint().primary().autoincrement(),
    // The owner of the change: exactly one of the three. No foreign keys, because they would cost time in each booking.
    externalServiceId: p.uuid().nullable(),
    /** For every external service that has access to this organization at the time of sequencing. */
    organizationId: p.uuid().nullable(),
    /** For every external service that has access to this user at the time of sequencing. */
    userId: p.uuid().nullable(),
    type: p.text(),
    subjectId: p.uuid(),
    externalCourtBookingId: p.text().nullable(),
    at: p.type(InstantType),
    actorType: p.text().$type<'api_token' | 'operator' | 'configuration'>(),
    requestId: p.text(),
    data: p.json(),
    /** The external service that made the change, and the request id that is shown only to it. */
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

/** A change without a sequence number yet, written in the transaction of the change. */
export class ChangeOutbox extends ChangeOutboxSchema.class {}
ChangeOutboxSchema.setClass(ChangeOutbox);

const ChangeSchema = defineEntity({
  name: 'Change',
  tableName: 'changes',
  properties: {
    externalService: () =>
      // No foreign key: creating a partition would lock the services, and services are never deleted.
      p.manyToOne(ExternalService).createForeignKeyConstraint(false).primary().ref(),
    /** Contains the time of sequencing. In the order of `sequence` within one external service. */
    id: p.uuid().primary(),
    /** Without gaps, per external service. */
    sequence: p.bigint('number'),
    type: p.text(),
    /** The booking, user, court, organization or webhook endpoint. */
    subjectId: p.uuid(),
    externalCourtBookingId: p.text().nullable(),
    at: p.type(InstantType),
    actorType: p.text().$type<'api_token' | 'operator' | 'configuration'>(),
    requestId: p.text(),
    /** The object at that time. */
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
    /** The sequence of the newest change. */
    sequence: p.bigint('number'),
    changeId: p.uuid(),
  },
});

/** The last sequence number of each external service. */
export class ChangeCounter extends ChangeCounterSchema.class {}
ChangeCounterSchema.setClass(ChangeCounter);

const ChangeWaitSchema = defineEntity({
  name: 'ChangeWait',
  tableName: 'change_waits',
  properties: {
    // No foreign key: it would lock the token when a request starts to wait.
    apiTokenId: p.uuid().primary(),
    /** The end of the wait of each waiting request, by request. */
    places: p.json().$type<Record<string, string>>(),
  },
});

/** The requests of a token that wait for a change, in all processes. */
export class ChangeWait extends ChangeWaitSchema.class {}
ChangeWaitSchema.setClass(ChangeWait);
