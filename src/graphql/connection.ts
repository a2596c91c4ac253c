import type { EntityClass, FilterQuery } from '@mikro-orm/core';
import { type DefaultConnectionArguments, resolveCursorConnection } from '@pothos/plugin-relay';
import DataLoader from 'dataloader';
import { GraphQLError } from 'graphql';
import type { GraphqlContext } from './context.ts';

/** The most rows of a page, or of a list of neighbours. */
export const maxPageSize = 100;
const defaultPageSize = 20;
const canonicalUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An id that an operator pasted; anything else would be an error of the database. */
export function checkId(id: string, what = 'id'): string {
  if (!canonicalUuid.test(id)) throw refused(`${what} must be a UUID.`);
  return id.toLowerCase();
}

/** A text to filter by: PostgreSQL can hold neither NUL nor half a character. */
export function checkText(text: string, what: string): string {
  if (text.includes('\0') || !text.isWellFormed())
    throw refused(`${what} must be well-formed Unicode without NUL.`);
  return text;
}

export function refused(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });
}

/** A Relay connection of rows. */
interface Connection<Entity> {
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor?: string | null;
    endCursor?: string | null;
  };
  edges: { cursor: string; node: Entity }[];
  /** Counts all rows, of which this is a page. */
  count: () => Promise<number>;
}

/** A page of rows, newest first. The cursor is the id, which is in the order of time. */
export async function newestFirst<Entity extends { id: string }>(
  { em }: GraphqlContext,
  entity: EntityClass<Entity>,
  args: DefaultConnectionArguments,
  where: FilterQuery<Entity>[],
): Promise<Connection<Entity>> {
  if (args.first != null && args.last != null) throw refused('Ask for first or for last, not for both.');
  for (const size of [args.first, args.last]) {
    if (size != null && (size < 0 || size > maxPageSize)) {
      throw refused(`A page has 0 to ${maxPageSize} rows, not ${size}.`);
    }
  }
  const connection = await resolveCursorConnection(
    { args, maxSize: maxPageSize, defaultSize: defaultPageSize, toCursor: (row) => (row as Entity).id },
    ({ before, after, limit, inverted }): Promise<unknown[]> => {
      const bounds = [
        ...(after === undefined ? [] : [{ id: { $lt: checkId(after, 'after') } }]),
        ...(before === undefined ? [] : [{ id: { $gt: checkId(before, 'before') } }]),
      ];
      return em.find(entity, { $and: [...where, ...bounds] } as never, {
        orderBy: { id: inverted ? 'asc' : 'desc' } as never,
        limit,
      });
    },
  );
  const page = connection as unknown as Connection<Entity>;
  return { ...page, count: () => em.count(entity, { $and: where } as never) };
}

interface Neighbours<Entity> {
  /** Tells this list from others. */
  field: string;
  entity: EntityClass<Entity>;
  /** `table` or a join that has the column `parent`. */
  from: string;
  /** The column of the neighbour that names the row, and its type. */
  parent: string;
  parentType?: 'uuid' | 'text';
  /** The column of the neighbour's id. */
  id?: string;
  /** The column that tells which is newest. */
  newest?: string;
  limit?: number | null | undefined;
}

/**
 * The newest neighbours of a row: for all rows of a page at once, in two statements, however long the page is.
 * The names of tables and columns are ours; the ids are bound.
 */
export async function newestNeighbours<Entity extends { id: string }>(
  context: GraphqlContext,
  parentId: string,
  { field, entity, from, parent, parentType = 'uuid', id = 'id', newest = id, limit }: Neighbours<Entity>,
): Promise<Entity[]> {
  const size = limit ?? defaultPageSize;
  if (size < 0 || size > maxPageSize) throw refused(`A list has 0 to ${maxPageSize} rows, not ${size}.`);
  const key = `${field} ${size}`;
  let loader = context.loaders.get(key);
  if (!loader) {
    loader = new DataLoader(async (parentIds) => {
      const pairs = await context.database.read<{ parent: string; id: string }>(
        context.em,
        `select p.id as parent, n.id
         from unnest($1::${parentType}[]) as p (id)
         cross join lateral (
           select ${id} as id from ${from} where ${parent} = p.id order by ${newest} desc limit $2
         ) n`,
        [parentIds, size],
      );
      const rows = await context.em.find(entity, { id: { $in: pairs.map((pair) => pair.id) } } as never);
      const byId = new Map(rows.map((row) => [(row as Entity).id, row]));
      const lists = new Map<string, unknown[]>(parentIds.map((parentIdOf) => [parentIdOf, []]));
      for (const pair of pairs) lists.get(pair.parent)!.push(byId.get(pair.id));
      return parentIds.map((parentIdOf) => lists.get(parentIdOf)!);
    });
    context.loaders.set(key, loader);
  }
  return (await loader.load(parentId)) as Entity[];
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
