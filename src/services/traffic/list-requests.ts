import { errorFactory } from '../../api-error.ts';
import { queryForPartner } from '../../db/queries/partners/query-for-partner.ts';
import { type RequestFilter, type RequestRow, selectRequests } from '../../db/queries/partners/requests.ts';
import { isNoRange } from '../../rules/instant.ts';
import type { Partner } from '../access/authorize-partner.ts';
import { partnerErrors } from '../access/partner-errors.ts';
import type { changeScopes } from '../changes/list-changes.ts';
import type { ServiceContext } from '../service-context.ts';
import { type PageInput, pageOf, positionIn } from '../values/cursor.ts';

export const listRequestsErrors = [...partnerErrors, 'invalid_filter_time_range'] as const;

const createError = errorFactory(listRequestsErrors);

/** The filters. Instants are in the stored format. */
type ListRequestsInput = Omit<RequestFilter, 'externalServiceId'> &
  PageInput<readonly [list: string, id: string]>;

/**
 * Returns a page of the recorded requests with a valid token of the external service, and of the rejected items of its
 * batches, newest first.
 *
 * Not in the document: the whole operation. A token reads the requests of all tokens of its external service.
 *
 * @throws ApiError `invalid_filter_time_range`, `invalid_schema` (a cursor of other filters), `service_unavailable`.
 */
export async function listRequests(
  { database }: ServiceContext,
  { externalServiceId }: Partner<(typeof changeScopes)[number]>,
  { limit, cursor, ...filter }: ListRequestsInput,
): Promise<{ items: RequestRow[]; nextCursor?: string }> {
  if (isNoRange(filter.from, filter.to)) throw createError('invalid_filter_time_range');
  // The default is the same list as no filter.
  const filters = { ...filter, failed: filter.failed || undefined };
  const before = positionIn(cursor, filters)?.[1];
  const statement = selectRequests({ ...filter, externalServiceId }, { before, limit: limit + 1 });
  const rows = await queryForPartner<RequestRow>(database, externalServiceId, statement);
  return pageOf(rows, { limit, filters }, ({ id }) => ['request', id]);
}
