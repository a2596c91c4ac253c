import { sql } from 'kysely';
import { CourtBooking, hasFutureVersion } from '../../entities/court-booking.ts';
import { operatorsService } from '../../entities/external-service.ts';
import { databaseFunctions } from '../../functions/functions.ts';
import { equal, idIn, inTime } from '../conditions.ts';
import { allOf, type Sql } from '../statement.ts';
import { dayOf, daysOf, withinDays } from './days.ts';
import type { List } from './list.ts';
import { cancellationOrder, courtBookingOrders } from './orders.ts';
import type { Groups, RowSet } from './row-set.ts';

/** `from` is inclusive, `until` exclusive. */
export interface TimeRange {
  from?: string | undefined;
  until?: string | undefined;
}

/** Conditions that a booking must match. Instants in ISO 8601, the e-mail address in lower case. */
export interface CourtBookingFilter {
  courtId?: string | undefined;
  organizationId?: string | undefined;
  externalServiceId?: string | undefined;
  externalCourtBookingId?: string | undefined;
  participantUserId?: string | undefined;
  participantEmail?: string | undefined;
  /** A user who participates by id, or as a guest with the present e-mail address. */
  personId?: string | undefined;
  /** Ends after this time. */
  from?: string | undefined;
  /** Starts before this time. */
  until?: string | undefined;
  /** Time of the last change. */
  updated?: TimeRange | undefined;
  /** A change in a time, also if the booking was changed again later. `by` is an `actorType` of audit events. */
  changed?: { from: string; until?: string | undefined; by?: string | undefined } | undefined;
  /** Time of the cancellation. Only cancelled bookings match. */
  cancelled?: TimeRange | undefined;
  /** Cancelled by an operator. With a request id: by this request, and not active since. */
  cancelledByOperator?: { requestId?: string } | undefined;
  active?: boolean | undefined;
  /** True: only bookings that are dated in the future. False: only others. */
  hasFutureVersion?: boolean | undefined;
  /** True: only blocks by operators. False: no blocks. */
  blocks?: boolean | undefined;
  /** Active, on this court, and overlapping this time. */
  conflictsWith?: { courtId: string; startDate: string; endDate: string } | undefined;
}

const datedAhead = sql.raw(hasFutureVersion('t.', 'now()'));

export function courtBookingList(filter: CourtBookingFilter): List<CourtBooking> {
  const { courtId, externalServiceId, externalCourtBookingId, from, until } = filter;
  const isOfAnyService = externalCourtBookingId !== undefined && externalServiceId === undefined;
  const conditions = equal({
    court_id: courtId,
    external_service_id: externalServiceId,
    external_court_booking_id: isOfAnyService ? undefined : externalCourtBookingId,
  });
  if (isOfAnyService) conditions.push(idIn(ofAnyService(externalCourtBookingId)));
  if (filter.participantUserId !== undefined) conditions.push(idIn(named(filter.participantUserId)));
  if (filter.participantEmail !== undefined) conditions.push(idIn(addressed(filter.participantEmail)));
  if (filter.personId !== undefined) conditions.push(idIn(ofPerson(filter.personId)));
  if (from !== undefined) conditions.push(sql`t.end_date > ${from}`);
  if (until !== undefined) conditions.push(sql`t.start_date < ${until}`);
  if (filter.updated) conditions.push(...within(sql`t.updated_at`, filter.updated));
  if (filter.changed) {
    conditions.push(idIn(changed(filter.changed)));
    if (filter.organizationId !== undefined) conditions.push(inOrganization(filter.organizationId));
  }
  if (filter.cancelled) conditions.push(...within(sql`t.cancelled_at`, filter.cancelled), sql`not t.active`);
  if (filter.cancelledByOperator) {
    conditions.push(sql`t.cancellation_reason is not null`);
    const { requestId } = filter.cancelledByOperator;
    if (requestId !== undefined) conditions.push(idIn(cancelledIn(requestId)));
  }
  // A literal, because a bound value could not use the partial indexes.
  if (filter.active !== undefined) conditions.push(filter.active ? sql`t.active` : sql`not t.active`);
  if (filter.hasFutureVersion !== undefined)
    conditions.push(sql`${sql.raw(filter.hasFutureVersion ? '' : 'not ')}${datedAhead}`);
  if (filter.blocks !== undefined)
    conditions.push(sql`t.external_service_id ${sql.raw(filter.blocks ? '=' : '<>')} ${operatorsService.id}`);
  if (filter.conflictsWith) conditions.push(idIn(overlapping(filter.conflictsWith)));
  return {
    entity: CourtBooking,
    conditions,
    groups: groupsOf(filter),
    orders: { ...courtBookingOrders, ...cancellationOrder },
    parts: partsOf(filter, conditions),
    defaultOrder: filter.cancelled ? 'CANCELLED_AT' : filter.updated ? 'UPDATED_AT' : undefined,
  };
}

const courtsOf = (organizationId: string) =>
  sql`select c.id from courts c where c.organization_id = ${organizationId}`;
const inOrganization = (organizationId: string) => sql`t.court_id = any(array(${courtsOf(organizationId)}))`;

function within(column: Sql, { from, until }: TimeRange): Sql[] {
  return [
    ...(from === undefined ? [] : [sql`${column} >= ${from}`]),
    ...(until === undefined ? [] : [sql`${column} < ${until}`]),
  ];
}

/**
 * A time range without selective filters is searched by days. With a selective filter, it is a condition on the
 * remaining rows.
 */
