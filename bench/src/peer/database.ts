import pg from 'pg';

/** Runs a statement; the name is the one it is prepared under, once a connection. */
export type Query = <Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: unknown[],
) => Promise<Row[]>;

export interface Database {
  query: Query;
  /** On one connection between `begin` and `commit`, or `rollback` when the work throws. */
  transaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result>;
}

export function openDatabase({ url, prepares }: { url: string; prepares: boolean }): Database {
  // As many connections as Courtbridge has; the prepared one reads by index, as that does, too.
  const options = prepares ? '-c random_page_cost=1.1' : undefined;
  const pool = new pg.Pool({ connectionString: url, max: 10, options });
  const queryOn =
    (client: pg.Pool | pg.PoolClient): Query =>
    async (name, text, values) =>
      (await client.query(prepares ? { name, text, values } : { text, values })).rows;

  return {
    query: queryOn(pool),
    transaction: async (work) => {
      const client = await pool.connect();
      try {
        await client.query('begin');
        const result = await work(queryOn(client));
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback');
        throw error;
      } finally {
        client.release();
      }
    },
  };
}
