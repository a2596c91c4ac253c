import { errorFactory } from '../../api-error.ts';
import { queryForPartner } from '../../db/queries/partners/query-for-partner.ts';
import { selectTokenInformation } from '../../db/queries/partners/token-information.ts';
import type { Scope } from '../../rules/requests/scope.ts';
import type { Partner } from '../access/authorize-partner.ts';
import { tokenErrors } from '../access/partner-errors.ts';
import type { RateLimitPolicy } from '../limits/rate-limiter.ts';
import type { GrantedOrganization } from '../organizations/list-courts.ts';
import type { ServiceContext } from '../service-context.ts';

export const getTokenErrors = tokenErrors;
const createError = errorFactory(getTokenErrors);

export interface TokenDetails {
  externalServiceName: string;
  label: string;
  scopes: Scope[];
  /** An instant, `YYYY-MM-DDTHH:MM:SS.ffffffZ`. */
  expiresAt: string | null;
  /** The granted ones, by name. */
  organizations: GrantedOrganization[];
  /** Set if the external service has its own. */
  rateLimit: RateLimitPolicy | null;
}

/**
 * Returns the details of the request's token and of its external service.
 *
 * @throws ApiError `invalid_api_token` if it has just been deleted, `service_unavailable`.
 */
export async function getToken(
  { database, now }: ServiceContext,
  { externalServiceId, actor }: Partner<Scope>,
): Promise<TokenDetails> {
  const [token] = await queryForPartner<TokenDetails>(
    database,
    externalServiceId,
    selectTokenInformation(actor.id, new Date(now()).toISOString()),
  );
  if (!token) throw createError('invalid_api_token');
  return token;
}
