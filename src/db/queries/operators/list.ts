import type { EntityClass } from '@mikro-orm/core';
import { sql } from 'kysely';
import { lastId } from '../../id-parts.ts';
import { allOf, type Sql } from '../statement.ts';
import type { Orders } from './orders.ts';
import type { Page } from './page.ts';
import type { Table } from './row.ts';
import { type RowSet, selectFirstRows } from './row-set.ts';
import { sortedBy, sortedPageOf } from './sorted-page.ts';

/** Some rows of a table. */
export interface List<Entity> extends RowSet {
  entity: EntityClass<Entity>;
  /** The orders that the list can be sorted by. */
  orders?: Orders;
  /** The order, descending, unless the query names another. Default: ids. */
  defaultOrder?: string | undefined;
  /** By order name: the parts that together contain all rows. By default the list is one part. */
  parts?: Readonly<Record<string, readonly RowSet[]>>;
}

/** A query for the rows of a page. They are unordered; sort them by `orderOf`. */
export function pageOf<Entity>(list: List<Entity>, table: Table, page: Page): Sql {
  const key = keyOf(list, page);
  if (key) return sortedPageOf(list.parts?.[page.by!] ?? [list], table, key, page);
  const { order, after, before, limit } = page;
  const [above, below] = order === 'asc' ? [after, before] : [before, after];
  // At least one parameter, because only statements with parameters are prepared.
  const bounds = [sql`t.id < ${below?.id ?? lastId}`, ...(above ? [sql`t.id > ${above.id}`] : [])];
  return selectFirstRows(list, sql.raw(table.name), bounds, {
    order: byId(page),
    columns: sql.raw('t.id'),
    limit,
  });
}

/** The order of the rows `t` of a page. */
export function orderOf<Entity>(list: List<Entity>, table: Table, page: Page): Sql {
  const key = keyOf(list, page);
  return key ? sortedBy(table, key, page) : byId(page);
}

/** The sort key of a page; null for ids. */
export function keyOf<Entity>({ orders }: List<Entity>, { by }: Pick<Page, 'by'>) {
  return (by === undefined ? null : orders?.[by]) ?? null;
}

function byId({ order, backwards = false }: Page): Sql {
  return sql.raw(`t.id ${(order === 'asc') === backwards ? 'desc' : 'asc'}`);
}

/** Longer lists only report that they have more rows. */
export const maxCounted = 10_000;

/** A query for the number of rows. It counts at most one more than the limit. */
export function countOf<Entity>(list: List<Entity>, table: Sql): Sql {
  const end = sql.raw(`limit ${maxCounted + 1}`);
  const parts = (list.defaultOrder && list.parts?.[list.defaultOrder]) || [list];
  const all = parts.flatMap(({ conditions, groups }) => {
    const of = (condition: Sql[]) =>
      sql`(select from ${table} t where ${allOf([...condition, ...conditions])} ${end})`;
    if (!groups) return [of([])];
    const ofGroups = sql`(select from (${groups.ids}) g cross join lateral ${of([groups.condition])} n ${end})`;
    return groups.extra ? [ofGroups, of([groups.extra])] : [ofGroups];
  });
  return sql`select count(*)::int as "count" from (select from (${sql.join(all, sql` union all `)}) n ${end}) n`;
}
