import { WebhookVerificationError } from './webhook-verification-error.ts';

/**
 * Headers of a request: a `Headers` of any maker, or a plain object in whatever case, whose values may be lists, such as
 * `request.headers` of Node.
 */
export type WebhookHeaders =
  | {
      /** The value of a header. */
      get(name: string): string | null;
    }
  | { readonly [name: string]: string | readonly string[] | undefined };

/** What the headers of a webhook say; nothing of it is verified. */
export interface SignatureHeaders {
  id: string;
  /** As it was sent: it is signed in these digits. */
  timestamp: string;
  signatures: Signature[];
}

/** One of the signatures. */
export interface Signature {
  /** `v1`: by a shared secret. `v1a`: by a key pair. */
  version: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** More are not sent: two while a secret is rotated. It bounds what a forger lets us compute. */
const mostSignatures = 20;

/** @throws WebhookVerificationError `missing_header`, `malformed_header`. */
export function readSignatureHeaders(headers: WebhookHeaders): SignatureHeaders {
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  ) as [string, string, string];
  // A point in it could be taken for the one that parts it from the time.
  if (!/^[\w-]{1,255}$/.test(id)) throw malformed('webhook-id', 'letters, digits, - and _');
  if (!/^\d{1,12}$/.test(timestamp)) throw malformed('webhook-timestamp', 'whole Unix seconds');
  const signatures = signature.split(' ').flatMap(toSignature);
  if (signatures.length === 0 || signatures.length > mostSignatures)
    throw malformed('webhook-signature', 'such as "v1,K5oZfzN95Z9U…", with a space between two of them');
  return { id, timestamp, signatures };
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    typeof headers.get === 'function'
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  // Of a list of several no part of it is what was sent, but for signatures.
  const text = Array.isArray(value) ? value.join(name === 'webhook-signature' ? ' ' : ', ') : value;
  if (typeof text === 'string' && text !== '') return text;
  throw new WebhookVerificationError(
    'missing_header',
    `The header ${name} is missing. Whoever posts webhooks of the platform sends it: this is something else, or a proxy between has removed it.`,
  );
}

function toSignature(text: string): Signature[] {
  const [, version, value] = /^(v\d+[a-z]?),(.+)$/.exec(text) ?? [];
  const bytes = value === undefined ? undefined : fromBase64(value);
  return bytes ? [{ version: version!, bytes }] : [];
}

function malformed(name: string, expected: string): WebhookVerificationError {
  return new WebhookVerificationError(
    'malformed_header',
    `The header ${name} is not what the platform sends (${expected}): this is something else, or a proxy between has changed it.`,
  );
}

/** Undefined where it is none. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}
