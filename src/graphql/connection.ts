import { type DefaultConnectionArguments, resolveCursorConnection } from '@pothos/plugin-relay';
import type { GraphQLResolveInfo } from 'graphql';
import type { List } from '../db/reading/list.ts';
import type { Row } from '../db/reading/row.ts';
import { checkId, refused } from './checked.ts';
import type { GraphqlContext } from './context.ts';
import { checkSize, defaultPageSize, maxPageSize } from './list-size.ts';
import { selectionOf } from './selection-of.ts';

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
  list: List<Entity>,
  args: DefaultConnectionArguments,
  { reader }: GraphqlContext,
  info: GraphQLResolveInfo,
): Promise<Connection<Row<Entity>>> {
  if (args.first != null && args.last != null) throw refused('Ask for first or for last, not for both.');
  for (const size of [args.first, args.last]) {
    if (size != null) checkSize(size, 'A page');
  }
  const selection = selectionOf(info, [['nodes'], ['edges', 'node']]);
  const connection = await resolveCursorConnection(
    {
      args,
      maxSize: maxPageSize,
      defaultSize: defaultPageSize,
      toCursor: (row) => (row as { id: string }).id,
    },
    ({ before, after, limit, inverted }): Promise<unknown[]> =>
      reader.page(
        list,
        {
          order: inverted ? 'asc' : 'desc',
          below: after === undefined ? undefined : checkId(after, 'after'),
          above: before === undefined ? undefined : checkId(before, 'before'),
          limit,
        },
        selection,
      ),
  );
  const page = connection as unknown as Connection<Row<Entity>>;
  return { ...page, count: () => reader.count(list) };
}
