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
  if (wanted.length !== stored.length) return false;
  const left = [...stored];
  for (const person of wanted) {
    const index = left.findIndex((other) => isSamePerson(person, other));
    if (index >= 0) left.splice(index, 1);
  }
  // Who was erased since the source's version has no name any more; a newer version may mean somebody else.
  return left.every(({ erased }) => erased && !isNewer);
}

/** The service answers an address beside the id of its user, where that is open to us: either names the person. */
function isSamePerson({ userId, email }: ParticipantRequest, stored: StoredParticipant): boolean {
  if (userId !== undefined) return `${userId}`.toLowerCase() === stored.userId;
  return email !== undefined && `${email}`.toLowerCase() === stored.email;
}
