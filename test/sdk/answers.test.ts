import { describe, expect, it } from 'vitest';
import {
  createPartnerClient,
  type OperationName,
  PartnerApiError,
  PartnerError,
} from '../../sdk/src/index.ts';
import type { ListOperation } from '../../sdk/src/partner-client.ts';
import openApiDocument from '../../src/rest/openapi.json' with { type: 'json' };
import { documentedOperations } from '../../src/rest/operations.ts';

const uuid = '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c02';
const token = 'cbp_secret-of-ours';
const times = {
  startDate: '2027-01-01T10:00:00Z',
  endDate: '2027-01-01T11:00:00Z',
  externalUpdatedAt: '2026-11-20T12:00:00Z',
};

function clientOf(answer: () => Response, options: object = {}) {
  let asked = 0;
  const client = createPartnerClient({
    baseUrl: 'https://partners.example.com',
    token,
    externalServiceId: uuid,
    initialDelayMs: 1,
    maxAttempts: 2,
    fetch: async () => {
      asked++;
      return answer();
    },
    ...options,
  });
  return { safe: client.safe, client, asked: () => asked };
}
type Safe = ReturnType<typeof clientOf>['safe'];

const body = { courtId: uuid, ...times };
const user = { email: 'a@example.com', externalUserId: 'a', firstName: 'A', lastName: 'B' };
const items = [{ action: 'cancel', externalCourtBookingId: 'a', externalUpdatedAt: '2026-11-20' }] as const;

interface Answered {
  call: (safe: Safe) => Promise<unknown>;
  known: object;
  foreign: object[];
}

const pages = documentedOperations()
  .filter(({ query }) => query && 'cursor' in query.shape)
  .map(({ operationId }) => operationId as ListOperation);
const ofPages = pages.map((operation): [ListOperation, Answered] => [
  operation,
  {
    call: (safe) => (operation === 'listWebhookDeliveries' ? safe[operation](uuid) : safe[operation]()),
    known: { items: [], nextCursor: 'x' },
    foreign: [{ items: {} }, { items: 'x' }, { items: [], nextCursor: 7 }],
  },
]);

const other = uuid.replace('0', '1');
const withId = (call: Answered['call'], wrong = 'x'): Answered => ({
  call,
  known: { id: uuid },
  foreign: [{ id: wrong }],
});
const ofBooking = (call: Answered['call']): Answered => ({
  call,
  known: { externalCourtBookingId: 'a/b' },
  foreign: [{ externalCourtBookingId: 'a' }],
});

