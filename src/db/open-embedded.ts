import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { MikroORM } from '@mikro-orm/pglite';
import { lockDataDir } from './data-dir-lock.ts';
import { type Database, toDatabase } from './database.ts';
import { ormOptions } from './orm-options.ts';

/**
 * Opens the embedded PostgreSQL that keeps its data in `dataDir`, or in memory when there is none.
 * One process at a time: throws `DataDirInUse`, which names the holder.
 */
export async function openEmbedded(dataDir: string | undefined): Promise<Database> {
  if (dataDir === undefined) return open(undefined, async () => {});
  await mkdir(dataDir, { recursive: true });
  const unlock = await lockDataDir(dataDir);
  try {
    return await open(join(dataDir, 'postgresql'), unlock);
  } catch (error) {
    await unlock();
    throw error;
  }
}

async function open(path: string | undefined, afterClose: () => Promise<void>): Promise<Database> {
  const pglite = await PGlite.create({
    ...(path === undefined ? {} : { dataDir: path }),
    extensions: { btree_gist },
  });
  const orm = await MikroORM.init({
    ...ormOptions,
    logger: () => {},
    driverOptions: { pglite },
  });
  return toDatabase(orm, async () => {
    await pglite.close();
    await afterClose();
  });
}
