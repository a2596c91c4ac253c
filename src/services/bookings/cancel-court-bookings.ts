import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { inTransaction } from '../../db/connection/in-transaction.ts';
import { Court, Organization } from '../../db/entities/organization.ts';
import { timeRangeFault } from '../../rules/requests/time-range.ts';
import type { Supporter } from '../access/authorize-operator.ts';
import type { ServiceContext } from '../service-context.ts';
import { faultAsIssue, instant, text, uuid } from '../values/fields.ts';
import { type CourtBookingsCancellation, cancelFound, cancellationReason } from './operator-cancellation.ts';
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
  .superRefine(
    faultAsIssue(({ courtId, organizationId, from, to }) =>
      (courtId === undefined) === (organizationId === undefined)
        ? 'Give courtId or organizationId, and not both.'
        : (timeRangeFault({ from, to }) ??
          (Date.parse(to) - Date.parse(from) > longestDays * 86_400_000
            ? `A range has ${longestDays} days at most.`
            : undefined)),
    ),
  );

type Input = z.output<typeof CancelCourtBookingsInput>;

export const cancelCourtBookingsErrors = [
  'court_not_found',
  'organization_not_found',
  'nothing_to_change',
  'confirmation_outdated',
  ...pastErrors,
] as const;
const createError = errorFactory(cancelCourtBookingsErrors);

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
    const within = { ...context, database: inTransaction(context.database, em) };
    await mustBeThere(em, input);
    return cancelFound(within, supporter, {
      change: { action: 'cancelCourtBookings', changesPast },
      given,
      confirmToken,
      range: input,
      createError,
      requireFound: (count) => {
        if (count === 0)
          throw createError('nothing_to_change', {
            message:
              'No active booking touches this time range, so nothing was changed. Choose another range.',
          });
      },
    });
  });
}

async function mustBeThere(em: SqlEntityManager, { courtId, organizationId }: Input): Promise<void> {
  if (courtId !== undefined && !(await em.findOne(Court, courtId))) throw createError('court_not_found');
  if (organizationId !== undefined && !(await em.findOne(Organization, organizationId)))
    throw createError('organization_not_found');
}
