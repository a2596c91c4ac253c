import type { Query } from '../../connection/query.ts';
import type { AlertType } from '../../entities/alert.ts';
import { hasFutureVersion } from '../../entities/court-booking.ts';
import { replaceableToken, usableToken } from '../conditions.ts';

/** An endpoint whose last attempt failed, or that was paused because of failures. */
export interface FailingWebhook {
  id: string;
  url: string;
  partner: string;
  failures: number;
  failingSince: string | null;
  pausedBecause: 'FAILING' | 'GONE' | null;
}

export interface OverviewToken {
  id: string;
  label: string;
  externalServiceId: string;
  partner: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  createdAt: string;
}

interface Days {
  at: string;
  days: number;
  limit: number;
}

export interface BookingWithFutureVersion {
  id: string;
  externalCourtBookingId: string;
  partner: string;
  externalUpdatedAt: string;
}

export interface OpenAlert {
  id: string;
  type: AlertType;
  message: string;
  data: Record<string, unknown>;
  at: string;
}

/** Returns the open alerts, the newest first. */
export function findOpenAlerts(query: Query, limit: number): Promise<OpenAlert[]> {
  return query(
    `select id, type, message, data, ${instant('at')} as at from alerts where resolved_at is null order by id desc limit $1`,
    [limit],
  );
}

/** Returns the endpoints that have been failing for the longest time first. */
export function findFailingWebhooks(query: Query, limit: number): Promise<FailingWebhook[]> {
  return query(
    `select e.id, e.url, s.name as partner, e.failures, ${instant('e.failing_since')} as "failingSince", e.paused_because as "pausedBecause"
     from webhook_endpoints e join external_services s on s.id = e.external_service_id
     where e.paused_because in ('FAILING', 'GONE') or (e.paused_because is null and e.failures > 0)
     order by e.failing_since nulls last, e.id limit $1`,
    [limit],
  );
}

/** Returns the valid tokens that expire within some days after an instant, the next one first. Rotated tokens have a successor. */
export function findExpiringTokens(query: Query, range: Days): Promise<OverviewToken[]> {
  return findTokens(
    query,
    `${replaceableToken} and t.expires_at > $1 and t.expires_at <= $1::timestamptz + make_interval(days => $2)`,
    't.expires_at',
    range,
  );
}

/** Returns the valid tokens that were not used for some days before an instant, the longest unused one first. */
export function findUnusedTokens(query: Query, range: Days): Promise<OverviewToken[]> {
  return findTokens(
    query,
    `${usableToken} and (t.expires_at is null or t.expires_at > $1) and coalesce(t.last_used_at, t.created_at) < $1::timestamptz - make_interval(days => $2)`,
    'coalesce(t.last_used_at, t.created_at)',
    range,
  );
}

function findTokens(
  query: Query,
  condition: string,
  order: string,
  { at, days, limit }: Days,
): Promise<OverviewToken[]> {
  return query(
    `select t.id, t.label, s.id as "externalServiceId", s.name as partner, ${instant('t.expires_at')} as "expiresAt",
         ${instant('t.last_used_at')} as "lastUsedAt", ${instant('t.created_at')} as "createdAt"
       from api_tokens t join external_services s on s.id = t.external_service_id
       where ${condition}
       order by ${order}, t.id limit ${limit}`,
    [at, days],
  );
}

/**
 * Returns the bookings that are dated furthest in the future, and the number of all of them in each row. In this order,
 * one plan for all values reads only rows that it returns.
 *
 * @param mostCounted it counts at most one more
 */
export function findBookingsWithFutureVersion(
  query: Query,
  { at, limit, mostCounted }: { at: string; limit: number; mostCounted: number },
): Promise<(BookingWithFutureVersion & { count: number })[]> {
  return query(
    `select b.id, b.external_court_booking_id as "externalCourtBookingId", s.name as partner,
       ${instant('b.external_updated_at')} as "externalUpdatedAt",
       (
         select count(*)::int from (select from court_bookings where ${hasFutureVersion('', '$1')} limit ${mostCounted + 1}) as c
       ) as count
     from court_bookings b join external_services s on s.id = b.external_service_id
     where ${hasFutureVersion('b.', '$1')} order by b.external_updated_at desc, b.id desc limit $2`,
    [at, limit],
  );
}

const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
