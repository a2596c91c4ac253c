import { allOf, raw, type Sql, sql } from '../sql.ts';

/** Some rows of a table. */
export interface RowSet {
  /** Of the table `t`. */
  conditions: readonly Sql[];
  groups?: Groups | undefined;
  /** Of the value that they are sorted by, what an index keeps them in the order of: coarser, as the day of a time is. */
  presorted?: ((value: Sql) => Sql) | undefined;
  /** Where the value that they are sorted by may be missing: all of these rows have one, or none has. */
  hasValue?: boolean;
}

/**
 * Where the rows lie in groups, each of which an index keeps in the order of the list: a page reads the first of each
 * group, and then no more than a page of those groups that begin first, however many rows there are.
 */
export interface Groups {
  /** A query of one column `id`. */
  ids: Sql;
  /** Which rows of `t` are of the group `g.id`. */
  condition: Sql;
  /** Which rows, that are in no group, belong to the list as well. */
  beside?: Sql | undefined;
}

interface First {
  /** What the rows `t` are sorted by, and the columns of which that is made, the id among them. */
  order: Sql;
  columns: Sql;
  limit: number;
  /** Whether an index may have all that is looked at: then the ids are found first, and no more rows than a page has. */
  idsFirst?: boolean;
}

/** A query of the first rows of a part, of those within some bounds. */
export function selectFirstRows(
  { conditions, groups }: RowSet,
  table: Sql,
  bounds: readonly Sql[],
  { order, columns, limit, idsFirst = false }: First,
): Sql {
  const end = sql`order by ${order} ${raw(`limit ${limit}`)}`;
  const all = [...conditions, ...bounds];
  if (!groups && idsFirst)
    return sql`select t.* from (select t.id from ${table} t where ${allOf(all)} ${end}) found
      join ${table} t on t.id = found.id`;
  if (!groups) return sql`select t.* from ${table} t where ${allOf(all)} ${end}`;

  const ofGroup = allOf([groups.condition, ...all]);
  const beside = groups.beside
    ? sql`union all (select t.* from ${table} t where ${allOf([groups.beside, ...all])} ${end})`
    : sql``;
  return sql`with first_groups as materialized (
      select g.id from (${groups.ids}) g cross join lateral (
        select ${columns} from ${table} t where ${ofGroup} order by ${order} limit 1
      ) t ${end}
    )
    select t.* from (
      select t.* from first_groups g cross join lateral (
        select t.* from ${table} t where ${ofGroup} ${end}
      ) t ${beside}
    ) t ${end}`;
}
