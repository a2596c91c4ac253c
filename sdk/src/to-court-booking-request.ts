import { courtBookingFields } from './court-booking-fields.generated.ts';
import type {
  CourtBookingResponse,
  ParticipantRequest,
  UpsertCourtBookingRequest,
} from './operations.generated.ts';

/**
 * Returns the request that writes a court booking as it was read. Sent unchanged, it is a repeat and writes nothing. To change the booking,
 * replace fields, and `externalUpdatedAt` by a newer one.
 *
 * A participant who was named by address is named by it again, also if the booking shows the `userId` too. Erased participants are left out.
 */
export function toCourtBookingRequest(
  stored: Pick<CourtBookingResponse, keyof UpsertCourtBookingRequest>,
): UpsertCourtBookingRequest {
  const names = Object.keys(courtBookingFields) as (keyof typeof courtBookingFields)[];
  const participants = stored.participants
    .filter(({ erased }) => !erased)
    .map(({ userId, email }) => (email === undefined ? { userId } : { email }));
  return {
    ...(Object.fromEntries(names.map((name) => [name, stored[name]])) as Pick<
      CourtBookingResponse,
      keyof typeof courtBookingFields
    >),
    participants: participants as ParticipantRequest[],
  };
}
