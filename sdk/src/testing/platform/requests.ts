import { formatInstant, instantAt, isNoRange } from '../../../../src/rules/instant.ts';
import { recordedPath } from '../../../../src/rules/requests/recorded-path.ts';
import type { OperationName } from '../../documented-responses.ts';
import { documentedErrors } from '../documented-interface.generated.ts';
import { ApiError, type RejectedItem } from './api-error.ts';
import { type Cursor, isWithin, pageOf } from './cursor.ts';
import type { ExternalService, Named, RecordedRequest, World } from './world.ts';

/** A request with a valid token, before it is carried out. */
export interface BegunRequest {
  id: string;
  requestId: string;
  operation: OperationName;
  externalService: ExternalService;
  named: Named;
  /** The number of items of a batch. */
  itemCount?: number | undefined;
  dryRun?: true | undefined;
}

/** Records a request and its outcome, and the rejected items of a batch. */
export function recordRequest(
  world: World,
  { externalService, named, itemCount, ...begun }: BegunRequest,
  outcome: { status: number; error?: ApiError; rejectedItems?: readonly RejectedItem[] },
): void {
  const { status, error, rejectedItems = [] } = outcome;
  const at = instantAt(world.clock.now() * 1_000);
  const counts = itemCount === undefined ? {} : { itemCount, rejectedItemCount: rejectedItems.length };
  // The last item comes first, because the list has the newest records first.
  for (const { index, named: its, error: own } of [...rejectedItems].reverse())
    externalService.requests.unshift({
      ...{ ...begun, id: world.newId(), batchId: begun.id, at, ...its },
      ...{ status: own.status, itemIndex: index, ...recordOf(own) },
    });
  const own = { ...begun, at, ...named, status, ...(error && recordOf(error)), ...counts };
  externalService.requests.unshift(own);
  externalService.requests.sort((a, b) => (a.id < b.id ? 1 : -1));
}

/** The error response without messages of issues, and with the general message if its own may repeat what was sent. */
function recordOf({ type, message, issues, fields, conflictingIds }: ApiError) {
  const own = issues?.map((issue) => ({ path: recordedPath(issue), code: issue.code }));
  const isOfRules = Object.keys(fields).length > 0;
  const shown = isOfRules ? message : documentedErrors[type].message;
  return {
    response: { error: { type, message: shown, ...(own && { issues: own }), ...fields } },
    conflictingIds,
  };
}

interface Filter {
  failed: boolean;
  externalId?: string;
  operation?: string;
  from?: string;
  to?: string;
  limit: number;
  cursor?: Cursor;
}

/**
 * Lists the requests of an external service and the rejected items of its batches, newest first.
 *
 * @throws ApiError `invalid_filter_time_range`, `invalid_schema` (a cursor of other filters)
 */
export function listRequests({ requests }: ExternalService, { limit, cursor, ...filter }: Filter) {
  const { failed, externalId, operation, from, to } = filter;
  if (isNoRange(from, to)) throw new ApiError('invalid_filter_time_range');
  const filters = { ...filter, failed: failed || undefined };
  const found = requests.filter(
    (request) =>
      (!failed || request.status >= 400) &&
      (externalId === undefined || request.externalId === externalId) &&
      (operation === undefined || request.operation === operation) &&
      isWithin(request.at, from, to),
  );
  const position = ({ id }: RecordedRequest) => ['request', id];
  return pageOf(found, { limit, cursor, filters, position }, toRecord);
}

/** @throws ApiError `request_not_found` */
export function getRequest({ requests }: ExternalService, requestId: string) {
  const found = requests.find((one) => one.requestId === requestId && one.itemIndex === undefined);
  if (!found) throw new ApiError('request_not_found');
  const items = requests.filter(({ batchId }) => batchId === found.id);
  return { ...toRecord(found), rejectedItems: items.map(toRecord) };
}

function toRecord({ id: _id, batchId: _batch, conflictingIds: _ids, at, ...request }: RecordedRequest) {
  const { externalUpdatedAt, startDate, endDate } = request;
  const instants = Object.entries({ timestamp: at, externalUpdatedAt, startDate, endDate });
  const shown = instants.map(([name, instant]) => [name, instant && formatInstant(instant)]);
  return { ...request, ...Object.fromEntries(shown), milliseconds: 0, requestCount: 1 };
}
