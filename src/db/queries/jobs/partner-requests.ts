import type { Query } from '../../connection/query.ts';
import { latencyBounds, noExternalService } from '../../entities/partner-traffic.ts';

/** A partner's request as operators see it, without token and body, or many requests that were only counted. */
export interface PartnerRequestRow {
  id: string;
  /** ISO 8601. */
  at: string;
  /** The external service of the token, or undefined without a valid token. */
  externalServiceId: string | undefined;
  apiTokenId?: string | undefined;
  /** The external service in the path, if it is not that of the token. */
  pathExternalServiceId?: string | undefined;
  operation: string;
  /** The target, if no operation matches. */
  target?: string | undefined;
  externalId?: string | undefined;
  externalUpdatedAt?: string | undefined;
  courtId?: string | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
  status: number;
  errorType: string | undefined;
  issuePaths: string[];
  /** One for each path. */
  issueCodes?: string[] | undefined;
  conflictingIds?: readonly string[] | undefined;
  /** The message and the further fields of an error that has such fields. */
  response?: Record<string, unknown> | undefined;
  milliseconds: number;
  /** The service's own request id. */
  requestId: string;
  /** The `X-Request-Id` that the partner sent. */
  callerRequestId: string | undefined;
  sdkVersion?: string | undefined;
  /** The number of items of a batch, and of those that were rejected. Each of those has a row of its own. */
  itemCount?: number | undefined;
  rejectedItemCount?: number | undefined;
  /** The index of a rejected item. */
  itemIndex?: number | undefined;
  /** True if nothing was to be written. */
  dryRun?: boolean | undefined;
  /** Number of requests that the row represents. */
  requestCount: number;
}

const buckets = Array.from({ length: latencyBounds.length + 1 }, (_, bucket) => bucket);
const inBuckets = buckets.map(
  (bucket) => `coalesce(sum(request_count) filter (where bucket = ${bucket}), 0)::bigint`,
);

const text = `
  with recorded as (
    insert into partner_requests
      (id, at, external_service_id, operation, external_id, status, error_type, issue_paths, milliseconds, request_id,
       caller_request_id, request_count, api_token_id, path_external_service_id, target, issue_codes,
       external_updated_at, court_id, start_date, end_date, conflicting_ids, sdk_version, item_count, rejected_item_count,
       item_index, response, dry_run)
    select id, at, "externalServiceId", operation, "externalId", status, "errorType",
      "issuePaths", milliseconds, "requestId", "callerRequestId",
      "requestCount", "apiTokenId", "pathExternalServiceId", target, "issueCodes", "externalUpdatedAt", "courtId",
      "startDate", "endDate", "conflictingIds", "sdkVersion", "itemCount", "rejectedItemCount", "itemIndex", response, "dryRun"
    from json_to_recordset($1::json) as r (
      id uuid, at timestamptz, "externalServiceId" uuid, operation text, "externalId" text, status smallint,
      "errorType" text, "issuePaths" text[], milliseconds float8, "requestId" text, "callerRequestId" text,
      "requestCount" int, "apiTokenId" uuid, "pathExternalServiceId" uuid, target text, "issueCodes" text[],
      "externalUpdatedAt" timestamptz, "courtId" uuid, "startDate" timestamptz, "endDate" timestamptz,
      "conflictingIds" uuid[], "sdkVersion" text, "itemCount" smallint, "rejectedItemCount" smallint,
      "itemIndex" smallint, response jsonb, "dryRun" boolean
    )
    on conflict (id) do nothing
    returning date_trunc('hour', at, 'UTC') as hour, at, coalesce(external_service_id, '${noExternalService}') as service,
      operation, status, coalesce(error_type, '') as error_type, request_id, sdk_version,
      -- A batch counts as its items. Those that were rejected have rows of their own, and only the request has a duration.
      coalesce(item_count - rejected_item_count, request_count) as counted, request_count,
      case when item_index is null then width_bucket(milliseconds, array[${latencyBounds.join(', ')}]::float8[]) end as bucket,
      case when item_count is null then issue_paths else '{}' end as issue_paths
  ),
  traffic as (
    insert into partner_traffic as t
      (hour, external_service_id, operation, status, error_type, requests, latencies, first_at, last_at, request_id, sdk_version)
    select hour, service, operation, status, error_type, sum(counted), array[${inBuckets.join(', ')}], min(at), max(at),
      (array_agg(request_id order by at desc))[1],
      (array_agg(sdk_version order by at desc) filter (where sdk_version is not null))[1]
    from recorded
    group by hour, service, operation, status, error_type
    order by hour, service, operation, status, error_type
    on conflict (hour, external_service_id, operation, status, error_type) do update set
      requests = t.requests + excluded.requests,
      latencies = (
        select array_agg(a + b order by place) from unnest(t.latencies, excluded.latencies) with ordinality as both_of (a, b, place)
      ),
      first_at = least(t.first_at, excluded.first_at),
      request_id = case when excluded.last_at >= t.last_at then excluded.request_id else t.request_id end,
      sdk_version = case
        when excluded.last_at >= t.last_at then coalesce(excluded.sdk_version, t.sdk_version)
        else coalesce(t.sdk_version, excluded.sdk_version)
      end,
      last_at = greatest(t.last_at, excluded.last_at)
  )
  insert into partner_faults as f
    (hour, external_service_id, operation, error_type, place, requests, first_at, last_at, request_id)
  select hour, service, operation, error_type, place, sum(counted), min(at), max(at),
    (array_agg(request_id order by at desc))[1]
  from recorded, lateral (
    select distinct left(regexp_replace(path, '(^|\\.)\\d+(?=\\.|$)', '\\1*', 'g'), 255) as place from unnest(issue_paths) as path
    union
    select '' where cardinality(issue_paths) = 0
  ) as places
  where error_type <> '' and counted > 0
  group by hour, service, operation, error_type, place
  order by hour, service, operation, error_type, place
  on conflict (hour, external_service_id, operation, error_type, place) do update set
    requests = f.requests + excluded.requests,
    first_at = least(f.first_at, excluded.first_at),
    request_id = case when excluded.last_at >= f.last_at then excluded.request_id else f.request_id end,
    last_at = greatest(f.last_at, excluded.last_at)`;

/**
 * Writes partners' requests and aggregates them by hour. A single statement keeps both consistent. It counts only new
 * rows, so it may be repeated. Sums are written in the order of their keys, so that concurrent processes lock them in
 * the same order.
 */
export async function insertPartnerRequests(query: Query, rows: readonly PartnerRequestRow[]): Promise<void> {
  await query(text, [JSON.stringify(rows)]);
}
