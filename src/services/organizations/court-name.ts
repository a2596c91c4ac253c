import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { Court } from '../../db/entities/organization.ts';
import type { Refuse } from '../../errors.ts';

/**
 * Lets a court of an organization be called so, until the transaction ends: no two courts of one have the same name.
 *
 * Not in the document: decided under a lock, and not by a unique index. An existing database may hold courts of the same
 * name; those stay, and an index could not be built.
 *
 * @throws ApiError `name_already_in_use`.
 */
export async function reserveCourtName(
  em: SqlEntityManager,
  organizationId: string,
  name: string,
  refuse: Refuse<'name_already_in_use'>,
): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`court names/${organizationId}`]);
  // A statement of its own: it sees what the lock has waited for.
  const other = await em.findOne(Court, { organization: organizationId, name });
  if (!other) return;
  throw refuse('name_already_in_use', {
    message: `Another court of this organization has this name already: ${other.id}. Choose another name, or rename that court first.`,
  });
}
