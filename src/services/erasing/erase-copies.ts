import type { WaitsFor } from '../../db/connection/guard.ts';
import { databaseFunctions } from '../../db/functions/functions.ts';
import { firstId, lastId } from '../../db/id-parts.ts';
import { ApiError } from '../../errors.ts';
import type { ServiceContext } from '../service-context.ts';
import { eraseFromCourtBooking } from './erase-from-court-booking.ts';
import { eraseFromSavedQueries } from './erase-from-saved-queries.ts';
import { afterAllSentBefore, type Erasure, erasureColumns, isHashed, leaseMillis } from './erasure.ts';

/** A search for the copies of some persons. */
interface Search {
  context: ServiceContext;
  erasures: readonly Erasure[];
  /** Set for a partner's request. Without it, the operators' connections are used. */
  waitsFor?: WaitsFor | undefined;
  /** Returns true if a further batch may begin. */
  goesOn: () => boolean;
}

const bookingsAtOnce = 100;
const requestsAtOnce = 500;
const eventsAtOnce = 2_000;
const erasuresAtOnce = 200;

/** Upper bound on the time that a request spends erasing copies. */
const firstMillis = 800;

/**
 * After this time everything that began before the response has been recorded. Statements end within 2.2 s, and
 * requests are recorded every second.
 */
const settleMillis = 60_000;

/** The operations whose recorded external id belongs to a user. */
export const userOperations = ['createUser', 'getUserByExternalId', 'updateUser'];

/**
 * Erases the copies of a person who was just erased, for a limited time. Unless the platform is large, these are all
 * copies except those of requests in progress. `eraseFurtherCopies` erases the rest.
 */
export async function eraseFirstCopies(
  context: ServiceContext,
  erasure: Erasure,
  waitsFor: WaitsFor | undefined,
): Promise<void> {
  const until = context.now() + firstMillis;
  // The response was not sent yet, so everything stored began before it.
  const all = { ...erasure, until: lastId };
  const search = { context, erasures: [all], waitsFor, goesOn: () => context.now() < until };
  try {
    if (await eraseByIndex(search, all)) await walk(search);
  } catch (error) {
    // A booking is locked for too long. Its copies are erased later.
    if (!(error instanceof ApiError && error.type === 'service_unavailable')) throw error;
  }
  await ask(search, 'update erasures set until = $2, due_at = $3 where id = $1', [
    erasure.id,
    context.newId(),
    at(context),
  ]);
}

/**
 * Continues to erase the copies of persons who were erased earlier, all in one search. Only one process at a time
 * works on each person. Another one takes over if it ends.
 *
 * @throws ApiError `service_unavailable`: finished work is kept, and the rest is done the next time.
 */
export async function eraseFurtherCopies(context: ServiceContext): Promise<void> {
  for (;;) {
    const search: Search = { context, erasures: await claim(context), goesOn: () => true };
    if (search.erasures.length === 0) return;
    for (const erasure of search.erasures) await eraseByIndex(search, erasure);
    await walk(search);
    for (const erasure of search.erasures) await finish(search, erasure);
  }
}

function claim(context: ServiceContext): Promise<Erasure[]> {
  return context.database.read<Erasure>(
    'primary',
    `update erasures set due_at = $2 where id in (
       select id from erasures where due_at <= $1 order by id limit $3 for update skip locked
     ) returning ${erasureColumns}`,
    [at(context), at(context, leaseMillis), erasuresAtOnce],
  );
}

/**
 * Erases the copies that indexes find: bookings by participant, and requests and saved queries by external id. Returns
 * true if all of them are erased.
 */
async function eraseByIndex(
  search: Search,
  { id, userId, addresses, links, hashes, until }: Erasure,
): Promise<boolean> {
  // Before the bookings, however many there are, because this takes only a few statements.
  for (const { externalUserId } of links ?? [])
    await eraseFromSavedQueries((text, parameters) => ask(search, text, parameters), externalUserId);
  if (!(await eraseFromRejectedCreations(search, userId))) return false;
  for (const address of addresses ?? []) {
    let after = firstId;
    for (let isMore = true; isMore; ) {
      const bookings = await ask<{ id: string }>(
        search,
        `select court_booking_id as id from court_booking_participants
         where email = $1 and court_booking_id > $2 order by court_booking_id limit ${bookingsAtOnce}`,
        [address, after],
      );
      for (const booking of bookings) {
        if (!search.goesOn()) return false;
        await eraseFromCourtBooking(search.context, { hashes, until }, booking.id, search.waitsFor);
        after = booking.id;
      }
      isMore = bookings.length === bookingsAtOnce;
      await renew(search);
    }
  }
  for (let isMore = links !== null; isMore; ) {
    if (!search.goesOn()) return false;
    const requests = await ask(
      search,
      `update partner_requests r set external_id = null from (
         select p.id from jsonb_to_recordset($1::jsonb) as l ("externalServiceId" uuid, "externalUserId" text)
         join partner_requests p on p.external_id = l."externalUserId" and p.external_service_id = l."externalServiceId"
         where p.operation = any ($2::text[]) and p.id < $3 limit ${requestsAtOnce}
       ) found where r.id = found.id returning 1`,
      [JSON.stringify(links), userOperations, until],
    );
    isMore = requests.length === requestsAtOnce;
    await renew(search);
  }
  await ask(search, 'update erasures set addresses = null, links = null where id = $1', [id]);
  return true;
}

