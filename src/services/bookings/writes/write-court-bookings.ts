import type { Database, FunctionCall } from '../../../db/connection/database.ts';
import type { WaitsFor } from '../../../db/connection/guard.ts';
import { operatorsService } from '../../../db/entities/external-service.ts';
import { type Content, overlap, type StoredBooking } from '../../../rules/court-booking.ts';
import type { ChangeResult } from '../../../rules/court-booking-change.ts';
import type { Item, Result, Writing } from '../../../rules/court-booking-item.ts';
import { isActive } from '../../../rules/court-booking-status.ts';
import { instantAt, microsOf } from '../../../rules/instant.ts';
import type { Known } from '../../../rules/known.ts';
import type { AuditAction } from '../../audit/audit-actions.ts';
import type { ServiceContext } from '../../service-context.ts';
import { knownFrom, type Loaded, openUsersOf, toSnapshot } from './known-court-bookings.ts';

/** Who makes a write, and how it is recorded. */
export interface Author {
  actor: { type: string; id: string };
  requestId: string;
  /** The id that the partner sees. */
  shownRequestId: string;
  action: AuditAction;
}

export function authorOf(
  { requestId, callerRequestId = requestId }: ServiceContext,
  { actor }: Pick<Author, 'actor'>,
  action: AuditAction = 'upsertCourtBooking',
): Author {
  return { actor, requestId, shownRequestId: callerRequestId, action };
}

/** Items of one external service, each with its author. */
export interface Writes {
  database: Database;
  newId: () => string;
  externalServiceId: string;
  items: readonly Item[];
  authors: readonly Author[];
  /** Judges by the state of the moment. Nothing is locked or written. */
  isDryRun?: boolean | undefined;
}

/** Returns the result of each item that is to be written or confirmed, and whatever the caller needs besides. */
type Judge<Judged> = (
  known: Known,
  writing: Writing,
  loaded: Loaded,
) => { results: readonly (Result | undefined)[]; judged: Judged };

/**
 * Locks and loads what the rules need, judges, and writes the results as a set, in one transaction.
 *
 * @returns what `judge` returned, with the state by which it was judged
 * @throws ApiError `service_unavailable`
 */
export async function writeCourtBookings<Judged>(
  writes: Writes,
  judge: Judge<Judged>,
  waitsFor: WaitsFor,
  locks: Locks = 'all',
): Promise<{ judged: Judged; known: Known }> {
  const { database, newId, externalServiceId, items, isDryRun } = writes;
  let decided: { judged: Judged; known: Known } | undefined;
  await database.callInTurn(
    { name: 'load_court_bookings', values: toLoad(externalServiceId, items, isDryRun ? null : locks) },
    (answer) => {
      const loaded = answer as Loaded;
      const known = knownFrom(externalServiceId, loaded);
      const { judged, results } = judge(known, writingAt(loaded, newId), loaded);
      decided = { judged, known };
      if (isDryRun) return undefined;
      // A court is not locked if the access to it was granted between the lock and the load. Then the transaction is
      // repeated, like after a lost race.
      if (results.some((result) => missingLock(loaded, known, result)))
        throw Object.assign(new Error('a court is not locked'), { code: '40001' });
      return toSave(writes, results, known, loaded);
    },
    waitsFor,
  );
  return decided!;
}

/** What a dry run waits for: only a connection. */
export const dryRunOf = (externalServiceId: string): WaitsFor => ({
  resource: `dry run ${externalServiceId}`,
  externalServiceId,
});

/** What `load_court_bookings` returned, and what the rules know from it. */
export interface LoadedSet {
  loaded: Loaded;
  known: Known;
}

/** Loads without writing, or within a transaction that writes later. */
export async function loadCourtBookings(
  database: Database,
  externalServiceId: string,
  items: readonly Loadable[],
  locks: Locks | null,
): Promise<LoadedSet> {
  const answer = await database.call('load_court_bookings', toLoad(externalServiceId, items, locks));
  const loaded = answer as Loaded;
  return { loaded, known: knownFrom(externalServiceId, loaded) };
}

/** Returns the ids and times of a set. Times of successive writes to one booking differ. */
export function writingAt({ at }: Loaded, newId: () => string): Writing {
  let micros = microsOf(at);
  return { newId, now: () => instantAt(micros++) };
}

/** Returns which lock a write needs and does not have: of a participant, or of the courts that it books and leaves. */
export function missingLock(
  { lockedCourts, lockedUsers }: Loaded,
  known: Known,
  result: Result | undefined,
): 'court' | `user ${string}` | undefined {
  if (result?.outcome !== 'created' && result?.outcome !== 'updated') return undefined;
  const { content, externalCourtBookingId } = result.booking;
  for (const { userId } of content.participants)
    if (userId !== undefined && !lockedUsers.includes(userId)) return `user ${userId}`;
  const before = known.booking(externalCourtBookingId)?.content.courtId ?? content.courtId;
  return [content.courtId, before].every((id) => lockedCourts.includes(id)) ? undefined : 'court';
}

/** What is waited for: every lock, only the court of the first item, or nothing. */
export type Locks = 'all' | 'court' | 'none';

/** A booking to load, with the place that it takes or the version of its cancellation. Without a version, only its key is locked. */
export interface Loadable {
  externalCourtBookingId: string;
  content?: Content;
  externalUpdatedAt?: string;
}

