import type pg from 'pg';
import { startPostgresql } from '../../test/harness/servers/postgresql.ts';
import { connect } from '../stage.ts';

export type BenchServer = Awaited<ReturnType<typeof startBenchServer>>;

/**
 * Starts a PostgreSQL server for the benchmark. Autovacuum is off, because its CPU time would count for the contender whose turn it is.
 * Instead, each database is vacuumed before a turn, outside the measurement.
 */
export async function startBenchServer(settings: string[] = []) {
  const server = await startPostgresql({
    settings: ['shared_buffers=512MB', 'max_wal_size=4GB', 'autovacuum=off', ...settings],
  });
  const urlOf = (database: string, role = 'postgres') =>
    server.url.replace(/postgres$/, database).replace('postgres@', `${role}@`);

  return {
    pid: server.pid,
    stop: server.stop,
    urlOf,

    /** Runs statements in order. Returns the rows of the last one. */
    run: async <Row extends pg.QueryResultRow>(
      database: string,
      ...statements: (string | pg.QueryConfig)[]
    ): Promise<Row[]> => {
      const client = await connect(urlOf(database));
      try {
        let rows: Row[] = [];
        for (const statement of statements) rows = (await client.query<Row>(statement)).rows;
        return rows;
      } finally {
        await client.end();
      }
    },
  };
}
