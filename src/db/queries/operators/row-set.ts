import { sql } from 'kysely';
import { allOf, type Sql } from '../statement.ts';

/** Some rows of a table. */
export interface RowSet {
  /** Conditions on the table `t`. */
  conditions: readonly Sql[];
  groups?: Groups | undefined;
  /** The index order for a sort value: a coarser value, such as the day of a time. */
  presorted?: ((value: Sql) => Sql) | undefined;
  /** For a nullable sort value: true if all of these rows have one, false if none has. */
  hasValue?: boolean;
}

/**
 * Rows in groups, where an index has each group in the order of the list. A page reads the first row of each group, and
 * then at most one page of groups, however many rows exist.
 */
export interface Groups {
  /** A query with one column `id`. */
  ids: Sql;
  /** The condition for rows of `t` in the group `g.id`. */
  condition: Sql;
  /** The condition for rows of the list that are in no group. */
  extra?: Sql | undefined;
}

interface First {
  /** The order of the rows `t`, and its columns, including the id. */
  order: Sql;
  columns: Sql;
  limit: number;
  /**
   * True if an index may contain all columns that are read. Then the ids are found first, and only the rows of the page
   * are read.
   */
  idsFirst?: boolean;
}

/** A query for the first rows of a part, within bounds. */
export function selectFirstRows(
  { conditions, groups }: RowSet,
  table: Sql,
  bounds: readonly Sql[],
  { order, columns, limit, idsFirst = false }: First,
): Sql {
  const end = sql`order by ${order} ${sql.raw(`limit ${limit}`)}`;
  const all = [...conditions, ...bounds];
  if (!groups && idsFirst)
    return sql`select t.* from (select t.id from ${table} t where ${allOf(all)} ${end}) found
      join ${table} t on t.id = found.id`;
  if (!groups) return sql`select t.* from ${table} t where ${allOf(all)} ${end}`;

  const ofGroup = allOf([groups.condition, ...all]);
  const extra = groups.extra
    ? sql`union all (select t.* from ${table} t where ${allOf([groups.extra, ...all])} ${end})`
    : sql``;
  return sql`with first_groups as materialized (
      select g.id from (${groups.ids}) g cross join lateral (
        select ${columns} from ${table} t where ${ofGroup} order by ${order} limit 1
      ) t ${end}
    )
    select t.* from (
      select t.* from first_groups g cross join lateral (
        select t.* from ${table} t where ${ofGroup} ${end}
      ) t ${extra}
    ) t ${end}`;
}
