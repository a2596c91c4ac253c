import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { ErrorFactory } from '../../api-error.ts';
import { queryIn } from '../../db/connection/query.ts';
import { ExternalService } from '../../db/entities/external-service.ts';
import { lockName } from '../../db/queries/lock-name.ts';

/**
 * Reserves the name of an external service on the platform until the transaction ends.
 *
 * Not in the document: uniqueness is checked under a lock and not by a unique index. An existing database may have
 * services with the same name. They stay, and the index could not be built.
 *
 * @throws ApiError `name_already_in_use`.
 */
export async function reserveExternalServiceName(
  em: SqlEntityManager,
  name: string,
  createError: ErrorFactory<'name_already_in_use'>,
): Promise<void> {
  await lockName(queryIn(em), 'external service names');
  // A separate statement, so that it sees what was committed while it waited for the lock.
  const other = await em.findOne(ExternalService, { name });
  if (!other) return;
  throw createError('name_already_in_use', {
    message: `Another external service has this name already: ${other.id}. Choose another name, or rename that external service first.`,
  });
}