/**
 * Erases the external ids of requests that were rejected because they named the user's address. A request that began
 * after the erasure cannot be one of them. Returns true if all of them are erased.
 */
async function eraseFromRejectedCreations(search: Search, userId: string | null): Promise<boolean> {
  if (userId === null) return true;
  let after = firstId;
  for (let isMore = true; isMore; ) {
    if (!search.goesOn()) return false;
    const [page] = await ask<{ count: number; last: string | null }>(
      search,
      `with page as materialized (
         select id, conflicting_ids, external_id from partner_requests
         where error_type = 'email_already_in_use' and id > $2 order by id limit ${eventsAtOnce}
       ), erased as (
         update partner_requests set external_id = null where id = any (array(
           select id from page where conflicting_ids = array[$1::uuid] and external_id is not null
         ))
       )
       select (select count(*)::int from page) as count, (select id from page order by id desc limit 1) as last`,
      [userId, after],
    );
    after = page!.last ?? after;
    isMore = page!.count === eventsAtOnce;
    if (isMore) await renew(search);
  }
  return true;
}

/**
 * Finds bookings that named an address earlier, which no index finds. It scans all audit events in batches, ordered by
 * id. The position is stored, so that the scan can be continued.
 */
async function walk(search: Search): Promise<void> {
  const { context, erasures, waitsFor } = search;
  const hashes = erasures.flatMap((erasure) => erasure.hashes);
  const end = erasures.map(afterAllSentBefore).sort().at(-1)!;
  let walkedTo = erasures.map((erasure) => erasure.walkedTo).sort()[0]!;
  for (let isMore = true; isMore && search.goesOn(); ) {
    const [page] = await ask<{ events: number; last: string | null; found: [string, string][] }>(
      search,
      `with page as materialized (
         select id, subject_type, subject_id, before, after from audit_events
         where id > $1 and id < $2 order by id limit ${eventsAtOnce}
       )
       select (select count(*)::int from page) as events, (select id from page order by id desc limit 1) as last,
         (select coalesce(jsonb_agg(distinct jsonb_build_array(subject_id, hash)), '[]')
          from page, lateral (
            select jsonb_path_query(before, '$.participants[*].email') #>> '{}' as email
            union select jsonb_path_query(after, '$.participants[*].email') #>> '{}'
          ) named, lateral (select encode(sha256(convert_to(email, 'UTF8')), 'hex') as hash) hashed
          where subject_type = 'court_booking' and hash = any ($3::text[])) as found`,
      [walkedTo, end, hashes],
    );
    for (const [courtBookingId, hash] of page!.found) {
      // An unfinished page is repeated.
      if (!search.goesOn()) return;
      for (const erasure of erasures)
        if (erasure.hashes.includes(hash))
          await eraseFromCourtBooking(context, erasure, courtBookingId, waitsFor);
    }
    walkedTo = page!.last ?? walkedTo;
    isMore = page!.events === eventsAtOnce;
    await renew(search, walkedTo);
  }
}

/**
 * Called after a full search. After a delay it searches once more for what was in progress, and then deletes the
 * erasure.
 */
async function finish(search: Search, erasure: Erasure): Promise<void> {
  const { id, hashes, settling, createdAt } = erasure;
  const { schema } = databaseFunctions();
  const from = `${schema}.first_id_of($2::timestamptz - interval '1 minute')`;
  if (settling) {
    await ask(
      search,
      `update partner_requests r set external_id = null
       where id >= ${from} and id < $3 and operation = any ($4::text[]) and external_id is not null
         and ${isHashed("external_service_id::text || '/' || external_id", '$1')}
         and not exists (
           select from user_links l
           where l.external_service_id = r.external_service_id and l.external_user_id = r.external_id
         )`,
      [hashes, createdAt, afterAllSentBefore(erasure), userOperations],
    );
    await ask(search, 'delete from erasures where id = $1', [id]);
  } else {
    await ask(
      search,
      `update erasures set settling = true, walked_to = ${from}, due_at = $2::timestamptz + make_interval(secs => $3)
       where id = $1`,
      [id, createdAt, settleMillis / 1_000],
    );
  }
}

/** Renews the lease and stores the position. */
async function renew(search: Search, walkedTo = firstId): Promise<void> {
  await ask(
    search,
    'update erasures set due_at = $2, walked_to = greatest(walked_to, $3) where id = any ($1::uuid[])',
    [search.erasures.map(({ id }) => id), at(search.context, leaseMillis), walkedTo],
  );
}

function ask<Row>(
  { context, waitsFor }: Search,
  text: string,
  parameters: readonly unknown[],
): Promise<Row[]> {
  const { database } = context;
  return waitsFor ? database.query(text, parameters) : database.read('primary', text, parameters);
}

function at({ now }: ServiceContext, further = 0): string {
  return new Date(now() + further).toISOString();
}
