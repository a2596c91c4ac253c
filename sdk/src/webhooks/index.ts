export {
  createWebhookHandler,
  type NodeRequest,
  type NodeResponse,
  type WebhookHandler,
  type WebhookHandlerOptions,
} from './create-webhook-handler.ts';
export {
  createWebhookVerifier,
  type WebhookVerifier,
  type WebhookVerifierOptions,
} from './create-webhook-verifier.ts';
export type { WebhookBody } from './raw-body.ts';
export {
  createMemorySequenceStore,
  createSequenceKeeper,
  type SequencedEvent,
  type SequenceKeeper,
  type SequenceStore,
  thingOf,
} from './sequence-keeper.ts';
export { type SignWebhookInput, signWebhook } from './sign-webhook.ts';
export type {
  KnownEventOf,
  KnownWebhookEvent,
  NewerType,
  UnknownWebhookEvent,
  UnknownWebhookEventType,
  WebhookEvent,
  WebhookEventData,
  WebhookEventType,
} from './webhook-event.ts';
export type { WebhookHeaders } from './webhook-headers.ts';
export { type WebhookRefusal, WebhookVerificationError } from './webhook-verification-error.ts';
