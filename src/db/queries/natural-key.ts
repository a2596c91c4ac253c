import { sql } from 'kysely';
import type { Sql } from './statement.ts';

const [before, after] = [
  'regexp_replace(regexp_replace(lower(',
  String.raw`), '[0-9]+', '0000000000\&', 'g'), '0*([0-9]{10,})', '\1', 'g')`,
];

/**
 * The key by which people expect names: `Court 2` before `Court 10`. Each number is filled up with zeros to ten digits.
 *
 * Not an ICU collation with `kn`, which PostgreSQL 15 and PGlite have, too: the order of names, and so of cursors, would change with
 * the version of ICU, and each copy of a database would need the collation first.
 */
export const naturalKey = (expression: string): string => `${before}${expression}${after}`;

/** The same for an expression with parameters. */
export const naturalKeyOf = (text: Sql): Sql => sql`${sql.raw(before)}${text}${sql.raw(after)}`;