const operations: Record<Exclude<OperationName, ListOperation>, Answered> & Record<string, Answered> = {
  ...Object.fromEntries(ofPages),
  getToken: {
    call: (safe) => safe.getToken(),
    known: { externalServiceId: uuid },
    foreign: [{ scopes: [] }],
  },
  createWebhookEndpoint: withId((safe) =>
    safe.createWebhookEndpoint({ url: 'https://example.com', types: ['user.created'] }),
  ),
  deleteWebhookEndpoint: withId((safe) => safe.deleteWebhookEndpoint(uuid), other),
  testWebhookEndpoint: {
    call: (safe) => safe.testWebhookEndpoint(uuid),
    known: { webhookId: uuid },
    foreign: [{ webhookId: 'x' }],
  },
  rotateWebhookSecret: withId((safe) => safe.rotateWebhookSecret(uuid, {})),
  updateWebhookEndpoint: withId((safe) => safe.updateWebhookEndpoint(uuid, {}), other),
  pauseWebhookEndpoint: withId((safe) => safe.pauseWebhookEndpoint(uuid)),
  resumeWebhookEndpoint: withId((safe) => safe.resumeWebhookEndpoint(uuid)),
  resendWebhookDeliveries: withId((safe) => safe.resendWebhookDeliveries(uuid, { fromSequence: 1 })),
  rotateApiToken: withId((safe) => safe.rotateApiToken({})),
  revokeApiToken: {
    call: (safe) => safe.revokeApiToken({ token: 'x' }),
    known: { outcome: 'revoked' },
    foreign: [{ outcome: 7 }],
  },
  createUser: {
    call: (safe) => safe.createUser(user),
    known: { id: uuid },
    foreign: [{ id: 'x' }, { id: 7 }],
  },
  getUser: withId((safe) => safe.getUser(uuid.toUpperCase()), other),
  getUserByExternalId: withId((safe) => safe.getUserByExternalId('a')),
  upsertUser: {
    call: ({ upsertUser }) =>
      upsertUser('a', { email: user.email, firstName: user.firstName, lastName: user.lastName }),
    known: { id: uuid, externalUserId: 'a' },
    foreign: [{ id: 'x', externalUserId: 'a' }, { id: uuid, externalUserId: 'b' }, { id: uuid }],
  },
  updateUser: withId((safe) => safe.updateUser(uuid, {}), other),
  eraseUser: withId((safe) => safe.eraseUser(uuid), other),
  getRequest: {
    call: (safe) => safe.getRequest('a/b'),
    known: { requestId: 'a/b' },
    foreign: [{ requestId: 'a' }],
  },
  getCourtBooking: ofBooking((safe) => safe.getCourtBooking('a/b')),
  upsertCourtBooking: ofBooking((safe) => safe.upsertCourtBooking('a/b', body)),
  cancelCourtBooking: ofBooking((safe) => safe.cancelCourtBooking('a/b', new Date())),
  batchCourtBookings: {
    call: (safe) => safe.batchCourtBookings({ items }),
    known: { summary: {}, results: [{ status: 200, outcome: 'cancelled', cancelled: {} }] },
    foreign: [
      { summary: {}, results: [] },
      { summary: {}, results: [{}] },
      { summary: {}, results: [null] },
      { results: [{ outcome: 'cancelled' }] },
    ],
  },
  batchUsers: {
    call: (safe) => safe.batchUsers({ items: [{ action: 'erase', externalUserId: 'a' }] }),
    known: { summary: {}, results: [{ status: 200, outcome: 'unchanged' }] },
    foreign: [
      { summary: {}, results: [] },
      { summary: {}, results: [{}] },
      { results: [{ outcome: 'erased' }] },
    ],
  },
  getCourtOccupancy: {
    call: (safe) => safe.getCourtOccupancy(uuid, { from: new Date(), to: new Date() }),
    known: { occupied: [] },
    foreign: [{ items: [] }],
  },
  getOrganizationOccupancy: {
    call: (safe) => safe.getOrganizationOccupancy(uuid, { from: new Date(), to: new Date() }),
    known: { version: uuid },
    foreign: [{ courts: [] }],
  },
  listChanges: {
    call: (safe) => safe.listChanges(),
    known: { items: [], nextCursor: 'x', caughtUp: true },
    foreign: [{ items: [], caughtUp: true }],
  },
  listWebhookEndpoints: {
    call: (safe) => safe.listWebhookEndpoints(),
    known: { items: [] },
    foreign: [{ webhooks: [] }],
  },
};

describe('documented status and identity of a success', () => {
  it('covers every documented operation', () => {
    expect(Object.keys(operations).sort()).toEqual(
      documentedOperations()
        .map(({ operationId }) => operationId)
        .sort(),
    );
  });

  it.each(Object.entries(operations))('%s', async (operation, { call, known, foreign }) => {
    const right = clientOf(() => Response.json(known));
    expect(await call(right.safe)).toMatchObject({
      ok: true,
      operation,
      response: { status: 200, attempts: 1 },
    });

    const gateway = { status: 'ok', message: 'Scheduled maintenance' };
    const wrong = [{}, [], [known], gateway, 'text', 7, null, ...foreign];
    for (const answer of wrong) {
      const { safe, asked } = clientOf(() => Response.json(answer));
      expect(await call(safe), JSON.stringify(answer)).toMatchObject({
        ok: false,
        error: { type: 'unexpected_answer', operation, status: 200, attempts: 2 },
      });
      expect(asked()).toBe(2);
    }
    for (const status of [202, 203, 204, 206]) {
      const { safe, asked } = clientOf(() =>
        status === 204 ? new Response(null, { status }) : Response.json(known, { status }),
      );
      expect(await call(safe), `${status}`).toMatchObject({ error: { type: 'unexpected_answer', status } });
      expect(asked()).toBe(2);
    }
  });

  it('requires a result for each item of a batch', async () => {
    const two = [...items, { ...items[0], externalCourtBookingId: 'b' }];
    const done = { status: 200, outcome: 'cancelled', cancelled: {} };
    const answerTo = (results: object[]) =>
      clientOf(() => Response.json({ summary: {}, results })).safe.batchCourtBookings({ items: two });
    expect(await answerTo([done, { status: 409, error: { type: 'stale_write' } }])).toMatchObject({
      ok: true,
    });
    expect(await answerTo([done, {}])).toMatchObject({ error: { type: 'unexpected_answer' } });
  });

  it('rejects every response to a batch that was sent without its items', async () => {
    for (const without of [{}, { items: null }, []]) {
      const { safe, asked } = clientOf(() => Response.json({ summary: {}, results: [] }));
      expect(await safe.batchCourtBookings(without as never), JSON.stringify(without)).toMatchObject({
        ok: false,
        error: { type: 'unexpected_answer', operation: 'batchCourtBookings', status: 200, attempts: 2 },
      });
      expect(asked()).toBe(2);
    }
  });
});

