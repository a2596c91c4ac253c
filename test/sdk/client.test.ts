import { beforeAll, describe, expect, it } from 'vitest';
import { createPartnerClient, sdkVersion } from '../../sdk/src/index.ts';
import { userBody } from '../harness/data/factories.ts';
import { startScriptedServer } from '../harness/servers/scripted-server.ts';
import { useTenant, useTestService } from '../harness/servers/use-test-service.ts';

const service = useTestService('postgresql');
const tenant = useTenant(service);
let client: ReturnType<typeof clientOf>;

const clientOf = (overrides: object = {}) =>
  createPartnerClient({
    ...service.clientOptions(tenant),
    ...overrides,
  });

const ada = () => {
  const { email, externalUserId } = userBody() as { email: string; externalUserId: string };
  return { email, externalUserId, firstName: 'Ada', lastName: 'Lovelace' };
};
const booking = (slot: number) => ({
  courtId: tenant.courtIds[0],
  startDate: new Date(Date.UTC(2027, 1, 1, slot)),
  endDate: new Date(Date.UTC(2027, 1, 1, slot + 1)),
  externalUpdatedAt: '2026-11-20T12:00:00.000123Z',
});

beforeAll(async () => {
  client = clientOf();
});

describe('client', () => {
  it('sends its User-Agent and one request id, and keeps a path before /api', async () => {
    const server = await startScriptedServer({
      status: 201,
      body: { id: '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01' },
    });
    const inside = clientOf({ baseUrl: `${server.address}/gateway/` });
    await inside.createUser(ada());
    expect(server.received[0]).toMatchObject({
      method: 'POST',
      url: `/gateway/api/v1/external-services/${tenant.externalServiceId}/users`,
      headers: {
        'user-agent': `courtbridge-sdk/${sdkVersion}`,
        authorization: `Bearer ${tenant.token}`,
        'content-type': 'application/json',
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    });
    await server.close();
  });

  it('sends headers of one call in addition to its own, and instead of those of the client', async () => {
    const server = await startScriptedServer({ status: 200, body: { items: [] } });
    const inside = clientOf({
      baseUrl: server.address,
      headers: { 'X-Gateway': 'all', 'X-Other': 'all', 'User-Agent': 'x' },
    });
    const headers = {
      'x-gateway': 'one',
      'X-Tenant': 'club',
      Authorization: 'Basic x',
      'User-Agent': 'x',
      'X-Request-Id': 'x',
    };
    for (const given of [headers, new Headers(headers)])
      await inside.listCourts({}, { headers: given, requestId: 'call-1' });
    await inside.safe.listCourts({}, { headers });
    await inside.safe.batchCourtBookings({ items: [] }, { headers, minimal: true, maxAttempts: 1 });
    for (const { headers: received } of server.received)
      expect(received).toMatchObject({
        'x-gateway': 'one',
        'x-other': 'all',
        'x-tenant': 'club',
        authorization: `Bearer ${tenant.token}`,
        'user-agent': `courtbridge-sdk/${sdkVersion}`,
        'x-request-id': expect.stringMatching(/^(call-1|[0-9a-f-]{36})$/),
      });
    expect(server.received.at(-1)).toMatchObject({
      headers: { prefer: 'return=minimal', 'content-type': 'application/json' },
    });
    await inside.listCourts();
    expect(server.received.at(-1)!.headers).toMatchObject({ 'x-gateway': 'all' });
    expect(server.received.at(-1)!.headers).not.toHaveProperty('x-tenant');
    await server.close();
  });

  it.each([{ 'a b': 'c' }, { a: 'b\nc' }, null, 42])(
    'sends nothing with the headers %j of a call',
    async (headers) => {
      const failed = await client.safe.getToken({ headers: headers as never });
      expect(failed).toMatchObject({
        error: { type: 'invalid_argument', attempts: 0, issues: [{ path: ['headers'] }] },
      });
    },
  );

  it('an error as text has its type, operation and request id', async () => {
    const textOf = async (call: () => unknown) => {
      try {
        return `${await call()}`;
      } catch (error) {
        return String(error);
      }
    };
    const wrong = { ...ada(), email: 'x' };
    expect(await textOf(() => client.createUser(wrong, { requestId: 'import-7' }))).toMatch(
      /^PartnerError: invalid_schema \(createUser, request import-7\): .*email/,
    );
    const unreachable = clientOf({ baseUrl: 'http://127.0.0.1:1', maxAttempts: 1 });
    expect(await textOf(() => unreachable.getToken({ requestId: 'call-8' }))).toMatch(
      /^PartnerError: network_error \(getToken, request call-8\): No response was received /,
    );
    const far = { ...booking(10), courtId: '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c99' };
    const batch = await client.batchCourtBookings(
      { items: [{ action: 'upsert', externalCourtBookingId: 'x', ...far }] },
      { requestId: 'batch-9' },
    );
    expect(await textOf(() => batch.throwOnRefused())).toMatch(
      /^PartnerError: batch_items_refused \(batchCourtBookings, request batch-9\): 1 of 1 items were rejected\./,
    );
    expect(await textOf(() => clientOf({ baseUrl: 'x' }))).toMatch(
      /^PartnerError: invalid_argument: Nothing was sent\. baseUrl: /,
    );
  });

  it('works with any fetch, such as the service in the same process', async () => {
    const { app } = service;
    const inProcess = clientOf({
      fetch: async (url: string, init: RequestInit) =>
        app.fetch(new Request(url, init), { address: '127.0.0.1', isSecure: false }),
    });
    expect(await inProcess.safe.createUser(ada())).toMatchObject({ ok: true, status: 201 });
  });

  it('has functions that work without `this`', async () => {
    const { createUser, safe } = client;
    const alone = safe.createUser;
    expect(await createUser(ada())).toHaveProperty('id');
    expect(await alone(ada())).toHaveProperty('ok', true);
  });

  it('never includes the token in an error', async () => {
    const wrong = createPartnerClient({
      baseUrl: service.address,
      token: tenant.token,
      externalServiceId: '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c99',
    });
    const refused = await wrong.safe.createUser(ada());
    expect(refused).toMatchObject({ error: { type: 'external_service_access_denied', status: 403 } });
    const unreachable = clientOf({ baseUrl: 'http://127.0.0.1:1', maxAttempts: 1 });
    const failed = await unreachable.safe.upsertCourtBooking('x', booking(9));
    expect(failed).toMatchObject({ error: { type: 'network_error' } });
    const { inspect } = await import('node:util');
    for (const result of [refused, failed]) {
      expect(inspect(result, { depth: 10 }) + JSON.stringify(result)).not.toContain(tenant.token);
    }
  });
});
