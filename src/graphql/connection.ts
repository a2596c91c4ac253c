import { type DefaultConnectionArguments, resolveCursorConnection } from '@pothos/plugin-relay';
import { countRows, type List, readPage } from '../db/reading/list.ts';
import type { RelatedRows } from '../db/reading/related-rows.ts';
import type { Row } from '../db/reading/row.ts';
import { checkId, refused } from './checked.ts';
import type { GraphqlContext } from './context.ts';

/** The most rows of a page, or of a list of neighbours. */
export const maxPageSize = 100;
const defaultPageSize = 20;

/** A Relay connection of rows. */
interface Connection<Item> {
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor?: string | null;
    endCursor?: string | null;
  };
  edges: { cursor: string; node: Item }[];
  /** Counts all rows, of which this is a page. */
  count: () => Promise<number>;
}

/** A page of rows, newest first. The cursor is the id, which is in the order of time. */
export async function newestFirst<Entity extends { id: string }>(
  { reader }: GraphqlContext,
  list: List<Entity>,
  args: DefaultConnectionArguments,
): Promise<Connection<Row<Entity>>> {
  if (args.first != null && args.last != null) throw refused('Ask for first or for last, not for both.');
  for (const size of [args.first, args.last]) {
    if (size != null && (size < 0 || size > maxPageSize)) {
      throw refused(`A page has 0 to ${maxPageSize} rows, not ${size}.`);
    }
  }
  const connection = await resolveCursorConnection(
    {
      args,
      maxSize: maxPageSize,
      defaultSize: defaultPageSize,
      toCursor: (row) => (row as { id: string }).id,
    },
    ({ before, after, limit, inverted }): Promise<unknown[]> =>
      readPage(reader, list, {
        order: inverted ? 'asc' : 'desc',
        below: after === undefined ? undefined : checkId(after, 'after'),
        above: before === undefined ? undefined : checkId(before, 'before'),
        limit,
      }),
  );
  const page = connection as unknown as Connection<Row<Entity>>;
  return { ...page, count: () => countRows(reader, list) };
}

/** The newest neighbours of a row; `limit` as the argument `first` says. */
export async function newestRelated<Entity extends { id: string }>(
  { reader }: GraphqlContext,
  neighbours: RelatedRows<Entity>,
  parentId: string,
  limit: number | null | undefined,
): Promise<Row<Entity>[]> {
  const size = limit ?? defaultPageSize;
  if (size < 0 || size > maxPageSize) throw refused(`A list has 0 to ${maxPageSize} rows, not ${size}.`);
  return neighbours.newestOf(reader, parentId, size);
}

/** What a list costs: as much as it may have rows. */
export function listCost({
  first,
  last,
}: {
  first?: number | null | undefined;
  last?: number | null | undefined;
}): {
  field: number;
  multiplier: number;
} {
  return { field: 1, multiplier: Math.max(1, first ?? last ?? defaultPageSize) };
}
