import { ambiguousParticipant } from '../../../../src/rules/participants.ts';
import type { Upsert } from '../../../../src/rules/upsert-court-booking.ts';
import { ApiError } from './api-error.ts';
import type { By, ExternalService, World } from './world.ts';
import { carryOut } from './write-court-booking.ts';

/**
 * Creates the booking with this external id, or updates it.
 *
 * @throws ApiError with any error that the operation documents
 */
export function upsertCourtBooking(world: World, externalService: ExternalService, upsert: Upsert, by: By) {
  refuseAmbiguous(upsert);
  return carryOut(world, externalService, { action: 'upsert', ...upsert }, by);
}

/** @throws ApiError `mutually_exclusive_fields_violation` unless each participant has exactly one of `userId`, `email` and `erased` */
export function refuseAmbiguous({ content }: Upsert): void {
  const message = ambiguousParticipant(content.participants);
  if (message !== undefined) throw new ApiError('mutually_exclusive_fields_violation', { message });
}
