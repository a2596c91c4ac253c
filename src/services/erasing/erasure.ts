import { createHash } from 'node:crypto';
import type { Database } from '../../db/connection/database.ts';
import { firstId, lastId, millisOf } from '../../db/id-parts.ts';
import type { ServiceContext } from '../service-context.ts';

/** A person whose copies are still being erased (db/entities/erasure.ts). */
export interface Erasure {
  id: string;
  /** null: a guest. */
  userId: string | null;
  addresses: string[] | null;
  links: Link[] | null;
  hashes: string[];
  walkedTo: string;
  until: string;
  settling: boolean;
  /** When it began, in ISO 8601. */
  createdAt: string;
}

export interface Link {
  externalServiceId: string;
  externalUserId: string;
}

/** The columns of an `Erasure`. */
export const erasureColumns = `id, user_id as "userId", addresses, links, hashes, walked_to as "walkedTo", until, settling, created_at as "createdAt"`;

/** A request that was sent before the response arrived may begin this much later than the response. */
const onTheWayMillis = 2_000;

/** Returns the first id of the time from which every new request was sent after the response to the erasure arrived. */
export function afterAllSentBefore({ until }: Pick<Erasure, 'until'>): string {
  if (until === lastId) return until;
  const millis = millisOf(until) + onTheWayMillis;
  const hex = millis.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}${firstId.slice(13)}`;
}

/** Duration of the lease on an erasure. It is longer than a batch takes. */
export const leaseMillis = 15_000;

/** Starts to erase the copies of a person, in the transaction that erases the person. */
export async function beginErasure(
  query: Database['query'],
  { newId, now }: ServiceContext,
  { userId, addresses, links }: { userId?: string; addresses: string[]; links: Link[] },
): Promise<Erasure> {
  const id = newId();
  const [erasure] = await query<Erasure>(
    `insert into erasures (id, addresses, links, hashes, walked_to, until, due_at, created_at, user_id)
     values ($1, $2::text[], $3, $4::text[], $5, $1, $6, $7, $8) returning ${erasureColumns}`,
    [
      id,
      addresses,
      JSON.stringify(links),
      hashesOf(addresses, links),
      firstId,
      new Date(now() + leaseMillis).toISOString(),
      new Date(now()).toISOString(),
      userId ?? null,
    ],
  );
  return erasure!;
}

/** Hashes let the remaining search run without storing the identifiers themselves. */
function hashesOf(addresses: string[], links: Link[]): string[] {
  const texts = [
    ...addresses,
    ...links.map(({ externalServiceId, externalUserId }) => `${externalServiceId}/${externalUserId}`),
  ];
  return texts.map((text) => createHash('sha256').update(text).digest('hex'));
}

/** SQL condition: a text is one of the hashed ones. */
export function isHashed(text: string, hashes: string): string {
  return `encode(sha256(convert_to(${text}, 'UTF8')), 'hex') = any (${hashes}::text[])`;
}
