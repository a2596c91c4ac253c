import type { ErrorFactory } from '../../api-error.ts';
import { findCourtBookingsInRange } from '../../db/queries/operators/court-bookings.ts';
import { resultOfCancellationByOperator } from '../../rules/cancel-court-booking-as-operator.ts';
import type { Supporter } from '../access/authorize-operator.ts';
import type { AuditAction } from '../audit/audit-actions.ts';
import { confirmMillis, confirmTokenFor, isConfirmed, useToken } from '../confirmations/confirm-token.ts';
import type { ServiceContext } from '../service-context.ts';
import { reasonText } from '../values/fields.ts';
import { changeLockedCourtBookings, lockCourtBookings } from './change-court-booking.ts';

/** Maximum per transaction, so that its locks and writes finish within the time limit of operators' requests. */
export const maxCancellations = 500;

/** The reason. The partner can read it, also in a webhook, which has less than 20 kB however long its texts are. */
export const cancellationReason = () => reasonText(500);

/** The bookings that were or would be cancelled. */
export interface CourtBookingsCancellation {
  /** False for a dry run, which changes nothing. */
  done: boolean;
  /** The ids, earliest booking first. */
  ids: string[];
  /** True if the range has more bookings than one call cancels. Call again for the rest. */
  hasMore: boolean;
  /** The request that cancelled them. Null for a dry run. */
  requestId: string | null;
  /** Only from a dry run. Send it to confirm the cancellation. */
  confirmToken: string | null;
}

interface Cancellation {
  change: { action: AuditAction; changesPast: boolean | undefined };
  /** The input, which the token is for. */
  given: { reason: string };
  confirmToken: string | undefined;
  range: { courtId?: string | undefined; organizationId?: string | undefined; from: string; to: string };
  createError: ErrorFactory<'confirmation_outdated'>;
  /** Throws in a dry run if there is nothing to do. */
  requireFound: (count: number) => void;
  /** Runs after the bookings are locked, and before they are checked again. */
  whenLocked?: () => Promise<unknown>;
}

/**
 * The common part of the verbs that cancel many bookings: those that touch a range, except blocks, because cancelling
 * bookings does not open a court. A dry run without a token.
 *
 * @param context within a transaction
 * @throws ApiError `confirmation_outdated`, `court_booking_over`, and what `requireFound` throws.
 */
export async function cancelFound(
  context: ServiceContext,
  supporter: Supporter,
  { change, given, confirmToken, range, createError, requireFound, whenLocked }: Cancellation,
): Promise<CourtBookingsCancellation> {
  const { database, now, requestId } = context;
  const { courtId, organizationId, from, to } = range;
  const limit = maxCancellations + 1;
  const find = () => findCourtBookingsInRange(database.query, { courtId, organizationId, from, to, limit });
  const first = (found: Awaited<ReturnType<typeof find>>) => found.slice(0, maxCancellations);
  const isUnused = confirmToken === undefined || (await useToken(database.query, supporter, confirmToken));
  const found = await find();
  const bookings = first(found);
  const ids = bookings.map(({ id }) => id);
  const result = { ids, hasMore: found.length === limit };
  if (confirmToken === undefined) {
    requireFound(ids.length);
    const token = confirmTokenFor(given, bookings, now() + confirmMillis);
    return { ...result, done: false, requestId: null, confirmToken: token };
  }
  const isStill = (some: typeof bookings) => isConfirmed(confirmToken, given, some, now());
  if (!isUnused || !isStill(bookings)) throw createError('confirmation_outdated');
  const locked = await lockCourtBookings(database, ids);
  await whenLocked?.();
  // Transactions that held the locks may have changed the bookings.
  if (!isStill(first(await find()))) throw createError('confirmation_outdated');
  await changeLockedCourtBookings(context, supporter, change, locked, (booking, writing) =>
    resultOfCancellationByOperator(booking, given.reason, writing),
  );
  return { ...result, done: true, requestId, confirmToken: null };
}
