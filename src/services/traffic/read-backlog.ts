import { onPrimary } from '../../db/connection/query.ts';
import { type Backlog, countBacklog } from '../../db/queries/jobs/backlog.ts';
import type { ServiceContext } from '../service-context.ts';

/**
 * Returns the backlog: changes to be sequenced and webhooks to be sent.
 *
 * @throws ApiError `service_unavailable`
 */
export function readBacklog({ database, now }: Pick<ServiceContext, 'database' | 'now'>): Promise<Backlog> {
  return countBacklog(onPrimary(database), new Date(now()).toISOString());
}
