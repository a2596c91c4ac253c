import type { EntityClass } from '@mikro-orm/core';
import { lastId } from '../../id-parts.ts';
import { allOf, raw, type Sql, sql } from '../sql.ts';
import type { Orders } from './orders.ts';
import type { Page } from './page.ts';
import type { Table } from './row.ts';
import { type RowSet, selectFirstRows } from './row-set.ts';
import { sortedBy, sortedPageOf } from './sorted-page.ts';

/** Some rows of a table. */
export interface List<Entity> extends RowSet {
  entity: EntityClass<Entity>;
  /** What it can be sorted by. */
  orders?: Orders;
  /** By the name of an order: the parts in which its rows are found then, each in one of them. Left out: as a whole. */
  parts?: Readonly<Record<string, readonly RowSet[]>>;
}

/** A query of the rows of a page; they come as they were found, to be put in the order of `orderOf`. */
export function pageOf<Entity>(list: List<Entity>, table: Table, page: Page): Sql {
  const key = keyOf(list, page);
  if (key) return sortedPageOf(list.parts?.[page.by!] ?? [list], table, key, page);
  const { order, after, before, limit } = page;
  const [above, below] = order === 'asc' ? [after, before] : [before, after];
  // At least one, since only statements that have parameters are prepared.
  const bounds = [sql`t.id < ${below?.id ?? lastId}`, ...(above ? [sql`t.id > ${above.id}`] : [])];
  return selectFirstRows(list, raw(table.name), bounds, { order: byId(page), columns: raw('t.id'), limit });
}

/** The order of the rows `t` of a page. */
export function orderOf<Entity>(list: List<Entity>, table: Table, page: Page): Sql {
  const key = keyOf(list, page);
  return key ? sortedBy(table, key, page) : byId(page);
}

/** What a page is sorted by; null: by ids. */
export function keyOf<Entity>({ orders }: List<Entity>, { by }: Pick<Page, 'by'>) {
  return (by === undefined ? null : orders?.[by]) ?? null;
}

function byId({ order, backwards = false }: Page): Sql {
  return raw(`t.id ${(order === 'asc') === backwards ? 'desc' : 'asc'}`);
}

/** Of a list that has more, it is only told that it has more. */
export const maxCounted = 10_000;

/** A query of how many rows a list has: at most one more than are counted. */
export function countOf<Entity>({ conditions, groups }: List<Entity>, table: Sql): Sql {
  const end = raw(`limit ${maxCounted + 1}`);
  const of = (condition: Sql[]) =>
    sql`select from ${table} t where ${allOf([...condition, ...conditions])} ${end}`;
  const ofGroups =
    groups && sql`select from (${groups.ids}) g cross join lateral (${of([groups.condition])}) n ${end}`;
  const beside = groups?.beside && sql`select from ${table} t where ${allOf([groups.beside, ...conditions])}`;
  const all = ofGroups ? (beside ? sql`(${ofGroups}) union all (${beside} ${end})` : ofGroups) : of([]);
  return sql`select count(*)::int as "count" from (${all}) n`;
}
