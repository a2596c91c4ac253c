import type { Database } from '../../db/connection/database.ts';
import { onReplica } from '../../db/connection/query.ts';
import {
  type BookingWithFutureVersion,
  type FailingWebhook,
  findBookingsWithFutureVersion,
  findExpiringTokens,
  findFailingWebhooks,
  findOpenAlerts,
  findUnusedTokens,
  type OpenAlert,
  type OverviewToken,
} from '../../db/queries/overview/attention.ts';

/** Objects that need attention. Each list has the most urgent first, and says whether more exist. */
export interface Attention {
  openAlerts: Few<OpenAlert>;
  failingWebhooks: Few<FailingWebhook>;
  /** Expire within `expiryDays`. */
  expiringTokens: Few<OverviewToken>;
  /** Valid, but not used for `unusedDays`. */
  unusedTokens: Few<OverviewToken>;
  /** The furthest first. `count` is null if there are more than 10,000. */
  futureVersions: Few<BookingWithFutureVersion> & { count: number | null };
}

export interface Few<Item> {
  items: readonly Item[];
  hasMore: boolean;
}

export const expiryDays = 30;
export const unusedDays = 30;
const most = 6;
const mostCounted = 10_000;

/**
 * Runs five statements. Alerts, endpoints and tokens are few. Bookings are found by a partial index.
 *
 * @param now Unix milliseconds
 * @throws ApiError `service_unavailable`
 */
export async function readAttention(database: Pick<Database, 'read'>, now: number): Promise<Attention> {
  const at = new Date(now).toISOString();
  const query = onReplica(database);
  const limit = most + 1;
  const openAlerts = await findOpenAlerts(query, limit);
  const failingWebhooks = await findFailingWebhooks(query, limit);
  const expiringTokens = await findExpiringTokens(query, { at, days: expiryDays, limit });
  const unusedTokens = await findUnusedTokens(query, { at, days: unusedDays, limit });
  const ahead = await findBookingsWithFutureVersion(query, { at, limit, mostCounted });
  const count = ahead[0]?.count ?? 0;
  return {
    openAlerts: few(openAlerts),
    failingWebhooks: few(failingWebhooks),
    expiringTokens: few(expiringTokens),
    unusedTokens: few(unusedTokens),
    futureVersions: {
      ...few(ahead.map(({ count: _, ...booking }) => booking)),
      count: count > mostCounted ? null : count,
    },
  };
}

const few = <Item>(rows: readonly Item[]): Few<Item> => ({
  items: rows.slice(0, most),
  hasMore: rows.length > most,
});
