import { type Configuration, isRaw, JsonProperty, type Platform, raw } from '@mikro-orm/core';
import { NativeQueryBuilder, PostgreSqlConnection, PostgreSqlDriver } from '@mikro-orm/postgresql';
import { CompiledQuery, type Kysely } from 'kysely';

/**
 * A connection that binds parameters. MikroORM 7 writes values into the text of a statement. An e-mail address in a
 * filter would then appear in PostgreSQL's log when the statement fails, and no statement could be prepared. Remove
 * this when MikroORM can bind (mikro-orm/mikro-orm#8001; 7.2.1 cannot).
 */
export class BoundConnection extends PostgreSqlConnection {
  override async execute<T>(
    ...[query, parameters = [], method = 'all', transaction]: Parameters<PostgreSqlConnection['execute']>
  ): Promise<T> {
    await this.ensureConnection();
    const written = query instanceof NativeQueryBuilder ? query.toRaw() : query;
    const fragment = typeof written === 'string' ? raw(written, parameters as unknown[]) : written;
    const { sql, values } = bind(this.platform, fragment.sql, fragment.params);
    return this.executeQuery(sql, async () => {
      const client = (transaction as Kysely<unknown> | undefined) ?? this.getClient();
      return this.transformRawResult<T>(await client.executeQuery(CompiledQuery.raw(sql, values)), method);
    });
  }
}

export class BoundDriver extends PostgreSqlDriver {
  constructor(config: Configuration) {
    super(config);
    Object.assign(this, { connection: new BoundConnection(config) });
  }
}

/**
 * Returns the statement with `$1`, `$2`, … for values. MikroORM uses `?` for values, `??` for names, and `\?` for a
 * literal question mark.
 */
export function bind(
  platform: Pick<Platform, 'quoteIdentifier'>,
  query: string,
  parameters: readonly unknown[],
): { sql: string; values: unknown[] } {
  if (parameters.length === 0) return { sql: query, values: [] };
  const values: unknown[] = [];
  const rest = [...parameters];
  const sql = query.replace(/\\\?|\?\??/g, (mark) => {
    if (mark === '\\?') return '?';
    if (mark === '??') return platform.quoteIdentifier(rest.shift() as string);
    return literalOf(rest.shift());
  });
  return { sql, values };

  function literalOf(value: unknown): string {
    if (isRaw(value)) {
      const inner = bind(platform, value.sql, value.params);
      const first = values.length;
      values.push(...inner.values);
      return inner.sql.replace(/\$(\d+)/g, (_all, position) => `$${first + Number(position)}`);
    }
    const isJson = typeof value === 'object' && value !== null && JsonProperty in value;
    // A list of values, such as in `in (?)`.
    if (Array.isArray(value) && !isJson) return value.map(literalOf).join(', ');
    const isPlain = Object.getPrototypeOf(value ?? 0) === Object.prototype;
    values.push(isJson || isPlain ? JSON.stringify(value) : value);
    return `$${values.length}`;
  }
}
