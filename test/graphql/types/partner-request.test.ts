import { beforeAll, expect, it } from 'vitest';
import { findEverywhere } from '../../harness/assertions/everywhere.ts';
import { bookingBody, type Tenant, userBody } from '../../harness/data/factories.ts';
import { type Call, uniqueId } from '../../harness/servers/test-service.ts';
import { useOperator, useTenant, useTestService } from '../../harness/servers/use-test-service.ts';

const service = useTestService('postgresql');
const viewer = useOperator(service, 'VIEWER');
const own = useTenant(service);
const other = useTenant(service);
beforeAll(async () => {
  await service.factories.grantOrganization(own.externalServiceId, other.organizationId);
});

const recorded = async (send: (call: Call) => Promise<unknown>, call: Call = { token: own.token }) => {
  const requestId = uniqueId('why');
  await send({ ...call, headers: { 'X-Request-Id': requestId } });
  // Closing flushes the buffered records.
  await service.app.close();
  const data = await viewer.data(`{ partnerRequests(requestId: " ${requestId} ") { nodes {
      operation status errorType target issues { path code } externalId externalUpdatedAt startDate endDate
      court { id } conflicts { externalCourtBookingId externalService { id } } courtBooking { id }
      externalService { id } pathExternalService { id } apiToken { id }
    } } }`);
  expect(data.partnerRequests.nodes).toHaveLength(1);
  return data.partnerRequests.nodes[0];
};
const upsert = (tenant: Tenant, id: string, body: Record<string, unknown>) => (call: Call) =>
  service.upsertCourtBooking(tenant.externalServiceId, id, { ...call, body });

it('records the version, court and time of an overlap, and every conflicting booking', async () => {
  const courtId = other.courtIds[0];
  const mine: Record<string, unknown> = bookingBody(courtId, {}, 1);
  await upsert(own, 'mine', mine)({ token: own.token });
  await upsert(other, 'theirs', bookingBody(courtId, {}, 2))({ token: other.token });
  const body = {
    ...mine,
    endDate: bookingBody(courtId, {}, 2).endDate,
    externalUpdatedAt: '2026-11-20T12:00:00.000001Z',
  };
  expect(await recorded(upsert(own, 'refused', body))).toEqual({
    operation: 'upsertCourtBooking',
    status: 409,
    errorType: 'court_booking_overlap',
    target: null,
    issues: [],
    externalId: 'refused',
    externalUpdatedAt: '2026-11-20T12:00:00.000001Z',
    startDate: mine.startDate,
    endDate: body.endDate,
    court: { id: courtId },
    conflicts: [
      { externalCourtBookingId: 'mine', externalService: { id: own.externalServiceId } },
      { externalCourtBookingId: 'theirs', externalService: { id: other.externalServiceId } },
    ],
    courtBooking: null,
    externalService: { id: own.externalServiceId },
    pathExternalService: null,
    apiToken: { id: own.tokenId },
  });
});

it.each([
  ['stale_write', '2026-11-19T12:00:00Z', 1, ['stored']],
  ['version_conflict', '2026-11-20T12:00:00Z', 2, ['stored']],
  ['court_booking_overlap', '2026-11-20T12:00:00Z', 3, ['conflicts']],
  ['invalid_schema', 'soon', 3, ['issues']],
] as const)(
  'records the response of %s as the partner received it',
  async (type, externalUpdatedAt, slot, fields) => {
    const { externalServiceId, token, courtIds } = await service.factories.tenant();
    const put = (id: string, at: number, more = {}, call: Call = {}) =>
      service.upsertCourtBooking(externalServiceId, id, {
        ...{ token, ...call },
        body: bookingBody(courtIds[0], more, at),
      });
    await put('stored', 1);
    await put('in-the-way', 3);
    const id = type === 'court_booking_overlap' ? 'new' : 'stored';
    const requestId = uniqueId('response');
    const { body } = await put(id, slot, { externalUpdatedAt }, { headers: { 'X-Request-Id': requestId } });
    expect([body.error.type, ...Object.keys(body.error)]).toEqual([type, 'type', 'message', ...fields]);
    await service.app.close();
    const data = await viewer.data(`{ partnerRequests(requestId: "${requestId}") { nodes { response } } }`);
    const issues = body.error.issues?.map(({ path, code }: { path: unknown; code: string }) => ({
      path,
      code,
    }));
    expect(data.partnerRequests.nodes).toEqual([
      { response: { error: { ...body.error, ...(issues && { issues }) } } },
    ]);
  },
);

