import { z } from 'zod';
import { ApiError } from '../errors.ts';
import type { Administrator } from './authorize-operator.ts';
import { instant, text, uuid } from './fields.ts';
import type { ServiceContext } from './service-context.ts';

export const CancelCourtBookingInput = z.strictObject({ courtBookingId: uuid(), reason: text(1, 1_000) });
export const ReinstateCourtBookingInput = z.strictObject({ courtBookingId: uuid() });
export const ResetCourtBookingVersionInput = z.strictObject({
  courtBookingId: uuid(),
  externalUpdatedAt: instant(),
});

/**
 * Cancels a booking: its slot is free, and updates of the partner answer `version_conflict`. Nothing changes when it is
 * cancelled already.
 *
 * @throws ApiError `court_booking_not_found`.
 */
export const cancelCourtBooking = (
  context: ServiceContext,
  administrator: Administrator,
  { courtBookingId, reason }: z.output<typeof CancelCourtBookingInput>,
) => change(context, administrator, 'cancel', courtBookingId, reason);

/**
 * Makes a cancelled booking active again, where its slot is still free.
 *
 * @throws ApiError `court_booking_not_found`, `court_booking_overlap`.
 */
export const reinstateCourtBooking = (
  context: ServiceContext,
  administrator: Administrator,
  { courtBookingId }: z.output<typeof ReinstateCourtBookingInput>,
) => change(context, administrator, 'reinstate', courtBookingId, null);

/**
 * Sets T of the version rule: frees a booking that a stamp in the far future has blocked.
 *
 * @throws ApiError `court_booking_not_found`.
 */
export const resetCourtBookingVersion = (
  context: ServiceContext,
  administrator: Administrator,
  { courtBookingId, externalUpdatedAt }: z.output<typeof ResetCourtBookingVersionInput>,
) => change(context, administrator, 'reset_version', courtBookingId, externalUpdatedAt);

/** The change itself stands in `db/functions/change-court-booking.sql`: it takes the locks of every writer. */
async function change(
  { database, newId, requestId }: ServiceContext,
  { actor }: Administrator,
  kind: 'cancel' | 'reinstate' | 'reset_version',
  courtBookingId: string,
  value: string | null,
): Promise<string> {
  const [row] = await database.query<{ refused: 'court_booking_not_found' | 'court_booking_overlap' | null }>(
    'select change_court_booking($1, $2, $3, $4, $5, $6, $7) as refused',
    [courtBookingId, kind, value, actor.type, actor.id, requestId, newId()],
  );
  if (row!.refused) throw new ApiError(row!.refused);
  return courtBookingId;
}