function groupsOf(filter: CourtBookingFilter): Groups | undefined {
  const { organizationId, from, until, active, hasFutureVersion, blocks, ...others } = filter;
  if (organizationId !== undefined) {
    // Each court would search all changed bookings.
    if (filter.changed) return undefined;
    return { ids: courtsOf(organizationId), condition: sql`t.court_id = g.id` };
  }
  const { externalServiceId: _leavesMuch, ...leavingLittle } = others;
  const isLittle =
    active === false ||
    hasFutureVersion === true ||
    blocks === true ||
    Object.values(leavingLittle).some((value) => value !== undefined);
  return isLittle || (from === undefined && until === undefined) ? undefined : daysOf(from, until);
}

/**
 * The parts in which sorted bookings are found without extra indexes, which would slow down each upsert. The index of
 * days is in the order of starts, except within a day. Each service's bookings are in the order of updates, and its
 * cancelled ones also in that of cancellations, as are those of each court.
 *
 * With a selective filter (court, organization, person or another order's time), all matching rows are sorted.
 */
function partsOf(
  filter: CourtBookingFilter,
  conditions: readonly Sql[],
): Record<'START_DATE' | 'UPDATED_AT' | 'CANCELLED_AT', RowSet[]> {
  const { organizationId, externalServiceId, from, until, active, hasFutureVersion, blocks, ...ranges } =
    filter;
  const { updated, cancelled, cancelledByOperator: _leavesMuch, ...others } = ranges;
  if (organizationId !== undefined) {
    const sorted = [{ conditions: [...conditions, inOrganization(organizationId)] }];
    return {
      START_DATE: sorted,
      UPDATED_AT: sorted,
      CANCELLED_AT: [{ conditions, groups: groupsOf(filter) }],
    };
  }
  const isLittle =
    hasFutureVersion === true ||
    blocks === true ||
    Object.values(others).some((value) => value !== undefined);
  const all = [{ conditions }];
  if (isLittle) return { START_DATE: all, UPDATED_AT: all, CANCELLED_AT: all };

  // Each service has one index of active bookings and one of cancelled bookings.
  const ofServices: Groups | undefined =
    externalServiceId === undefined
      ? { ids: sql`select s.id from external_services s`, condition: sql`t.external_service_id = g.id` }
      : undefined;
  const halves =
    active === undefined && !cancelled
      ? [sql`t.active`, sql`not t.active`].map((half) => [...conditions, half])
      : [conditions];
  const ofHalves = halves.map((half) => ({ conditions: half, groups: ofServices }));
  const CANCELLED_AT = [{ conditions, groups: ofServices }];
  if (updated || cancelled) {
    const ofAll = sql`t.external_service_id = any(array(select s.id from external_services s))`;
    const sorted = halves.map((half) => ({ conditions: ofServices ? [...half, ofAll] : half }));
    return { START_DATE: sorted, UPDATED_AT: cancelled ? sorted : ofHalves, CANCELLED_AT };
  }
  const { within: ofDays, extra } = withinDays(from, until);
  const before = extra ? [{ conditions: [...conditions, extra] }] : [];
  const byDay =
    externalServiceId !== undefined || active === false
      ? ofHalves.map((part) => ({ ...part, conditions: [...part.conditions, ofDays] }))
      : [{ conditions: [...conditions, ofDays] }];
  return {
    START_DATE: [...byDay.map((part) => ({ ...part, presorted: dayOf })), ...before],
    UPDATED_AT:
      from === undefined && until === undefined
        ? ofHalves
        : [...halves.map((half) => ({ conditions: [...half, ofDays] })), ...before],
    CANCELLED_AT,
  };
}

/** There are few services, and each has an index of its ids. */
function ofAnyService(externalCourtBookingId: string): Sql {
  return sql`select b.id from external_services s
             join court_bookings b on b.external_service_id = s.id
              and b.external_court_booking_id = ${externalCourtBookingId}`;
}

function named(userId: string): Sql {
  return sql`select court_booking_id from court_booking_participants where user_id = ${userId}`;
}

/** Guests and users with this address. Uses two indexes, and reads no other rows. */
function addressed(email: string): Sql {
  return sql`select court_booking_id from court_booking_participants where email = ${email}
             union
             select court_booking_id from court_booking_participants
             where user_id = (select id from users where email = ${email})`;
}

/** The bookings of a user, and of a guest with the same address. */
const ofPerson = (userId: string): Sql => sql`${named(userId)} union
  select court_booking_id from court_booking_participants
  where email = (select email from users where id = ${userId})`;

/** The audit events of the time are read completely. */
function changed({ from, until, by }: NonNullable<CourtBookingFilter['changed']>): Sql {
  const conditions = [sql`t.subject_type = 'court_booking'`, ...inTime(from, until)];
  // A literal, because a bound value could not use the partial index.
  if (by !== undefined) conditions.push(sql`t.actor_type = ${sql.lit(by)}`);
  return sql`select distinct t.subject_id from audit_events t where ${allOf(conditions)}`;
}

/** A later cancellation of the same booking has another time. */
function cancelledIn(requestId: string): Sql {
  return sql`select t.subject_id from audit_events t join court_bookings b on b.id = t.subject_id
             where t.request_id = ${requestId} and t.subject_type = 'court_booking' and t.actor_type = 'operator'
               and t.before ->> 'cancelledAt' is null and (t.after ->> 'cancelledAt')::timestamptz = b.cancelled_at`;
}

function overlapping({ courtId, startDate, endDate }: NonNullable<CourtBookingFilter['conflictsWith']>): Sql {
  const find = sql.raw(`${databaseFunctions().schema}.court_bookings_overlapping`);
  return sql`select id from ${find}(${courtId}, ${startDate}, ${endDate})`;
}
