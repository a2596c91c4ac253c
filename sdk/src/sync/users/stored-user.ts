import type { User } from '../../operations.generated.ts';
import { each } from '../each.ts';
import type { CallFailure } from '../failure.ts';
import { type Instant, toInstant } from '../instant.ts';
import type { UserFields } from './user-plan.ts';
import type { UserSyncClient } from './user-sync.ts';

/** A stored user that the external service manages and has linked. */
export interface StoredUser {
  externalUserId: string;
  fields: UserFields;
  updatedAt: Instant;
}

/** Reads all users that the external service manages, by your ids. */
export async function readStoredUsers(
  client: UserSyncClient,
  signal: AbortSignal | undefined,
  onRead: (count: number) => void,
): Promise<Map<string, StoredUser>> {
  const stored = new Map<string, StoredUser>();
  for await (const { items } of client.listUsers({ limit: 100 }, { signal }).pages()) {
    for (const user of items) take(user, stored);
    onRead(stored.size);
  }
  return stored;
}

/** Reads the users with these ids, one by one. An id that is not linked, or that the service rejects, is left out. */
export async function readUsersById(
  client: UserSyncClient,
  ids: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Map<string, StoredUser>> {
  const stored = new Map<string, StoredUser>();
  await each(ids, async (id) => {
    try {
      take(await client.getUserByExternalId(id, { signal }), stored);
    } catch (error) {
      const { type = '' } = error as CallFailure;
      // The service reports another error again when the user is sent.
      if (!['user_not_found', 'user_access_denied', 'invalid_schema', 'invalid_argument'].includes(type))
        throw error;
    }
  });
  return stored;
}

function take(user: User, stored: Map<string, StoredUser>): void {
  const {
    externalUserId,
    managed,
    email = '',
    firstName = '',
    lastName = '',
    birthday,
    updatedAt = '',
  } = user;
  if (!managed || externalUserId === undefined) return;
  const fields = { email, firstName, lastName, birthday: birthday?.slice(0, 10) ?? null };
  stored.set(externalUserId, { externalUserId, fields, updatedAt: toInstant(updatedAt) ?? '' });
}
