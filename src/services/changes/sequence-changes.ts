import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { queryIn } from '../../db/connection/query.ts';
import { lockName } from '../../db/queries/lock-name.ts';
import type { ServiceContext } from '../service-context.ts';

/**
 * Changes sequenced per transaction. Short transactions let concurrent writers commit without delay. With 1,000 the
 * p99 of a create was 51 ms. With 100 it is 23 ms, the same as without sequencing (1,400 creates a second on two
 * cores).
 */
export const atOnce = 100;

/**
 * Sequences all currently visible changes. Returns true if no unsequenced change is left. Returns false if another
 * process is sequencing at the same time.
 *
 * @throws ApiError `service_unavailable`.
 */
export async function sequenceChanges({
  database,
  now,
}: Pick<ServiceContext, 'database' | 'now'>): Promise<boolean> {
  for (;;) {
    const values = { now: new Date(now()).toISOString(), limit: atOnce };
    const count = (await database.call('number_changes', values)) as number | null;
    if (count === null) return false;
    if (count < atOnce) return true;
  }
}

/**
 * Sequences everything that was committed before, and prevents further sequencing until the transaction of `em` ends.
 * The transaction's own writes, such as a new webhook endpoint, then apply only to later changes. Call it before you
 * lock rows.
 *
 * @throws ApiError `service_unavailable`.
 */
export async function sequenceChangesBefore(
  em: SqlEntityManager,
  { database, now }: Pick<ServiceContext, 'database' | 'now'>,
): Promise<void> {
  // `number_changes` takes the same lock (functions/changes.sql).
  await lockName(queryIn(em), 'courtbridge/changes');
  const values = { now: new Date(now()).toISOString(), limit: atOnce };
  while ((await database.callIn(em, 'number_changes', values)) === atOnce);
}
