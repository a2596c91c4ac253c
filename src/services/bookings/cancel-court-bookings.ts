import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { inTransaction } from '../../db/connection/in-transaction.ts';
import type { Query } from '../../db/connection/query.ts';
import { Court, Organization } from '../../db/entities/organization.ts';
import { findCourtBookingsInRange } from '../../db/queries/operators/court-bookings.ts';
import { resultOfCancellationByOperator } from '../../rules/cancel-court-booking-as-operator.ts';
import type { Supporter } from '../access/authorize-operator.ts';
import { confirmMillis, confirmTokenFor, isConfirmed, useToken } from '../confirmations/confirm-token.ts';
import type { ServiceContext } from '../service-context.ts';
import { instant, text, uuid } from '../values/fields.ts';
import { changeLockedCourtBookings, lockCourtBookings } from './change-court-booking.ts';
import { cancellationReason, maxCancellations } from './operator-cancellation.ts';
import { changesPast, pastErrors } from './past-bookings.ts';

const longestDays = 366;

export const CancelCourtBookingsInput = z
  .strictObject({
    courtId: uuid().optional(),
    organizationId: uuid().optional(),
    from: instant(),
    to: instant(),
    reason: cancellationReason(),
    ...changesPast,
    confirmToken: text(1, 255).optional(),
  })
  .superRefine(({ courtId, organizationId, from, to }, ctx) => {
    const fault =
      (courtId === undefined) === (organizationId === undefined)
        ? 'Give courtId or organizationId, and not both.'
        : from >= to
          ? 'The range ends before it begins.'
          : Date.parse(to) - Date.parse(from) > longestDays * 86_400_000
            ? `A range has ${longestDays} days at most.`
            : undefined;
    if (fault !== undefined) ctx.addIssue({ code: 'custom', message: fault });
  });

type Input = z.output<typeof CancelCourtBookingsInput>;

export const cancelCourtBookingsErrors = [
  'court_not_found',
  'organization_not_found',
  'nothing_to_change',
  'confirmation_outdated',
  ...pastErrors,
] as const;
const createError = errorFactory(cancelCourtBookingsErrors);

/** The bookings that were or would be cancelled. */
export interface CourtBookingsCancellation {
  /** False for a dry run, which changes nothing. */
  done: boolean;
  /** The ids, earliest booking first. */
  ids: string[];
  /** True if the range has more bookings than one call cancels. Call again for the rest. */
  hasMore: boolean;
  /** Only from a dry run. Send it to confirm the cancellation. */
  confirmToken: string | null;
}

/**
 * Cancels all active bookings that touch a half-open time range on a court, or on an organization's courts, for one
 * reason. Each is cancelled as by `cancelCourtBooking`. One call cancels the first 500. Blocks stay. Without
 * `confirmToken` it is a dry run. The token is valid once, for ten minutes, and only for the bookings that the dry run found.
 * If one was added, removed or moved since, nothing is cancelled.
 *
 * @throws ApiError `court_not_found`, `organization_not_found`, `nothing_to_change` (no active booking touches the
 * range), `confirmation_outdated`, `court_booking_over`.
 */
export function cancelCourtBookings(
  context: ServiceContext,
  supporter: Supporter,
  input: Input,
): Promise<CourtBookingsCancellation> {
  const { confirmToken, changesPast, ...given } = input;
  return context.database.transaction(async (em) => {
    const database = inTransaction(context.database, em);
    const find = () => findTouching(database.query, input);
    await mustBeThere(em, input);
    if (confirmToken === undefined) {
      const found = await find();
      if (found.bookings.length === 0)
        throw createError('nothing_to_change', {
          message: 'No active booking touches this time range, so nothing was changed. Choose another range.',
        });
      const token = confirmTokenFor(given, found.bookings, context.now() + confirmMillis);
      return { ...toCancellation(found), done: false, confirmToken: token };
    }
    const isUnused = await useToken(database.query, supporter, confirmToken);
    const isStill = ({ bookings }: Found) => isConfirmed(confirmToken, given, bookings, context.now());
    const found = await find();
    if (!isUnused || !isStill(found)) throw createError('confirmation_outdated');
    const { ids } = toCancellation(found);
    const locked = await lockCourtBookings(database, ids);
    // Transactions that held the locks may have changed the bookings.
    if (!isStill(await find())) throw createError('confirmation_outdated');
    const within = { ...context, database };
    const change = { action: 'cancelCourtBookings', changesPast } as const;
    await changeLockedCourtBookings(within, supporter, change, locked, (booking, writing) =>
      resultOfCancellationByOperator(booking, given.reason, writing),
    );
    return { ...toCancellation(found), done: true, confirmToken: null };
  });
}

async function mustBeThere(em: SqlEntityManager, { courtId, organizationId }: Input): Promise<void> {
  if (courtId !== undefined && !(await em.findOne(Court, courtId))) throw createError('court_not_found');
  if (organizationId !== undefined && !(await em.findOne(Organization, organizationId)))
    throw createError('organization_not_found');
}

interface Found {
  bookings: { id: string; courtId: string; startDate: string; endDate: string }[];
  hasMore: boolean;
}

/**
 * Finds the active bookings that touch the range. Blocks are left out, because cancelling bookings does not open a
 * court.
 */
async function findTouching(query: Query, { courtId, organizationId, from, to }: Input): Promise<Found> {
  const limit = maxCancellations + 1;
  const bookings = await findCourtBookingsInRange(query, { courtId, organizationId, from, to, limit });
  return {
    bookings: bookings.slice(0, maxCancellations),
    hasMore: bookings.length > maxCancellations,
  };
}

function toCancellation({ bookings, hasMore }: Found) {
  return { ids: bookings.map(({ id }) => id), hasMore };
}
