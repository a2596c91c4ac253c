import type { Query } from '../../connection/query.ts';
import type { AlertType } from '../../entities/alert.ts';
import { hasFutureVersion } from '../../entities/court-booking.ts';
import type { RevocationReason } from '../../entities/external-service.ts';
import { noExternalService } from '../../entities/partner-traffic.ts';
import type { pauseReasons } from '../../entities/webhook.ts';
import { replaceableToken } from '../conditions.ts';

type PauseReason = (typeof pauseReasons)[number];

/** Maximum number of causes per type. More would not help an operator. */
const most = 1_000;

/** SQL: causes with an open alert come first, because an alert is resolved when its cause is not found. */
const openFirst = (type: AlertType, id: string) =>
  `order by exists (
     select from alerts a where a.type = '${type}' and a.cause = ${id}::text and a.resolved_at is null
   ) desc, ${id} limit ${most}`;

/** An external service with many rejections in one hour. */
export interface RejectionsRow {
  id: string;
  name: string;
  /** The hour: `YYYY-MM-DDTHH:MMZ`. */
  at: string;
  rejected: number;
  /** The hourly mean of the days before. */
  mean: number;
}

/**
 * Finds external services whose rejections in one of the hours are at least `atLeast`, and at least `times` the hourly
 * mean of the previous `days`. Hours without requests count for the mean.
 */
export function findRisenRejections(
  query: Query,
  {
    firstHour,
    lastHour,
    atLeast,
    days,
    times,
  }: { firstHour: string; lastHour: string; atLeast: number; days: number; times: number },
): Promise<RejectionsRow[]> {
  return query<RejectionsRow>(
    `with recent as (
       select distinct on (id) id, hour, rejected
       from (
         select external_service_id as id, hour, sum(requests)::float8 as rejected
         from partner_traffic
         where hour >= $1::timestamptz and hour <= $2::timestamptz and status >= 400 and external_service_id <> '${noExternalService}'
         group by 1, 2
       ) h
       where rejected >= $3
       order by id, rejected desc, hour desc
     )
     select r.id, s.name, to_char(r.hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"') as at, r.rejected, m.mean
     from recent r join external_services s on s.id = r.id cross join lateral (
       -- Hour by hour, by the key.
       select coalesce(sum((
         select sum(t.requests) from partner_traffic t where t.hour = hours.hour and t.external_service_id = r.id and t.status >= 400
       )), 0)::float8 / ($4 * 24) as mean
       from generate_series($1::timestamptz - $4 * interval '1 day', $1::timestamptz - interval '1 hour', interval '1 hour') as hours (hour)
     ) m
     where r.rejected >= $5 * m.mean
     ${openFirst('PARTNER_REFUSALS_RISEN', 'r.id')}`,
    [firstHour, lastHour, atLeast, days, times],
  );
}

export interface PausedEndpointRow<Reason> {
  id: string;
  serviceId: string;
  name: string;
  because: Reason;
}

export function findPausedEndpoints<Reason extends PauseReason>(
  query: Query,
  reasons: readonly Reason[],
): Promise<PausedEndpointRow<Reason>[]> {
  return query<PausedEndpointRow<Reason>>(
    `select e.id, s.id as "serviceId", s.name, e.paused_because as because
     from webhook_endpoints e join external_services s on s.id = e.external_service_id
     where e.paused_because = any ($1) ${openFirst('WEBHOOK_ENDPOINT_PAUSED', 'e.id')}`,
    [reasons],
  );
}

export interface ExpiringTokenRow {
  id: string;
  label: string;
  serviceId: string;
  name: string;
  /** `YYYY-MM-DDTHH:MM:SSZ` */
  at: string;
}

/** Finds tokens that expire after `from` and until `to`. Rotated tokens are left out, because they are meant to expire. */
export function findExpiringApiTokens(query: Query, from: string, to: string): Promise<ExpiringTokenRow[]> {
  return query<ExpiringTokenRow>(
    `select t.id, t.label, s.id as "serviceId", s.name, to_char(t.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
     from api_tokens t join external_services s on s.id = t.external_service_id
     where ${replaceableToken} and t.expires_at > $1 and t.expires_at <= $2
     ${openFirst('API_TOKEN_EXPIRES', 't.id')}`,
    [from, to],
  );
}

/**
 * Finds tokens that were revoked after `from`, but not by an operator. One that its partner had replaced before is only found if it was in
 * public.
 */
export function findFoundApiTokens(
  query: Query,
  from: string,
): Promise<(ExpiringTokenRow & { because: RevocationReason })[]> {
  return query<ExpiringTokenRow & { because: RevocationReason }>(
    `select t.id, t.label, s.id as "serviceId", s.name, t.revoked_because as because,
       to_char(t.revoked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
     from api_tokens t join external_services s on s.id = t.external_service_id
     where t.revoked_because is not null and t.revoked_at > $1
       and (t.replaced_by_id is null or t.revoked_because = 'SECRET_SCANNING')
     ${openFirst('API_TOKEN_FOUND', 't.id')}`,
    [from],
  );
}

/** Finds operators whose tokens expire after `from` and until `to`. */
export function findExpiringOperatorTokens(
  query: Query,
  from: string,
  to: string,
): Promise<Pick<ExpiringTokenRow, 'id' | 'name' | 'at'>[]> {
  return query<Pick<ExpiringTokenRow, 'id' | 'name' | 'at'>>(
    `select o.id, o.name, to_char(o.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at from operators o
     where o.revoked_at is null and o.expires_at > $1 and o.expires_at <= $2 ${openFirst('OPERATOR_TOKEN_EXPIRES', 'o.id')}`,
    [from, to],
  );
}

/** Counts the bookings of each external service that are dated in the future. */
export function countFutureVersions(
  query: Query,
  now: string,
): Promise<{ id: string; name: string; bookings: number }[]> {
  return query<{ id: string; name: string; bookings: number }>(
    `select s.id, s.name, b.bookings
     from (
       select external_service_id, count(*)::int as bookings from court_bookings where ${hasFutureVersion('', '$1')} group by 1
     ) b join external_services s on s.id = b.external_service_id
     ${openFirst('STAMPS_AHEAD', 's.id')}`,
    [now],
  );
}
