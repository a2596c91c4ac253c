import { sql } from 'kysely';
import { databaseFunctions } from '../functions/functions.ts';
import { searchKey, searchKeyOf } from '../search-key.ts';
import type { Sql } from './statement.ts';

/** Conditions on the columns that have a value; undefined values are ignored. */
export function equal(columns: Record<string, string | undefined>): Sql[] {
  return Object.entries(columns)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`t.${sql.raw(column)} = ${value}`);
}

/** SQL: whether a token `t` belongs to an active partner and was not revoked. */
export const usableToken =
  't.revoked_at is null and exists (select from external_services s where s.id = t.external_service_id and s.active)';

/** SQL: whether its partner must replace a token `t` before it expires. A rotated one is meant to expire. */
export const replaceableToken = `${usableToken} and t.replaced_by_id is null`;

/** The name contains this text, ignoring case and accents. For small tables: it uses no index. */
export function nameContains(part: string | undefined, column = 't.name'): Sql[] {
  return part === undefined ? [] : [sql`${sql.raw(searchKeyOf(column))} like ${`%${keyPattern(part)}`}`];
}

/** A pattern for texts that begin with this one, ignoring case and accents. */
export const keyPattern = (text: string): string => beginning(searchKey(text));

/** A pattern for texts that begin with this one. */
export const beginning = (text: string): string => `${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * The rows with these ids, which are found first by their own indexes. With a join condition, the planner might scan
 * the whole table in the order of the list.
 */
export function idIn(ids: Sql): Sql {
  return sql`t.id = any(array(${ids}))`;
}

/** The rows with these ids. */
export function idAmong(ids: readonly string[]): Sql {
  return idIn(sql`select unnest(${ids}::uuid[])`);
}

/** Conditions for a time range of records. */
export function inTime(from: string | undefined, to: string | undefined): Sql[] {
  return [
    ...(from === undefined ? [] : [sql`t.at >= ${from} and t.id >= ${idNear(from, '-')}`]),
    ...(to === undefined ? [] : [sql`t.at < ${to} and t.id < ${idNear(to, '+')}`]),
  ];
}

/**
 * The id of a record is from at most one minute before or after its time, because no request takes longer. So a
 * time range becomes a range of ids, which is the order of the list.
 */
function idNear(at: string, side: '-' | '+'): Sql {
  return firstIdOf(sql`${at}::timestamptz ${sql.raw(side)} interval '1 minute'`);
}

/** The lowest id of a record of this time. */
export const firstIdOf = (time: Sql) => sql`${sql.raw(databaseFunctions().schema)}.first_id_of(${time})`;
