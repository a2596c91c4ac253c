import type { Database } from '../db/database.ts';
import { hashToken, newToken } from './api-token.ts';
import { authenticateOperator } from './authenticate-operator.ts';

/** How long somebody stays signed in. */
export const sessionHours = 12;

/** Trades an operator's token for a session; answers its secret, or undefined when the token is nobody's. */
export async function startSession(
  database: Database,
  newId: () => string,
  token: string,
): Promise<string | undefined> {
  const operator = await authenticateOperator(database, token);
  if (!operator) return undefined;
  const secret = newToken('operator');
  await database.query(
    `insert into operator_sessions (id, operator_id, secret_hash, expires_at)
     values ($1, $2, $3, now() + make_interval(hours => $4))`,
    [newId(), operator.id, hashToken(secret), sessionHours],
  );
  return secret;
}

export async function endSession(database: Database, secret: string): Promise<void> {
  await database.query('delete from operator_sessions where secret_hash = $1', [hashToken(secret)]);
}

/** Forgets sessions that have ended. */
export async function forgetEndedSessions(database: Database): Promise<void> {
  await database.query(
    'delete from operator_sessions where expires_at < now() - make_interval(hours => $1)',
    [1],
  );
}
