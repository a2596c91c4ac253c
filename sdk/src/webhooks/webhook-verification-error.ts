/**
 * Why a webhook was refused:
 *
 * - `missing_header`: `webhook-id`, `webhook-timestamp` or `webhook-signature` is not there.
 * - `malformed_header`: one of them cannot be what the platform sends.
 * - `too_old`, `too_new`: sent too long ago, or in the future: somebody repeats it, or a clock is wrong.
 * - `no_match`: none of the signatures is right for these bytes by any of the secrets.
 * - `body_not_raw`: the body was parsed before it was verified. A fault of the receiver's own program.
 * - `invalid_body`: rightly signed, and not an event.
 * - `unsupported_platform`: the platform's Web Crypto does not know Ed25519.
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
 * A webhook that must not be believed. `reason` tells why, `message` what to do.
 *
 * ES modules and CommonJS have a class of their own each: where both meet in one process, ask for `name` or `reason`.
 */
export class WebhookVerificationError extends Error {
  static {
    // Kept where a bundler shortens the names of classes.
    WebhookVerificationError.prototype.name = 'WebhookVerificationError';
  }
  /** Why it was refused. */
  readonly reason: WebhookRefusal;
  /** For this package itself. */
  constructor(reason: WebhookRefusal, message: string, options?: { cause: unknown }) {
    super(message, options);
    this.reason = reason;
  }
}
