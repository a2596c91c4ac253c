import type { Query } from '../../db/connection/query.ts';
import {
  findUserEmails,
  findUserLinks,
  type UserLinkId,
} from '../../db/queries/partners/user-identifiers.ts';

/**
 * Returns the current and former addresses and links of a user, in order. Addresses and links that now belong to
 * another user are left out.
 *
 * Triggers store the former ones (db/entities/user.ts). They are also in the audit events until those are deleted.
 */
export async function findIdentifiers(
  query: Query,
  userId: string,
  managedById: string,
): Promise<{ addresses: string[]; links: UserLinkId[] }> {
  const addresses = await findUserEmails(query, userId);
  return { addresses, links: await findUserLinks(query, userId, managedById) };
}
