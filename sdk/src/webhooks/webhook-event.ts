import type { components } from '../openapi.generated.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

type Schemas = components['schemas'];
type Payload = Schemas[Extract<keyof Schemas, `${string}Event`>];

/** Every type of event that this version knows. */
export type WebhookEventType = Payload['type'];

/** What an event of a type tells: the thing as its `GET` showed it then. */
export type WebhookEventData<Type extends WebhookEventType = WebhookEventType> = Extract<
  Payload,
  { type: Type }
>['data'];

interface EventFields {
  /** `webhook-id`, the `id` of the change in the feed: the same each time it is sent. */
  readonly id: string;
  /** When it happened, in UTC. Order by `sequence`, not by it. */
  readonly timestamp: string;
  /** The number of the change among all of your external service; 0 of `webhook_endpoint.tested`, which is none. */
  readonly sequence: number;
}

interface KnownEventOf<Type extends WebhookEventType> extends EventFields {
  /** This version knows its type. */
  readonly known: true;
  /** What happened. */
  readonly type: Type;
  /** The thing as its `GET` showed it then. */
  readonly data: WebhookEventData<Type>;
}

/** An event of a type that this version knows: `type` narrows `data`. */
export type KnownWebhookEvent<Type extends WebhookEventType = WebhookEventType> =
  Type extends WebhookEventType ? KnownEventOf<Type> : never;

// Only a type. A plain `string` would be among the events of each `case`; the member of an enumeration is a string that is
// none of the known ones.
declare enum NewerType {
  any = 'a type that is newer than this version',
}

/** A string: the name of a type that is newer than this version. To compare it, take it as a string: `event.type as string`. */
export type UnknownWebhookEventType = NewerType;

/** An event of a type that is newer than this version: pass it over. */
export interface UnknownWebhookEvent extends EventFields {
  /** This version does not know its type. */
  readonly known: false;
  /** What happened. */
  readonly type: UnknownWebhookEventType;
  /** As it was sent. */
  readonly data: unknown;
}

/** What was sent. `switch (event.type)` narrows it; what is left in `default` is an {@link UnknownWebhookEvent}. */
export type WebhookEvent = KnownWebhookEvent | UnknownWebhookEvent;

// An object, so that the compiler holds it complete.
const knownTypes: Record<WebhookEventType, 1> = {
  'court_booking.created': 1,
  'court_booking.updated': 1,
  'court_booking.cancelled': 1,
  'court_booking.reinstated': 1,
  'court_booking.version_reset': 1,
  'user.created': 1,
  'user.updated': 1,
  'user.erased': 1,
  'organization_access.granted': 1,
  'organization_access.revoked': 1,
  'user_access.granted': 1,
  'user_access.revoked': 1,
  'court.created': 1,
  'court.updated': 1,
  'court.deactivated': 1,
  'webhook_endpoint.paused': 1,
  'webhook_endpoint.resumed': 1,
  'webhook_endpoint.tested': 1,
};

/** Whether this version knows a type. */
export const isKnownType = (type: string): type is WebhookEventType => Object.hasOwn(knownTypes, type);

/** The event that a verified body tells. @throws WebhookVerificationError `invalid_body`. */
export function toWebhookEvent(id: string, text: string): WebhookEvent {
  let cause: unknown;
  try {
    const { type, timestamp, sequence, data } = JSON.parse(text);
    const isEvent =
      typeof type === 'string' &&
      typeof timestamp === 'string' &&
      Number.isSafeInteger(sequence) &&
      typeof data === 'object' &&
      data !== null;
    if (isEvent)
      return { known: isKnownType(type), id, type, timestamp, sequence, data } as object as WebhookEvent;
  } catch (error) {
    cause = error;
  }
  throw new WebhookVerificationError(
    'invalid_body',
    'The signature is right, but the body is no event (a JSON object with type, timestamp, sequence and data): something else signs by the same secret. Ask an operator whose endpoint it is.',
    cause === undefined ? undefined : { cause },
  );
}
