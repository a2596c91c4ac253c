import type { Database } from '../../db/connection/database.ts';

/** An endpoint whose last attempt failed, or that was paused because of failures. */
export interface FailingWebhook {
  id: string;
  url: string;
  partner: string;
  failures: number;
  failingSince: string | null;
  pausedBecause: 'FAILING' | 'GONE' | null;
}

export interface TokenToLookAt {
  id: string;
  label: string;
  partner: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  createdAt: string;
}

export interface BookingStampedAhead {
  id: string;
  externalCourtBookingId: string;
  partner: string;
  externalUpdatedAt: string;
}

/** Objects that need attention. Each list has the most urgent first, and says whether more exist. */
export interface Attention {
  failingWebhooks: Few<FailingWebhook>;
  /** Expire within `expiryDays`. */
  expiringTokens: Few<TokenToLookAt>;
  /** Valid, but not used for `unusedDays`. */
  unusedTokens: Few<TokenToLookAt>;
  /** Newest first. `count` is null if there are more than 10,000. */
  stampedAhead: Few<BookingStampedAhead> & { count: number | null };
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
 * Runs four statements. Endpoints and tokens are few. Bookings are found by a partial index.
 *
 * @param now Unix milliseconds
 * @throws ApiError `service_unavailable`
 */
export async function readAttention(database: Pick<Database, 'read'>, now: number): Promise<Attention> {
  const at = new Date(now).toISOString();
  const failingWebhooks = await database.read<FailingWebhook>(
    'replica',
    `select e.id, e.url, s.name as partner, e.failures, ${instant('e.failing_since')} as "failingSince", e.paused_because as "pausedBecause"
     from webhook_endpoints e join external_services s on s.id = e.external_service_id
     where e.paused_because in ('FAILING', 'GONE') or (e.paused_because is null and e.failures > 0)
     order by e.failing_since nulls last, e.id limit $1`,
    [most + 1],
  );
  const tokens = (condition: string, order: string, parameters: readonly unknown[]) =>
    database.read<TokenToLookAt>(
      'replica',
      `select t.id, t.label, s.name as partner, ${instant('t.expires_at')} as "expiresAt",
         ${instant('t.last_used_at')} as "lastUsedAt", ${instant('t.created_at')} as "createdAt"
       from api_tokens t join external_services s on s.id = t.external_service_id
       where t.revoked_at is null and s.active and ${condition}
       order by ${order}, t.id limit ${most + 1}`,
      parameters,
    );
  const expiringTokens = await tokens(
    't.expires_at > $1 and t.expires_at <= $1::timestamptz + make_interval(days => $2)',
    't.expires_at',
    [at, expiryDays],
  );
  const unusedTokens = await tokens(
    '(t.expires_at is null or t.expires_at > $1) and coalesce(t.last_used_at, t.created_at) < $1::timestamptz - make_interval(days => $2)',
    'coalesce(t.last_used_at, t.created_at)',
    [at, unusedDays],
  );
  const ahead = await database.read<BookingStampedAhead & { count: number }>(
    'replica',
    `select b.id, b.external_court_booking_id as "externalCourtBookingId", s.name as partner,
       ${instant('b.external_updated_at')} as "externalUpdatedAt",
       (select count(*)::int from (select from court_bookings where stamp_ahead limit ${mostCounted + 1}) as c) as count
     from court_bookings b join external_services s on s.id = b.external_service_id
     where b.stamp_ahead order by b.id desc limit $1`,
    [most + 1],
  );
  const count = ahead[0]?.count ?? 0;
  return {
    failingWebhooks: few(failingWebhooks),
    expiringTokens: few(expiringTokens),
    unusedTokens: few(unusedTokens),
    stampedAhead: {
      ...few(ahead.map(({ count: _, ...booking }) => booking)),
      count: count > mostCounted ? null : count,
    },
  };
}

const few = <Item>(rows: readonly Item[]): Few<Item> => ({
  items: rows.slice(0, most),
  hasMore: rows.length > most,
});

const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
