import type { Issue } from '../../operation.ts';
import { ApiError } from './api-error.ts';
import {
  asApiError,
  type Item,
  issueOf,
  type Prepared,
  type Result,
  refuseBatch,
  sortOut,
} from './batch-item.ts';
import { cancelCourtBooking, judgeCancellation, writeCancellation } from './cancel-court-booking.ts';
import { bookingsAt, overlap, overlapError, toConflicts } from './court-booking.ts';
import { formatInstant } from './instant.generated.ts';
import { judgeUpsert, type Upsert, type Upserted, writeUpsert } from './upsert-court-booking.ts';
import { type Booking, type By, type ExternalService, keyOf, type World } from './world.ts';

const maxCourts = 50;

/**
 * Carries out all items or none. The batch is checked by its final state, so bookings can swap places.
 *
 * @throws ApiError `batch_refused` with an issue for each invalid item
 */
export function runAtomically(
  world: World,
  externalService: ExternalService,
  prepared: Prepared[],
  by: By,
): Result[] {
  const { issues, judgeable } = sortOut(prepared, 'booking', courtLimit());
  const items = judgeable.map(({ item }) => item);
  const judged = items.map((item) => judge(world, externalService, item));
  const stored = (item: Item) => world.bookings.get(keyOf(externalService, item.externalCourtBookingId));

  // The current place of a booking that this batch writes does not block others.
  const moving = new Set<Booking | undefined>();
  const placed: { index: number; upsert: Upsert }[] = [];
  for (const [index, item] of items.entries()) {
    const outcome = judged[index]!;
    if (outcome instanceof ApiError || outcome === 'replayed') continue;
    moving.add(stored(item));
    if (item.action === 'upsert') placed.push({ index, upsert: item });
  }
  for (const [index, outcome] of judged.entries())
    if (outcome instanceof ApiError) issues.push(issueOf(judgeable[index]!.index, outcome));
  for (const { index, upsert } of placed) {
    const stay = bookingsAt(world, upsert).filter((booking) => !moving.has(booking));
    const others = placed.filter(
      (other) =>
        other.index !== index && other.upsert.courtId === upsert.courtId && overlap(other.upsert, upsert),
    );
    if (stay.length + others.length === 0) continue;
    const conflicts = [
      ...toConflicts(stay, externalService, upsert),
      ...others.map((other) => timesOf(other.upsert)),
    ];
    const error = overlapError(conflicts.sort(byStart).slice(0, 10));
    issues.push(issueOf(judgeable[index]!.index, error));
  }
  refuseBatch(issues);

  const at = world.clock.next();
  const results = items.map((item, index): Result | undefined => {
    const outcome = judged[index] as Upserted['outcome'];
    if (item.action === 'cancel') return undefined;
    if (outcome === 'replayed') return { outcome, booking: stored(item)! };
    return { outcome, booking: writeUpsert(world, externalService, toUpsert(item), by, at) };
  });
  return items.map((item, index) => {
    const upserted = results[index];
    if (upserted) return upserted;
    return judged[index] === 'replayed'
      ? cancelCourtBooking(world, externalService, toCancellation(item), by)
      : writeCancellation(world, externalService, toCancellation(item), by);
  });
}

const timesOf = ({ startDate, endDate, externalCourtBookingId }: Upsert) => ({
  startDate: formatInstant(startDate),
  endDate: formatInstant(endDate),
  externalCourtBookingId,
});

type Conflict = { startDate: string; externalCourtBookingId?: string };
const byStart = (a: Conflict, b: Conflict) => {
  const [one, other] = [a, b].map(
    ({ startDate, externalCourtBookingId = '' }) => `${startDate} ${externalCourtBookingId}`,
  );
  return one! < other! ? -1 : 1;
};

const toUpsert = ({ action: _action, ...upsert }: Item & { action: 'upsert' }): Upsert => upsert;
const toCancellation = ({ externalCourtBookingId, externalUpdatedAt }: Item) => ({
  externalCourtBookingId,
  externalUpdatedAt,
});

function judge(world: World, externalService: ExternalService, item: Item) {
  try {
    return item.action === 'upsert'
      ? judgeUpsert(world, externalService, item)
      : judgeCancellation(world, externalService, item);
  } catch (error) {
    return asApiError(error);
  }
}

/** Rejects the item that names one court too many. */
function courtLimit(): (item: Item) => Omit<Issue, 'path'> | undefined {
  const courts = new Set<string>();
  return (item) => {
    if (item.action === 'cancel' || courts.has(item.courtId)) return undefined;
    courts.add(item.courtId);
    if (courts.size <= maxCourts) return undefined;
    const message = `An atomic batch may book at most ${maxCourts} courts, and this item names another one. Split the batch.`;
    return { code: 'too_many_courts', message };
  };
}
