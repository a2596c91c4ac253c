import type { ApiError } from './api-error.ts';
import type { NewUser } from './create-user.ts';

export type UserItem = ({ action: 'upsert' } & NewUser) | { action: 'erase'; externalUserId: string };

/** `user` is the user as it was written, as the external service reads it. */
export type UserResult =
  | { outcome: 'created' | 'updated'; user: object }
  | { outcome: 'unchanged'; user?: object }
  | { outcome: 'erased'; id: string }
  | { outcome: 'refused'; error: ApiError };
