import pg from 'pg';
import { openPostgresql } from '../src/db/connection/open-postgresql.ts';
import { createFactories, type Tenant } from '../test/harness/data/factories.ts';
import { type PostgresqlServer, startPostgresql } from '../test/harness/servers/postgresql.ts';
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
  query<Row extends pg.QueryResultRow>(text: string, parameters?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export const unlimited = {
  RATE_LIMIT_PER_SECOND: '1000000',
  RATE_LIMIT_BURST: '1000000',
  LOG_LEVEL: 'silent',
};

/** @param entry the module that starts a service. Defaults to this version. */
export async function openStage({
  processes,
  courts,
  settings = [],
  entry,
  env = {},
}: {
  processes: number;
  courts: number;
  settings?: string[];
  entry?: string;
  env?: Record<string, string>;
}): Promise<Stage> {
  const server = await startPostgresql({ settings });
  const services: ServiceProcess[] = [];
  const close = async () => {
    for (const { child } of services) child.kill('SIGKILL');
    await Promise.all(services.map(({ exited }) => exited));
    await server.stop();
  };
  try {
    const query = async <Row extends pg.QueryResultRow>(
      text: string,
      parameters: unknown[] = [],
      to = url,
    ) => {
      const client = new pg.Client({ connectionString: to, connectionTimeoutMillis: 5_000 });
      client.on('error', () => {});
      await client.connect();
      return client
        .query<Row>(text, parameters)
        .then(({ rows }) => rows)
        .finally(() => client.end());
    };
    const target = new URL(server.url);
    target.pathname = '/courtbridge';
    const url = target.href;
    await query('create database courtbridge', [], server.url);
    // The first process migrates the database.
    for (let n = 0; n < processes; n += 1) {
      const run = entry === undefined ? undefined : [entry];
      services.push(startProcess({ DATABASE_URL: url, ...unlimited, ...env }, [], run));
      await services.at(-1)!.ready;
    }
    const seeding = await openPostgresql({ url, poolSize: 2 });
    const factories = createFactories(seeding);
    const [tenant, { secret: operator }] = [
      await factories.tenant(courts),
      await factories.operator('ADMIN'),
    ];
    await seeding.close();
    const addresses = await Promise.all(services.map(({ ready }) => ready));
    const ports = addresses.map((address) => Number(new URL(address).port));
    return { server, url, services, ports, tenant, operator, query, close };
  } catch (error) {
    await close();
    throw error;
  }
}
