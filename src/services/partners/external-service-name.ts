import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { ExternalService } from '../../db/entities/external-service.ts';
import type { Refuse } from '../../errors.ts';

/**
 * Lets an external service be called so, until the transaction ends: no two of the platform have the same name.
 *
 * Not in the document: decided under a lock, and not by a unique index. An existing database may hold services of the same
 * name; those stay, and an index could not be built.
 *
 * @throws ApiError `name_already_in_use`.
 */
export async function reserveExternalServiceName(
  em: SqlEntityManager,
  name: string,
  refuse: Refuse<'name_already_in_use'>,
): Promise<void> {
  await em.execute("select pg_advisory_xact_lock(hashtextextended('external service names', 0))");
  // A statement of its own: it sees what the lock has waited for.
  const other = await em.findOne(ExternalService, { name });
  if (!other) return;
  throw refuse('name_already_in_use', {
    message: `Another external service has this name already: ${other.id}. Choose another name, or rename that service first.`,
  });
}
