import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { ErrorFactory } from '../../api-error.ts';
import { queryIn } from '../../db/connection/query.ts';
import { Court } from '../../db/entities/organization.ts';
import { lockName } from '../../db/queries/lock-name.ts';

/**
 * Reserves the name of a court within its organization until the transaction ends.
 *
 * Not in the document: uniqueness is checked under a lock and not by a unique index. An existing database may have
 * courts with the same name. They stay, and the index could not be built.
 *
 * @throws ApiError `name_already_in_use`.
 */
export async function reserveCourtName(
  em: SqlEntityManager,
  organizationId: string,
  name: string,
  createError: ErrorFactory<'name_already_in_use'>,
): Promise<void> {
  await lockName(queryIn(em), `court names/${organizationId}`);
  // A separate statement, so that it sees what was committed while it waited for the lock.
  const other = await em.findOne(Court, { organization: organizationId, name });
  if (!other) return;
  throw createError('name_already_in_use', {
    message: `Another court of this organization has this name already: ${other.id}. Choose another name, or rename that court first.`,
  });
}
