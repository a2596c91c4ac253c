import pg from 'pg';
import { openPostgresql } from '../src/db/connection/open-postgresql.ts';
import { createFactories, type Factories, type Tenant } from '../test/harness/data/factories.ts';
import {
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
  /** Opens a connection as `labName`. */
  connect(): Promise<pg.Client>;
  query<Row extends pg.QueryResultRow>(text: string, parameters?: unknown[]): Promise<Row[]>;
  /** Creates more data. */
  seed<Made>(make: (factories: Factories) => Promise<Made>): Promise<Made>;
  close(): Promise<void>;
}

/** The application name of connections that do not belong to the service. */
export const labName = 'lab';

/** In practice without rate limits. */
export const unlimited = { RATE_LIMIT_PER_SECOND: '1000000', RATE_LIMIT_BURST: '1000000' };

/** The URL of another database on the same server. */
export function databaseOf(server: { url: string }, name = 'courtbridge'): string {
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return url.href;
}

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

/** @param entry the module that starts a service. Defaults to this version. */
export async function openStage({
  processes = 1,
  courts,
  postgresql = {},
  entry,
  env = unlimited,
}: {
  processes?: number;
  courts: number;
  postgresql?: PostgresqlOptions;
  entry?: string | undefined;
  env?: Record<string, string>;
}): Promise<Stage> {
  const server = await startPostgresql(postgresql);
  const services: ServiceProcess[] = [];
  const close = async () => {
    for (const { child } of services) child.kill('SIGKILL');
    await Promise.all(services.map(({ exited }) => exited));
    await server.stop();
  };
  try {
    const url = databaseOf(server);
    await query(server.url, 'create database courtbridge');
    // The first process migrates the database.
    for (let n = 0; n < processes; n += 1) {
      const run = entry === undefined ? undefined : [entry];
      services.push(startProcess({ DATABASE_URL: url, LOG_LEVEL: 'silent', ...env }, [], run));
      await services.at(-1)!.ready;
    }
    const seed: Stage['seed'] = async (make) => {
      const database = await openPostgresql({ url, poolSize: 2 });
      return make(createFactories(database)).finally(() => database.close());
    };
    const tenant = await seed((factories) => factories.tenant(courts));
    const { secret: operator } = await seed((factories) => factories.operator('ADMIN'));
    const addresses = await Promise.all(services.map(({ ready }) => ready));
    return {
      server,
      url,
      services,
      ports: addresses.map((address) => Number(new URL(address).port)),
      tenant,
      operator,
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
