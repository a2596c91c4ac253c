import pg from 'pg';
import type { Database } from '../src/db/connection/database.ts';
import { openPostgresql } from '../src/db/connection/open-postgresql.ts';
import { createFactories, type Factories, type Tenant } from '../test/harness/data/factories.ts';
import {
  freePort,
  type PostgresqlOptions,
  type PostgresqlServer,
  startPostgresql,
} from '../test/harness/servers/postgresql.ts';
import { type ServiceProcess, startProcess } from '../test/harness/servers/process.ts';

/** PostgreSQL that writes to disk, processes of the service, a partner and an operator. */
export interface Stage {
  server: PostgresqlServer;
  /** URL of the service's database. */
  url: string;
  services: ServiceProcess[];
  ports: number[];
  tenant: Tenant;
  /** The token of an administrator. */
  operator: string;
  /** Starts a process that has ended again, on its port. */
  start(index: number): Promise<void>;
  /** Ends a process. Returns its exit code, or null after a signal that it does not handle. */
  end(index: number, signal?: NodeJS.Signals): Promise<number | null>;
  /** Opens a connection as `labName`. */
  connect(): Promise<pg.Client>;
  query<Row extends pg.QueryResultRow>(text: string, parameters?: unknown[]): Promise<Row[]>;
  /** Creates more data. */
  seed<Made>(make: (factories: Factories, database: Database) => Promise<Made>): Promise<Made>;
  close(): Promise<void>;
}

export interface StageOptions {
  processes?: number;
  courts: number;
  postgresql?: PostgresqlOptions;
  /** The module that starts a service: `src/bin/main.ts` of another version. */
  entry?: string | undefined;
  env?: Record<string, string>;
}

/** The application name of connections that do not belong to the service. */
export const labName = 'lab';

/** In practice without rate limits. */
export const unlimited = { RATE_LIMIT_PER_SECOND: '1000000', RATE_LIMIT_BURST: '1000000' };

export async function connect(to: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: to,
    application_name: labName,
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Runs a statement on a connection of its own. */
export async function query<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  parameters: unknown[] = [],
): Promise<Row[]> {
  const client = await connect(url);
  try {
    return (await client.query<Row>(text, parameters)).rows;
  } finally {
    await client.end();
  }
}

export async function openStage({
  processes = 1,
  courts,
  postgresql = {},
  entry,
  env = unlimited,
}: StageOptions): Promise<Stage> {
  const server = await startPostgresql(postgresql);
  const services: ServiceProcess[] = [];
  const ports: number[] = [];
  const close = async () => {
    for (const { child } of services) child.kill('SIGKILL');
    await Promise.all(services.map(({ exited }) => exited));
    await server.stop();
  };
  try {
    const url = server.url.replace(/postgres$/, 'courtbridge');
    await query(server.url, 'create database courtbridge');
    const run = entry === undefined ? undefined : [entry];
    const start = async (index: number) => {
      const own = { DATABASE_URL: url, LOG_LEVEL: 'silent', ...env, PORT: String(ports[index]) };
      services[index] = startProcess(own, [], run);
      await services[index].ready;
    };
    // The first process migrates the database.
    for (let index = 0; index < processes; index += 1) {
      ports.push(await freePort());
      await start(index);
    }
    const seed: Stage['seed'] = async (make) => {
      const database = await openPostgresql({ url, poolSize: 2 });
      return make(createFactories(database), database).finally(() => database.close());
    };
    const [tenant, { secret: operator }] = await seed(
      async (factories) => [await factories.tenant(courts), await factories.operator('ADMIN')] as const,
    );
    return {
      server,
      url,
      services,
      ports,
      tenant,
      operator,
      start,
      end: (index, signal = 'SIGKILL') => {
        services[index]!.child.kill(signal);
        return services[index]!.exited;
      },
      connect: () => connect(url),
      query: (text, parameters) => query(url, text, parameters),
      seed,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
