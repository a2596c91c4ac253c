import { defineEntity, p } from '@mikro-orm/core';
import { type OptionalField, optionalColumns } from './court-booking-columns.ts';
import { ExternalService } from './external-service.ts';
import { InstantType } from './instant-type.ts';
import { Court } from './organization.ts';
import { User } from './user.ts';

const optionalText = () => p.text().nullable();

const CourtBookingSchema = defineEntity({
  name: 'CourtBooking',
  tableName: 'court_bookings',
  properties: {
    id: p.uuid().primary(),
    externalService: () =>
      p.manyToOne(ExternalService).foreignKeyName('court_bookings_external_service_fk').ref(),
    externalCourtBookingId: p.text(),
    court: () => p.manyToOne(Court).foreignKeyName('court_bookings_court_fk').ref(),
    startDate: p.type(InstantType),
    endDate: p.type(InstantType),
    /** The version: the time of the last update in the partner's system. */
    externalUpdatedAt: p.type(InstantType),
    ...(Object.fromEntries(Object.keys(optionalColumns).map((field) => [field, optionalText()])) as Record<
      OptionalField,
      ReturnType<typeof optionalText>
    >),
    /** When it was first cancelled. */
    cancelledAt: p.type(InstantType).nullable(),
    /** The operator's reason. Not null means that an operator cancelled the booking. */
    cancellationReason: p.text().nullable(),
    /** Not null in a cancelled booking means that its partner cancelled it. */
    partnerCancelledAt: p.type(InstantType).nullable(),
    // Not in the document: what "active" means. This is the only definition; the constraint below and all queries use
    // it.
    active: p.boolean().columnType('boolean').generated('(cancelled_at is null) stored').$type<boolean>(),
    /** Why operators blocked the court. Not null for a block, which belongs to the external service of operators. */
    blockReason: p.text().nullable(),
    /** Whether `externalUpdatedAt` was more than one day in the future when it was written. See `hasFutureVersion`. */
    hadFutureVersion: p.boolean().fieldName('stamp_ahead').default(false),
    createdAt: p.type(InstantType).defaultRaw('now()'),
    updatedAt: p.type(InstantType).defaultRaw('now()'),
    participants: () =>
      p.oneToMany(CourtBookingParticipant).mappedBy('courtBooking').orderBy({ position: 'asc' }),
  },
  uniques: [
    {
      name: 'court_bookings_external_id_unique',
      properties: ['externalService', 'externalCourtBookingId'],
    },
  ],
  indexes: [
    // For partners: the last updated bookings, in total and per day. Active and cancelled bookings have separate
    // indexes, so that a search for one kind does not scan the other. Each booking is in one index of each pair.
    // Included columns allow filters without reading the table.
    {
      name: 'court_bookings_updated_index',
      expression: `create index "court_bookings_updated_index" on "court_bookings" ("external_service_id", "updated_at", "id") where active`,
    },
    {
      name: 'court_bookings_cancelled_updated_index',
      expression: `create index "court_bookings_cancelled_updated_index" on "court_bookings" ("external_service_id", "updated_at", "id") where not active`,
    },
    {
      name: 'court_bookings_own_start_day_index',
      expression: `create index "court_bookings_own_start_day_index" on "court_bookings" ("external_service_id", ((start_date at time zone 'UTC')::date), "updated_at", "id") include ("start_date", "end_date") where active`,
    },
    {
      name: 'court_bookings_cancelled_own_start_day_index',
      expression: `create index "court_bookings_cancelled_own_start_day_index" on "court_bookings" ("external_service_id", ((start_date at time zone 'UTC')::date), "updated_at", "id") include ("start_date", "end_date") where not active`,
    },
    {
      // Few rows: bookings that may begin before the first requested day and overlap it.
      name: 'court_bookings_own_long_end_index',
      expression: `create index "court_bookings_own_long_end_index" on "court_bookings" ("external_service_id", "active", "end_date") include ("start_date", "updated_at", "id") where end_date - start_date > '12:00:00'::interval`,
    },
    // For operators: the newest bookings of a court, and of a service.
    {
      name: 'court_bookings_of_court_index',
      expression: `create index "court_bookings_of_court_index" on "court_bookings" ("court_id", "id") include ("external_service_id", "updated_at", "active")`,
    },
    { name: 'court_bookings_external_service_index', properties: ['externalService', 'id'] },
    // The newest bookings of each day, so that any time range is found quickly, however old or long.
    {
      // The included columns are counted by club and day for the overview, without reading the table.
      name: 'court_bookings_start_day_court_index',
      expression: `create index "court_bookings_start_day_court_index" on "court_bookings" (((start_date at time zone 'UTC')::date), "id") include ("court_id", "start_date", "end_date", "active")`,
    },
    // Few rows. Only these may overlap a time and begin more than one day before it.
    {
      name: 'court_bookings_long_index',
      expression: `create index "court_bookings_long_index" on "court_bookings" ("id") where end_date - start_date > '1 day'::interval`,
    },
    {
      name: 'court_bookings_ahead_index',
      expression: `create index "court_bookings_ahead_index" on "court_bookings" ("id") where stamp_ahead`,
    },
    {
      // Those that are still dated in the future, without reading the others.
      name: 'court_bookings_ahead_version_index',
      expression: `create index "court_bookings_ahead_version_index" on "court_bookings" ("external_updated_at", "id") include ("external_service_id") where stamp_ahead`,
    },
    {
      name: 'court_bookings_cancelled_index',
      expression: `create index "court_bookings_cancelled_index" on "court_bookings" ("id") where not active`,
    },
    // By the time of cancellation. A booking that is not cancelled costs nothing here.
    {
      name: 'court_bookings_cancelled_at_index',
      expression: `create index "court_bookings_cancelled_at_index" on "court_bookings" ("external_service_id", "cancelled_at", "id") where not active`,
    },
    {
      name: 'court_bookings_court_cancelled_at_index',
      expression: `create index "court_bookings_court_cancelled_at_index" on "court_bookings" ("court_id", "cancelled_at", "id") where not active`,
    },
  ],
  checks: [
    { name: 'court_bookings_time_range', expression: 'start_date < end_date' },
    {
      // Half-open: adjacent bookings do not overlap.
      name: 'court_bookings_no_overlap',
      expression:
        "exclude using gist (court_id with =, tstzrange(start_date, end_date, '[)') with &&) where (active)",
    },
  ],
  triggers: [
    {
      name: 'court_bookings_created_occupancy',
      timing: 'after',
      events: ['insert'],
      expression: `create trigger "court_bookings_created_occupancy" after insert on "court_bookings" referencing new table as changed for each statement execute function raise_occupancy_versions()`,
    },
    {
      name: 'court_bookings_updated_occupancy',
      timing: 'after',
      events: ['update'],
      expression: `create trigger "court_bookings_updated_occupancy" after update on "court_bookings" referencing old table as former new table as changed for each statement execute function raise_moved_occupancy_versions()`,
    },
    {
      name: 'court_bookings_deleted_occupancy',
      timing: 'after',
      events: ['delete'],
      expression: `create trigger "court_bookings_deleted_occupancy" after delete on "court_bookings" referencing old table as changed for each statement execute function raise_occupancy_versions()`,
    },
  ],
});

