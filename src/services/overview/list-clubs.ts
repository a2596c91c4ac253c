import type { Database } from '../../db/connection/database.ts';
import { withinBudget } from './within-budget.ts';

export interface Club {
  id: string;
  name: string;
}

const mostListed = 200;

/**
 * Returns the newest organizations, and whether more exist.
 *
 * @throws ApiError `service_unavailable`
 */
export async function listClubs(database: Database): Promise<{ clubs: Club[]; hasMore: boolean }> {
  const clubs = await withinBudget(database, (reader) =>
    reader.read<Club>('replica', 'select id, name from organizations order by id desc limit $1', [
      mostListed + 1,
    ]),
  );
  return { clubs: clubs.slice(0, mostListed), hasMore: clubs.length > mostListed };
}