describe('unexpected response', () => {
  const page = `<h1>Moved</h1>${'x'.repeat(5_000)}`;
  const html = () =>
    new Response(page, { status: 502, headers: { 'Content-Type': 'text/html', Via: 'proxy' } });

  it('keeps the first 2,000 characters and every header', async () => {
    const result = await clientOf(html).safe.getToken();
    expect(result).toMatchObject({
      error: {
        type: 'unexpected_answer',
        text: page.slice(0, 2_000),
        response: { status: 502, attempts: 2, requestId: expect.any(String) },
      },
    });
    expect(!result.ok && result.error.response?.headers.get('via')).toBe('proxy');
  });

  it('keeps the text of JSON and of a malformed success', async () => {
    const success = await clientOf(() => new Response('{"almost"')).safe.getToken();
    expect(success).toMatchObject({ error: { text: '{"almost"' } });
    const error = await clientOf(() => Response.json({ code: 7 }, { status: 418 })).safe.getToken();
    expect(error).toMatchObject({ error: { text: '{"code":7}', attempts: 1 } });
  });
});

describe('error', () => {
  const refusal = (status: number, error: object) =>
    clientOf(() => Response.json({ error }, { status })).client.upsertCourtBooking('a', body);
  const issue = (field: string) => ({ path: [field], code: 'invalid_format', message: `${field} is wrong.` });

  it('names the fields of invalid_schema in its message', async () => {
    const issues = [issue('courtId'), { ...issue('email'), path: ['participants', 0, 'email'] }];
    await expect(
      refusal(400, { type: 'invalid_schema', message: 'It does not match.', issues }),
    ).rejects.toMatchObject({
      message: 'It does not match. courtId: courtId is wrong. participants.0.email: email is wrong.',
      issues,
    });
  });

  it('names ten of many issues, and the number of the others', async () => {
    const issues = Array.from({ length: 12 }, (_, index) => issue(`field${index}`));
    await expect(refusal(400, { type: 'invalid_schema', message: 'No.', issues })).rejects.toMatchObject({
      message: expect.stringMatching(/field9: field9 is wrong\. And 2 more\.$/),
    });
  });

  it('contains the fields that help to correct the request', async () => {
    const stored = { externalUpdatedAt: '2026-11-20T12:00:00.000Z', status: 'ACTIVE' };
    const conflicts = [{ startDate: 'x', endDate: 'y', externalCourtBookingId: 'b' }];
    const refused = async (type: string, fields: object) => {
      const error = await refusal(409, { type, message: 'No.', ...fields }).catch((reason) => reason);
      expect(error).toBeInstanceOf(PartnerApiError);
      return error;
    };
    expect(await refused('stale_write', { stored })).toMatchObject({ stored, response: { status: 409 } });
    expect(await refused('version_conflict', { stored })).toMatchObject({ stored });
    expect(await refused('court_booking_overlap', { conflicts })).toMatchObject({ conflicts });
    expect(await refused('court_booking_overlap', { conflicts })).not.toHaveProperty('stored');
  });

  it('contains every field that the document has for any error', () => {
    const carried = ['type', 'message', 'issues', 'stored', 'conflicts'];
    const errors = Object.entries(openApiDocument.components.schemas).filter(
      ([name, schema]) => /Error$/.test(name) && 'properties' in schema,
    );
    const fields = errors.flatMap(([, schema]) => Object.keys((schema as { properties: object }).properties));
    expect([...new Set(fields)].sort()).toEqual(carried.sort());
  });

  it('serializes to JSON with its name, message and fields', async () => {
    const stored = { externalUpdatedAt: '2026-11-20T12:00:00.000Z', status: 'ACTIVE' };
    const error = await refusal(409, { type: 'stale_write', message: 'Older.', stored }).catch((e) => e);
    expect(JSON.parse(JSON.stringify({ error }))).toEqual({
      error: {
        name: 'PartnerError',
        message: 'Older.',
        type: 'stale_write',
        code: 'stale_write',
        operation: 'upsertCourtBooking',
        requestId: error.requestId,
        attempts: 1,
        status: 409,
        stored,
      },
    });
  });

  it('serializes to JSON whatever fetch threw, and without its secrets', async () => {
    const cause: Error & { self?: unknown } = Object.assign(new Error('reset'), { size: 10n, token });
    cause.self = cause;
    const { client } = clientOf(() => {
      throw cause;
    });
    const error = await client.getToken().catch((reason) => reason);
    expect(error).toBeInstanceOf(PartnerError);
    expect(error.cause).toBe(cause);
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({
      type: 'network_error',
      message: expect.stringContaining('reset'),
    });
    expect(JSON.stringify(error)).not.toContain(token);
  });
});
