import type { BenchServer } from '../bench-server.ts';

/** What the server must be started with; it counts until `countStatements` has been called, and not after it. */
export const countingSettings = ['shared_preload_libraries=pg_stat_statements'];

const times = 20;

/**
 * Statements that `work` sends to a database each time, `begin` and `commit` among them. It is done 20 times: what is
 * sent more rarely than it (timers, records) is not its own.
 */
export async function countStatements(
  server: BenchServer,
  database: string,
  work: () => Promise<unknown>,
): Promise<number> {
  // What is first asked of a connection, such as types, is over then.
  for (let time = 0; time < times; time += 1) await work();
  await server.run(database, 'create extension if not exists pg_stat_statements');
  await track(server, 'top');
  await server.run(database, 'select pg_stat_statements_reset()');
  for (let time = 0; time < times; time += 1) await work();
  await track(server, 'none');
  const rows = await server.run<{ calls: number }>(
    database,
    `select calls::int from pg_stat_statements s join pg_database d on d.oid = s.dbid
     where d.datname = current_database() and calls >= ${times}`,
  );
  return rows.reduce((sum, { calls }) => sum + Math.floor(calls / times), 0);
}

/** Whether top-level statements are counted, which takes time; connections see it a moment later. */
async function track(server: BenchServer, what: 'top' | 'none'): Promise<void> {
  await server.run(
    'postgres',
    `alter system set pg_stat_statements.track = ${what}`,
    'select pg_reload_conf()',
  );
  await new Promise((resolve) => setTimeout(resolve, 200));
}
