import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ErrorType } from '../../src/errors.ts';
import { toCursor } from '../../src/services/values/cursor.ts';
import { newToken } from '../../src/services/values/secret-formats.ts';
import { bookingBody } from '../harness/data/factories.ts';
import { asSeen, type CallAnswer, startTestService } from '../harness/servers/test-service.ts';
import { forTest, useTenant, useTestService } from '../harness/servers/use-test-service.ts';

/** An error, and what corrects its cause. */
type Step<Request> = [ErrorType | undefined, Partial<Request>];

// The decisions document the order of checks. Each request breaks every rule and is corrected one rule at a time. Each time, the next code
// in the list must come.
async function correct<Request extends object>(
  request: Request,
  steps: Step<NoInfer<Request>>[],
  send: (request: NoInfer<Request>) => Promise<CallAnswer>,
): Promise<void> {
  for (const [expected, corrected] of [...steps, [undefined, {}] as const]) {
    const { body } = await send(request);
    expect(body.error?.type).toBe(expected);
    Object.assign(request, corrected);
  }
}

describe('order of checks', () => {
  const service = useTestService('postgresql');
  const tenant = useTenant(service);
  const other = useTenant(service);
  let wrongScope: string;
  let notGranted: string;
  beforeAll(async () => {
    const { factories } = service;
    wrongScope = (await factories.token(tenant.externalServiceId, ['userwrite'])).secret;
    notGranted = (await factories.organization()).courtIds[0]!;
  });

  /** From a missing token to the external service. */
  const stepsOfAccess = (token = wrongScope): Step<{ service: string; token: string | undefined }>[] => [
    ['missing_api_token', { token: newToken('partner') }],
    ['invalid_api_token', { token }],
    ['invalid_schema', { service: other.externalServiceId }],
    ['scope_permission_denied', { token: tenant.token }],
    ['external_service_access_denied', { service: tenant.externalServiceId }],
  ];
  const withoutAccess = { service: 'not-a-uuid', token: undefined as string | undefined };

  it('runs from a missing token to an overlap for an upsert of a court booking', async () => {
    const [taken, free] = tenant.courtIds;
    const put = (body: unknown, id = 'ordered') =>
      service.upsertCourtBooking(tenant.externalServiceId, id, { token: tenant.token, body });
    await put(bookingBody(taken, {}, 9));
    await put(bookingBody(free), 'in-the-way');
    const userId = randomUUID() as string;
    const guest = { email: 'guest@example.com' };
    await correct(
      {
        ...withoutAccess,
        query: '?x=1',
        contentType: 'text/plain',
        padding: ' '.repeat(70_000),
        unknown: 1 as number | undefined,
        courtId: randomUUID() as string,
        startDate: '2027-01-01T11:00:00Z',
        endDate: '2027-01-01T10:00:00Z',
        externalUpdatedAt: '2026-11-20T11:00:00Z',
        participants: [{ userId, email: 'a@example.com' }, guest, guest] as object[],
      },
      [
        ...stepsOfAccess(),
        ['invalid_schema', { query: '' }],
        ['unsupported_media_type', { contentType: 'application/json' }],
        ['payload_too_large', { padding: '' }],
        ['invalid_schema', { unknown: undefined }],
        ['mutually_exclusive_fields_violation', { participants: [{ userId }, guest, guest] }],
        ['duplicate_entries_provided', { participants: [{ userId }, guest] }],
        ['invalid_time_range', { endDate: '2027-01-01T11:30:00Z' }],
        ['court_not_found', { courtId: notGranted }],
        ['organization_access_denied', { courtId: free }],
        ['user_access_denied', { participants: [] }],
        ['stale_write', { externalUpdatedAt: '2026-11-20T12:00:00Z' }],
        [
          'version_conflict',
          { externalUpdatedAt: '2026-11-20T13:00:00Z', startDate: '2027-01-01T10:30:00Z' },
        ],
        ['court_booking_overlap', { courtId: taken }],
      ],
      ({ service: id, token, query, contentType, padding, ...body }) =>
        service.call(
          `/api/v1/external-services/${id}/court-bookings/by-external-id/ordered${query}`,
          {
            ...{ method: 'PUT', token, rawBody: JSON.stringify(body) + padding },
            headers: { 'Content-Type': contentType },
          },
          'upsertCourtBooking',
        ),
    );
  });

  it.each<[operationId: string, path: string, found: () => Step<{ place: string }>[]]>([
    [
      'getCourtOccupancy',
      'courts',
      () => [
        ['court_not_found', { place: notGranted }],
        ['organization_access_denied', { place: tenant.courtIds[0] }],
      ],
    ],
    [
      'getOrganizationOccupancy',
      'organizations',
      () => [['organization_access_denied', { place: tenant.organizationId }]],
    ],
  ])('%s: runs from a missing token to the organization', async (operationId, path, found) => {
    const reversed = 'from=2027-01-02T00:00:00Z&to=2027-01-01T00:00:00Z';
    await correct(
      { ...withoutAccess, place: randomUUID() as string, query: `${reversed}&x=1&x=2` },
      [
        ...stepsOfAccess(),
        // Malformed queries come first, then unknown parameters, then invalid values.
        ['invalid_schema', { query: `${reversed}&x=1` }],
        ['invalid_schema', { query: reversed }],
        ['invalid_filter_time_range', { query: 'from=2027-01-01T00:00:00Z&to=2027-01-02T00:00:00Z' }],
        ...found(),
      ],
      ({ service: id, token, place, query }) =>
        service.call(
          `/api/v1/external-services/${id}/${path}/${place}/occupancy?${query}`,
          { token },
          operationId,
        ),
    );
  });

  it.each([
    [
      'listChanges',
      'changes',
      'limit=0&limit=0',
      [
        // Malformed queries come first, then invalid values, then the state of the cursor.
        ['invalid_schema', { query: 'limit=0' }],
        ['invalid_schema', { query: `cursor=${toCursor(['change', randomUUID(), '7'])}` }],
        ['invalid_schema', { query: 'cursor={unknown}' }],
        ['cursor_expired', { query: 'cursor=latest' }],
      ],
    ],
    ['listWebhookEndpoints', 'webhook-endpoints', 'limit=1', [['invalid_schema', { query: '' }]]],
  ] as [string, string, string, Step<{ query: string }>[]][])(
    '%s: runs from a missing token to the values in the query',
    async (operationId, path, query, ofQuery) => {
      // Any scope would suffice, but this token has none.
      const { secret } = await service.factories.token(tenant.externalServiceId, []);
      // A cursor for a change that never existed. Its id ends with the id of the external service, as required.
      const tail = tenant.externalServiceId.slice(-8);
      const id = `01990b2e-6f6c-7${tail.slice(0, 3)}-8${tail.slice(3, 6)}-${tail.slice(6)}0000000007`;
      const unknown = toCursor(['change', id, '7']);
      await correct({ ...withoutAccess, query }, [...stepsOfAccess(secret), ...ofQuery], (request) =>
        service.call(
          `/api/v1/external-services/${request.service}/${path}?${request.query.replace('{unknown}', unknown)}`,
          { token: request.token },
          operationId,
        ),
      );
    },
  );

  it('checks the rate limit after the token and before everything else', async () => {
    const limited = await forTest(startTestService('postgresql', { rateLimit: { perSecond: 1, burst: 1 } }));
    const { token } = await limited.factories.tenant();
    const call = (secret: string) =>
      limited.call('/api/v1/external-services/x/users', { method: 'POST', token: secret }, 'createUser');
    expect((await call(token)).body.error.type).toBe('invalid_schema');
    expect((await call(token)).body.error.type).toBe('rate_limit_exceeded');
    expect((await call('x')).body.error.type).toBe('invalid_api_token');
  });

  it('returns identical errors for an unknown external service and for another partner’s', async () => {
    const [unknown, foreign] = await Promise.all(
      [randomUUID(), other.externalServiceId].map((id) =>
        service.createUser(id, { token: tenant.token, body: {} }),
      ),
    );
    expect(unknown!.body.error.type).toBe('external_service_access_denied');
    expect(asSeen(unknown!)).toBe(asSeen(foreign!));
  });

  it('returns 400 for an empty booking id in the path, after the token check', async () => {
    const path = `/api/v1/external-services/${tenant.externalServiceId}/court-bookings/by-external-id/`;
    const call = (token?: string) =>
      service.call(path, { method: 'PUT', token, body: {} }, 'upsertCourtBooking');
    expect((await call()).status).toBe(401);
    const { status, body } = await call(tenant.token);
    expect(status).toBe(400);
    expect(body.error.issues).toEqual([
      { path: ['externalCourtBookingId'], code: 'too_small', message: 'Must have at least 1 character.' },
    ]);
  });

  it('checks the token before anything in the body', async () => {
    for (const body of ['{', 'x'.repeat(70_000)]) {
      const answer = await service.createUser(tenant.externalServiceId, { rawBody: body });
      expect(answer.status).toBe(401);
    }
  });
});
