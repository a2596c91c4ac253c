import { selectGrantedCourts } from '../../db/queries/partners/granted-courts.ts';
import { queryForPartner } from '../../db/queries/partners/query-for-partner.ts';
import type { Partner } from '../access/authorize-partner.ts';
import { partnerErrors } from '../access/partner-errors.ts';
import type { ServiceContext } from '../service-context.ts';
import { type PageInput, pageOf, positionIn } from '../values/cursor.ts';

export const listCourtsErrors = partnerErrors;

interface ListCourtsInput extends PageInput<readonly [list: string, name: string, id: string]> {
  organizationId?: string | undefined;
}

export interface GrantedOrganization {
  id: string;
  name: string;
  /** An IANA name. */
  timeZone: string;
}

export interface GrantedCourt {
  id: string;
  name: string;
  organization: GrantedOrganization;
}

/**
 * Returns a page of the courts that the external service may book, by name, then by id.
 *
 * Not in the document: deactivated courts and courts of organizations without a grant are left out.
 *
 * @throws ApiError `invalid_schema` (a cursor of other filters), `service_unavailable`.
 */
export async function listCourts(
  { database }: ServiceContext,
  { externalServiceId }: Partner<'court-bookingread'>,
  { organizationId, limit, cursor }: ListCourtsInput,
): Promise<{ items: GrantedCourt[]; nextCursor?: string }> {
  const filters = { organizationId };
  const position = positionIn(cursor, filters);
  const after = position && { name: position[1], id: position[2] };
  const statement = selectGrantedCourts({ externalServiceId, organizationId }, { after, limit: limit + 1 });
  const courts = await queryForPartner<GrantedCourt>(database, externalServiceId, statement);
  return pageOf(courts, { limit, filters }, ({ name, id }) => ['court', name, id]);
}
