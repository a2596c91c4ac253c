import type { InputFieldMap, InputShapeFromFields, ObjectRef } from '@pothos/core';
import { type DefaultConnectionArguments, resolveCursorConnection } from '@pothos/plugin-relay';
import type { GraphQLResolveInfo } from 'graphql';
import { keyOf, type List } from '../../db/queries/operators/list.ts';
import type { Orders } from '../../db/queries/operators/orders.ts';
import type { Row } from '../../db/queries/operators/row.ts';
import { checkSize, defaultPageSize, listCost, maxPageSize } from '../limits/list-size.ts';
import type { Types } from './builder.ts';
import { badUserInput } from './checked.ts';
import type { GraphqlContext } from './context.ts';
import { cursorOf, positionOf } from './cursor.ts';
import { newestFirst, type OrderBy, orderType } from './order.ts';
import type { RowType } from './row-type.ts';
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
async function connectionOf<Entity extends { id: string }>(
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

/** A list that a query returns. */
interface Listed<Entity, Args extends InputFieldMap> {
  orders: Orders;
  /** Descriptions of sort keys, as in `orderType`. */
  sortedBy?: Record<string, string>;
  description?: string;
  filters?: Args;
  list: (filters: InputShapeFromFields<Args>) => List<Entity>;
}

/** A query for a list of rows, with its orders and filters. */
export function listOf<Entity extends { id: string }, Args extends InputFieldMap>(
  t: PothosSchemaTypes.QueryFieldBuilder<Types, object>,
  type: RowType<Entity>,
  { orders, sortedBy, description = 'Newest first.', filters, list }: Listed<Entity, Args>,
) {
  const orderBy = t.arg({
    type: orderType(type, orders, sortedBy),
    description:
      'The sort order. Default: newest first. A cursor is valid only for the order that it was returned with.',
  });
  return t.connection(
    {
      type: type as ObjectRef<Types, unknown>,
      complexity: listCost,
      description,
      args: { orderBy, ...filters },
      resolve: ((
        _root: unknown,
        args: DefaultConnectionArguments & InputShapeFromFields<Args>,
        context: GraphqlContext,
        info: GraphQLResolveInfo,
      ) => connectionOf(list(args), args, context, info)) as never,
    },
    { name: `${type.name}Connection` },
    { name: `${type.name}Edge` },
  );
}
