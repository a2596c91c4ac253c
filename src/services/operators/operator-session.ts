import type { Database } from '../../db/connection/database.ts';
import { onPrimary } from '../../db/connection/query.ts';
import { deleteExpiredSessions, insertSession } from '../../db/queries/operators/sign-in.ts';
import { hashToken, newToken } from '../values/secret-formats.ts';

export const sessionHours = 12;

/** Starts a session of an operator. It ends with the token that it was started with, or earlier. Returns its secret. */
export async function startSession(
  database: Database,
  newId: () => string,
  operatorId: string,
  endsAt: string | null = null,
): Promise<string> {
  const secret = newToken('operator');
  await insertSession(onPrimary(database), {
    id: newId(),
    operatorId,
    secretHash: hashToken(secret),
    hours: sessionHours,
    endsAt,
  });
  return secret;
}

/** Deletes sessions that ended more than an hour ago. */
export async function deleteEndedSessions(database: Database): Promise<void> {
  await deleteExpiredSessions(database.query, 1);
}
