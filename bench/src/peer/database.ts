import pg from 'pg';

export type Query = <Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: unknown[],
) => Promise<Row[]>;

export interface Database {
  query: Query;
  transaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result>;
}

export function openDatabase({ url, prepares }: { url: string; prepares: boolean }): Database {
  // The default pool size of Courtbridge, which reserves 3 of 10 connections for operators. The prepared peer also prefers indexes as
  // Courtbridge does.
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
