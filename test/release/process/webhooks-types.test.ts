import type { IncomingMessage, RequestListener } from 'node:http';
import type { RequestHandler } from 'express';
import { beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import type { components, webhooks } from '../../../sdk/src/openapi.generated.ts';
import type {
  KnownWebhookEvent,
  WebhookEvent,
  WebhookEventData,
  WebhookEventType,
  WebhookHandler,
  WebhookHeaders,
} from '../../../sdk/src/webhooks/index.ts';
import { faultsOfProgram } from '../../harness/assertions/typescript.ts';

type Schemas = components['schemas'];

let faultsHere: string[];
beforeAll(() => {
  faultsHere = faultsOfProgram({ path: 'test/release/process/webhooks-types.test.ts' });
});

describe('event types', () => {
  it('are exactly the documented ones, each with its documented data', () => {
    expectTypeOf<WebhookEventType>().toEqualTypeOf<keyof webhooks>();
    expectTypeOf<WebhookEventData<'court_booking.cancelled'>>().toEqualTypeOf<Schemas['CourtBooking']>();
    expectTypeOf<WebhookEventData<'user.erased'>>().toEqualTypeOf<Schemas['User']>();
    expectTypeOf<WebhookEventData<'user_access.revoked'>>().toEqualTypeOf<Schemas['Reference']>();
    expectTypeOf<KnownWebhookEvent['type']>().toEqualTypeOf<WebhookEventType>();
    expect(faultsHere).toEqual([]);
  });

  it('are handled by Node, Express, and every framework with Request and Response', () => {
    expectTypeOf<WebhookHandler['nodeHandler']>().toExtend<RequestListener>();
    expectTypeOf<WebhookHandler['nodeHandler']>().toExtend<RequestHandler>();
    expectTypeOf<WebhookHandler['fetchHandler']>().toExtend<
      (request: Request, context: object) => Promise<Response>
    >();
    expectTypeOf<IncomingMessage['headers']>().toExtend<WebhookHeaders>();
    expectTypeOf<Headers>().toExtend<WebhookHeaders>();
    expect(faultsHere).toEqual([]);
  });
});

const program = (body: string) => `
  import type { WebhookEvent } from '../../../sdk/src/webhooks/index.ts';
  export function on(event: WebhookEvent): unknown { ${body} }`;

describe('an event', () => {
  it.each<[what: string, body: string]>([
    [
      'is narrowed by a switch over its type',
      "switch (event.type) { case 'court_booking.cancelled': return event.data.externalCourtBookingId.length; case 'court.updated': return event.data.name.length; }",
    ],
    [
      'is narrowed by a comparison of its type',
      "if (event.type === 'user_access.revoked') return event.data.id.length;",
    ],
    [
      'what no case has taken is a newer one, once all are there',
      `switch (event.type) {
      ${['court_booking.created', 'court_booking.updated', 'court_booking.cancelled', 'court_booking.reinstated', 'court_booking.version_reset', 'user.created', 'user.updated', 'user.erased', 'organization_access.granted', 'organization_access.revoked', 'user_access.granted', 'user_access.revoked', 'court.created', 'court.updated', 'court.deactivated', 'webhook_endpoint.paused', 'webhook_endpoint.resumed', 'webhook_endpoint.tested'].map((type) => `case '${type}':`).join(' ')} return event.data;
      default: { const isKnown: false = event.known; return isKnown; } }`,
    ],
    [
      'of a newer type tells it as text',
      "if (!event.known) { const type: string = event.type; return type.startsWith('court_') && (event.type as string) === 'court_booking.moved'; }",
    ],
    ['is known where `known` says so', 'if (event.known) { const data: object = event.data; return data; }'],
  ])('%s', (_what, body) => {
    expect(faultsOfProgram(program(body))).toEqual([]);
  });

  it.each<[what: string, body: string, fault: string]>([
    [
      'a type that there is not',
      "switch (event.type) { case 'court_booking.canceled': return 1; }",
      'TS2678',
    ],
    [
      'data of another type',
      "if (event.type === 'court.updated') return event.data.externalCourtBookingId;",
      'TS2339',
    ],
    ['data of whatever type', 'return event.data.id;', 'TS18046'],
    [
      'a case that is missing',
      "switch (event.type) { case 'user.created': return 1; default: { const isKnown: false = event.known; return isKnown; } }",
      'TS2322',
    ],
  ])('does not compile with %s', (_what, body, fault) => {
    expect(faultsOfProgram(program(body)).join('\n')).toContain(fault);
  });
});

expectTypeOf<WebhookEvent['sequence']>().toEqualTypeOf<number>();
