import { createHash } from 'node:crypto';
import type { Query } from '../../db/connection/query.ts';
import { firstId, lastId, millisOf } from '../../db/id-parts.ts';
import { type Erasure, insertErasure } from '../../db/queries/jobs/erasures.ts';
import type { UserLinkId } from '../../db/queries/partners/user-identifiers.ts';
import type { ServiceContext } from '../service-context.ts';
import { asPartsOfNames, partsOfName } from './person-words.ts';

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
export function beginErasure(
  query: Query,
  { newId, now }: ServiceContext,
  {
    userId,
    addresses,
    links,
    lastNames = [],
  }: { userId?: string; addresses: string[]; links: UserLinkId[]; lastNames?: string[] },
): Promise<Erasure> {
  return insertErasure(query, {
    id: newId(),
    userId: userId ?? null,
    addresses,
    links,
    hashes: hashesOf(addresses, links, lastNames),
    walkedTo: firstId,
    dueAt: new Date(now() + leaseMillis).toISOString(),
    createdAt: new Date(now()).toISOString(),
  });
}

/** Hashes let the remaining search run without storing the identifiers themselves. */
function hashesOf(addresses: string[], links: UserLinkId[], lastNames: string[]): string[] {
  const externalUserIds = links.map(({ externalUserId }) => externalUserId);
  return [
    ...addresses,
    ...links.map(({ externalServiceId, externalUserId }) => `${externalServiceId}/${externalUserId}`),
    ...asPartsOfNames({ externalUserIds, lastNames }).map(asPart),
  ].map(hashOf);
}

/** Returns the hashes of the words that a name of GraphQL contains, as an erasure has them. */
export const hashesOfName = (name: string): string[] => partsOfName(name).map(asPart).map(hashOf);

const asPart = (part: string) => `name/${part}`;

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
