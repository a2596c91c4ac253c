import { describe, expect, it } from 'vitest';
import { configureSecretScanning } from '../../src/bin/configure-secret-scanning.ts';
import { ConfigurationError, readEnv } from '../../src/env.ts';

describe('configuration of secret scanning', () => {
  const configured = (env: Record<string, string>) => configureSecretScanning(readEnv(env));

  it('rejects an address that is not public, and reads nothing if it is not set', () => {
    expect(configured({})).toBeUndefined();
    for (const SECRET_SCANNING_KEYS_URL of ['http://example.com/keys', 'https://10.0.0.5/keys', 'keys']) {
      expect(() => configured({ SECRET_SCANNING_KEYS_URL })).toThrow(ConfigurationError);
      expect(() => configured({ SECRET_SCANNING_KEYS_URL })).toThrow(/^SECRET_SCANNING_KEYS_URL: /);
    }
    const SECRET_SCANNING_KEYS_URL = 'https://api.github.com/meta/public_keys/secret_scanning';
    expect(configured({ SECRET_SCANNING_KEYS_URL })).toBeTypeOf('function');
  });
});
