import type { EntityClass } from '@mikro-orm/core';
import type { Reader } from './reader.ts';
import type { Row } from './row.ts';
import { allOf, type Sql, sql, verbatim } from './sql.ts';

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

/** A page of a list. */
export function readPage<Entity extends { id: string }>(
  reader: Reader,
  { entity, conditions, groups }: List<Entity>,
  { order, above, below, limit }: Page,
): Promise<Row<Entity>[]> {
  const { name, columns } = reader.table(entity);
  const bounds = [
    ...(above === undefined ? [] : [sql`t.id > ${above}`]),
    ...(below === undefined ? [] : [sql`t.id < ${below}`]),
  ];
  const end = sql`order by t.id ${verbatim(order)} limit ${limit}`;
  const all = [...conditions, ...bounds];
  if (!groups) return reader.rows(sql`select ${columns} from ${name} t where ${allOf(all)} ${end}`);

  const ofGroup = allOf([groups.condition, ...all]);
  const beside = groups.beside
    ? sql`union all (select t.* from ${name} t where ${allOf([groups.beside, ...all])} ${end})`
    : sql``;
  return reader.rows(
    sql`with first_groups as materialized (
          select g.id from (${groups.ids}) g cross join lateral (
            select t.id from ${name} t where ${ofGroup} order by t.id ${verbatim(order)} limit 1
          ) t ${end}
        )
        select ${columns} from (
          select t.* from first_groups g cross join lateral (
            select t.* from ${name} t where ${ofGroup} ${end}
          ) t ${beside}
        ) t ${end}`,
  );
}

/** How many rows a list has; one without groups. */
export async function countRows<Entity>(
  reader: Reader,
  { entity, conditions }: Omit<List<Entity>, 'groups'>,
): Promise<number> {
  const { name } = reader.table(entity);
  const [row] = await reader.rows<{ count: string | number }>(
    sql`select count(*) as "count" from ${name} t where ${allOf(conditions)}`,
  );
  return Number(row!.count);
}
