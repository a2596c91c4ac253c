import type { Database } from '../db/database.ts';
import type { operatorRoles } from '../db/operator.ts';
import { hashToken } from './api-token.ts';

export interface AuthenticatedOperator {
  id: string;
  name: string;
  role: (typeof operatorRoles)[number];
}

/** The operator whose token this is; undefined when it is nobody's or revoked. Asked anew each time. */
export async function authenticateOperator(
  database: Database,
  token: string,
): Promise<AuthenticatedOperator | undefined> {
  const [operator] = await database.query<AuthenticatedOperator>(
    'select id, name, role from operators where secret_hash = $1 and revoked_at is null',
    [hashToken(token)],
  );
  return operator;
}

/** The operator whose session this is; undefined when it has ended, or the operator was revoked. */
export async function authenticateSession(
  database: Database,
  secret: string,
): Promise<AuthenticatedOperator | undefined> {
  const [operator] = await database.query<AuthenticatedOperator>(
    `select o.id, o.name, o.role
     from operator_sessions s join operators o on o.id = s.operator_id
     where s.secret_hash = $1 and s.expires_at > now() and o.revoked_at is null`,
    [hashToken(secret)],
  );
  return operator;
}
