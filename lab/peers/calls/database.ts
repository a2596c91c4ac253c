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

/** Prepares each statement once per connection, and sends started statements at once, without waiting for the results of those before. */
export function openDatabase(url: string): Database {
  const pool = new pg.Pool({
    connectionString: url,
    // The default pool size of Courtbridge, which reserves 3 of 10 connections for operators.
    max: 10,
    pipeline: true,
    // Prefers indexes as Courtbridge does.
    options: '-c random_page_cost=1.1',
  });

  return {
    query: async (name, text, values) => (await pool.query({ name, text, values })).rows,
    transaction: async (work) => {
      const client = await pool.connect();
      const started: Promise<unknown>[] = [];
      const start = <Result extends pg.QueryResultRow>(query: string | pg.QueryConfig) => {
        const result = client.query<Result>(query);
        // Whoever waits for it sees the error, at the latest the end of the transaction.
        result.catch(() => {});
        started.push(result);
        return result;
      };
      try {
        start('begin');
        const result = await work(async (name, text, values) => {
          const { rows } = await start({ name, text, values });
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
