import type { Query } from '../../connection/query.ts';
import { databaseFunctions } from '../../functions/functions.ts';
import type { UserLinkId } from '../partners/user-identifiers.ts';

/** A person whose copies are still being erased (db/entities/erasure.ts). */
export interface Erasure {
  id: string;
  /** null: a guest. */
  userId: string | null;
  addresses: string[] | null;
  links: UserLinkId[] | null;
  hashes: string[];
  walkedTo: string;
  until: string;
  settling: boolean;
  /** When it began, in ISO 8601. */
  createdAt: string;
}

const columns = `id, user_id as "userId", addresses, links, hashes, walked_to as "walkedTo", until, settling, created_at as "createdAt"`;

interface NewErasure {
  id: string;
  userId: string | null;
  addresses: readonly string[];
  links: readonly UserLinkId[];
  hashes: readonly string[];
  walkedTo: string;
  dueAt: string;
  createdAt: string;
}

/** Inserts an erasure that covers everything before its id. */
export async function insertErasure(
  query: Query,
  { id, userId, addresses, links, hashes, walkedTo, dueAt, createdAt }: NewErasure,
): Promise<Erasure> {
  const [erasure] = await query<Erasure>(
    `insert into erasures (id, addresses, links, hashes, walked_to, until, due_at, created_at, user_id)
     values ($1, $2::text[], $3, $4::text[], $5, $1, $6, $7, $8) returning ${columns}`,
    [id, addresses, JSON.stringify(links), hashes, walkedTo, dueAt, createdAt, userId],
  );
  return erasure!;
}

/** Claims due erasures until the end of the lease. Those that another process is claiming are skipped. */
export function claimErasures(query: Query, now: string, lease: string, limit: number): Promise<Erasure[]> {
  return query<Erasure>(
    `update erasures set due_at = $2 where id in (
       select id from erasures where due_at <= $1 order by id limit $3 for update skip locked
     ) returning ${columns}`,
    [now, lease, limit],
  );
}

/** Renews the leases on erasures. The stored position never moves back. */
export async function renewErasures(
  query: Query,
  ids: readonly string[],
  lease: string,
  walkedTo: string,
): Promise<void> {
  await query(
    'update erasures set due_at = $2, walked_to = greatest(walked_to, $3) where id = any ($1::uuid[])',
    [ids, lease, walkedTo],
  );
}

/** Updates until which id an erasure applies, and when it is due. */
export async function updateErasureEnd(
  query: Query,
  id: string,
  until: string,
  dueAt: string,
): Promise<void> {
  await query('update erasures set until = $2, due_at = $3 where id = $1', [id, until, dueAt]);
}

/** Updates an erasure to apply to what was stored before its user was erased. */
export async function updateErasureEndToUser(query: Query, id: string, userId: string): Promise<void> {
  await query(
    `update erasures e set until = ${databaseFunctions().schema}.first_id_of(u.erased_at) from users u where e.id = $1 and u.id = $2`,
    [id, userId],
  );
}

/** Deletes the identifiers of the person. The hashes stay. */
export async function deleteIdentifiers(query: Query, id: string): Promise<void> {
  await query('update erasures set addresses = null, links = null where id = $1', [id]);
}

/** Makes an erasure due once more, `seconds` after it began, from shortly before its begin. */
export async function settleErasure(
  query: Query,
  { id, createdAt }: Pick<Erasure, 'id' | 'createdAt'>,
  seconds: number,
): Promise<void> {
  await query(
    `update erasures set settling = true, walked_to = ${shortlyBefore('$2')}, due_at = $2::timestamptz + make_interval(secs => $3)
     where id = $1`,
    [id, createdAt, seconds],
  );
}

export async function deleteErasure(query: Query, id: string): Promise<void> {
  await query('delete from erasures where id = $1', [id]);
}

/** SQL expression: the first id of the minute before a time. */
export function shortlyBefore(time: string): string {
  return `${databaseFunctions().schema}.first_id_of(${time}::timestamptz - interval '1 minute')`;
}

/** SQL condition: a text is one of the hashed ones. */
export function isHashed(text: string, hashes: string): string {
  return `encode(sha256(convert_to(${text}, 'UTF8')), 'hex') = any (${hashes}::text[])`;
}
