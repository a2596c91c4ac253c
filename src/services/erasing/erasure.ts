import { createHash } from 'node:crypto';
import type { Database } from '../../db/connection/database.ts';
import { firstId, lastId, millisOf } from '../../db/id-parts.ts';
import type { ServiceContext } from '../service-context.ts';

/** A person whose copies are still being looked for (db/erasure.ts). */
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
  /** Since how long, in ISO 8601. */
  createdAt: string;
}

export interface Link {
  externalServiceId: string;
  externalUserId: string;
}

/** The columns of an erasure, as it is read. */
export const erasureColumns = `id, user_id as "userId", addresses, links, hashes, walked_to as "walkedTo", until, settling, created_at as "createdAt"`;

/** A request that was sent before the answer arrived may begin so much later than the answer was given. */
const onTheWayMillis = 2_000;

/** The first id of the time at which nothing begins any more that was sent before the answer to an erasing arrived. */
export function afterAllSentBefore({ until }: Pick<Erasure, 'until'>): string {
  if (until === lastId) return until;
  const millis = millisOf(until) + onTheWayMillis;
  const hex = millis.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}${firstId.slice(13)}`;
}

/** How long nobody else works at an erasure once somebody has begun: longer than a piece of the work takes. */
export const leaseMillis = 15_000;

/** Begins to look for the copies of a person, in the transaction in which the person itself is erased. */
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

/** So that what remains to be searched need not know whom it is looking for. */
function hashesOf(addresses: string[], links: Link[]): string[] {
  const texts = [
    ...addresses,
    ...links.map(({ externalServiceId, externalUserId }) => `${externalServiceId}/${externalUserId}`),
  ];
  return texts.map((text) => createHash('sha256').update(text).digest('hex'));
}

/** The expression that tells whether a text is one of the hashed ones. */
export function isHashed(text: string, hashes: string): string {
  return `encode(sha256(convert_to(${text}, 'UTF8')), 'hex') = any (${hashes}::text[])`;
}
