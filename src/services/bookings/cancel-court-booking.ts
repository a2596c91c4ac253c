import { z } from 'zod';
import { refusals } from '../../errors.ts';
import type { Partner } from '../access/authorize-partner.ts';
import { actorArguments, type FunctionAnswers, readAnswer } from '../function-answers.ts';
import type { ServiceContext } from '../service-context.ts';
import { refusalDetails } from './rejection-details.ts';

/** What cancelling may answer. Not in the document: the whole operation. */
export const cancelCourtBookingErrors = [
  'invalid_schema',
  'missing_api_token',
  'invalid_api_token',
  'scope_permission_denied',
  'external_service_access_denied',
  'stale_write',
  'internal_server_error',
] as const;

const refuse = refusals(cancelCourtBookingErrors);

/** A cancellation as it is stored. Dates are instants, `YYYY-MM-DDTHH:MM:SS.ffffffZ`. */
export const StoredCancellation = z.strictObject({
  externalUpdatedAt: z.string(),
  /** Since when it is cancelled, whoever was first. */
  cancelledAt: z.string(),
});
export type StoredCancellation = z.output<typeof StoredCancellation>;

/** What the function in the database may answer. */
export const cancelCourtBookingAnswers = {
  thing: StoredCancellation,
  outcomes: ['cancelled', 'replayed'],
  refusals: ['stale_write'],
} as const satisfies FunctionAnswers & { refusals: readonly (typeof cancelCourtBookingErrors)[number][] };

/**
 * Cancels the booking of this external id for the partner: its court is free in the same transaction. Where nothing is
 * stored the stamp is remembered, so that a create which was overtaken is `stale_write`.
 *
 * The version rule stands in `db/functions/cancel-court-booking.sql`. Neither a grant nor an active court is needed to
 * give a place back.
 *
 * @param externalUpdatedAt an instant
 * @throws ApiError `stale_write`, `service_unavailable`.
 */
export async function cancelCourtBooking(
  context: ServiceContext,
  { externalServiceId, actor }: Partner<'court-bookingwrite'>,
  externalCourtBookingId: string,
  externalUpdatedAt: string,
): Promise<StoredCancellation> {
  const { database, now } = context;
  const values = {
    externalServiceId,
    externalCourtBookingId,
    externalUpdatedAt,
    ...actorArguments(actor, context),
  };
  const waitsFor = { thing: `booking ${externalServiceId}/${externalCourtBookingId}`, externalServiceId };
  const answer = await database.call('cancel_court_booking', values, waitsFor);
  const result = readAnswer('cancel_court_booking', cancelCourtBookingAnswers, answer);
  if ('refused' in result) throw refuse(result.refused, refusalDetails(result, now()));
  const { outcome: _outcome, ...cancellation } = result;
  return cancellation;
}
