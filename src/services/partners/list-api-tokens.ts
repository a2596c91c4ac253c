import { lastId } from '../../db/id-parts.ts';
import { type ApiTokenSnapshot, selectApiTokens } from '../../db/queries/partners/api-tokens.ts';
import { queryForPartner } from '../../db/queries/partners/query-for-partner.ts';
import type { Scope } from '../../rules/requests/scope.ts';
import type { Partner } from '../access/authorize-partner.ts';
import { tokenErrors } from '../access/partner-errors.ts';
import type { ServiceContext } from '../service-context.ts';
import { type PageInput, pageOf, positionIn } from '../values/cursor.ts';

export const listApiTokensErrors = tokenErrors;

/**
 * Returns a page of the tokens of the external service, newest first, also those that are no longer valid.
 *
 * @throws ApiError `service_unavailable`.
 */
export async function listApiTokens(
  { database, now }: ServiceContext,
  { externalServiceId }: Partner<Scope>,
  { limit, cursor }: PageInput<readonly [list: string, id: string]>,
): Promise<{ items: ApiTokenSnapshot[]; nextCursor?: string }> {
  const filters = {};
  const [, before = lastId] = positionIn(cursor, filters) ?? [];
  const at = new Date(now()).toISOString();
  const statement = selectApiTokens({ externalServiceId, before, limit: limit + 1, at });
  const tokens = await queryForPartner<ApiTokenSnapshot>(database, externalServiceId, statement);
  return pageOf(tokens, { limit, filters }, ({ id }) => ['token', id]);
}
