import { sql } from 'kysely';
import { databaseFunctions } from '../../functions/functions.ts';
import { idIn } from '../conditions.ts';
import { allOf, type Sql } from '../statement.ts';
import {
  newestUpdateFirst,
  overlapsRange,
  type PageBounds,
  type StatusFilter,
} from './court-booking-filter.ts';

/** Number of newest bookings that are scanned before the matching rows are sorted. */
const walked = 500;

/**
 * Bookings of a court or a person. If there are many, some are among the newest, so these are scanned first. If they do
 * not fill a page and there are more, all bookings of the court or person are found by their own index and sorted.
 *
 * "offset 0" prevents the planner from scanning the whole list in order, or from reading another index as well.
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

/** All bookings of a person or court, regardless of the other filters. */
function foundByItself(half: StatusFilter): Sql {
  const { courtId, from, to, active } = half;
  const people = peopleOf(half).map(({ ids }) => idIn(ids));
  if (people.length > 0) return sql`select t.* from court_bookings t where ${allOf(people)} offset 0`;
  if (active && (from !== undefined || to !== undefined)) {
    const overlapping = sql.raw(`${databaseFunctions().schema}.court_bookings_overlapping`);
    return sql`select t.* from ${overlapping}(${courtId}, ${from ?? '-infinity'}, ${to ?? 'infinity'}) t offset 0`;
  }
  return sql`select t.* from court_bookings t where t.court_id = ${courtId} offset 0`;
}

function ofCourt({ courtId }: StatusFilter): Sql[] {
  return courtId === undefined ? [] : [sql`t.court_id = ${courtId}`];
}

/** Checked for each booking separately. As a join, all bookings of a person might be read. */
function naming(half: StatusFilter): Sql[] {
  return peopleOf(half).map(
    ({ is }) =>
      sql`(select true from court_booking_participants p where p.court_booking_id = t.id and ${is} limit 1)`,
  );
}

/**
 * The person to search for. A person has an id and an e-mail address. A service can only relate the two if it has
 * access to the user. Nothing is found for erased persons.
 */
function peopleOf({
  externalServiceId,
  participantUserId,
  participantEmail,
}: StatusFilter): { ids: Sql; is: Sql }[] {
  const open = sql`${sql.raw(`${databaseFunctions().schema}.users_open_to`)}(${externalServiceId})`;
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
