import { type DefaultConnectionArguments, resolveCursorConnection } from '@pothos/plugin-relay';
import type { GraphQLResolveInfo } from 'graphql';
import { keyOf, type List } from '../../db/queries/operators/list.ts';
import type { Row } from '../../db/queries/operators/row.ts';
import { checkSize, defaultPageSize, maxPageSize } from '../limits/list-size.ts';
import { badUserInput } from './checked.ts';
import type { GraphqlContext } from './context.ts';
import { cursorOf, positionOf } from './cursor.ts';
import { newestFirst, type OrderBy } from './order.ts';
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
  /** Counts all rows of the list. Returns null if there are too many to count quickly. */
  count: () => Promise<number | null>;
}

/** Returns a page of rows in the order of `orderBy`, by default newest first. */
export async function connectionOf<Entity extends { id: string }>(
  list: List<Entity>,
  { orderBy, ...args }: DefaultConnectionArguments & { orderBy?: OrderBy | null | undefined },
  { reader }: GraphqlContext,
  info: GraphQLResolveInfo,
): Promise<Connection<Row<Entity>>> {
  if (args.first != null && args.last != null) throw badUserInput('Use either first or last, not both.');
  for (const size of [args.first, args.last]) {
    if (size != null) checkSize(size, 'A page');
  }
  const order = orderBy ?? { ...newestFirst, field: list.defaultOrder ?? newestFirst.field };
  const key = keyOf(list, { by: order.field });
  const selection = selectionOf(info, [['nodes'], ['edges', 'node']]);
  for (const column of key?.columns ?? []) selection.columns.add(column);
  const connection = await resolveCursorConnection(
    {
      args,
      maxSize: maxPageSize,
      defaultSize: defaultPageSize,
      toCursor: (row) => cursorOf(row as { id: string }, order, key),
    },
    ({ before, after, limit, inverted }): Promise<unknown[]> =>
      reader.page(
        list,
        {
          by: key ? order.field : undefined,
          order: order.direction,
          backwards: inverted,
          after: after === undefined ? undefined : positionOf(after, 'after', order, key),
          before: before === undefined ? undefined : positionOf(before, 'before', order, key),
          limit,
        },
        selection,
      ),
  );
  const page = connection as unknown as Connection<Row<Entity>>;
  const { edges, pageInfo } = page;
  // An empty page has no cursors.
  const [startCursor, endCursor] = [edges[0]?.cursor ?? null, edges.at(-1)?.cursor ?? null];
  return { ...page, pageInfo: { ...pageInfo, startCursor, endCursor }, count: () => reader.count(list) };
}

/** Returns the names of a list's connection and edge types. */
export function named({ name }: { name: string }) {
  return [
    { name: `${name}Connection`, description: 'A page of a list.' },
    { name: `${name}Edge`, description: 'A row of a list with its cursor.' },
  ] as const;
}