/** A court booking, identified by the external service and the booking id in the partner's system. */
export class CourtBooking extends CourtBookingSchema.class {}
CourtBookingSchema.setClass(CourtBooking);

/**
 * Returns the SQL for whether a booking is dated in the future: its version was more than one day ahead when it was
 * written, and is still ahead of the instant `now`.
 */
export function hasFutureVersion(name: string, now: string): string {
  return `(${name}stamp_ahead and ${name}external_updated_at > ${now})`;
}

const CourtOccupancyVersionSchema = defineEntity({
  name: 'CourtOccupancyVersion',
  tableName: 'court_occupancy_versions',
  properties: {
    court: () => p.manyToOne(Court).primary().foreignKeyName('court_occupancy_versions_court_fk').ref(),
    /** Grows with each change. Unix microseconds, or one more than before, so that no value returns after a restore. */
    version: p.bigint('number'),
  },
});

/**
 * The version of what occupies a court. Absent until its first booking. Triggers of `court_bookings` write it, so that writes
 * by any release are covered.
 */
export class CourtOccupancyVersion extends CourtOccupancyVersionSchema.class {}
CourtOccupancyVersionSchema.setClass(CourtOccupancyVersion);

const CourtBookingParticipantSchema = defineEntity({
  name: 'CourtBookingParticipant',
  tableName: 'court_booking_participants',
  properties: {
    courtBooking: () =>
      p.manyToOne(CourtBooking).primary().foreignKeyName('court_booking_participants_booking_fk').ref(),
    /** Position in the request, from 0. */
    position: p.smallint().primary(),
    user: () =>
      p
        .manyToOne(User)
        .foreignKeyName('court_booking_participants_user_fk')
        .deleteRule('no action')
        .ref()
        .nullable(),
    email: p.text().nullable(),
  },
  uniques: [
    { name: 'court_booking_participants_user_unique', properties: ['user', 'courtBooking'] },
    { name: 'court_booking_participants_email_unique', properties: ['email', 'courtBooking'] },
  ],
  checks: [
    {
      name: 'court_booking_participants_one_identity',
      // Neither: a guest who was erased.
      expression: 'num_nonnulls(user_id, email) <= 1',
    },
  ],
});

/** A participant: a user, or a guest known by an e-mail address in lower case. */
export class CourtBookingParticipant extends CourtBookingParticipantSchema.class {}
CourtBookingParticipantSchema.setClass(CourtBookingParticipant);

const CancellationTombstoneSchema = defineEntity({
  name: 'CancellationStamp',
  tableName: 'cancellation_stamps',
  properties: {
    externalService: () =>
      p.manyToOne(ExternalService).primary().foreignKeyName('cancellation_stamps_external_service_fk').ref(),
    externalCourtBookingId: p.text().primary(),
    externalUpdatedAt: p.type(InstantType),
    cancelledAt: p.type(InstantType),
  },
  indexes: [{ name: 'cancellation_stamps_service_index', properties: ['externalService', 'cancelledAt'] }],
});

/** A cancellation that arrived before its booking. It shows that a later create with an older version is outdated. */
export class CancellationTombstone extends CancellationTombstoneSchema.class {}
CancellationTombstoneSchema.setClass(CancellationTombstone);
