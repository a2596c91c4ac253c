import type { ParticipantRequest } from '../operation.ts';
import type { StoredBooking, StoredParticipant } from './stored-booking.ts';
import type { DifferingField, WantedBooking } from './sync-plan.ts';

const plainFields = ['courtId', 'startDate', 'endDate'] as const;

/** In which fields the source's booking says something else than the stored one. Participants are compared as a set. */
export function differences(wanted: WantedBooking, stored: StoredBooking): DifferingField[] {
  const differing: DifferingField[] = plainFields.filter((field) => wanted[field] !== stored[field]);
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
  // The source may still name people who were erased since its version. A newer version may mean somebody else.
  return left.length === 0 && unmatched.length <= (isNewer ? 0 : erasedCount);
}

/** The service answers an address beside the id of its user, where that is open to us: either names the person. */
function isSamePerson({ userId, email }: ParticipantRequest, stored: StoredParticipant): boolean {
  if (userId !== undefined) return `${userId}`.toLowerCase() === stored.userId;
  return email !== undefined && `${email}`.toLowerCase() === stored.email;
}
