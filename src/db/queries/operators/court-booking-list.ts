import { sql } from 'kysely';
import { CourtBooking } from '../../entities/court-booking.ts';
import { operatorsService } from '../../entities/external-service.ts';
import { databaseFunctions } from '../../functions/functions.ts';
import { equal, idIn } from '../conditions.ts';
import type { Sql } from '../statement.ts';
import { dayOf, daysOf, withinDays } from './days.ts';
import type { List } from './list.ts';
import { courtBookingOrders } from './orders.ts';
import type { Groups, RowSet } from './row-set.ts';

/** Conditions that a booking must match. Instants in ISO 8601, the e-mail address in lower case. */
export interface CourtBookingFilter {
  courtId?: string | undefined;
  organizationId?: string | undefined;
  externalServiceId?: string | undefined;
  externalCourtBookingId?: string | undefined;
  participantUserId?: string | undefined;
  participantEmail?: string | undefined;
  /** Ends after this time. */
  from?: string | undefined;
  /** Starts before this time. */
  until?: string | undefined;
  active?: boolean | undefined;
  hasFutureVersion?: boolean | undefined;
  /** True: only blocks by operators. False: no blocks. */
  blocks?: boolean | undefined;
  /** Active, on this court, and overlapping this time. */
  conflictsWith?: { courtId: string; startDate: string; endDate: string } | undefined;
}

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
  if (from !== undefined) conditions.push(sql`t.end_date > ${from}`);
  if (until !== undefined) conditions.push(sql`t.start_date < ${until}`);
  // A literal, because a bound value could not use the partial indexes.
  if (filter.active !== undefined) conditions.push(filter.active ? sql`t.active` : sql`not t.active`);
  if (filter.hasFutureVersion !== undefined)
    conditions.push(filter.hasFutureVersion ? sql`t.stamp_ahead` : sql`not t.stamp_ahead`);
  if (filter.blocks !== undefined)
    conditions.push(sql`t.external_service_id ${sql.raw(filter.blocks ? '=' : '<>')} ${operatorsService.id}`);
  if (filter.conflictsWith) conditions.push(idIn(overlapping(filter.conflictsWith)));
  return {
    entity: CourtBooking,
    conditions,
    groups: groupsOf(filter),
    orders: courtBookingOrders,
    parts: partsOf(filter, conditions),
  };
}

/**
 * A time range without selective filters is searched by days. With a selective filter, it is a condition on the
 * remaining rows.
 */
function groupsOf(filter: CourtBookingFilter): Groups | undefined {
  const { organizationId, from, until, active, hasFutureVersion, blocks, ...others } = filter;
  if (organizationId !== undefined) {
    return {
      ids: sql`select c.id from courts c where c.organization_id = ${organizationId}`,
      condition: sql`t.court_id = g.id`,
    };
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
 * days is in the order of starts, except within a day. Each service's bookings are in the order of updates.
 *
 * With a selective filter (court, organization or person), all matching rows are sorted.
 */
function partsOf(
  filter: CourtBookingFilter,
  conditions: readonly Sql[],
): Record<'START_DATE' | 'UPDATED_AT', RowSet[]> {
  const { organizationId, externalServiceId, from, until, active, hasFutureVersion, blocks, ...others } =
    filter;
  if (organizationId !== undefined) {
    const ofOrganization = sql`t.court_id = any(array(select c.id from courts c where c.organization_id = ${organizationId}))`;
    const sorted = [{ conditions: [...conditions, ofOrganization] }];
    return { START_DATE: sorted, UPDATED_AT: sorted };
  }
  const isLittle =
    hasFutureVersion === true ||
    blocks === true ||
    Object.values(others).some((value) => value !== undefined);
  if (isLittle) return { START_DATE: [{ conditions }], UPDATED_AT: [{ conditions }] };

  // Each service has one index of active bookings and one of cancelled bookings.
  const ofServices: Groups | undefined =
    externalServiceId === undefined
      ? { ids: sql`select s.id from external_services s`, condition: sql`t.external_service_id = g.id` }
      : undefined;
  const halves =
    active === undefined
      ? [sql`t.active`, sql`not t.active`].map((half) => [...conditions, half])
      : [conditions];
  const { within, extra } = withinDays(from, until);
  const ofDays = (parts: readonly (readonly Sql[])[]) =>
    parts.map((part) => ({ conditions: [...part, within] }));
  const before = extra ? [{ conditions: [...conditions, extra] }] : [];
  const byDay =
    externalServiceId !== undefined || active === false
      ? ofDays(halves).map((part) => ({ ...part, groups: ofServices }))
      : ofDays([conditions]);
  return {
    START_DATE: [...byDay.map((part) => ({ ...part, presorted: dayOf })), ...before],
    UPDATED_AT:
      from === undefined && until === undefined
        ? halves.map((half) => ({ conditions: half, groups: ofServices }))
        : [...ofDays(halves), ...before],
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

function overlapping({ courtId, startDate, endDate }: NonNullable<CourtBookingFilter['conflictsWith']>): Sql {
  const find = sql.raw(`${databaseFunctions().schema}.court_bookings_overlapping`);
  return sql`select id from ${find}(${courtId}, ${startDate}, ${endDate})`;
}
