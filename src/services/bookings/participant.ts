import { z } from 'zod';
import type { ErrorFactory } from '../../api-error.ts';
import { ambiguousParticipant } from '../../rules/participants.ts';
import { emailAddress, uuid } from '../values/fields.ts';

// Not in the document: a participant may be identified by an e-mail address.
export const Participant = z
  .strictObject({
    userId: uuid().describe('A user that your external service manages or was granted access to.').optional(),
    email: emailAddress()
      .describe('The email address of a guest. It needs no account, and is stored in lower case.')
      .optional(),
    // Not in the document: a booking can be sent back in the form in which it was read.
    erased: z
      .literal(true, 'Must be true.')
      .describe('A participant who was erased, as the response shows it.')
      .optional(),
  })
  .meta({
    id: 'ParticipantRequest',
    minProperties: 1,
    maxProperties: 1,
    description:
      'A participant of a booking, identified by exactly one of the fields; otherwise `mutually_exclusive_fields_violation`.',
  });

/**
 * @throws ApiError `mutually_exclusive_fields_violation`, unless each has exactly one of `userId`, `email` and
 * `erased`.
 */
export function rejectAmbiguousParticipants(
  { participants }: { participants: z.output<typeof Participant>[] },
  createError: ErrorFactory<'mutually_exclusive_fields_violation'>,
): void {
  const message = ambiguousParticipant(participants);
  if (message !== undefined) throw createError('mutually_exclusive_fields_violation', { message });
}