it('records the errors of batches and of their items as the partner received them', async () => {
  const { externalServiceId, token, courtIds } = await service.factories.tenant();
  const body = (more = {}, slot = 2) => bookingBody(courtIds[0], more, slot);
  await service.upsertCourtBooking(externalServiceId, 'stored', { token, body: body({}, 1) });
  const item = (more = {}, slot = 2) => ({
    ...{ action: 'upsert', externalCourtBookingId: uniqueId('item') },
    ...body(more, slot),
  });
  const items = [
    item({}, 1),
    item({ participants: [{ email: 'ada' }, { email: 7 }] }),
    item({ more: 1 }),
    item({ courtId: other.courtIds[0] }),
  ];
  const shown = async (sent: unknown) => {
    const requestId = uniqueId('batch');
    const call = { token, headers: { 'X-Request-Id': requestId }, body: sent };
    const answer = await service.batchCourtBookings(externalServiceId, call);
    await service.app.close();
    const data = await viewer.data(`{ partnerRequests(requestId: "${requestId}") { nodes { response } } }`);
    return { answer, responses: data.partnerRequests.nodes.map(({ response }: never) => response) };
  };
  // Unknown fields and the messages of issues may contain anything.
  const recordable = ({ error }: { error: { issues?: { path: unknown[]; code: string }[] } }) => ({
    error: {
      ...error,
      ...(error.issues && {
        issues: error.issues.map(({ path, code }) => ({
          path: code === 'unrecognized_keys' ? path.slice(0, -1) : path,
          code,
        })),
      }),
    },
  });
  const { answer, responses } = await shown({ items });
  expect(answer.body.results.map(({ status }: { status: number }) => status)).toEqual([409, 400, 400, 403]);
  expect(responses).toEqual([...answer.body.results.map(({ error }: never) => recordable({ error })), null]);
  for (const sent of [[], { items: [null] }, { more: 1, items }]) {
    const whole = await shown(sent);
    expect(whole.responses).toEqual([recordable(whole.answer.body)]);
  }
});

it('records the version of a stale cancellation, and the booking that it concerned', async () => {
  await upsert(own, 'kept', bookingBody(own.courtIds[0]))({ token: own.token });
  const stamp = '2026-11-19T12:00:00Z';
  const cancel = (call: Call) => service.cancelCourtBooking(own.externalServiceId, 'kept', stamp, call);
  expect(await recorded(cancel)).toMatchObject({
    operation: 'cancelCourtBooking',
    errorType: 'stale_write',
    externalUpdatedAt: '2026-11-19T12:00:00.000Z',
    courtBooking: { id: expect.any(String) },
  });
});

it('records the token that lacks a scope', async () => {
  const { id, secret } = await service.factories.token(own.externalServiceId, ['userread']);
  const refused = await recorded(upsert(own, 'refused', bookingBody(own.courtIds[0])), { token: secret });
  expect(refused).toMatchObject({ errorType: 'scope_permission_denied', apiToken: { id } });
});

it.each([
  ['no token', {}, null],
  ['an unknown token', { token: 'nobody' }, null],
  ['the token of somebody else', { token: () => other.token }, () => other.externalServiceId],
])(
  '%s: records the external service in the path',
  async (_what, { token }: { token?: string | (() => string) }, service) => {
    const sent = typeof token === 'function' ? token() : token;
    const refused = await recorded(upsert(own, 'refused', bookingBody(own.courtIds[0])), { token: sent });
    expect(refused).toMatchObject({
      pathExternalService: { id: own.externalServiceId },
      externalService: service && { id: service() },
    });
  },
);

it('records a request that matches no operation, with the caller’s values in the path masked', async () => {
  const path = `/api/v1/external-services/${own.externalServiceId}/users/by-email/ada@example.com`;
  const missed = await recorded((call) => service.call(path, { ...call, method: 'GET' }));
  expect(missed).toMatchObject({
    ...{ operation: 'none', errorType: 'route_not_found', externalService: null },
    target: 'GET /api/v1/external-services/*/users/*/*',
    pathExternalService: { id: own.externalServiceId },
  });
});

it('records no names or email addresses of persons, wherever they were sent', async () => {
  const secret = uniqueId('sentinel').toLowerCase();
  const email = `${secret}@example.com`;
  const participants = [{ email }, { email }];
  await recorded(upsert(own, 'refused', bookingBody(own.courtIds[0], { participants })));
  await recorded((call) =>
    service.createUser(own.externalServiceId, {
      ...call,
      body: { ...userBody({ email, firstName: '' }), [secret]: 1 },
    }),
  );
  await recorded((call) => service.call(`/api/v1/external-services/${email}/${secret}`, call));
  expect(await findEverywhere(service.database, [secret])).toEqual([]);
});

it.each(['99', '600', '70000'])('rejects status %s, which no response can have', async (status) => {
  const deliveries = `webhookDeliveries(webhookEndpointId: "${own.externalServiceId}", lastStatus: ${status})`;
  for (const list of [`partnerRequests(status: ${status})`, deliveries]) {
    const { errors } = await viewer.ask(`{ ${list} { nodes { id } } }`);
    expect(errors![0]!.message).toMatch(/^(status|lastStatus) must be an HTTP status, 100 to 599\.$/);
  }
});

it.each(['100', '599'])('finds requests with status %s', async (status) => {
  const data = await viewer.data(`{ partnerRequests(status: ${status}) { nodes { id } } }`);
  expect(data).toEqual({ partnerRequests: { nodes: [] } });
});
