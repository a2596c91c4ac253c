import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import type { FailedAttempts } from '../limits/failed-attempts.ts';
import type { OutgoingResponse } from '../webhooks/webhook-dependencies.ts';

const createError = errorFactory(['signature_invalid', 'service_unavailable']);

/**
 * Reads the list of public keys, as GitHub publishes it.
 *
 * @throws OutgoingFailure if there is no response
 */
export type ReadKeys = () => Promise<OutgoingResponse>;

const KeyList = z.object({
  public_keys: z.array(z.object({ key_identifier: z.string(), key: z.string() })).max(100),
});

// Not in the document: the times.
/** The least time between two attempts to read the keys, so that reports with unknown keys cause few requests. */
const leastMillis = 60_000;
/** Keys are read again after this time. If that fails, there is time to try again. */
const renewalMillis = 1_800_000;
/** Keys are used for this long at most. Then a key that GitHub has withdrawn is rejected. */
const mostMillis = 3_600_000;

/** The public keys of GitHub's secret scanning. They are read when they are needed. */
export class ScannerKeys {
  readonly #read: ReadKeys;
  readonly #monotonic: () => number;
  #keys = new Map<string, KeyObject>();
  #readAt = Number.NEGATIVE_INFINITY;
  #triedAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  /** @param monotonic milliseconds from a monotonic clock */
  constructor(read: ReadKeys, monotonic: () => number) {
    this.#read = read;
    this.#monotonic = monotonic;
  }

  /**
   * Returns a key, or undefined if GitHub has no such key.
   *
   * @throws ApiError `service_unavailable` if the keys could not be read for an hour
   */
  async find(identifier: string): Promise<KeyObject | undefined> {
    const now = this.#monotonic();
    const isNeeded = !this.#keys.has(identifier) || now - this.#readAt >= renewalMillis;
    if (isNeeded && now - this.#triedAt >= leastMillis) {
      this.#triedAt = now;
      this.#reading = this.#renew().finally(() => {
        this.#reading = undefined;
      });
    }
    if (isNeeded) await this.#reading;
    if (this.#monotonic() - this.#readAt >= mostMillis)
      throw createError('service_unavailable', {
        retryAfterSeconds: leastMillis / 1_000,
        cause: 'the keys of secret scanning could not be read',
      });
    return this.#keys.get(identifier);
  }

  /** If the keys cannot be read, the former ones are used until they are too old. */
  async #renew(): Promise<void> {
    const answer = await this.#read().catch(() => undefined);
    if (answer?.status !== 200) return;
    const list = KeyList.safeParse(jsonOf(answer.text));
    if (!list.success) return;
    this.#keys = new Map(
      list.data.public_keys.flatMap(({ key_identifier: identifier, key }) => {
        const known = keyOf(key);
        return known ? [[identifier, known]] : [];
      }),
    );
    this.#readAt = this.#monotonic();
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a key of the curve P-256, or undefined for any other text. */
function keyOf(text: string): KeyObject | undefined {
  try {
    const key = createPublicKey(text);
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined;
  } catch {
    return undefined;
  }
}

/** A report of secret scanning, as it was received. */
export interface SignedReport {
  bytes: Uint8Array;
  /** The headers `Github-Public-Key-Identifier` and `Github-Public-Key-Signature`. */
  keyIdentifier: string | null;
  signature: string | null;
}

/**
 * Checks that GitHub has signed a report. A failure counts as a failed attempt of the address.
 *
 * @throws ApiError `signature_invalid`, `rate_limit_exceeded`, `service_unavailable`.
 */
export async function checkSignature(
  keys: ScannerKeys,
  { bytes, keyIdentifier, signature }: SignedReport,
  { attempts, address }: { attempts: FailedAttempts; address: string },
): Promise<void> {
  const key = keyIdentifier && signature ? await keys.find(keyIdentifier) : undefined;
  if (key && verify('sha256', bytes, key, Buffer.from(signature!, 'base64'))) return;
  await attempts.failed(address);
  throw createError('signature_invalid');
}
