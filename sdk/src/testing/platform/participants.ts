import { findOpen, findOpenByEmail } from './read-user.ts';
import { Refusal } from './refusal.ts';
import type { ExternalService, Participant, World } from './world.ts';

/** A participant as it is sent, in its shape. */
export interface SentParticipant {
  userId?: string;
  email?: string;
}

/** @throws Refusal `mutually_exclusive_fields_violation`, unless each has exactly one of `userId` and `email`. */
export function refuseAmbiguous(participants: readonly SentParticipant[]): void {
  const index = participants.findIndex(
    ({ userId, email }) => (userId === undefined) === (email === undefined),
  );
  if (index === -1) return;
  const named = participants[index]!.userId === undefined ? 'neither' : 'both';
  throw new Refusal('mutually_exclusive_fields_violation', {
    message: `participants[${index}] has ${named} of "userId" and "email"; exactly one is required.`,
  });
}

/** By index: who is named before, and whose user is not open to the external service. */
export function judgeParticipants(
  world: World,
  externalService: ExternalService,
  participants: readonly SentParticipant[],
): { repeated: number[]; notOpen: number[] } {
  const people = new Set<string>();
  const repeated: number[] = [];
  const notOpen: number[] = [];
  for (const [index, { userId, email }] of participants.entries()) {
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

/** Whether the same people are named, in whatever order. */
export function areSame(stored: readonly Participant[], given: readonly SentParticipant[]): boolean {
  const names = (participants: readonly (Participant | SentParticipant)[]) =>
    participants.map((participant) => JSON.stringify(participant)).sort();
  return JSON.stringify(names(stored)) === JSON.stringify(names(given));
}

/** Those at these indexes, for a person. */
export const places = (indexes: number[]) => indexes.map((index) => `participants[${index}]`).join(', ');
