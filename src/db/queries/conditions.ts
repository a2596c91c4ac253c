import { raw, type Sql, sql } from './sql.ts';

/** Of what is given, by column: those that are left out ask for nothing. */
export function equal(columns: Record<string, string | undefined>): Sql[] {
  return Object.entries(columns)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`t.${raw(column)} = ${value}`);
}

/** The name has this part, in any case. */
export function nameContains(part: string | undefined): Sql[] {
  return part === undefined ? [] : [sql`t.name ilike ${`%${part.replace(/[\\%_]/g, '\\$&')}%`}`];
}

/**
 * The rows with these ids, which are found first, by indexes of their own. As a condition of a join, the planner might
 * walk the whole table in the order of the list instead, and look at each row.
 */
export function idIn(ids: Sql): Sql {
  return sql`t.id = any(array(${ids}))`;
}
