import pg from 'pg';

export type Query = <Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: unknown[],
) => Promise<Row[]>;

export interface Database {
  query: Query;
  /**
   * Runs `work` in a transaction. `work` may start statements that do not need each other's rows without waiting. They run in this order,
   * and the commit follows the last one.
   */
  transaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result>;
}

export interface DatabaseOptions {
  url: string;
  /** Prepares each statement once per connection. Also prefers indexes as Courtbridge does. */
  prepares: boolean;
  /** Sends started statements at once, without waiting for the results of those before. */
  pipelines: boolean;
}

export function openDatabase({ url, prepares, pipelines }: DatabaseOptions): Database {
  // The default pool size of Courtbridge, which reserves 3 of 10 connections for operators.
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    pipeline: pipelines,
    options: prepares ? '-c random_page_cost=1.1' : undefined,
  });
  const configOf = (name: string, text: string, values: unknown[]) =>
    prepares ? { name, text, values } : { text, values };

  return {
    query: async (name, text, values) => (await pool.query(configOf(name, text, values))).rows,
    transaction: async (work) => {
      const client = await pool.connect();
      const started: Promise<unknown>[] = [];
      const start = <Result extends pg.QueryResultRow>(query: string | pg.QueryConfig) => {
        const ask = () => client.query<Result>(query);
        const result = pipelines ? ask() : (started.at(-1) ?? Promise.resolve()).then(ask);
        // Whoever waits for it sees the error, at the latest the end of the transaction.
        result.catch(() => {});
        started.push(result);
        return result;
      };
      try {
        start('begin');
        const result = await work(async (name, text, values) => {
          const { rows } = await start(configOf(name, text, values));
          return rows as never;
        });
        start('commit');
        await Promise.all(started);
        return result;
      } catch (error) {
        await Promise.allSettled(started);
        await client.query('rollback');
        throw error;
      } finally {
        client.release();
      }
    },
  };
}