/** Returns the arguments of `load_court_bookings`. */
function toLoad(externalServiceId: string, items: readonly Loadable[], locks: Locks | null) {
  const contents = items.map(({ content }) => content);
  const people = contents.flatMap((content) => content?.participants ?? []);
  const unique = (all: (string | undefined)[]) => [...new Set(all.filter((one) => one !== undefined))];
  return {
    externalServiceId,
    externalCourtBookingIds: items.map(({ externalCourtBookingId }) => externalCourtBookingId),
    courtIds: contents.map((content) => content?.courtId ?? null),
    startDates: contents.map((content) => content?.startDate ?? null),
    endDates: contents.map((content) => content?.endDate ?? null),
    externalUpdatedAts: items.map(
      ({ content, externalUpdatedAt }) => content?.externalUpdatedAt ?? externalUpdatedAt ?? null,
    ),
    userIds: unique(people.map(({ userId }) => userId)),
    emails: unique(people.map(({ email }) => email)),
    locks,
  };
}

/** Returns the call that writes the results, or undefined if there is nothing to write or to confirm. */
export function toSave(
  { newId, items, authors }: Pick<Writes, 'newId' | 'authors'> & { items: readonly Loadable[] },
  results: readonly (Result | ChangeResult | undefined)[],
  known: Known,
  { hasStandbys }: Loaded,
): FunctionCall | undefined {
  const { externalServiceId } = known;
  /** The last state of each booking that is written. */
  const written = new Map<string, StoredBooking>();
  const tombstones = new Map<string, { externalUpdatedAt: string; cancelledAt: string }>();
  const events: object[] = [];
  let isReplayed = false;
  for (const [index, result] of results.entries()) {
    if (!result || result.outcome === 'refused' || result.outcome === 'unchanged') continue;
    if (result.outcome === 'replayed') {
      isReplayed = true;
      continue;
    }
    const { externalCourtBookingId } = items[index]!;
    if ('tombstone' in result) {
      tombstones.set(externalCourtBookingId, result.tombstone);
      continue;
    }
    const { before, booking } = result;
    const author = authors[index]!;
    written.set(externalCourtBookingId, booking);
    events.push({
      auditEventId: newId(),
      subjectId: booking.id,
      at: booking.updatedAt,
      action: result.action === 'cancel' ? 'cancelCourtBooking' : author.action,
      actorType: author.actor.type,
      actorId: author.actor.id,
      requestId: author.requestId,
      shownRequestId: author.shownRequestId,
      before: before && toSnapshot(before),
      after: toSnapshot(booking),
      externalCourtBookingId,
      // A court block belongs to the operators' external service, whose changes nobody reads.
      ...(externalServiceId === operatorsService.id
        ? {}
        : {
            type: `court_booking.${result.outcome}`,
            openUsers: openUsersOf(known, booking),
          }),
    });
  }
  for (const id of written.keys()) tombstones.delete(id);
  // What a replay confirms must be on the standbys.
  if (written.size + tombstones.size === 0 && !(isReplayed && hasStandbys)) return undefined;

  const bookings = [...written.values()];
  const before = ({ externalCourtBookingId }: StoredBooking) => known.booking(externalCourtBookingId);
  const toRows = (some: StoredBooking[]) => JSON.stringify(some.map(toRow));
  const named = bookings.filter((booking) => !hasSameParticipants(before(booking), booking));
  return {
    name: 'save_court_bookings',
    values: {
      externalServiceId,
      created: toRows(bookings.filter((booking) => !before(booking))),
      updated: toRows(bookings.filter(before)),
      participants: JSON.stringify(named.flatMap(toParticipants)),
      formerParticipants: named.filter(before).map(({ id }) => id),
      moving: movingFrom(known, bookings),
      tombstones: JSON.stringify(
        [...tombstones].map(([externalCourtBookingId, tombstone]) => ({
          externalCourtBookingId,
          ...tombstone,
        })),
      ),
      forgotten: [...written.keys()].filter((id) => known.tombstone(id)),
      events: JSON.stringify(events),
    },
  };
}

function toRow({ content: { participants: _ofTheirOwn, ...fields }, ...booking }: StoredBooking) {
  const { externalServiceId: _ofTheSet, ...row } = booking;
  return { ...row, ...fields };
}

const hasSameParticipants = (before: StoredBooking | undefined, { content }: StoredBooking) =>
  JSON.stringify(before?.content.participants ?? []) === JSON.stringify(content.participants);

const toParticipants = ({ id, content }: StoredBooking) =>
  content.participants.map(({ userId, email }, position) => ({
    courtBookingId: id,
    position,
    userId,
    email,
  }));

/** Returns the bookings whose stored place another booking of the set takes. */
function movingFrom(known: Known, bookings: readonly StoredBooking[]): string[] {
  if (bookings.length === 1) return [];
  return bookings.flatMap(({ id, externalCourtBookingId }) => {
    const before = known.booking(externalCourtBookingId);
    if (!before || !isActive(before)) return [];
    const isTaken = bookings.some(
      (other) =>
        other.id !== id &&
        isActive(other) &&
        other.content.courtId === before.content.courtId &&
        overlap(other.content, before.content),
    );
    return isTaken ? id : [];
  });
}
