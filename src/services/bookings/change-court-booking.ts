import type { ErrorFactory } from '../../api-error.ts';
import type { Database } from '../../db/connection/database.ts';
import { inTransaction } from '../../db/connection/in-transaction.ts';
import { lockCourtBookingKeys } from '../../db/queries/operators/court-bookings.ts';
import type { StoredBooking } from '../../rules/court-booking.ts';
import type { ChangeResult } from '../../rules/court-booking-change.ts';
import type { Writing } from '../../rules/court-booking-item.ts';
import type { Known } from '../../rules/known.ts';
import type { Supporter } from '../access/authorize-operator.ts';
import type { AuditAction } from '../audit/audit-actions.ts';
import type { ServiceContext } from '../service-context.ts';
import { requirePastConfirmed } from './past-bookings.ts';
import {
  authorOf,
  type Loadable,
  type LoadedSet,
  loadCourtBookings,
  toSave,
  writingAt,
} from './writes/write-court-bookings.ts';

/** Judges a stored booking. Throws the errors of the verb. */
type Judge = (booking: StoredBooking, writing: Writing, known: Known) => ChangeResult;

interface Change {
  action: AuditAction;
  courtBookingId: string;
  createError: ErrorFactory<'court_booking_not_found'>;
  changesPast: boolean | undefined;
  /** Whether to lock the court and load who else occupies the place. */
  takesPlace?: boolean;
}

/**
 * The common part of the operators' verbs for one booking.
 *
 * @param createError of the calling function, whose list must have the errors of this one
 * @throws ApiError `court_booking_not_found`, `court_booking_over`, and what `judge` throws.
 */
export function changeCourtBooking(
  context: ServiceContext,
  supporter: Supporter,
  { courtBookingId, createError, takesPlace, ...change }: Change,
  judge: Judge,
): Promise<string> {
  return context.database.transaction(async (em) => {
    const database = inTransaction(context.database, em);
    const [locked] = await lockCourtBookings(database, [courtBookingId]);
    if (!locked) throw createError('court_booking_not_found');
    const loaded = takesPlace ? await loadPlace(database, locked) : locked;
    await changeLockedCourtBookings({ ...context, database }, supporter, change, [loaded], judge);
    return courtBookingId;
  });
}

/** Bookings whose keys are locked, of one external service. */
export interface LockedCourtBookings extends LoadedSet {
  bookings: readonly StoredBooking[];
}

/**
 * Locks the keys of bookings and then loads them, in the given order by external service. Ids without a booking are left
 * out.
 *
 * @param database within a transaction
 */
export async function lockCourtBookings(
  database: Database,
  ids: readonly string[],
): Promise<LockedCourtBookings[]> {
  const keys = new Map((await lockCourtBookingKeys(database.query, ids)).map((key) => [key.id, key]));
  const ofServices = Map.groupBy(
    ids.flatMap((id) => keys.get(id) ?? []),
    ({ externalServiceId }) => externalServiceId,
  );
  const locked: LockedCourtBookings[] = [];
  for (const [externalServiceId, items] of ofServices)
    locked.push(await load(database, externalServiceId, items));
  return locked;
}

async function load(
  database: Database,
  externalServiceId: string,
  items: readonly Loadable[],
): Promise<LockedCourtBookings> {
  const set = await loadCourtBookings(database, externalServiceId, items, 'all');
  const bookings = items.flatMap((item) => set.known.booking(item.externalCourtBookingId) ?? []);
  return { ...set, bookings };
}

/** Loads locked bookings again, with their courts locked, and with who else occupies their places. */
export function loadPlace(database: Database, { known, bookings }: LockedCourtBookings) {
  // The load locks the court of an item that is newer than what is stored.
  const newer = { participants: [], externalUpdatedAt: 'infinity' };
  const items = bookings.map(({ externalCourtBookingId, content }) => ({
    externalCourtBookingId,
    content: { ...content, ...newer },
  }));
  return load(database, known.externalServiceId, items);
}

/**
 * Judges locked bookings and writes the results, with their audit events and changes, in the order of the bookings.
 *
 * @throws ApiError `court_booking_over`, and what `judge` throws.
 */
export async function changeLockedCourtBookings(
  context: ServiceContext,
  supporter: Supporter,
  { action, changesPast }: Pick<Change, 'action' | 'changesPast'>,
  locked: readonly LockedCourtBookings[],
  judge: Judge,
): Promise<void> {
  const { database, newId } = context;
  const author = authorOf(context, supporter, action);
  const judged = locked.map(({ known, loaded, bookings }) => {
    const writing = writingAt(loaded, newId);
    return bookings.map((booking) => judge(booking, writing, known));
  });
  const changed = judged
    .flat()
    .filter((result) => result.outcome !== 'refused' && result.outcome !== 'unchanged');
  requirePastConfirmed(
    context,
    changed.map(({ before }) => before),
    changesPast,
  );
  for (const [index, { known, loaded, bookings }] of locked.entries()) {
    const results = judged[index]!;
    const authors = bookings.map(() => author);
    const save = toSave({ newId, items: bookings, authors }, results, known, loaded);
    if (save) await database.call(save.name, save.values);
  }
}
