import type { Database } from '../../db/connection/database.ts';
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
  await database.read(
    'primary',
    `insert into operator_sessions (id, operator_id, secret_hash, expires_at)
     values ($1, $2, $3, least(now() + make_interval(hours => $4), $5::timestamptz))`,
    [newId(), operatorId, hashToken(secret), sessionHours, endsAt],
  );
  return secret;
}

/** Deletes sessions that ended more than an hour ago. */
export async function deleteEndedSessions(database: Database): Promise<void> {
  await database.query(
    'delete from operator_sessions where expires_at < now() - make_interval(hours => $1)',
    [1],
  );
}
