import { z } from 'zod';
import type { Refuse } from '../../errors.ts';
import { emailAddress, uuid } from '../values/fields.ts';

// Not in the document: that a participant may be named by an e-mail address.
export const Participant = z
  .strictObject({
    userId: uuid().describe('A user whom the external service manages or was granted.').optional(),
    email: emailAddress().describe('A guest; needs no account. Kept in lower case.').optional(),
  })
  .meta({
    id: 'ParticipantRequest',
    title: 'Participant, request',
    description: 'Exactly one of `userId` and `email`; else `mutually_exclusive_fields_violation`.',
  });

/** @throws ApiError `mutually_exclusive_fields_violation`, unless each has exactly one of `userId` and `email`. */
export function refuseAmbiguousParticipants(
  { participants }: { participants: z.output<typeof Participant>[] },
  refuse: Refuse<'mutually_exclusive_fields_violation'>,
): void {
  const index = participants.findIndex(
    ({ userId, email }) => (userId === undefined) === (email === undefined),
  );
  if (index === -1) return;
  const named = participants[index]!.userId === undefined ? 'neither' : 'both';
  throw refuse('mutually_exclusive_fields_violation', {
    message: `participants[${index}] has ${named} of "userId" and "email"; exactly one is required.`,
  });
}
