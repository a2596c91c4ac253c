import type { Database } from '../../db/connection/database.ts';
import { onReplica } from '../../db/connection/query.ts';
import { listOrganizationsByName } from '../../db/queries/overview/organizations.ts';
import type { SignedIn } from '../access/authorize-operator.ts';
import { withinBudget } from './within-budget.ts';

export interface Club {
  id: string;
  name: string;
  timeZone: string;
}

const mostListed = 200;

/**
 * Returns the first organizations by name, and whether more exist.
 *
 * @throws ApiError `service_unavailable`
 */
export async function listClubs(
  database: Database,
  _operator: SignedIn,
): Promise<{ clubs: Club[]; hasMore: boolean }> {
  const clubs = await withinBudget(database, (reader) =>
    listOrganizationsByName(onReplica(reader), mostListed + 1),
  );
  return { clubs: clubs.slice(0, mostListed), hasMore: clubs.length > mostListed };
}
