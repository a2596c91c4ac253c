import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { genders, mainSportTypes, playingHands } from '../../db/entities/user.ts';
import { resultOfUser } from '../../rules/user-item.ts';
import type { Supporter } from '../access/authorize-operator.ts';
import type { Partner } from '../access/authorize-partner.ts';
import { partnerErrors } from '../access/partner-errors.ts';
import type { ServiceContext } from '../service-context.ts';
import { birthday, emailAddress, externalId, personName, uuid } from '../values/fields.ts';
import { type ActiveUser, toUserSnapshot } from './writes/known-users.ts';
import { writeUser } from './writes/user-groups.ts';
import { toUserError, writeUsers } from './writes/write-users.ts';

/** Omitted fields stay unchanged. null clears an optional field. */
export const UpdateUserInput = (today: () => string) =>
  z.strictObject({
    userId: uuid(),
    firstName: personName().optional(),
    lastName: personName().optional(),
    birthday: birthday(today),
    email: emailAddress()
      .describe(
        'Kept and compared in lower case. Must not be linked to a different user. The former one is free.',
      )
      .optional(),
    externalUserId: externalId()
      .describe('Identifier in the system of the partner that manages the user. The former one is free.')
      .optional(),
    gender: z.enum(genders).nullable().optional(),
    mainSportType: z.enum(mainSportTypes).nullable().optional(),
    playingHand: z.enum(playingHands).nullable().optional(),
  });

export const UpdateUserBody = (today: () => string) =>
  UpdateUserInput(today).omit({ userId: true, gender: true, mainSportType: true, playingHand: true }).meta({
    id: 'UpdateUserRequest',
    description: 'The changes to a user. Fields that you leave out are kept.',
  });

export const updateUserErrors = [
  ...partnerErrors,
  'user_access_denied',
  'user_not_managed',
  // Only for operators.
  'user_not_found',
  'email_already_in_use',
  'external_user_id_already_in_use',
] as const;
const createError = errorFactory(updateUserErrors);

/**
 * Changes a user, for the partner that manages it and for operators. If nothing would change, nothing is written.
 *
 * @throws ApiError `email_already_in_use`, then `external_user_id_already_in_use`; for a partner `user_access_denied`,
 * `user_not_managed`, for an operator `user_not_found`; `service_unavailable`.
 */
export async function updateUser(
  context: ServiceContext,
  by: Partner<'userwrite'> | Supporter,
  { userId, ...changes }: z.output<ReturnType<typeof UpdateUserInput>>,
): Promise<ActiveUser> {
  const item = { action: 'update', userId, changes } as const;
  const result =
    'externalServiceId' in by
      ? await writeUser(context, by, item)
      : (
          await writeUsers({ context, by, items: [item] }, ({ known, writing }) => [
            resultOfUser(known, item, writing),
          ])
        )[0]!;
  if (result.outcome === 'refused') throw toUserError({ context, by }, result.rejection, createError);
  return toUserSnapshot(result.user, result.user.managedById);
}
