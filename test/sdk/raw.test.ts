import { beforeEach, describe, expect, it } from 'vitest';
import { createPartnerClient } from '../../sdk/src/index.ts';
import { newToken } from '../../src/services/values/secret-formats.ts';

const externalServiceId = '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c02';
const id = '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01';
const bookings = '/api/v1/external-services/{externalServiceId}/court-bookings';
const path = { externalServiceId };

const token = newToken('partner');
const sent: Request[] = [];
const create = () =>
  createPartnerClient({
    baseUrl: 'https://partners.example.com/gateway/',
    token,
    externalServiceId,
    headers: { 'X-Gateway': 'common' },
    fetch: async (input, init) => {
      const request = new Request(input, init);
      sent.push(request);
      if (request.redirect !== 'manual') throw new Error('A redirect would be followed.');
      return Response.json({ id, items: [] });
    },
  });

beforeEach(() => {
  sent.length = 0;
});

describe('raw', () => {
  it('sends the token, the User-Agent, and the headers of the client', async () => {
    const { data } = await create().raw.GET(bookings, { params: { path } });
    expect(data).toEqual({ id, items: [] });
    expect(sent[0]!.url).toBe(
      `https://partners.example.com/gateway/api/v1/external-services/${externalServiceId}/court-bookings`,
    );
    expect(Object.fromEntries(sent[0]!.headers)).toEqual({
      authorization: `Bearer ${token}`,
      'user-agent': expect.stringMatching(/^courtbridge-sdk\//),
      'x-gateway': 'common',
    });
  });

  it('keeps the Authorization header of a call', async () => {
    await create().raw.GET('/api/v1/token', {
      headers: { Authorization: 'Bearer other', 'X-Gateway': null },
    });
    expect(Object.fromEntries(sent[0]!.headers)).toMatchObject({ authorization: 'Bearer other' });
    expect(sent[0]!.headers.has('X-Gateway')).toBe(false);
  });

  it('writes a Date in a query as RFC 3339', async () => {
    const updatedFrom = new Date('2026-05-01T10:00:00Z') as unknown as string;
    await create().raw.GET(bookings, { params: { path, query: { updatedFrom, limit: 10 } } });
    expect(new URL(sent[0]!.url).search).toBe('?updatedFrom=2026-05-01T10%3A00%3A00.000Z&limit=10');
  });

  it('writes a Date as birthday as a date without a time', async () => {
    await create().raw.PATCH('/api/v1/external-services/{externalServiceId}/users/{userId}', {
      params: { path: { externalServiceId, userId: id } },
      body: { birthday: new Date('1985-12-10') },
    });
    expect(await sent[0]!.json()).toEqual({ birthday: '1985-12-10' });
    expect(sent[0]!.headers.get('Content-Type')).toBe('application/json');
  });

  it('calls its middleware only for raw calls', async () => {
    const client = create();
    const seen: string[] = [];
    client.raw.use({
      onRequest: ({ request, schemaPath }) => {
        seen.push(schemaPath);
        request.headers.set('X-Middleware', 'on');
      },
    });
    await client.getUser(id);
    expect(sent[0]!.headers.has('X-Middleware')).toBe(false);
    await client.raw.GET(bookings, { params: { path } });
    expect(sent[1]!.headers.get('X-Middleware')).toBe('on');
    expect(seen).toEqual([bookings]);
  });
});
