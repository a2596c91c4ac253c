import type { BenchServer } from '../bench-server.ts';

/** Server settings that `countStatements` needs. Counting is on from the start, and off once `countStatements` has run. */
export const countingSettings = ['shared_preload_libraries=pg_stat_statements'];

const times = 20;

/**
 * Returns the number of statements that `work` sends to a database, including `begin` and `commit`. Runs `work` 20 times. Statements that
 * ran fewer times, such as those of timers, do not belong to it.
 */
export async function countStatements(
  server: BenchServer,
  database: string,
  work: () => Promise<unknown>,
): Promise<number> {
  // A warm-up. Connections query types, for example, only once.
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

/**
 * Chooses the statements that are counted: those that clients send, all including those inside of functions, or none, because counting costs
 * time. Connections notice the change a little later.
 */
export async function track(server: BenchServer, what: 'top' | 'all' | 'none'): Promise<void> {
  await server.run(
    'postgres',
    `alter system set pg_stat_statements.track = '${what}'`,
    'select pg_reload_conf()',
  );
  await new Promise((resolve) => setTimeout(resolve, 200));
}
