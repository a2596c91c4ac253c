import { databaseFunctions } from '../../functions/functions.ts';
import { idIn } from '../conditions.ts';
import { allOf, raw, type Sql, sql } from '../sql.ts';
import {
  newestUpdateFirst,
  overlapsRange,
  type PageBounds,
  type StatusFilter,
} from './court-booking-filter.ts';

/** So many of the newest are looked at before what a filter finds is sorted. */
const walked = 500;

/**
 * Of a court or a person. They may have many bookings, and then some are among the newest: so those are looked at first. Only
 * where that does not fill a page, and there is more, all that they have is found by its own index, and sorted.
 *
 * "offset 0": the planner might else walk the whole list in its order, and look at each row, or read another index beside.
 */
export function selectByCourtOrPerson(half: StatusFilter, { within, limit }: PageBounds): Sql {
  const here = allOf([...ofCourt(half), ...overlapsRange(half), ...naming(half)]);
  return sql`with newest as materialized (
      select t.* from court_bookings t where ${within} ${newestUpdateFirst} limit ${walked}
    ), walked as materialized (
      select t.id, t.updated_at from newest t where ${here} ${newestUpdateFirst} limit ${limit}
    ), verdict as materialized (
      select (select count(*) from walked) = ${limit} or (select count(*) from newest) < ${walked} as enough
    )
    select t.* from (
      select t.* from walked t where (select enough from verdict)
      union all
      select t.id, t.updated_at from (${foundByItself(half)}) t
      where not (select enough from verdict) and ${allOf([within, ...ofCourt(half), ...overlapsRange(half)])}
    ) t ${newestUpdateFirst} limit ${limit}`;
}

/** All that a person or a court has, and more: whatever the other filters are. */
function foundByItself(half: StatusFilter): Sql {
  const { courtId, from, to, active } = half;
  const people = peopleOf(half).map(({ ids }) => idIn(ids));
  if (people.length > 0) return sql`select t.* from court_bookings t where ${allOf(people)} offset 0`;
  if (active && (from !== undefined || to !== undefined)) {
    const overlapping = raw(`${databaseFunctions().schema}.court_bookings_overlapping`);
    return sql`select t.* from ${overlapping}(${courtId}, ${from ?? '-infinity'}, ${to ?? 'infinity'}) t offset 0`;
  }
  return sql`select t.* from court_bookings t where t.court_id = ${courtId} offset 0`;
}

function ofCourt({ courtId }: StatusFilter): Sql[] {
  return courtId === undefined ? [] : [sql`t.court_id = ${courtId}`];
}

/** Asked of each booking by itself; as a join, all that a person has might be read beside. */
function naming(half: StatusFilter): Sql[] {
  return peopleOf(half).map(
    ({ is }) =>
      sql`(select true from court_booking_participants p where p.court_booking_id = t.id and ${is} limit 1)`,
  );
}

/**
 * Who is asked for. A person has an id and an address: that both are of one person is known to a service only where the user
 * is open to it. Of who was erased nothing is found.
 */
function peopleOf({
  externalServiceId,
  participantUserId,
  participantEmail,
}: StatusFilter): { ids: Sql; is: Sql }[] {
  const open = sql`${raw(`${databaseFunctions().schema}.users_open_to`)}(${externalServiceId})`;
  const people: { userId: Sql; email: Sql }[] = [];
  if (participantUserId !== undefined)
    people.push({
      userId: sql`(select id from users where id = ${participantUserId} and erased_at is null)`,
      email: sql`(select email from ${open} where id = ${participantUserId})`,
    });
  if (participantEmail !== undefined)
    people.push({
      userId: sql`(select id from ${open} where email = ${participantEmail})`,
      email: sql`${participantEmail}`,
    });
  return people.map(({ userId, email }) => ({
    ids: sql`select court_booking_id from court_booking_participants where user_id = ${userId}
      union select court_booking_id from court_booking_participants where email = ${email}`,
    is: sql`(p.user_id = ${userId} or p.email = ${email})`,
  }));
}
