import { courtBookingFields } from '../court-booking-fields.generated.ts';
import type { ParticipantRequest } from '../operations.generated.ts';
import type { StoredBooking, StoredParticipant } from './stored-booking.ts';
import type { DifferingField, WantedBooking } from './sync-plan.ts';

// Versions are compared by their order.
const comparedFields = (Object.keys(courtBookingFields) as (keyof typeof courtBookingFields)[]).filter(
  (field) => field !== 'externalUpdatedAt',
);

/** Returns the fields in which the source's booking differs from the stored one. Participants are compared as a set. */
export function differences(wanted: WantedBooking, stored: StoredBooking): DifferingField[] {
  const differing: DifferingField[] = comparedFields.filter((field) => wanted[field] !== stored[field]);
  const isNewer = wanted.externalUpdatedAt > stored.externalUpdatedAt;
  if (!arePeople(wanted.participants, stored.participants, isNewer)) differing.push('participants');
  return differing;
}

function arePeople(
  wanted: readonly ParticipantRequest[],
  stored: StoredParticipant[],
  isNewer: boolean,
): boolean {
  // As in the service, erased participants do not count.
  const left = stored.filter(({ erased }) => !erased);
  const erasedCount = stored.length - left.length;
  const unmatched = wanted.filter((person) => {
    const index = left.findIndex((other) => isSamePerson(person, other));
    if (index >= 0) left.splice(index, 1);
    return index < 0 && !person.erased;
  });
  // An older version in the source may still name people who were erased since. A newer version may mean other people.
  return left.length === 0 && unmatched.length <= (isNewer ? 0 : erasedCount);
}

/**
 * Returns true if both are the same person. If the external service has access to a user, the service returns the user's address in
 * addition to the id. Then either one matches.
 */
function isSamePerson({ userId, email }: ParticipantRequest, stored: StoredParticipant): boolean {
  if (userId !== undefined) return lowerCase(userId) === stored.userId;
  return email !== undefined && lowerCase(email) === stored.email;
}

/** The service rejects what is no text. */
const lowerCase = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value);
