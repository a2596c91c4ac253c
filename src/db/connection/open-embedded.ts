import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { MikroORM } from '@mikro-orm/pglite';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { lockDataDir } from './data-dir-lock.ts';
import { type Database, toDatabase } from './database.ts';
import { ormOptions } from './orm-options.ts';
import { prepareDataDir } from './prepare-data-dir.ts';
import { sessionSettings } from './session-settings.ts';

/**
 * Opens the embedded PostgreSQL. It stores its data in `dataDir`, or in memory if that is undefined. One process at a
 * time.
 *
 * @throws DataDirInUse, which names the holder; UnusableDataDir.
 */
export async function openEmbedded(dataDir: string | undefined): Promise<Database> {
  if (dataDir === undefined) return open(undefined, () => {});
  const folder = await prepareDataDir(dataDir);
  const unlock = lockDataDir(dataDir);
  try {
    return await open(folder, unlock);
  } catch (error) {
    unlock();
    throw withCode(error);
  }
}

const text = (value: string) => value;
// Dates, times and intervals stay texts, as MikroORM expects on PostgreSQL. A JavaScript date would lose the
// microseconds, or shift the day in another time zone.
const asText = { 1082: text, 1114: text, 1184: text, 1186: text };

async function open(path: string | undefined, afterClose: () => void): Promise<Database> {
  const pglite = await PGlite.create({
    ...(path === undefined ? {} : { dataDir: path }),
    extensions: { btree_gist },
    parsers: asText,
  });
  for (const [name, value] of Object.entries(sessionSettings)) await pglite.exec(`set ${name} = '${value}'`);
  const orm = await MikroORM.init({
    ...ormOptions,
    logger: () => {},
    driverOptions: { pglite },
  });
  const client = (orm.em as SqlEntityManager).getKysely<Record<string, never>>();
  return toDatabase({
    orm,
    // One connection for everything. Statements take turns, and none waits for the lock of another process.
    partners: { client, connections: 10 },
    readiness: client,
    alone: (_onWait, work) => work(orm),
    afterClose: async () => {
      await pglite.close();
      afterClose();
    },
  });
}

/** PGlite's file system throws objects without message and stack, with WASI error numbers only. */
function withCode(error: unknown): unknown {
  const { name, errno = 0 } = error as NodeJS.ErrnoException;
  if (name !== 'ErrnoError') return error;
  const code = { 19: 'EDQUOT', 51: 'ENOSPC' }[errno] ?? `WASI error ${errno}`;
  return Object.assign(new Error(`The embedded database cannot use its folder: ${code}.`), { code });
}
