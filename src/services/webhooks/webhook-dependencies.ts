import type { StoredChange } from '../../db/queries/partners/changes.ts';
import type { ServiceContext } from '../service-context.ts';

/** What sending webhooks needs of the world, given by who puts the service together. */
export interface WebhookDependencies {
  outgoing: Outgoing;
  /** Undefined: no key is configured, and no endpoint can be created. */
  secrets: SecretBox | undefined;
}

/** The network, guarded: nothing gets to where partners have nothing to look for. */
export interface Outgoing {
  /** Why nothing can be sent to an address, in words for who has given it; undefined: it can. Names are not resolved. */
  faultOf(url: string): string | undefined;
  /**
   * One request; no redirect is followed.
   *
   * @throws OutgoingFailure where there is no answer
   */
  post(url: string, request: OutgoingRequest): Promise<OutgoingAnswer>;
}

export interface OutgoingRequest {
  headers: Record<string, string>;
  body: string;
  timeoutMillis: number;
  /** Ends it early: the process is about to end. */
  signal?: AbortSignal;
}

export interface OutgoingAnswer {
  status: number;
  /** `Retry-After`, as it was sent. */
  retryAfter: string | undefined;
  /** The first 1,024 bytes of the body, without NUL, which PostgreSQL cannot keep. */
  text: string;
}

/** No answer: its message says why, in words for an operator. */
export class OutgoingFailure extends Error {}

/** Keeps secrets encrypted at rest. */
export interface SecretBox {
  readonly hasFormerKey: boolean;
  seal(plain: Uint8Array): Buffer;
  /** @throws Error if neither the current nor the former key opens it */
  open(sealed: Uint8Array): Buffer;
  /** The same secret, sealed with the current key. Undefined if it already is, or if no key opens it. */
  resealed(sealed: Uint8Array): Buffer | undefined;
}

/** What the verbs of webhooks are given. */
export interface WebhookContext extends ServiceContext {
  webhooks: WebhookDependencies;
  /** What is sent of a change. */
  toBody: (change: StoredChange) => object;
}
