import { WebhookVerificationError } from './webhook-verification-error.ts';

/**
 * The headers of a request: any `Headers` object, or a plain object such as `request.headers` of Node. The names may be in any case, and
 * the values may be lists.
 */
export type WebhookHeaders =
  | {
      /** Returns the value of a header. */
      get(name: string): string | null;
    }
  | { readonly [name: string]: string | readonly string[] | undefined };

/** The headers of a webhook, not verified yet. */
export interface SignatureHeaders {
  id: string;
  /** As it was sent, because exactly these digits are signed. */
  timestamp: string;
  signatures: Signature[];
}

export interface Signature {
  /** `v1` is signed with a shared secret, and `v1a` with a key pair. */
  version: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Between two signatures. Proxies join header lines with a comma, and some of them are empty. No base64 has a comma. */
const between = /[\s,]+(?=v\d+[a-z]?,)|,?\s+$/;

/** The platform sends at most two signatures, during a rotation. The limit bounds the work that a forger can cause. */
const mostSignatures = 20;

/** @throws WebhookVerificationError `missing_header`, `malformed_header` */
export function readSignatureHeaders(headers: WebhookHeaders): SignatureHeaders {
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  ) as [string, string, string];
  // A dot in the id could be mistaken for the separator between id and time.
  if (!/^[\w-]{1,255}$/.test(id)) throw malformed('webhook-id', 'letters, digits, - and _');
  if (!/^\d{1,12}$/.test(timestamp)) throw malformed('webhook-timestamp', 'whole Unix seconds');
  const signatures = signature.split(between).flatMap(toSignature);
  if (signatures.length === 0 || signatures.length > mostSignatures)
    throw malformed('webhook-signature', 'such as "v1,K5oZfzN95Z9U…", with a space between two of them');
  return { id, timestamp, signatures };
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    typeof headers.get === 'function'
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  // If a header has several values, none of them is what was sent. Only signatures may be joined.
  const text = Array.isArray(value) ? value.join(name === 'webhook-signature' ? ' ' : ', ') : value;
  if (typeof text === 'string' && text !== '') return text;
  throw new WebhookVerificationError(
    'missing_header',
    `The header ${name} is missing. The platform always sends it. Either the request comes from elsewhere, or a proxy removed the header.`,
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
    `The value of the header ${name} does not come from the platform (${expected}). Either the request comes from elsewhere, or a proxy changed the header.`,
  );
}

/** Returns undefined if the text is not base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}
