import type { ServiceContext } from '../service-context.ts';

/** Numbered in one transaction: a moment's work. */
export const atOnce = 1_000;

/**
 * Gives the changes that wait their numbers, all that are visible now. Whether nothing waits any more: where another
 * process numbers just then, that is not known.
 *
 * @throws ApiError `service_unavailable`.
 */
export async function numberChanges({
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
