import type { Query } from '../../connection/query.ts';
import type { operatorRoles } from '../../entities/operator.ts';

/** An operator who is not revoked. */
export interface OperatorRow {
  id: string;
  name: string;
  role: (typeof operatorRoles)[number];
}

/** Finds the operator of a current or former token that has not expired, and the expiry of that token. */
export async function findOperatorByToken(
  query: Query,
  secretHash: Buffer,
): Promise<(OperatorRow & { endsAt: string | null }) | undefined> {
  const [operator] = await query<OperatorRow & { endsAt: string | null }>(
    `select id, name, role, ends_at::text as "endsAt"
     from (
       select id, name, role, revoked_at, expires_at as ends_at from operators where secret_hash = $1
       union all
       select id, name, role, revoked_at, former_secret_until from operators where former_secret_hash = $1
     ) o
     where revoked_at is null and (ends_at is null or ends_at > now())`,
    [secretHash],
  );
  return operator;
}

/** Finds the operator of a session that has not ended. */
export async function findOperatorBySession(
  query: Query,
  secretHash: Buffer,
): Promise<OperatorRow | undefined> {
  const [operator] = await query<OperatorRow>(
    `select o.id, o.name, o.role
     from operator_sessions s join operators o on o.id = s.operator_id
     where s.secret_hash = $1 and s.expires_at > now() and o.revoked_at is null`,
    [secretHash],
  );
  return operator;
}

/** Inserts a session that ends after `hours` by the clock of the database, or at `endsAt` if that is earlier. */
export async function insertSession(
  query: Query,
  {
    id,
    operatorId,
    secretHash,
    hours,
    endsAt,
  }: { id: string; operatorId: string; secretHash: Buffer; hours: number; endsAt: string | null },
): Promise<void> {
  await query(
    `insert into operator_sessions (id, operator_id, secret_hash, expires_at)
     values ($1, $2, $3, least(now() + make_interval(hours => $4), $5::timestamptz))`,
    [id, operatorId, secretHash, hours, endsAt],
  );
}

/** Deletes a session, ended or not. Returns undefined if it does not exist. */
export async function deleteSession(query: Query, secretHash: Buffer): Promise<{ id: string } | undefined> {
  const [session] = await query<{ id: string }>(
    'delete from operator_sessions where secret_hash = $1 returning id',
    [secretHash],
  );
  return session;
}

/** Deletes the sessions of all operators that ended more than `hours` ago. */
export async function deleteExpiredSessions(query: Query, hours: number): Promise<void> {
  await query('delete from operator_sessions where expires_at < now() - make_interval(hours => $1)', [hours]);
}

/** Updates the sessions of an operator to end at `until` at the latest. */
export async function limitSessions(query: Query, operatorId: string, until: string): Promise<void> {
  await query(
    'update operator_sessions set expires_at = least(expires_at, $1::timestamptz) where operator_id = $2',
    [until, operatorId],
  );
}
