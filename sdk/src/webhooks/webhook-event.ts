import { scopesOfChanges } from '../../../src/rules/change-types.ts';
import type { components } from '../openapi.generated.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

type Schemas = components['schemas'];
type Payload = Schemas[Extract<keyof Schemas, `${string}Event`>];

/** Every event type that this version knows. */
export type WebhookEventType = Payload['type'];

/** The data of an event type: the resource, as its `GET` returned it at that time. */
export type WebhookEventData<Type extends WebhookEventType = WebhookEventType> = Extract<
  Payload,
  { type: Type }
>['data'];

interface EventFields {
  /** The `webhook-id`, which is the `id` of the change in the feed. It is the same in every attempt. */
  readonly id: string;
  /** When it happened, in UTC. To order events, use `sequence` instead. */
  readonly timestamp: string;
  /**
   * The sequence number of the change. It counts all changes of your external service. `webhook_endpoint.tested` is not a change, and has
   * 0.
   */
  readonly sequence: number;
}

/** An event of one type. */
export interface KnownEventOf<Type extends WebhookEventType> extends EventFields {
  /** This version knows its type. */
  readonly known: true;
  /** The type of the event. */
  readonly type: Type;
  /** The resource, as its `GET` returned it at that time. */
  readonly data: WebhookEventData<Type>;
}

/** An event of a type that this version knows: `type` narrows `data`. */
export type KnownWebhookEvent<Type extends WebhookEventType = WebhookEventType> =
  Type extends WebhookEventType ? KnownEventOf<Type> : never;

// Exists only as a type. A plain `string` would match every `case`. A member of an enumeration is a string that equals none of the known
// types.
/** The type of {@link UnknownWebhookEventType}. It has no values. */
export declare enum NewerType {
  any = 'a type that is newer than this version',
}

/** The name of a type that is newer than this version, as a string. To compare it, write `event.type as string`. */
export type UnknownWebhookEventType = NewerType;

/** An event of a type that is newer than this version. Ignore it. */
export interface UnknownWebhookEvent extends EventFields {
  /** This version does not know its type. */
  readonly known: false;
  /** The type of the event. */
  readonly type: UnknownWebhookEventType;
  /** The data as it was sent. */
  readonly data: unknown;
}

/** A webhook event. `switch (event.type)` narrows it. In `default` it is an {@link UnknownWebhookEvent}, if all known types are handled. */
export type WebhookEvent = KnownWebhookEvent | UnknownWebhookEvent;

export const isKnownType = (type: string): type is WebhookEventType =>
  type === 'webhook_endpoint.tested' || Object.hasOwn(scopesOfChanges, type);

/**
 * Reads the event from a verified body.
 * @throws WebhookVerificationError `invalid_body`
 */
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
    'The signature is valid, but the body is not an event (a JSON object with type, timestamp, sequence and data). Something else signs with the same secret. Ask an operator whose endpoint it is.',
    cause === undefined ? undefined : { cause },
  );
}
