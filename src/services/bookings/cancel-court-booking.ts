import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { rejectionDetails } from '../../rules/rejection.ts';
import type { Partner } from '../access/authorize-partner.ts';
import { actorArguments, type FunctionResults, readResult } from '../function-results.ts';
import type { ServiceContext } from '../service-context.ts';

/** The errors of a cancellation. Not in the document: the whole operation. */
export const cancelCourtBookingErrors = [
  'invalid_schema',
  'missing_api_token',
  'invalid_api_token',
  'scope_permission_denied',
  'external_service_access_denied',
  'stale_write',
  'internal_server_error',
] as const;

const createError = errorFactory(cancelCourtBookingErrors);

/** A stored cancellation. Dates are instants, `YYYY-MM-DDTHH:MM:SS.ffffffZ`. */
export const StoredCancellation = z.strictObject({
  externalUpdatedAt: z.string(),
  /** When it was first cancelled, by the partner or an operator. */
  cancelledAt: z.string(),
});
export type StoredCancellation = z.output<typeof StoredCancellation>;

/** The possible answers of the database function. */
export const cancelCourtBookingResults = {
  resource: StoredCancellation,
  outcomes: ['cancelled', 'replayed'],
  errors: ['stale_write'],
} as const satisfies FunctionResults & { errors: readonly (typeof cancelCourtBookingErrors)[number][] };

/**
 * Cancels the partner's booking with this external id. Its court becomes free in the same transaction. If nothing is
 * stored, `externalUpdatedAt` is remembered, so that an older create that arrives later gets `stale_write`.
 *
 * The version rule is in `db/functions/cancel-court-booking.sql`. A cancellation needs neither a grant nor an active
 * court.
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
  const waitsFor = { resource: `booking ${externalServiceId}/${externalCourtBookingId}`, externalServiceId };
  const answer = await database.call('cancel_court_booking', values, waitsFor);
  const result = readResult('cancel_court_booking', cancelCourtBookingResults, answer);
  if ('error' in result) throw createError(result.error, rejectionDetails(result, now()));
  const { outcome: _outcome, ...cancellation } = result;
  return cancellation;
}
