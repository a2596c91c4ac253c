import { ConfigurationError, type Env } from '../env.ts';
import { guardedOutgoing } from '../outgoing/guarded-outgoing.ts';
import type { ReadKeys } from '../services/secret-scanning/scanner-keys.ts';

const timeoutMillis = 5_000;

/**
 * Returns how the public keys of GitHub's secret scanning are read, or undefined if it is not set up.
 *
 * @throws ConfigurationError
 */
export function configureSecretScanning({
  SECRET_SCANNING_KEYS_URL: url,
  WEBHOOK_ALLOW_PRIVATE: allowPrivate,
}: Pick<Env, 'SECRET_SCANNING_KEYS_URL' | 'WEBHOOK_ALLOW_PRIVATE'>): ReadKeys | undefined {
  if (url === undefined) return undefined;
  const { faultOf, get } = guardedOutgoing({ allowPrivate });
  const fault = faultOf(url);
  if (fault !== undefined) throw new ConfigurationError(`SECRET_SCANNING_KEYS_URL: ${fault}`);
  const headers = { accept: 'application/json', 'user-agent': 'Courtbridge-Secret-Scanning/1' };
  return () => get(url, { headers, timeoutMillis });
}
