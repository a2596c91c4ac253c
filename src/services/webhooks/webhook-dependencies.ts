import type { ServiceContext } from '../service-context.ts';

/** The dependencies for sending webhooks. The caller that composes the service provides them. */
export interface WebhookDependencies {
  outgoing: Outgoing;
  /** Undefined if no key is configured. Then no endpoint can be created. */
  secrets: SecretBox | undefined;
}

/** Guarded network access. Requests to addresses that are not public are rejected. */
export interface Outgoing {
  /**
   * Returns why a URL cannot be used, for the person who entered it, or undefined if it can. It does not resolve
   * names.
   */
  faultOf(url: string): string | undefined;
  /**
   * Sends one request. Redirects are not followed.
   *
   * @throws OutgoingFailure if there is no response
   */
  post(url: string, request: OutgoingRequest): Promise<OutgoingResponse>;
}

export interface OutgoingRequest {
  headers: Record<string, string>;
  body: string;
  timeoutMillis: number;
  /** Cancels the request when the process is about to end. */
  signal?: AbortSignal;
}

export interface OutgoingResponse {
  status: number;
  retryAfter: string | undefined;
  /** The first 1,024 bytes of the body. NUL is replaced, because PostgreSQL cannot store it. */
  text: string;
}

/** There was no response. The message explains why to an operator. */
export class OutgoingFailure extends Error {}

export interface SecretBox {
  readonly hasFormerKey: boolean;
  seal(plain: Uint8Array): Buffer;
  /** @throws Error if neither the current nor the former key can decrypt it */
  open(sealed: Uint8Array): Buffer;
  /** Returns the secret encrypted with the current key, or undefined if it already is, or if no key can decrypt it. */
  resealed(sealed: Uint8Array): Buffer | undefined;
}

/** The context of the service functions for webhooks. */
export interface WebhookContext extends ServiceContext {
  webhooks: WebhookDependencies;
}
