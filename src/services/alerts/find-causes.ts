import type { Database } from '../../db/connection/database.ts';
import type { AlertType } from '../../db/entities/alert.ts';
import { noExternalService } from '../../db/entities/partner-traffic.ts';
import { failingDays } from '../webhook-deliveries/next-attempt.ts';

/** A condition that operators are alerted about for as long as it exists. */
export interface Cause {
  type: AlertType;
  /** Distinguishes it from others of its type. */
  cause: string;
  /** The problem, and what to do. */
  message: string;
  data: Record<string, unknown>;
}

type Query = Database['query'];

const hourMillis = 60 * 60_000;
const dayMillis = 24 * hourMillis;

export const alertThresholds = {
  /** Rejections in an hour, compared with the hourly mean of the previous `refusalsDays` days. */
  refusalsTimes: 5,
  refusalsAtLeast: 20,
  refusalsDays: 7,
  expiryDays: 7,
};

/** Maximum per type. More would not help an operator. */
const most = 1_000;

/**
 * Finds everything that operators are to be alerted about. It reads hourly sums, indexes and small tables, but scans
 * neither requests nor bookings.
 *
 * @param now Unix milliseconds
 */
export async function findCauses(query: Query, now: number): Promise<Cause[]> {
  const found = [
    await risenRefusals(query, now),
    await pausedEndpoints(query),
    await endingTokens(query, now),
    await endingOperatorTokens(query, now),
    await stampsAhead(query, now),
  ];
  return found.flat();
}

/**
 * Checks the current hour and the last, because a new hour has few requests. Hours without requests count for the
 * mean.
 */
async function risenRefusals(query: Query, now: number): Promise<Cause[]> {
  const { refusalsTimes, refusalsAtLeast, refusalsDays } = alertThresholds;
  const hour = now - (now % hourMillis);
  const rows = await query<{ id: string; name: string; at: string; refused: number; mean: number }>(
    `with recent as (
       select distinct on (id) id, hour, refused
       from (
         select external_service_id as id, hour, sum(requests)::float8 as refused
         from partner_traffic
         where hour >= $1::timestamptz and hour <= $2::timestamptz and status >= 400 and external_service_id <> '${noExternalService}'
         group by 1, 2
       ) h
       where refused >= $3
       order by id, refused desc, hour desc
     )
     select r.id, s.name, to_char(r.hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"') as at, r.refused, m.mean
     from recent r join external_services s on s.id = r.id cross join lateral (
       -- Hour by hour, by the key.
       select coalesce(sum((
         select sum(t.requests) from partner_traffic t where t.hour = hours.hour and t.external_service_id = r.id and t.status >= 400
       )), 0)::float8 / ($4 * 24) as mean
       from generate_series($1::timestamptz - $4 * interval '1 day', $1::timestamptz - interval '1 hour', interval '1 hour') as hours (hour)
     ) m
     where r.refused >= $5 * m.mean
     order by r.id limit ${most}`,
    [
      new Date(hour - hourMillis).toISOString(),
      new Date(hour).toISOString(),
      refusalsAtLeast,
      refusalsDays,
      refusalsTimes,
    ],
  );
  return rows.map(({ id, name, at, refused, mean }) => {
    const usually = Math.round(mean * 100) / 100;
    return {
      type: 'PARTNER_REFUSALS_RISEN',
      cause: id,
      message: `${name} was refused ${refused} requests in the hour from ${at}; in the ${refusalsDays} days before it was ${usually} an hour. See at what: 12-which-partner-fails.`,
      data: { externalServiceId: id, hour: at, refused, usually },
    };
  });
}

async function pausedEndpoints(query: Query): Promise<Cause[]> {
  const rows = await query<{ id: string; serviceId: string; name: string; because: 'GONE' | 'FAILING' }>(
    `select e.id, s.id as "serviceId", s.name, e.paused_because as because
     from webhook_endpoints e join external_services s on s.id = e.external_service_id
     where e.paused_because = any ($1) order by e.id limit ${most}`,
    // Operators already know about endpoints that an operator paused.
    [['FAILING', 'GONE']],
  );
  const why = { GONE: 'it answered 410', FAILING: `it has failed for ${failingDays} days` };
  return rows.map(({ id, serviceId, name, because }) => ({
    type: 'WEBHOOK_ENDPOINT_PAUSED',
    cause: id,
    message: `A webhook endpoint of ${name} is paused: ${why[because]}. What happens waits for it. See 11-what-was-delivered, and tell the partner.`,
    data: { webhookEndpointId: id, externalServiceId: serviceId, pausedBecause: because },
  }));
}

async function endingTokens(query: Query, now: number): Promise<Cause[]> {
  const rows = await query<{ id: string; label: string; serviceId: string; name: string; at: string }>(
    `select t.id, t.label, s.id as "serviceId", s.name, to_char(t.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
     from api_tokens t join external_services s on s.id = t.external_service_id
     where t.revoked_at is null and t.expires_at > $1 and t.expires_at <= $2
       -- One that was rotated is to end.
       and t.replaced_by_id is null and s.active
     order by t.id limit ${most}`,
    soon(now),
  );
  return rows.map(({ id, label, serviceId, name, at }) => ({
    type: 'API_TOKEN_EXPIRES',
    cause: id,
    message: `The API token "${label}" of ${name} ends at ${at}. Give the partner another one: 2-onboard-a-partner.`,
    data: { apiTokenId: id, externalServiceId: serviceId, expiresAt: at },
  }));
}

async function endingOperatorTokens(query: Query, now: number): Promise<Cause[]> {
  const rows = await query<{ id: string; name: string; at: string }>(
    `select id, name, to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at from operators
     where revoked_at is null and expires_at > $1 and expires_at <= $2 order by id limit ${most}`,
    soon(now),
  );
  return rows.map(({ id, name, at }) => ({
    type: 'OPERATOR_TOKEN_EXPIRES',
    cause: id,
    message: `The token of the operator ${name} ends at ${at}. An administrator can give another one: 15-limits-and-expiry.`,
    data: { operatorId: id, expiresAt: at },
  }));
}

function soon(now: number): [from: string, to: string] {
  return [new Date(now).toISOString(), new Date(now + alertThresholds.expiryDays * dayMillis).toISOString()];
}

/** Only among the newest bookings with an `externalUpdatedAt` in the future, and only if it is still in the future. */
async function stampsAhead(query: Query, now: number): Promise<Cause[]> {
  const rows = await query<{ id: string; name: string; bookings: number }>(
    `select s.id, s.name, count(*)::int as bookings
     from (select external_service_id, external_updated_at from court_bookings where stamp_ahead order by id desc limit ${most}) b
       join external_services s on s.id = b.external_service_id
     where b.external_updated_at > $1
     group by s.id, s.name order by s.id`,
    [new Date(now).toISOString()],
  );
  return rows.map(({ id, name, bookings }) => ({
    type: 'STAMPS_AHEAD',
    cause: id,
    message: `${name} has ${bookings} booking${bookings === 1 ? '' : 's'} whose stamp lies in the future: until then further updates are refused. See 6-free-a-blocked-version.`,
    data: { externalServiceId: id, bookings },
  }));
}
