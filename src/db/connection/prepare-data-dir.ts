import { existsSync } from 'node:fs';
import { access, chmod, constants, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The data folder cannot be used. The message says why, and what to do. */
export class UnusableDataDir extends Error {}

/**
 * Creates the data folder and the database's folder in it, readable by their owner only.
 *
 * @returns the database's folder.
 * @throws UnusableDataDir
 */
export async function prepareDataDir(dataDir: string): Promise<string> {
  const database = join(dataDir, 'postgresql');
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    // A folder with other content, such as /tmp, is not made private, because others use it.
    if ((await readdir(dataDir)).every((name) => ourNames.test(name))) await makePrivate(dataDir);
    await mkdir(database, { recursive: true, mode: 0o700 });
    await makePrivate(database);
  } catch (error) {
    const { code = '', path } = error as NodeJS.ErrnoException;
    const reason = reasons[code]?.(path ?? dataDir);
    throw reason ? new UnusableDataDir(`${reason} Choose another folder with DATA_DIR.`) : error;
  }
  return database;
}

/** Returns whether the folder contains a database. */
export function holdsDatabase(dataDir: string): boolean {
  return existsSync(join(dataDir, 'postgresql', 'PG_VERSION'));
}

const ourNames = /^(postgresql|courtbridge\.lock.*|webhook-secrets\.key.*|lost\+found)$/;

const reasons: Record<string, (path: string) => string> = {
  EEXIST: (path) => `The data folder ${path} is a file.`,
  ENOTDIR: (path) => `The data folder ${path} would lie in a file.`,
  EACCES: (path) => `No permission to read and write the data folder ${path}.`,
  EPERM: (path) => `No permission to read and write the data folder ${path}.`,
  EROFS: (path) => `The data folder ${path} lies on a read-only disk.`,
};

async function makePrivate(folder: string): Promise<void> {
  const { mode, uid } = await stat(folder);
  if ((mode & 0o077) === 0 || uid !== process.getuid?.()) return;
  // Some file systems have no permissions.
  await chmod(folder, 0o700).catch(() => {});
}
