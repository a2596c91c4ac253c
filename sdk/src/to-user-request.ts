import type { CreateUserRequest, User } from './operations.generated.ts';

/**
 * Returns the request that writes a user as it was read, for `createUser`, `updateUser` and the items of `batchUsers`. For `upsertUser`, take
 * out `externalUserId`. Fields that only operators set are left out.
 *
 * @returns undefined if your external service cannot write the user, because it does not manage the user, or the user was erased
 */
export function toUserRequest({
  email,
  externalUserId,
  firstName,
  lastName,
  birthday,
}: Pick<User, 'email' | 'externalUserId' | 'firstName' | 'lastName' | 'birthday'>):
  | CreateUserRequest
  | undefined {
  const required = { email, externalUserId, firstName, lastName };
  if (Object.values(required).includes(undefined)) return undefined;
  return {
    ...(required as CreateUserRequest),
    ...(birthday && { birthday: birthday.slice(0, 'YYYY-MM-DD'.length) }),
  };
}
