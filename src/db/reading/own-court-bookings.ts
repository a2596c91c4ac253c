import { databaseFunctions } from '../functions.ts';
import { idIn } from './conditions.ts';
import { allOf, raw, type Sql, sql } from './sql.ts';

/** Which of an external service's own bookings; instants in ISO 8601, the address in lower case. */
export interface OwnCourtBookingFilter {
  externalServiceId: string;
  courtId?: string | undefined;
  /** Ends after it. */
  from?: string | undefined;
  /** Starts before it. */
  to?: string | undefined;
  /** Last updated then, or later. */
  updatedFrom?: string | undefined;
  /** Last updated before. */
  updatedTo?: string | undefined;
  /** Both, unless it is given. */
  active?: boolean | undefined;
  participantUserId?: string | undefined;
  participantEmail?: string | undefined;
}

/** Where a page of a list begins, and how many rows it has. */
export interface OwnCourtBookingPage {
  /** The last row of the page before. */
  after?: { updatedAt: string; id: string } | undefined;
  limit: number;
}

/** Newest update first. Each index ends so. */
const order = raw('order by t.updated_at desc, t.id desc');
/** As the index `court_bookings_own_day_index` has it. */
const startDay = raw(`(t.start_date at time zone 'UTC')::date`);

/**
 * A query of some of a service's own bookings, in the order of their last update: a row of one column `booking` each.
 *
 * Active and cancelled ones stand in indexes of their own, so that neither are looked for among the others.
 */
export function ownCourtBookings(filter: OwnCourtBookingFilter, page: OwnCourtBookingPage): Sql {
  const halves = filter.active === undefined ? [true, false] : [filter.active];
  const found = halves
    .map((active) => sql`(${halfPage({ ...filter, active }, page)})`)
    .reduce((all, half) => sql`${all} union all ${half}`);
  return sql`select ${booking()}
    from (select t.id, t.updated_at from (${found}) t ${order} limit ${page.limit}) t
    join court_bookings b on b.id = t.id ${order}`;
}

/** A query of the own booking of this external id: one column `booking`. */
export function ownCourtBooking(externalServiceId: string, externalCourtBookingId: string): Sql {
  return sql`select ${booking()} from court_bookings b
    where b.external_service_id = ${externalServiceId}
      and b.external_court_booking_id = ${externalCourtBookingId}`;
}

/** The booking `b` as it is stored (`StoredCourtBooking`), and its external id. */
function booking(): Sql {
  const { schema } = databaseFunctions();
  return raw(`${schema}.court_booking_snapshot(b, ${schema}.court_booking_participants_as_named(b.id))
    || jsonb_build_object(
      'externalCourtBookingId', b.external_court_booking_id,
      'openUsers', ${schema}.court_booking_open_users(b)
    ) as booking`);
}

type Half = OwnCourtBookingFilter & { active: boolean };

/** Identifiers and times of update of a page of the active ones, or of the cancelled ones. */
function halfPage(half: Half, { after, limit }: OwnCourtBookingPage): Sql {
  const { externalServiceId, active, updatedFrom, updatedTo } = half;
  const ofService = sql`t.external_service_id = ${externalServiceId} and ${activeIs(active)}`;
  const within = allOf([
    ofService,
    ...(updatedFrom === undefined ? [] : [sql`t.updated_at >= ${updatedFrom}`]),
    ...(updatedTo === undefined ? [] : [sql`t.updated_at < ${updatedTo}`]),
    ...(after === undefined ? [] : [sql`(t.updated_at, t.id) < (${after.updatedAt}, ${after.id})`]),
  ]);
  const place: Place = { ofService, within, limit };
  const isNarrow = [half.courtId, half.participantUserId, half.participantEmail].some(
    (value) => value !== undefined,
  );
  if (isNarrow) return narrow(half, place);
  if (half.from !== undefined || half.to !== undefined) return byDay(half, place);
  return sql`select t.id, t.updated_at from court_bookings t where ${within} ${order} limit ${limit}`;
}

interface Place {
  ofService: Sql;
  /** Of the service, and where the page may be. */
  within: Sql;
  limit: number;
}

/** Written out: a bound value could not be served by an index of the active ones only. */
function activeIs(active: boolean): Sql {
  return active ? sql`t.active` : sql`not t.active`;
}

/** So many of the newest are looked at before what a filter finds is sorted. */
const walked = 500;

/**
 * Of a court or a person. They may have many bookings, and then some are among the newest: so those are looked at first. Only
 * where that does not fill a page, and there is more, all that they have is found by its own index, and sorted.
 *
 * "offset 0": the planner might else walk the whole list in its order, and look at each row, or read another index beside.
 */
