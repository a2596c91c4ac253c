import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigurationError, readSecretsKey } from '../../env.ts';

/**
 * The key by which secrets in the embedded database are encrypted: in its folder, made when there is none, and for its owner
 * alone. Who copies the whole folder has both; who dumps the database has not.
 *
 * @param dataDir held by this process (data-dir-lock.ts)
 * @throws ConfigurationError where the file holds no key
 */
export function keptSecretsKey(dataDir: string, random: (size: number) => Buffer = randomBytes): Buffer {
  const file = fileIn(dataDir);
  const text = read(file);
  if (text === undefined) return make(file, random(32));
  try {
    return readSecretsKey(text.trim());
  } catch {
    throw new ConfigurationError(
      `The file ${file} holds no key: restore it from a backup, or delete it and rotate the secrets of all webhook endpoints.`,
    );
  }
}

/** The file with it, where there is one. */
export function secretsKeyFile(dataDir: string): string | undefined {
  const file = fileIn(dataDir);
  return existsSync(file) ? file : undefined;
}

const fileIn = (dataDir: string) => join(dataDir, 'webhook-secrets.key');

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function make(file: string, key: Buffer): Buffer {
  // Whole, and on the disk, before anything is encrypted by it.
  const draft = openSync(`${file}.draft`, 'w', 0o600);
  writeSync(draft, `${key.toString('base64')}\n`);
  fsyncSync(draft);
  closeSync(draft);
  renameSync(`${file}.draft`, file);
  return key;
}
