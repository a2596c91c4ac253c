import type { Database } from '../../db/connection/database.ts';
import { onReplica } from '../../db/connection/query.ts';
import { findByName } from '../../db/queries/overview/organizations.ts';
import { searchKey } from '../../db/search-key.ts';
import type { SignedIn } from '../access/authorize-operator.ts';
import type { Club } from './list-clubs.ts';
import type { CalendarQuery } from './read-calendar.ts';
import { withinBudget } from './within-budget.ts';

export interface NamedCourt {
  id: string;
  name: string;
  club: string;
}

export interface FoundForCalendar {
  clubs: Club[];
  courts: NamedCourt[];
  hasMore: boolean;
  sought: string;
}

const mostFound = 100;

/**
 * Resolves the name of a court or club to its id. A part of the name is enough. One with exactly this name comes before others.
 * Returns all if there are several, or none.
 *
 * @throws ApiError `service_unavailable`
 */
export async function findForCalendar(
  database: Database,
  _operator: SignedIn,
  query: CalendarQuery,
): Promise<CalendarQuery | FoundForCalendar> {
  const kind = query.courtId === undefined ? 'organization' : 'court';
  const sought = query[`${kind}Id`]!;
  const found = await withinBudget(database, (reader) =>
    findByName(onReplica(reader), kind, sought, mostFound + 1),
  );
  const exact = found.filter(({ name }) => searchKey(name) === searchKey(sought));
  const some = exact.length > 0 ? exact : found;
  if (some.length === 1) return { ...query, [`${kind}Id`]: some[0]!.id };
  const rows = some.slice(0, mostFound);
  return {
    clubs: kind === 'court' ? [] : rows,
    courts: kind === 'court' ? rows : [],
    hasMore: found.length > mostFound,
    sought,
  };
}
