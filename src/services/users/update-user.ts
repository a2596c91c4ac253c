import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { queryIn } from '../../db/connection/query.ts';
import { genders, mainSportTypes, playingHands, User, UserLink } from '../../db/entities/user.ts';
import { lockEmail, lockExternalUserId } from '../../db/queries/lock-identifiers.ts';
import { readUserFields, saveUserLink } from '../../db/queries/partners/user-for-update.ts';
import type { Supporter } from '../access/authorize-operator.ts';
import type { Partner } from '../access/authorize-partner.ts';
import { recordChange } from '../audit/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { birthday, emailAddress, externalId, personName, uuid } from '../values/fields.ts';
import { findUserForUpdate } from './find-user-for-update.ts';

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
  'invalid_schema',
  'missing_api_token',
  'invalid_api_token',
  'scope_permission_denied',
  'external_service_access_denied',
  'user_access_denied',
  'user_not_managed',
  // Only for operators.
  'user_not_found',
  'email_already_in_use',
  'external_user_id_already_in_use',
  'internal_server_error',
] as const;
const createError = errorFactory(updateUserErrors);

type Changes = Omit<z.output<ReturnType<typeof UpdateUserInput>>, 'userId'>;

/**
 * Changes a user, for the partner that manages it and for operators. If nothing would change, nothing is written.
 *
 * A writer of an e-mail or identifier locks it before it checks for other users with the same value. So it never
 * violates the unique constraints, which would write the e-mail to PostgreSQL's log. The constraints remain, because
 * the previous release takes no lock.
 *
 * @throws ApiError `email_already_in_use`, then `external_user_id_already_in_use`; for a partner `user_access_denied`,
 * `user_not_managed`, for an operator `user_not_found`; `service_unavailable`.
 */
export function updateUser(
  context: ServiceContext,
  by: Partner<'userwrite'> | Supporter,
  { userId, ...input }: Changes & { userId: string },
): Promise<string> {
  const waitsFor =
    'externalServiceId' in by
      ? { resource: `user ${userId}`, externalServiceId: by.externalServiceId }
      : undefined;
  return context.database.transaction(async (em) => {
    const query = queryIn(em);
    const { managedById } = await findUserForUpdate(query, by, userId, createError);
    const stored = await readUserFields(query, userId);
    const changed = Object.entries(input).filter(
      ([field, value]) => value !== undefined && stored[field as keyof Changes] !== value,
    ) as [keyof Changes, string | null][];
    if (changed.length === 0) return userId;
    const after: Changes = Object.fromEntries(changed);
    const { externalUserId, ...fields } = after;

    // Both locks are taken before the first write, so that a transaction that has written never waits.
    if (externalUserId !== undefined) await lockExternalUserId(query, managedById, externalUserId);
    if (fields.email !== undefined) {
      await lockEmail(query, fields.email);
      if ((await em.count(User, { email: fields.email })) > 0) throw createError('email_already_in_use');
    }
    if (externalUserId !== undefined) {
      const other = await em.findOne(UserLink, { externalService: managedById, externalUserId });
      if (other) throw createError('external_user_id_already_in_use');
      await saveUserLink(query, { externalServiceId: managedById, externalUserId, userId });
    }
    await em.nativeUpdate(
      User,
      { id: userId },
      { ...fields, updatedAt: new Date(context.now()).toISOString() },
    );
    await recordChange(em, context, by, {
      action: 'updateUser',
      subjectType: 'user',
      subjectId: userId,
      before: Object.fromEntries(changed.map(([field]) => [field, stored[field] ?? null])),
      after,
    });
    await context.database.callIn(em, 'announce_user', {
      type: 'user.updated',
      userId,
      at: new Date(context.now()).toISOString(),
      actorType: by.actor.type,
      requestId: context.requestId,
      ...('externalServiceId' in by && context.callerRequestId !== undefined
        ? { callerId: by.externalServiceId, callerRequestId: context.callerRequestId }
        : {}),
    });
    return userId;
  }, waitsFor);
}
