import { sql } from 'kysely';
import { databaseFunctions } from '../../functions/functions.ts';
import { equal, inTime } from '../conditions.ts';
import { allOf, type Sql } from '../statement.ts';

/** Conditions on the recorded requests of an external service. Instants in ISO 8601. */
export interface RequestFilter {
  externalServiceId: string;
  /** Only requests that were rejected or failed. */
  failed: boolean;
  externalId?: string | undefined;
  operation?: string | undefined;
  /** Time range of the response, `from` inclusive, `to` exclusive. */
  from?: string | undefined;
  to?: string | undefined;
}

/** A query for recorded requests and rejected items of batches, newest first: rows of `RequestRow`. `before`: an id. */
export function selectRequests(
  { externalServiceId, failed, externalId, operation, from, to }: RequestFilter,
  { before, limit }: { before?: string | undefined; limit: number },
): Sql {
  // One booking or user has few requests. The changed columns keep the planner from any other index.
  const isOne = externalId !== undefined;
  const conditions = [
    ...equal({ external_service_id: externalServiceId, external_id: externalId }),
    ...(operation === undefined
      ? []
      : [sql`${sql.raw(`t.operation${isOne ? " || ''" : ''}`)} = ${operation}`]),
    // A literal, because a bound value could not use the partial index.
    ...(failed ? [sql.raw(`t.status${isOne ? ' + 0' : ''} >= 400`)] : []),
    ...inTime(from, to),
    ...(before === undefined ? [] : [sql`t.id < ${before}`]),
  ];
  return sql`select ${columns()} from partner_requests t where ${allOf(conditions)}
    order by t.id desc limit ${limit}`;
}

/**
 * A query for the newest request with this `X-Request-Id`, and the rejected items of a batch after it, in their order. It
 * returns no row if there is no such request.
 */
export function selectRequest(externalServiceId: string, requestId: string): Sql {
  const own = (condition: Sql) => sql`select t.id, t.request_id from partner_requests t
    where t.external_service_id = ${externalServiceId} and t.item_index is null and ${condition}`;
  return sql`select ${columns()} from partner_requests t
    where t.external_service_id = ${externalServiceId} and t.request_id = (
      select f.request_id from (
        (${own(sql`t.caller_request_id = ${requestId} order by t.id desc limit 1`)})
        union all ${own(sql`t.request_id = ${requestId} and t.caller_request_id is null`)}
      ) f order by f.id desc limit 1
    )
    order by t.item_index nulls first, t.id`;
}

/** A recorded request, or a rejected item of a batch. Instants are `YYYY-MM-DDTHH:MM:SS.ffffffZ`. */
export interface RequestRow {
  id: string;
  /** The `X-Request-Id` of the response. */
  requestId: string;
  timestamp: string;
  operation: string;
  externalId: string | null;
  externalUpdatedAt: string | null;
  courtId: string | null;
  startDate: string | null;
  endDate: string | null;
  status: number;
  errorType: string | null;
  issuePaths: string[];
  issueCodes: string[] | null;
  response: Record<string, unknown> | null;
  milliseconds: number;
  itemCount: number | null;
  rejectedItemCount: number | null;
  itemIndex: number | null;
  requestCount: number;
  dryRun: boolean | null;
}

function columns(): Sql {
  const instant = (column: string) => sql.raw(`${databaseFunctions().schema}.as_instant(t.${column})`);
  return sql`t.id, coalesce(t.caller_request_id, t.request_id) as "requestId", ${instant('at')} as "timestamp",
    t.operation, t.external_id as "externalId", ${instant('external_updated_at')} as "externalUpdatedAt",
    t.court_id as "courtId", ${instant('start_date')} as "startDate", ${instant('end_date')} as "endDate",
    t.status, t.error_type as "errorType", t.issue_paths as "issuePaths", t.issue_codes as "issueCodes", t.response,
    t.milliseconds, t.item_count as "itemCount", t.rejected_item_count as "rejectedItemCount",
    t.item_index as "itemIndex", t.request_count as "requestCount", t.dry_run as "dryRun"`;
}
