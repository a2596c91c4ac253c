import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigurationError, readSecretsKey } from '../../env.ts';

/**
 * Returns the key that encrypts secrets in the embedded database. It is a file in the data folder, readable by the
 * owner only, and is created if it does not exist. A copy of the folder contains both key and data. A dump of the
 * database does not contain the key.
 *
 * @param dataDir locked by this process (data-dir-lock.ts)
 * @throws ConfigurationError if the file contains no key
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

/** Returns the key file, if it exists. */
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
  // Written completely to disk before anything is encrypted with it.
  const draft = openSync(`${file}.draft`, 'w', 0o600);
  writeSync(draft, `${key.toString('base64')}\n`);
  fsyncSync(draft);
  closeSync(draft);
  renameSync(`${file}.draft`, file);
  return key;
}
