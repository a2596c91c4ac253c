import { WebhookVerificationError } from './webhook-verification-error.ts';

/** A body as it was received, byte for byte: text, a `Buffer`, or other bytes. A parsed body is not accepted. */
export type WebhookBody = string | ArrayBuffer | ArrayBufferView;

/** Returns true if a body was not parsed. */
export const isRaw = (body: unknown): body is WebhookBody =>
  typeof body === 'string' || ArrayBuffer.isView(body) || isArrayBuffer(body);

// `instanceof` does not work for an ArrayBuffer of another realm.
const isArrayBuffer = (body: unknown): body is ArrayBuffer =>
  Object.prototype.toString.call(body) === '[object ArrayBuffer]';

/**
 * Returns the bytes of a body.
 * @throws WebhookVerificationError `body_not_raw`
 */
export function bytesOf(body: WebhookBody): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  if (isArrayBuffer(body)) return new Uint8Array(body);
  throw notRaw();
}

export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function notRaw(): WebhookVerificationError {
  return new WebhookVerificationError(
    'body_not_raw',
    "The body was read or parsed before it was verified, so its bytes, which are signed, are gone. In Express put the webhook's route before express.json(), or give it express.raw({ type: 'application/json' }); elsewhere pass on the body as it came (await request.text(), a Buffer), or turn the body parser off.",
  );
}
