import { ApiError } from './api-error.ts';
import { findOpen, findOpenByEmail } from './read-user.ts';
import type { ExternalService, Participant, World } from './world.ts';

export interface SentParticipant {
  userId?: string;
  email?: string;
  erased?: true;
}

/** @throws ApiError `mutually_exclusive_fields_violation` unless each participant has exactly one of `userId`, `email` and `erased` */
export function refuseAmbiguous(participants: readonly SentParticipant[]): void {
  const index = participants.findIndex((participant) => Object.keys(participant).length !== 1);
  if (index === -1) return;
  const names = Object.keys(participants[index]!).map((name) => `"${name}"`);
  throw new ApiError('mutually_exclusive_fields_violation', {
    message: `participants[${index}] has ${names.join(' and ') || 'neither "userId" nor "email"'}. Send exactly one of "userId", "email" and "erased".`,
  });
}

/** Returns the indexes of repeated participants, and of users that the external service has no access to. */
export function judgeParticipants(
  world: World,
  externalService: ExternalService,
  participants: readonly SentParticipant[],
): { repeated: number[]; notOpen: number[] } {
  const people = new Set<string>();
  const repeated: number[] = [];
  const notOpen: number[] = [];
  for (const [index, { userId, email, erased }] of participants.entries()) {
    if (erased) continue;
    const user =
      userId === undefined
        ? findOpenByEmail(world, externalService, email!)
        : findOpen(world, externalService, userId);
    const person = user?.id ?? userId ?? email!;
    if (people.has(person)) repeated.push(index);
    people.add(person);
    if (userId !== undefined && !user) notOpen.push(index);
  }
  return { repeated, notOpen };
}

/** Returns true if both lists name the same people, in any order. Erased participants do not count. */
export function areSame(
  world: World,
  stored: readonly Participant[],
  given: readonly SentParticipant[],
): boolean {
  const isErased = (participant: Participant | SentParticipant) =>
    'erased' in participant ||
    ('userId' in participant && world.users.get(participant.userId!)?.isErased === true);
  const names = (participants: readonly (Participant | SentParticipant)[]) =>
    participants
      .filter((participant) => !isErased(participant))
      .map((participant) => JSON.stringify(participant))
      .sort();
  return JSON.stringify(names(stored)) === JSON.stringify(names(given));
}

export const pathsOf = (indexes: number[]) => indexes.map((index) => `participants[${index}]`).join(', ');
