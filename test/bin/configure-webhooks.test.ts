import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configureWebhooks } from '../../src/bin/configure-webhooks.ts';
import { prepareDataDir } from '../../src/db/connection/prepare-data-dir.ts';
import { ConfigurationError, readEnv } from '../../src/env.ts';
import { createSecretBox } from '../../src/services/webhooks/secret-box.ts';

describe('webhook configuration', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'courtbridge-webhooks-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const onPostgresql = { DATABASE_URL: 'postgres://localhost/x' };
  const configured = (env: Record<string, string>) =>
    configureWebhooks(readEnv({ DATA_DIR: folder, ...env }));
  const secret = randomBytes(32);

  it('creates a private key file on the embedded database and reuses it after a restart', async () => {
    const sealed = configured({}).secrets!.seal(secret);
    expect(configured({}).secrets!.open(sealed)).toEqual(secret);
    expect(readdirSync(folder)).toEqual(['webhook-secrets.key']);
    expect(statSync(join(folder, 'webhook-secrets.key')).mode & 0o777).toBe(0o600);
    const WEBHOOK_SECRETS_KEY = readFileSync(join(folder, 'webhook-secrets.key'), 'utf8').trim();
    expect(configured({ ...onPostgresql, WEBHOOK_SECRETS_KEY }).secrets!.open(sealed)).toEqual(secret);
    // The service still makes the folder private.
    chmodSync(folder, 0o755);
    await prepareDataDir(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('does not replace a file without a valid key, and says how to fix it', () => {
    writeFileSync(join(folder, 'webhook-secrets.key'), 'half a k');
    expect(() => configured({})).toThrow(ConfigurationError);
    expect(() => configured({})).toThrow(/webhook-secrets\.key holds no key: restore it .* or delete it and/);
    expect(readFileSync(join(folder, 'webhook-secrets.key'), 'utf8')).toBe('half a k');
  });

  it('uses WEBHOOK_SECRETS_KEY without creating a file', () => {
    const key = randomBytes(32);
    for (const database of [onPostgresql, {}]) {
      const { secrets } = configured({ ...database, WEBHOOK_SECRETS_KEY: key.toString('base64') });
      expect(createSecretBox(key).open(secrets!.seal(secret))).toEqual(secret);
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it('has no key and creates no file on PostgreSQL without WEBHOOK_SECRETS_KEY', () => {
    expect(configured(onPostgresql).secrets).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['of 31 bytes', randomBytes(31).toString('base64')],
    ['of 33 bytes', randomBytes(33).toString('base64')],
    ['in hexadecimal digits', randomBytes(32).toString('hex')],
    ['in the letters of URLs', Buffer.alloc(32, 0xfb).toString('base64url')],
    ['with a character that is not base64', `${randomBytes(32).toString('base64').slice(0, -1)}!`],
  ])('rejects a key %s without repeating it', (_what, WEBHOOK_SECRETS_KEY) => {
    expect(() => readEnv({ WEBHOOK_SECRETS_KEY })).toThrow(
      new ConfigurationError(
        'WEBHOOK_SECRETS_KEY must be 32 bytes in base64: openssl rand -base64 32 makes one.',
      ),
    );
  });

  it('rejects private addresses and http, unless WEBHOOK_ALLOW_PRIVATE=1', () => {
    const fault = (env: Record<string, string>, url: string) =>
      configured({ ...onPostgresql, ...env }).outgoing.faultOf(url);
    for (const env of [{}, { WEBHOOK_ALLOW_PRIVATE: '0' }]) {
      expect(fault(env, 'https://10.0.0.5/')).toContain('not on the public internet');
      expect(fault(env, 'http://example.com/')).toContain('https://');
    }
    for (const url of ['https://10.0.0.5/', 'http://example.com/', 'http://localhost:9000/'])
      expect(fault({ WEBHOOK_ALLOW_PRIVATE: '1' }, url)).toBeUndefined();
  });
});
