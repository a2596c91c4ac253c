import type { EntityClass } from '@mikro-orm/core';
import { lastId } from '../id-parts.ts';
import { allOf, raw, type Sql, sql } from './sql.ts';

/** Some rows of a table. */
export interface List<Entity> {
  entity: EntityClass<Entity>;
  /** Of the table `t`. */
  conditions: readonly Sql[];
  groups?: Groups | undefined;
}

/**
 * Where the rows lie in groups, each of which an index keeps in the order of ids: a page reads the first of each group,
 * and then no more than a page of those groups that begin first, however many rows there are.
 */
export interface Groups {
  /** A query of one column `id`. */
  ids: Sql;
  /** Which rows of `t` are of the group `g.id`. */
  condition: Sql;
  /** Which rows, that are in no group, belong to the list as well. */
  beside?: Sql | undefined;
}

/** A part of a list, in the order of ids, which is the order of time. */
export interface Page {
  order: 'asc' | 'desc';
  /** Only rows with greater, or with lesser ids. */
  above?: string | undefined;
  below?: string | undefined;
  limit: number;
}

/** A query of a page of a list. */
export function pageOf<Entity>(
  { conditions, groups }: List<Entity>,
  table: Sql,
  { order, above, below, limit }: Page,
): Sql {
  // At least one, since only statements that have parameters are prepared.
  const bounds = [sql`t.id < ${below ?? lastId}`, ...(above === undefined ? [] : [sql`t.id > ${above}`])];
  const end = raw(`order by t.id ${order} limit ${limit}`);
  const all = [...conditions, ...bounds];
  if (!groups) return sql`select t.* from ${table} t where ${allOf(all)} ${end}`;

  const ofGroup = allOf([groups.condition, ...all]);
  const beside = groups.beside
    ? sql`union all (select t.* from ${table} t where ${allOf([groups.beside, ...all])} ${end})`
    : sql``;
  return sql`with first_groups as materialized (
      select g.id from (${groups.ids}) g cross join lateral (
        select t.id from ${table} t where ${ofGroup} order by t.id ${raw(order)} limit 1
      ) t ${end}
    )
    select t.* from (
      select t.* from first_groups g cross join lateral (
        select t.* from ${table} t where ${ofGroup} ${end}
      ) t ${beside}
    ) t ${end}`;
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
