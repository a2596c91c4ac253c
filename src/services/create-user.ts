import { z } from 'zod';
import type { genders, mainSportTypes, playingHands } from '../db/user.ts';
import { ApiError } from '../errors.ts';
import type { Partner } from './authorize-partner.ts';
import { emailAddress, externalId, pastDate, text } from './fields.ts';
import type { ServiceContext } from './service-context.ts';

/** What create user may answer: copied from section 4.1 of the document. */
export const createUserErrors = [
  'invalid_schema',
  'missing_api_token',
  'invalid_api_token',
  'scope_permission_denied',
  'external_service_access_denied',
  'email_already_in_use',
  'external_user_id_already_in_use',
  'internal_server_error',
] as const;

/** The documented body. Not in the document: which fields are required. `today()`: the current date, `YYYY-MM-DD`. */
export const CreateUserInput = (today: () => string) =>
  z
    .strictObject({
      email: emailAddress().describe(
        'Kept and compared in lower case. Must not be linked to a different user.',
      ),
      externalUserId: externalId().describe(
        "Identifier of the user in the partner's system. Must not be linked to a different user.",
      ),
      firstName: text(1, 255),
      lastName: text(1, 255),
      birthday: pastDate(today).describe('A date from 1900-01-01 to today.').optional(),
    })
    .meta({ id: 'CreateUserRequest', title: 'User, request body' });
export type CreateUserInput = z.output<ReturnType<typeof CreateUserInput>>;

/** A user as it is stored; a field without a value is left out. */
export interface StoredUser {
  /** UUID. */
  id: string;
  firstName: string;
  lastName: string;
  /** `YYYY-MM-DD`. */
  birthday?: string;
  gender?: (typeof genders)[number];
  mainSportType?: (typeof mainSportTypes)[number];
  playingHand?: (typeof playingHands)[number];
}

type Answer =
  | ({ outcome: 'created' | 'existing' } & StoredUser)
  | { refused: 'email_already_in_use' | 'external_user_id_already_in_use' };

/**
 * Creates a user linked to the external service and managed by it (document, section 4.1).
 *
 * When the service has linked this very pair of e-mail and external user id before, it is the same user and nothing
 * changes, so a lost answer can be asked for again.
 *
 * @throws ApiError `email_already_in_use`, `external_user_id_already_in_use`, `service_unavailable`.
 */
export async function createUser(
  { database, newId, requestId }: ServiceContext,
  partner: Partner<'userwrite'>,
  input: CreateUserInput,
): Promise<{ created: boolean; user: StoredUser }> {
  const [row] = await database.query<{ answer: Answer }>(
    'select create_user($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as answer',
    [
      newId(),
      partner.externalServiceId,
      input.externalUserId,
      input.email,
      input.firstName,
      input.lastName,
      input.birthday ?? null,
      partner.actor.type,
      partner.actor.id,
      requestId,
      newId(),
    ],
  );
  const answer = row!.answer;
  if ('refused' in answer) throw new ApiError(answer.refused satisfies (typeof createUserErrors)[number]);
  const { outcome, ...user } = answer;
  return { created: outcome === 'created', user };
}
