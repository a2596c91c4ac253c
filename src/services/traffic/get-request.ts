import { errorFactory } from '../../api-error.ts';
import { queryForPartner } from '../../db/queries/partners/query-for-partner.ts';
import { type RequestRow, selectRequest } from '../../db/queries/partners/requests.ts';
import type { Partner } from '../access/authorize-partner.ts';
import { partnerErrors } from '../access/partner-errors.ts';
import type { changeScopes } from '../changes/list-changes.ts';
import type { ServiceContext } from '../service-context.ts';

export const getRequestErrors = [...partnerErrors, 'request_not_found'] as const;

const createError = errorFactory(getRequestErrors);

/**
 * Returns the recorded request with this `X-Request-Id`, and the rejected items of a batch, in their order.
 *
 * Not in the document: the newest one, if the external service has sent the same id several times.
 *
 * @throws ApiError `request_not_found`, `service_unavailable`.
 */
export async function getRequest(
  { database }: ServiceContext,
  { externalServiceId }: Partner<(typeof changeScopes)[number]>,
  requestId: string,
): Promise<{ request: RequestRow; rejectedItems: RequestRow[] }> {
  const statement = selectRequest(externalServiceId, requestId);
  const [request, ...rejectedItems] = await queryForPartner<RequestRow>(
    database,
    externalServiceId,
    statement,
  );
  if (!request) throw createError('request_not_found');
  return { request, rejectedItems };
}
