import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../src/db/connection/database.ts';
import { openEmbedded } from '../../src/db/connection/open-embedded.ts';
import { openPostgresql } from '../../src/db/connection/open-postgresql.ts';
import { createFactories, type Tenant } from '../../test/harness/data/factories.ts';
import { freePort } from '../../test/harness/servers/postgresql.ts';
import { type ServiceProcess, startProcess } from '../../test/harness/servers/process.ts';
import { openStage, unlimited } from '../stage.ts';

/** A service that is killed and started again on the same port and data. */
export interface Target {
  port: number;
  tenant: Tenant;
  /** `kill -9`. Resolves when everything is started again. */
  killAndRestart(): Promise<void>;
  /** Stops the service, and opens its database. */
  open(): Promise<Database>;
  /** Ends everything and removes the data. Close the opened database first. */
  close(): Promise<void>;
}

const clients = 16;

/** A service on PostgreSQL that writes to its disk. `killed` says what `kill -9` ends. */
export async function startOnPostgresql(
  killed: { service: boolean; database: boolean },
  settings: string[] = [],
): Promise<Target> {
  const stage = await openStage({ courts: clients, postgresql: { settings } });
  return {
    port: stage.ports[0]!,
    tenant: stage.tenant,
    killAndRestart: async () => {
      await Promise.all([killed.service && stage.end(0), killed.database && stage.server.kill()]);
      if (killed.database) await stage.server.restart();
      if (killed.service) await stage.start(0);
    },
    open: async () => {
      await stage.end(0);
      return openPostgresql({ url: stage.url, poolSize: 2 });
    },
    close: stage.close,
  };
}

/** A service with the embedded database, in a folder of its own. */
export async function startEmbedded(): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), 'courtbridge-proof-'));
  const data = join(folder, 'data');
  const port = await freePort();
  const own = { DATABASE_URL: 'embedded', DATA_DIR: data, DEMO_DATA: '0', PORT: String(port) };
  let service: ServiceProcess | undefined;
  const start = async () => {
    service = startProcess({ ...own, ...unlimited, LOG_LEVEL: 'silent' });
    await service.ready;
  };
  const end = async () => {
    service?.child.kill('SIGKILL');
    await service?.exited;
  };
  const close = async () => {
    await end();
    rmSync(folder, { recursive: true });
  };
  const open = async () => {
    await end();
    return openEmbedded(data);
  };
  try {
    // The first start migrates the database.
    await start();
    const database = await open();
    const tenant = await createFactories(database).tenant(clients);
    await database.close();
    await start();
    return { port, tenant, killAndRestart: () => end().then(start), open, close };
  } catch (error) {
    await close();
    throw error;
  }
}
