import type { components } from '../openapi.generated.ts';

type Schemas = components['schemas'];

/** A booking as it is read. */
export interface TestCourtBooking extends Readonly<Omit<Schemas['CourtBooking'], never>> {}

/** A user as it is read. */
export interface TestUser extends Readonly<Omit<Schemas['User'], never>> {}

/** A court as it is listed. */
export interface TestCourt extends Readonly<Omit<Schemas['Court'], never>> {}

/** A change as it is listed. */
export interface TestChange {
  /** Of the external service's changes, without a gap. */
  readonly sequence: number;
  /** The same in webhooks. */
  readonly id: string;
  /** Such as `court_booking.created`. */
  readonly type: string;
  /** When it was changed. */
  readonly timestamp: string;
  /** Who has changed it. */
  readonly actor: 'PARTNER' | 'OPERATOR';
  /** Of the request that changed it. */
  readonly requestId: string;
  /** The thing, as its own operation showed it then. */
  // biome-ignore lint/suspicious/noExplicitAny: what it is, the type tells
  readonly data: any;
}

/** A webhook endpoint, and what an operator does to it. */
export interface TestWebhookEndpoint {
  /** Its UUID. */
  readonly id: string;
  /** Where it is. */
  readonly url: string;
  /** What a receiver verifies by: `whsec_…`, or of a key pair the public one, `whpk_…`. */
  readonly secret: string;
  /** Nothing is sent to it for now. */
  pause(): void;
  /** It gets what it has missed. */
  resume(): void;
  /** Another secret, which is answered; for so many hours the former one signs, too. */
  rotateSecret(overlapHours?: number): Promise<string>;
}
