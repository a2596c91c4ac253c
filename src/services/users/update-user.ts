import { LockMode } from '@mikro-orm/core';
import { z } from 'zod';
import { genders, mainSportTypes, playingHands, User } from '../../db/user.ts';
import { refusals } from '../../errors.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import { recordChange } from '../records/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { pastDate, text, uuid } from '../values/fields.ts';

/** A field that is left out stays; null clears it where it may be without a value. */
export const UpdateUserInput = (today: () => string) =>
  z.strictObject({
    userId: uuid(),
    firstName: text(1, 255).optional(),
    lastName: text(1, 255).optional(),
    birthday: pastDate(today).nullable().optional(),
    gender: z.enum(genders).nullable().optional(),
    mainSportType: z.enum(mainSportTypes).nullable().optional(),
    playingHand: z.enum(playingHands).nullable().optional(),
  });

export const updateUserErrors = ['user_not_found'] as const;
const refuse = refusals(updateUserErrors);

/**
 * Changes what is known of a user.
 *
 * @throws ApiError `user_not_found`.
 */
export function updateUser(
  context: ServiceContext,
  administrator: Administrator,
  { userId, ...changes }: z.output<ReturnType<typeof UpdateUserInput>>,
): Promise<string> {
  return context.database.transaction(async (em) => {
    const user = await em.findOne(User, userId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!user) throw refuse('user_not_found');
    const changed = Object.entries(changes).filter(
      ([field, value]) => value !== undefined && (user[field as keyof typeof changes] ?? null) !== value,
    );
    if (changed.length === 0) return userId;
    const before = Object.fromEntries(
      changed.map(([field]) => [field, user[field as keyof typeof changes] ?? null]),
    );
    em.assign(user, {
      ...Object.fromEntries(changed),
      updatedAt: new Date(context.now()).toISOString(),
    } as Partial<User>);
    await recordChange(em, context, administrator, {
      action: 'updateUser',
      subjectType: 'user',
      subjectId: userId,
      before,
      after: Object.fromEntries(changed),
    });
    return userId;
  });
}
