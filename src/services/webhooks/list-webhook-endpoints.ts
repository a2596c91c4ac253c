import { queryForPartner } from '../../db/queries/partners/query-for-partner.ts';
import { selectWebhookEndpoints } from '../../db/queries/partners/webhook-endpoints.ts';
import type { Partner } from '../access/authorize-partner.ts';
import { partnerErrors } from '../access/partner-errors.ts';
import type { changeScopes } from '../changes/list-changes.ts';
import type { ServiceContext } from '../service-context.ts';
import type { ReadWebhookEndpoint } from './read-webhook-endpoint.ts';

export const listWebhookEndpointsErrors = partnerErrors;

/**
 * Returns all webhook endpoints of the external service, at most 20, in the order of their creation.
 *
 * @throws ApiError `service_unavailable`.
 */
export async function listWebhookEndpoints(
  { database }: ServiceContext,
  { externalServiceId }: Partner<(typeof changeScopes)[number] | 'webhookwrite'>,
): Promise<ReadWebhookEndpoint[]> {
  const statement = selectWebhookEndpoints(externalServiceId);
  const rows = await queryForPartner<{ endpoint: ReadWebhookEndpoint }>(
    database,
    externalServiceId,
    statement,
  );
  return rows.map(({ endpoint }) => endpoint);
}
