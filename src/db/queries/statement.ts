import { createQueryId, PostgresQueryCompiler, type RawBuilder, sql } from 'kysely';

/** A statement or a part of one, composed with Kysely's `sql`. Values are bound, and `sql.raw` inserts constant text. */
export type Sql = RawBuilder<unknown>;

/** All of the conditions; `true` for an empty list. */
export function allOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** The statement with `$1`, `$2`, … for bound values. */
export function toStatement(statement: Sql): { text: string; parameters: readonly unknown[] } {
  const { sql: text, parameters } = new PostgresQueryCompiler().compileQuery(
    statement.toOperationNode(),
    createQueryId(),
  );
  return { text, parameters };
}
