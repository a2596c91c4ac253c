import { createHash } from 'node:crypto';
import pg from 'pg';

/** Amount of data. The cost of a list must not depend on it. */
export interface ListDataSize {
  bookings: number;
  partnerRequests: number;
  auditEvents: number;
  courts: number;
  services: number;
  /** Number of days over which bookings and audit events are spread, with a partition per month. */
  days: number;
  /** Number of days over which requests are spread, with a partition per day. */
  requestDays: number;
}

/** The id of the resource with this number. Number -1 is the rare one. */
export function idOf(
  what: 'court' | 'organization' | 'service' | 'operator' | 'user' | 'endpoint' | 'token',
  n: number,
): string {
  const hash = createHash('md5').update(`${what}${n}`).digest('hex');
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const uuid = (what: string, n: string) => `md5('${what}' || (${n}))::uuid`;
/** A UUID of version 7 for row `i`, at the given Unix milliseconds. */
const uuid7 = (what: string, millis: string) =>
  `(lpad(to_hex((${millis})::bigint), 12, '0') || '7' || substr(md5('${what}' || i), 1, 3) || '8' || substr(md5('${what}' || i), 4, 15))::uuid`;
const rows = (count: number) => `generate_series(0::bigint, ${count - 1}) i`;

/**
 * Fills a migrated, empty database in order of time, with a distribution like real traffic. One service has 40 % of all rows, some tens
 * share the rest, and the others have almost none. In the older half of the bookings, 5 % are cancelled, and some of those are long. The
 * three oldest rows of each table belong to a rare resource (number -1) that occurs nowhere else. A search for it from the newest row reads
 * the whole table.
 */
export async function fillWithListData(
  url: string,
  size: ListDataSize,
  progress: (line: string) => void = () => {},
): Promise<void> {
  const statements = listData(size);
  // With two connections, 10,000,000 rows take a quarter of an hour instead of half an hour.
  await Promise.all(
    [statements.bookings, statements.records].map(async (list) => {
      const client = new pg.Client(url);
      await client.connect();
      await client.query(`set session_replication_role = replica; set statement_timeout = 0; set timezone = 'UTC';
        set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 0`);
      for (const statement of list) {
        const start = performance.now();
        await client.query(statement);
        progress(`${((performance.now() - start) / 1_000).toFixed(0)} s: ${statement.trim().slice(0, 60)}`);
      }
      await client.end();
    }),
  );
}

function listData({
  bookings,
  partnerRequests,
  auditEvents,
  courts,
  services,
  days,
  requestDays,
}: ListDataSize) {
  const service = `md5('service' || case when i < 3 then -1 when i % 10 < 4 then 0
    when i % 1000 = 999 then i / 1000 % ${services} else i % 41 end)::uuid`;
  const today = `extract(epoch from date_trunc('day', now())) * 1000`;
  const at = (count: number, range = days) =>
    `${today} - ${range} * 86400000::bigint + i * (${range} * 86400000.0 / ${count})`;
  const users = Math.ceil(bookings / 10);
  return {
    bookings: [
      `insert into organizations (id, name) select ${uuid('organization', 'i')}, 'Club ' || i from generate_series(-1, ${courts / 10}) i`,
      // The first organization has a tenth of the courts.
      `insert into courts (id, organization_id, name) select ${uuid('court', 'i')},
         ${uuid('organization', `case when i between 0 and ${courts / 10} then 0 when i < 0 then -1 else i / 10 end`)}, 'Court ' || i
       from generate_series(-1, ${courts - 1}) i`,
      `insert into external_services (id, name) select ${uuid('service', 'i')}, 'Partner ' || i from generate_series(-1, ${services - 1}) i`,
      `insert into users (id, email, first_name, last_name, managed_by_id)
       select ${uuid7('user', at(users))}, 'user-' || i || '@example.com', 'Ada', 'Lovelace ' || i / 3, ${service} from ${rows(users)}`,
      `insert into user_links (external_service_id, external_user_id, user_id) select managed_by_id, split_part(email, '@', 1), id from users`,
      `insert into court_bookings (id, external_service_id, external_court_booking_id, court_id, start_date, end_date,
         external_updated_at, stamp_ahead, cancelled_at, cancellation_reason, created_at, updated_at)
       select ${uuid7('booking', at(bookings))}, ${service}, 'b-' || i,
         ${uuid('court', `case when i < 3 then -1 else i % ${courts} end`)}, start,
         start + case when cancelled and i % 500 = 0 then interval '300 days' else interval '1 hour' end,
         -- Many were dated in the future. Only some of the oldest still are.
         case when i < 10 then timestamptz '2100-01-01' else made end, i % 3 = 0,
         case when cancelled then made end, case when cancelled then 'flood' end, made, made
       from ${rows(bookings)},
         lateral (select to_timestamp((${at(bookings)}) / 1000) as made, i % 20 = 0 and i < ${Math.floor(bookings / 2)} or i < 3 as cancelled) c,
         -- Most are for today or tomorrow, some for in two weeks, some for in half a year.
         lateral (select made + make_interval(mins => 60 + abs(hashint8(i) % 1680),
           days => case when i % ${courts} % 20 = 0 then 180 when i % ${courts} % 20 < 5 then 14 else 0 end) as start) s`,
      `create temporary table numbered as select row_number() over (order by id) - 1 as n, id from users`,
      `insert into court_booking_participants (court_booking_id, position, user_id)
       select ${uuid7('booking', at(bookings))}, 0, u.id from ${rows(bookings)}
       join numbered u on u.n = case when i < 3 then 0 else 1 + (i * 7919) % ${users - 1} end`,
      // One guest takes part in every booking.
      `insert into court_booking_participants (court_booking_id, position, email)
       select ${uuid7('booking', at(bookings))}, 1, 'guest-' || case when i % 200 = 150 then 'often' else (i / 3)::text end || '@example.com'
       from ${rows(bookings)}`,
      'vacuum (analyze) court_bookings, court_booking_participants, courts, organizations, external_services, users, user_links',
    ],
    records: [
      partitions('partner_requests', 'day', requestDays),
      partitions('audit_events', 'month', Math.ceil(days / 30)),
      `insert into partner_requests (id, at, external_service_id, operation, external_id, status, error_type, issue_paths, milliseconds, request_id, caller_request_id, api_token_id, path_external_service_id)
       select ${uuid7('request', at(partnerRequests, requestDays))}, to_timestamp((${at(partnerRequests, requestDays)}) / 1000), ${service},
         case when i < 3 then 'eraseUser' when i % 10 = 7 then 'createUser' else 'upsertCourtBooking' end, 'b-' || i / 3,
         case when i < 3 then 410 when i % 20 = 0 then 409 else 200 end, case when i < 3 then 'email_of_user' when i % 20 = 0 then 'court_booking_overlap' end,
         '{}', 3.5, 'ours-' || i / 3, 'theirs-' || i / 3,
         ${uuid('token', 'case when i < 3 then -1 else i % 10 % 4 end')},
         case when i < 3 or i % 50 = 0 then ${uuid('service', 'case when i < 3 then -1 else 1 end')} end from ${rows(partnerRequests)}`,
      `insert into audit_events (id, at, actor_type, actor_id, request_id, action, subject_type, subject_id, after)
       select ${uuid7('event', at(auditEvents))}, to_timestamp((${at(auditEvents)}) / 1000),
         case when i < 3 then 'operator' else 'api_token' end, ${service}, 'ours-' || i / 3,
         case when i < 3 then 'exportPerson' when i % 10 = 7 then 'createUser' else 'upsertCourtBooking' end, 'court_booking',
         ${uuid('court', 'i / 3 - 1')}, '{"courtId": "of about the length that it really has", "startDate": "2026-01-01T00:00:00.000000Z"}'
       from ${rows(auditEvents)}`,
      `insert into webhook_endpoints (id, external_service_id, url, types, signature, secret, paused_because, paused_at)
       select ${uuid('endpoint', 'i')}, ${uuid('service', 'i')}, 'https://partner.example.com/', '{user.created}', 'HMAC_SHA256', '',
         case when i = 7 then 'OPERATOR' end, case when i = 7 then now() end from generate_series(-1, ${services - 1}) i`,
      partitions('webhook_deliveries', 'day', requestDays),
      // One endpoint has most deliveries. Its oldest ones have failed and a few of its newest are pending. A second endpoint is dead, and
      // all its deliveries except the oldest are pending. The last attempt of many of the older half failed, 20 with another status.
      `insert into webhook_deliveries (endpoint_id, id, due_at, delivered_at, last_status, last_error)
       select ${uuid('endpoint', 'case when i < 3 then -1 else i % 10 % 2 end')}, ${uuid7('delivery', at(partnerRequests, requestDays))},
         case when i % 2 = 1 and i > 40 or i > ${partnerRequests} - 10 then now() end, case when i > 20 then now() end,
         case when i <= 20 then 410 when i % 4 = 0 and i < ${Math.floor(partnerRequests / 2)} then 500 else 200 end,
         case when i <= 20 or i % 4 = 0 and i < ${Math.floor(partnerRequests / 2)} then 'The response was not accepted.' end
       from ${rows(partnerRequests)}`,
      'vacuum (analyze) partner_requests, audit_events, webhook_endpoints, webhook_deliveries',
    ],
  };
}

/** Creates the past partitions that a long-running service would have. */
const partitions = (table: string, unit: 'day' | 'month', count: number) => `do $$
  declare
    own text; n int;
    first_id text[] := (select array_agg(lpad(to_hex((extract(epoch from date_trunc('${unit}', now()) + make_interval(${unit}s => m)) * 1000)::bigint), 12, '0')
      || repeat('0', 20) order by m) from generate_series(${-count}, 2) m);
  begin
    for own in select inhrelid::regclass::text from pg_inherits where inhparent = '${table}'::regclass loop
      execute format('drop table %I', own);
    end loop;
    for n in 1 .. ${count + 2} loop
      execute format('create table ${table}_p%s partition of ${table} for values from (%L) to (%L)', n, first_id[n], first_id[n + 1]);
    end loop;
    create table ${table}_default partition of ${table} default;
  end $$`;
