import { sql } from 'kysely';
import type { Sql } from '../statement.ts';
import type { SortKey } from './orders.ts';
import type { Page, PagePosition } from './page.ts';
import type { Table } from './row.ts';
import { type RowSet, selectFirstRows } from './row-set.ts';

/**
 * A query for a page sorted by a value. It continues after the value and id of the last row, so each row appears once,
 * even if many rows have the same value.
 *
 * Rows without a value are searched separately, and only if the others do not fill the page. So an index serves both
 * searches, and the first page is not slowed down by the last.
 */
export function sortedPageOf(parts: readonly RowSet[], table: Table, key: SortKey, page: Page): Sql {
  const halves = [withValue(parts, table, key, page), withoutValue(parts, table, key, page)];
  if (page.backwards) halves.reverse();
  const [first, second] = halves.filter((half) => half !== undefined);
  if (!first) return sql`select t.* from ${sql.raw(table.name)} t where false`;
  if (!second) return first;
  const limit = sql.raw(String(page.limit));
  return sql`with first_half as materialized (${first})
    select t.* from (
      select t.* from first_half t
      union all select t.* from (${second}) t where (select count(*) from first_half) < ${limit}
    ) t order by ${sortedBy(table, key, page)} limit ${limit}`;
}

/** The order of rows `t`. */
export function sortedBy(table: Table, key: SortKey, page: Page): Sql {
  const nones = sql.raw(key.isNullable ? `nulls ${page.backwards ? 'first' : 'last'}` : '');
  const direction = directionOf(page);
  return sql`${by(key, valueIn(table, key), direction)} ${nones}, ${sql.raw(`t.id ${direction}`)}`;
}

function withValue(parts: readonly RowSet[], table: Table, key: SortKey, page: Page): Sql | undefined {
  const { after, before, limit } = page;
  if (after && isNone(after)) return undefined;
  const value = valueIn(table, key);
  const isThere = key.isNullable ? [sql`${value} is not null`] : [];
  const direction = directionOf(page);
  const id = sql.raw(`t.id ${direction}`);
  const order = sql`${by(key, value, direction)}, ${id}`;
  const found = parts
    .filter(({ hasValue }) => hasValue !== false)
    .map((part) => {
      const bounds = [
        ...isThere,
        ...(after ? beyond(after, page.order === 'asc', value, key, part) : []),
        ...(before && !isNone(before) ? beyond(before, page.order === 'desc', value, key, part) : []),
      ];
      const { presorted } = part;
      return selectFirstRows(part, sql.raw(table.name), bounds, {
        order: presorted ? sql`${presorted(value)} ${sql.raw(direction)}, ${order}` : order,
        columns: columnsOf(table, key),
        limit,
        idsFirst: presorted !== undefined,
      });
    });
  return unionOf(found, order, limit);
}

function withoutValue(parts: readonly RowSet[], table: Table, key: SortKey, page: Page): Sql | undefined {
  const { after, before, limit } = page;
  if (!key.isNullable || (before && !isNone(before))) return undefined;
  const bounds = [
    sql`${valueIn(table, key)} is null`,
    ...(after && isNone(after) ? [sql`t.id ${sql.raw(page.order === 'asc' ? '>' : '<')} ${after.id}`] : []),
    ...(before ? [sql`t.id ${sql.raw(page.order === 'asc' ? '<' : '>')} ${before.id}`] : []),
  ];
  const order = sql.raw(`t.id ${directionOf(page)}`);
  const found = parts
    .filter(({ hasValue }) => hasValue !== true)
    .map((part) =>
      selectFirstRows(part, sql.raw(table.name), bounds, { order, columns: sql.raw('t.id'), limit }),
    );
  return unionOf(found, order, limit);
}

/** The condition for rows after a position. The part that an index can use comes first. */
function beyond(
  position: PagePosition,
  isGreater: boolean,
  value: Sql,
  key: SortKey,
  { presorted }: RowSet,
): Sql[] {
  const than = key.value(...position.values.map((one) => sql`${one}::${sql.raw(key.type)}`));
  const more = sql.raw(operators[key.type][isGreater ? 'greater' : 'less']);
  const atLeast = sql.raw(operators[key.type][isGreater ? 'notLess' : 'notGreater']);
  return [
    ...(presorted ? [sql`${presorted(value)} ${sql.raw(isGreater ? '>=' : '<=')} ${presorted(than)}`] : []),
    sql`${value} ${atLeast} ${than}`,
    sql`(${value} ${more} ${than} or t.id ${sql.raw(isGreater ? '>' : '<')} ${position.id})`,
  ];
}

/** Texts are compared by code points, like the prefix indexes. */
const operators = {
  text: { less: '~<~', notGreater: '~<=~', notLess: '~>=~', greater: '~>~' },
  timestamptz: { less: '<', notGreater: '<=', notLess: '>=', greater: '>' },
} as const;

function by({ type }: SortKey, value: Sql, direction: 'asc' | 'desc'): Sql {
  return sql`${value} using ${sql.raw(operators[type][direction === 'asc' ? 'less' : 'greater'])}`;
}

/** The scan direction. */
function directionOf({ order, backwards = false }: Page): 'asc' | 'desc' {
  return (order === 'asc') === backwards ? 'desc' : 'asc';
}

function valueIn(table: Table, key: SortKey): Sql {
  return key.value(...key.columns.map((name) => sql.raw(columnOf(table, name))));
}

function columnsOf(table: Table, key: SortKey): Sql {
  return sql.raw(['t.id', ...key.columns.map((name) => columnOf(table, name))].join(', '));
}

function columnOf({ columns }: Table, name: string): string {
  return `t.${columns.get(name)!.name}`;
}

function isNone({ values }: PagePosition): boolean {
  return values.includes(null);
}

function unionOf(found: readonly Sql[], order: Sql, limit: number): Sql | undefined {
  if (found.length <= 1) return found[0];
  const all = found.map((one) => sql`(${one})`).reduce((one, other) => sql`${one} union all ${other}`);
  return sql`select t.* from (${all}) t order by ${order} limit ${sql.raw(String(limit))}`;
}
