import type { Participant } from './court-booking.ts';
import type { Known } from './known.ts';

/**
 * Returns what is wrong with a list in which a participant does not have exactly one of `userId`, `email` and `erased`.
 * The error is `mutually_exclusive_fields_violation`.
 */
export function ambiguousParticipant(participants: readonly Participant[]): string | undefined {
  const names = participants.map((participant) =>
    Object.entries(participant).flatMap(([name, value]) => (value === undefined ? [] : `"${name}"`)),
  );
  const index = names.findIndex(({ length }) => length !== 1);
  if (index === -1) return undefined;
  return `participants[${index}] has ${names[index]!.join(' and ') || 'neither "userId" nor "email"'}. Send exactly one of "userId", "email" and "erased".`;
}

/**
 * Returns the indexes of participants that were named before, and of users that are not open to the external service.
 *
 * Not in the document: an address names the user who owns it only if that user is open to the external service. Erased
 * participants are never duplicates.
 */
export function judgeParticipants(
  known: Known,
  participants: readonly Participant[],
): { repeated: number[]; notOpen: number[] } {
  const people = new Set<string>();
  const repeated: number[] = [];
  const notOpen: number[] = [];
  for (const [index, { userId, email, erased }] of participants.entries()) {
    if (erased) continue;
    const person = userId ?? known.ownerOf(email!) ?? email!;
    if (people.has(person)) repeated.push(index);
    people.add(person);
    if (userId !== undefined && !known.isOpen(userId)) notOpen.push(index);
  }
  return { repeated, notOpen };
}

/**
 * Returns true if both lists name the same people in the same way, in any order.
 *
 * Not in the document: erased participants do not count, so a partner may leave them out or send them as read.
 */
export function areSamePeople(one: readonly Participant[], other: readonly Participant[]): boolean {
  const names = (participants: readonly Participant[]) =>
    participants
      .flatMap(({ userId, email, erased }) => (erased ? [] : `${userId ?? ''} ${email ?? ''}`))
      .sort()
      .join('\n');
  return names(one) === names(other);
}
