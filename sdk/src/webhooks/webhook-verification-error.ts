/**
 * Why a webhook was rejected:
 *
 * - `missing_header`: `webhook-id`, `webhook-timestamp` or `webhook-signature` is missing.
 * - `malformed_header`: one of these headers has a value that the platform does not send.
 * - `too_old`, `too_new`: the webhook was sent too long ago, or in the future. Either somebody repeats it, or a clock is wrong.
 * - `no_match`: no signature is valid for these bytes and any of the secrets.
 * - `body_not_raw`: the body was parsed before it was verified. This is an error in the receiver's own program.
 * - `invalid_body`: the signature is valid, but the body is not an event.
 * - `unsupported_platform`: the platform's Web Crypto does not support Ed25519.
 */
export type WebhookRefusal =
  | 'missing_header'
  | 'malformed_header'
  | 'too_old'
  | 'too_new'
  | 'no_match'
  | 'body_not_raw'
  | 'invalid_body'
  | 'unsupported_platform';

/**
 * A webhook that cannot be trusted. `reason` says why, and `message` says what to do. ES modules and CommonJS each have their own class. If
 * both are used in one process, check `name` or `reason` instead.
 */
export class WebhookVerificationError extends Error {
  static {
    // Set explicitly, because bundlers may shorten class names.
    WebhookVerificationError.prototype.name = 'WebhookVerificationError';
  }
  /** The reason. */
  readonly reason: WebhookRefusal;
  /** Only for use by this package. */
  constructor(reason: WebhookRefusal, message: string, options?: { cause: unknown }) {
    super(message, options);
    this.reason = reason;
  }
  /** Returns the name, the reason and the message. */
  override toString(): string {
    return `${this.name}: ${this.reason}: ${this.message}`;
  }
}
