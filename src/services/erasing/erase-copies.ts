import { ApiError } from '../../api-error.ts';
import type { WaitsFor } from '../../db/connection/guard.ts';
import { onPrimary, type Query } from '../../db/connection/query.ts';
import { firstId, lastId } from '../../db/id-parts.ts';
import { deleteSavedQueries } from '../../db/queries/jobs/delete-saved-queries.ts';
import {
  bookingsAtOnce,
  eraseFromRejectedRequests,
  eraseFromRequests,
  eraseFromRequestsInProgress,
  eraseQueryNames,
  eventsAtOnce,
  findBookingsByAddress,
  findEvents,
  findQueriesSince,
  requestsAtOnce,
} from '../../db/queries/jobs/erase-copies.ts';
import {
  claimErasures,
  deleteErasure,
  deleteIdentifiers,
  type Erasure,
  renewErasures,
  settleErasure,
  updateErasureEnd,
} from '../../db/queries/jobs/erasures.ts';
import { userOperations } from '../../rules/erase-user.ts';
import type { ServiceContext } from '../service-context.ts';
import { eraseFromCourtBooking } from './erase-from-court-booking.ts';
import { afterAllSentBefore, hashesOfName, leaseMillis } from './erasure.ts';

/** A search for the copies of some persons. */
interface Search {
  context: ServiceContext;
  erasures: readonly Erasure[];
  /** Set for a partner's request. Without it, the operators' connections are used. */
  waitsFor?: WaitsFor | undefined;
  /** Returns true if a further batch may begin. */
  goesOn: () => boolean;
}

const erasuresAtOnce = 200;

/** Upper bound on the time that a request spends erasing copies. */
const firstMillis = 800;

/**
 * After this time everything that began before the response has been recorded. Statements end within 2.2 s, requests
 * are recorded every second, and operators' queries every minute.
 */
const settleMillis = 60_000;

/**
 * Erases the copies of persons who were just erased, for a limited time. Unless the platform is large, these are all
 * copies except those of requests in progress. `eraseFurtherCopies` erases the rest.
 */
export async function eraseFirstCopies(
  context: ServiceContext,
  erasures: readonly Erasure[],
  waitsFor: WaitsFor | undefined,
): Promise<void> {
  if (erasures.length === 0) return;
  const until = context.now() + firstMillis;
  // The response was not sent yet, so everything stored began before it.
  const all = erasures.map((erasure) => ({ ...erasure, until: lastId }));
  const search = { context, erasures: all, waitsFor, goesOn: () => context.now() < until };
  try {
    let isDone = true;
    for (const erasure of all) isDone &&= await eraseByIndex(search, erasure);
    if (isDone) await walk(search);
  } catch (error) {
    // A booking is locked for too long. Its copies are erased later.
    if (!(error instanceof ApiError && error.type === 'service_unavailable')) throw error;
  }
  for (const { id } of erasures) await updateErasureEnd(queryOf(search), id, context.newId(), at(context));
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
  return claimErasures(onPrimary(context.database), at(context), at(context, leaseMillis), erasuresAtOnce);
}

/**
 * Erases the copies that indexes find: bookings by participant, and requests by external id. Returns true if all of them
 * are erased.
 */
async function eraseByIndex(
  search: Search,
  { id, userId, addresses, links, hashes, until }: Erasure,
): Promise<boolean> {
  const query = queryOf(search);
  await deleteSavedQueries(query);
  if (!(await eraseFromRejectedCreations(search, userId))) return false;
  for (const address of addresses ?? []) {
    let after = firstId;
    for (let isMore = true; isMore; ) {
      const bookings = await findBookingsByAddress(query, address, after);
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
    const requests = await eraseFromRequests(query, { links, operations: userOperations, until });
    isMore = requests === requestsAtOnce;
    await renew(search);
  }
  await deleteIdentifiers(query, id);
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
    const { count, last } = await eraseFromRejectedRequests(queryOf(search), userId, after);
    after = last ?? after;
    isMore = count === eventsAtOnce;
    if (isMore) await renew(search);
  }
  return true;
}

/**
 * Finds bookings that named an address earlier, and names of operators' queries, which no index finds. It scans all
 * audit events in batches, ordered by id. The position is stored, so that the scan can be continued.
 */
async function walk(search: Search): Promise<void> {
  const { context, erasures, waitsFor } = search;
  const hashes = erasures.flatMap((erasure) => erasure.hashes);
  const end = erasures.map(afterAllSentBefore).sort().at(-1)!;
  let walkedTo = erasures.map((erasure) => erasure.walkedTo).sort()[0]!;
  for (let isMore = true; isMore && search.goesOn(); ) {
    const page = await findEvents(queryOf(search), { after: walkedTo, end, hashes });
    await eraseFromQueryNames(search, page.queries, hashes);
    for (const [courtBookingId, hash] of page.found) {
      // An unfinished page is repeated.
      if (!search.goesOn()) return;
      for (const erasure of erasures)
        if (erasure.hashes.includes(hash))
          await eraseFromCourtBooking(context, erasure, courtBookingId, waitsFor);
    }
    walkedTo = page.last ?? walkedTo;
    isMore = page.events === eventsAtOnce;
    await renew(search, walkedTo);
  }
}

/** Erases the names of operators' queries that contain an external id or a last name of the persons. */
async function eraseFromQueryNames(
  search: Search,
  queries: readonly [id: string, name: string][],
  hashes: readonly string[],
): Promise<void> {
  const known = new Set(hashes);
  const ids = queries
    .filter(([, name]) => hashesOfName(name).some((hash) => known.has(hash)))
    .map(([id]) => id);
  if (ids.length > 0) await eraseQueryNames(queryOf(search), ids);
}

/**
 * Called after a full search. After a delay it searches once more for what was in progress, and then deletes the
 * erasure.
 */
async function finish(search: Search, erasure: Erasure): Promise<void> {
  const query = queryOf(search);
  if (erasure.settling) {
    await eraseFromRequestsInProgress(query, erasure, afterAllSentBefore(erasure), userOperations);
    await eraseFromQueryNames(search, await findQueriesSince(query, erasure), erasure.hashes);
    await deleteErasure(query, erasure.id);
  } else {
    await settleErasure(query, erasure, settleMillis / 1_000);
  }
}

/** Renews the lease and stores the position. */
async function renew(search: Search, walkedTo = firstId): Promise<void> {
  const ids = search.erasures.map(({ id }) => id);
  await renewErasures(queryOf(search), ids, at(search.context, leaseMillis), walkedTo);
}

function queryOf({ context: { database }, waitsFor }: Search): Query {
  return waitsFor ? database.query : onPrimary(database);
}

function at({ now }: ServiceContext, further = 0): string {
  return new Date(now() + further).toISOString();
}
