import { bytesOf, joined, type WebhookBody } from './raw-body.ts';
import { toWebhookEvent, type WebhookEvent } from './webhook-event.ts';
import { readSignatureHeaders, type SignatureHeaders, type WebhookHeaders } from './webhook-headers.ts';
import { toWebhookKey, type WebhookKey } from './webhook-keys.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

/** The options of a webhook verifier. */
export interface WebhookVerifierOptions {
  /**
   * The secret that the operator saw when the endpoint was created: `whsec_…` (a shared secret) or `whpk_…` (a public key). Give several
   * during a rotation, or if several endpoints use this receiver. One valid signature is enough.
   */
  secrets: string | readonly string[];
  /**
   * The maximum difference, in seconds, between now and the time of the attempt, in both directions. So a recorded webhook cannot be sent
   * again later. Default: 300.
   */
  toleranceSeconds?: number | undefined;
  /** Returns the current time, in Unix milliseconds. Default: `Date.now`. */
  now?: (() => number) | undefined;
}

/** Verifies webhooks. */
export interface WebhookVerifier {
  /**
   * Verifies a webhook and parses it.
   *
   * @param headers the headers of the request, unchanged
   * @param body the body of the request, byte for byte
   * @returns the event; rejects with a {@link WebhookVerificationError} whose `reason` says why the webhook cannot be trusted
   */
  verify(headers: WebhookHeaders, body: WebhookBody): Promise<WebhookEvent>;
}

const defaultToleranceSeconds = 300;

/**
 * Creates a verifier of webhooks according to Standard Webhooks 1.0: HMAC-SHA256 (`v1`) and ed25519 (`v1a`), with Web Crypto.
 *
 * @throws TypeError if an option is invalid, so that a program fails at its start and not at the first webhook
 */
export function createWebhookVerifier(options: WebhookVerifierOptions): WebhookVerifier {
  const { secrets, toleranceSeconds = defaultToleranceSeconds, now = Date.now } = options;
  const keys = (Array.isArray(secrets) ? (secrets as string[]) : [secrets as string]).map(toWebhookKey);
  if (keys.length === 0) throw new TypeError('`secrets` is empty. Pass at least one, whsec_… or whpk_….');
  aboveZero({ toleranceSeconds });

  return {
    async verify(headers, body) {
      const bytes = bytesOf(body);
      const sent = readSignatureHeaders(headers);
      holdTime(Number(sent.timestamp) - now() / 1_000, toleranceSeconds);
      const head = new TextEncoder().encode(`${sent.id}.${sent.timestamp}.`);
      if (!(await isSigned(keys, sent, joined([head, bytes])))) throw noMatch(keys, sent);
      return toWebhookEvent(sent.id, new TextDecoder().decode(bytes));
    },
  };
}

/** @throws TypeError for a limit that limits nothing, such as NaN from a variable that is not set */
export function aboveZero(limits: Record<string, number>): void {
  for (const [name, value] of Object.entries(limits))
    if (!(value > 0)) throw new TypeError(`\`${name}\` must be a number above 0.`);
}

/** @throws WebhookVerificationError `too_old`, `too_new` */
function holdTime(secondsAhead: number, toleranceSeconds: number): void {
  if (Math.abs(secondsAhead) <= toleranceSeconds) return;
  const [reason, where] = secondsAhead < 0 ? (['too_old', 'ago'] as const) : (['too_new', 'ahead'] as const);
  throw new WebhookVerificationError(
    reason,
    `The time of the webhook is ${Math.round(Math.abs(secondsAhead))} s ${where}, but only ${toleranceSeconds} s are allowed. Either an old webhook was sent again, or it waited in a queue before it was verified, or the clock of this machine is wrong. Check the clock, and verify webhooks as soon as they arrive.`,
  );
}

async function isSigned(
  keys: readonly WebhookKey[],
  { signatures }: SignatureHeaders,
  content: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  for (const key of keys)
    for (const signature of signatures)
      if (signature.version === key.version && (await key.fits(signature, content))) return true;
  return false;
}

function noMatch(keys: readonly WebhookKey[], { signatures }: SignatureHeaders): WebhookVerificationError {
  const isComparable = signatures.some(({ version }) => keys.some((key) => key.version === version));
  const [first] = signatures;
  return new WebhookVerificationError(
    'no_match',
    isComparable
      ? 'No signature is valid. Either the body was changed (pass the bytes as received, not JSON that was parsed and serialized again), or `secrets` does not contain the current secret of this endpoint. Check whether it was rotated or belongs to another endpoint.'
      : `The webhook is signed with ${first!.version}, but \`secrets\` has no key for it: v1 needs whsec_…, v1a needs whpk_…. Pass the secret that the operator showed for this endpoint.`,
  );
}
