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
  /** Counts all rows, of which this is a page; null where they are too many to count in passing. */
  count: () => Promise<number | null>;
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
  const { edges, pageInfo } = page;
  // Of an empty page there is nothing to go on from.
  const [startCursor, endCursor] = [edges[0]?.cursor ?? null, edges.at(-1)?.cursor ?? null];
  return { ...page, pageInfo: { ...pageInfo, startCursor, endCursor }, count: () => reader.count(list) };
}

/** What the types of a list are called: by what it lists. */
export function named({ name }: { name: string }) {
  return [
    { name: `${name}Connection`, description: 'A page of a list.' },
    { name: `${name}Edge`, description: 'A row of a list, and its place there.' },
  ] as const;
}