function narrow(half: Half, { within, limit }: Place): Sql {
  const here = allOf([...ofCourt(half), ...touching(half), ...naming(half)]);
  return sql`with newest as materialized (
      select t.* from court_bookings t where ${within} ${order} limit ${walked}
    ), walked as materialized (
      select t.id, t.updated_at from newest t where ${here} ${order} limit ${limit}
    ), verdict as materialized (
      select (select count(*) from walked) = ${limit} or (select count(*) from newest) < ${walked} as enough
    )
    select t.* from (
      select t.* from walked t where (select enough from verdict)
      union all
      select t.id, t.updated_at from (${foundByItself(half)}) t
      where not (select enough from verdict) and ${allOf([within, ...ofCourt(half), ...touching(half)])}
    ) t ${order} limit ${limit}`;
}

/** All that a person or a court has, and more: whatever the other filters are. */
function foundByItself(half: Half): Sql {
  const { courtId, from, to, active } = half;
  const people = peopleOf(half).map(({ ids }) => idIn(ids));
  if (people.length > 0) return sql`select t.* from court_bookings t where ${allOf(people)} offset 0`;
  if (active && (from !== undefined || to !== undefined)) {
    const overlapping = raw(`${databaseFunctions().schema}.court_bookings_overlapping`);
    return sql`select t.* from ${overlapping}(${courtId}, ${from ?? '-infinity'}, ${to ?? 'infinity'}) t offset 0`;
  }
  return sql`select t.* from court_bookings t where t.court_id = ${courtId} offset 0`;
}

function ofCourt({ courtId }: Half): Sql[] {
  return courtId === undefined ? [] : [sql`t.court_id = ${courtId}`];
}

/** Half-open: what ends as the range begins does not touch it. */
function touching({ from, to }: Half): Sql[] {
  return [
    ...(from === undefined ? [] : [sql`t.end_date > ${from}`]),
    ...(to === undefined ? [] : [sql`t.start_date < ${to}`]),
  ];
}

/** Asked of each booking by itself; as a join, all that a person has might be read beside. */
function naming(half: Half): Sql[] {
  return peopleOf(half).map(
    ({ is }) =>
      sql`(select true from court_booking_participants p where p.court_booking_id = t.id and ${is} limit 1)`,
  );
}

/**
 * Who is asked for. A person has an id and an address: that both are of one person is known to a service only where the user
 * is open to it. Of who was erased nothing is found.
 */
function peopleOf({ externalServiceId, participantUserId, participantEmail }: Half): { ids: Sql; is: Sql }[] {
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

/** So many of each day tell how old the last one on a page is at most. */
const fewOfDay = 8;

/**
 * By the day on which they start, in UTC: of each day that the range touches only the newest is looked at, and then those of no
 * more days than a page has rows. So neither an old range is looked for among all that is newer, nor a long one sorted.
 *
 * A booking of more than a day may have begun before the first of them: those are few, and looked at beside.
 */
function byDay(half: Half, { ofService, within, limit }: Place): Sql {
  const { from, to } = half;
  // A day earlier: what began then may end within the range.
  const first =
    from === undefined
      ? undefined
      : sql`((${from}::timestamptz - interval '1 day') at time zone 'UTC')::date`;
  const isBeforeEnd =
    to === undefined ? sql`d.day is not null` : sql`d.day < (${to}::timestamptz at time zone 'UTC')::date`;
  const here = allOf([within, ...touching(half)]);
  const ofDay = sql`select t.id, t.updated_at from court_bookings t where ${startDay} = d.day and ${here}`;
  // "offset 0": the planner cannot know how few they are, and might read another index beside.
  const beside =
    first &&
    sql`union all select t.id, t.updated_at from (
      select t.* from court_bookings t
      where t.external_service_id = ${half.externalServiceId} and t.end_date > ${from}
        and t.end_date - t.start_date > interval '1 day' offset 0
    ) t where ${startDay} < ${first} and ${here}`;
  // From one day that has bookings to the next, each by one look into the index, which alone has both in this order.
  const next = sql`order by ${startDay}, t.updated_at limit 1`;
  return sql`with recursive d (day) as (
      (select ${startDay} from court_bookings t
       where ${ofService} and ${first ? sql`${startDay} >= ${first}` : sql`true`} ${next})
      union all
      select (select ${startDay} from court_bookings t where ${ofService} and ${startDay} > d.day ${next})
      from d where ${isBeforeEnd}
    ), first_days as materialized (
      select d.day from d cross join lateral (${ofDay} ${order} limit 1) t
      where d.day is not null ${order} limit ${limit}
    ), oldest as materialized (
      select coalesce((
        select t.updated_at from first_days d cross join lateral (${ofDay} ${order} limit ${fewOfDay}) t
        ${order} offset ${limit - 1} limit 1
      ), '-infinity') as at
    )
    select t.* from (
      select t.* from first_days d cross join lateral (
        ${ofDay} and t.updated_at >= (select at from oldest) ${order} limit ${limit}
      ) t ${beside ?? sql``}
    ) t ${order} limit ${limit}`;
}
