import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorType } from '../../src/errors.ts';
import { toCursor } from '../../src/services/values/cursor.ts';
import { newToken } from '../../src/services/values/secret-formats.ts';
import { bookingBody, type Tenant } from '../harness/data/factories.ts';
import { asSeen, startTestService, type TestService } from '../harness/servers/test-service.ts';

// The decisions document the order of checks. Each request breaks every rule and is corrected one rule at a time. Each time, the next code
// in the list must come.
describe('order of checks', () => {
  let service: TestService;
  let tenant: Tenant;
  beforeAll(async () => {
    service = await startTestService('postgresql');
    tenant = await service.factories.tenant();
  });
  afterAll(() => service.stop());

  it('runs from a missing token to an overlap for an upsert of a court booking', async () => {
    const { factories } = service;
    const notGranted = await factories.organization();
    const wrongScope = await factories.token(tenant.externalServiceId, ['userwrite']);
    const other = await factories.tenant();
    const path = (externalServiceId: string) =>
      `/api/v1/external-services/${externalServiceId}/court-bookings/by-external-id/ordered`;

    const put = (body: unknown, id = 'ordered') =>
      service.upsertCourtBooking(tenant.externalServiceId, id, { token: tenant.token, body });
    await put(bookingBody(tenant.courtIds[0], {}, 9));
    await put(bookingBody(tenant.courtIds[1]), 'in-the-way');

    const user = randomUUID();
    const guest = { email: 'guest@example.com' };
    const request = {
      path: path('not-a-uuid'),
      token: undefined as string | undefined,
      contentType: 'text/plain',
      padding: ' '.repeat(70_000),
      body: {
        ...bookingBody(randomUUID(), {
          startDate: '2027-01-01T11:00:00Z',
          endDate: '2027-01-01T10:00:00Z',
          externalUpdatedAt: '2026-11-20T11:00:00Z',
          participants: [{ userId: user, email: 'a@example.com' }, guest, guest],
        }),
        unknown: 1,
      } as Record<string, unknown>,
    };
    const answered = async () => {
      const { body } = await service.call(
        request.path,
        {
          method: 'PUT',
          token: request.token,
          rawBody: JSON.stringify(request.body) + request.padding,
          headers: { 'Content-Type': request.contentType },
        },
        'upsertCourtBooking',
      );
      return body.error?.type as ErrorType | undefined;
    };

    const steps: [ErrorType | undefined, () => void][] = [
      [
        'missing_api_token',
        () => {
          request.token = newToken('partner');
        },
      ],
      [
        'invalid_api_token',
        () => {
          request.token = wrongScope.secret;
        },
      ],
      [
        'invalid_schema',
        () => {
          request.path = path(other.externalServiceId);
        },
      ],
      [
        'scope_permission_denied',
        () => {
          request.token = tenant.token;
        },
      ],
      [
        'external_service_access_denied',
        () => {
          request.path = path(tenant.externalServiceId);
        },
      ],
      [
        'unsupported_media_type',
        () => {
          request.contentType = 'application/json';
        },
      ],
      [
        'payload_too_large',
        () => {
          request.padding = '';
        },
      ],
      [
        'invalid_schema',
        () => {
          delete request.body.unknown;
        },
      ],
      [
        'mutually_exclusive_fields_violation',
        () => {
          request.body.participants = [{ userId: user }, guest, guest];
        },
      ],
      [
        'duplicate_entries_provided',
        () => {
          request.body.participants = [{ userId: user }, guest];
        },
      ],
      [
        'invalid_time_range',
        () => {
          request.body.endDate = '2027-01-01T11:30:00Z';
        },
      ],
      [
        'court_not_found',
        () => {
          request.body.courtId = notGranted.courtIds[0];
        },
      ],
      [
        'organization_access_denied',
        () => {
          request.body.courtId = tenant.courtIds[1];
        },
      ],
      [
        'user_access_denied',
        () => {
          request.body.participants = [];
        },
      ],
      [
        'stale_write',
        () => {
          request.body.externalUpdatedAt = '2026-11-20T12:00:00Z';
        },
      ],
      [
        'version_conflict',
        () => {
          request.body.externalUpdatedAt = '2026-11-20T13:00:00Z';
          request.body.startDate = '2027-01-01T10:30:00Z';
        },
      ],
      [
        'court_booking_overlap',
        () => {
          request.body.courtId = tenant.courtIds[0];
        },
      ],
      [undefined, () => {}],
    ];
    for (const [expected, mend] of steps) {
      expect(await answered()).toBe(expected);
      mend();
    }
  });

  it('runs from a missing token to the organization for the occupancy of a court', async () => {
    const { factories } = service;
    const notGranted = await factories.organization();
    const wrongScope = await factories.token(tenant.externalServiceId, ['userwrite']);
    const other = await factories.tenant();
    const request = {
      service: 'not-a-uuid',
      token: undefined as string | undefined,
      court: randomUUID() as string,
      query: 'from=2027-01-02T00:00:00Z&to=2027-01-01T00:00:00Z&x=1&x=2',
    };
    const answered = async () => {
      const { body } = await service.call(
        `/api/v1/external-services/${request.service}/courts/${request.court}/occupancy?${request.query}`,
        { token: request.token },
        'getCourtOccupancy',
      );
      return body.error?.type as ErrorType | undefined;
    };
    const steps: [ErrorType | undefined, Partial<typeof request>][] = [
      ['missing_api_token', { token: newToken('partner') }],
      ['invalid_api_token', { token: wrongScope.secret }],
      ['invalid_schema', { service: other.externalServiceId }],
      ['scope_permission_denied', { token: tenant.token }],
      ['external_service_access_denied', { service: tenant.externalServiceId }],
      // Malformed queries come first, then unknown parameters, then invalid values.
      ['invalid_schema', { query: 'from=2027-01-02T00:00:00Z&to=2027-01-01T00:00:00Z&x=1' }],
      ['invalid_schema', { query: 'from=2027-01-02T00:00:00Z&to=2027-01-01T00:00:00Z' }],
      ['invalid_filter_time_range', { query: 'from=2027-01-01T00:00:00Z&to=2027-01-02T00:00:00Z' }],
      ['court_not_found', { court: notGranted.courtIds[0]! }],
      ['organization_access_denied', { court: tenant.courtIds[0] }],
      [undefined, {}],
    ];
    for (const [expected, mended] of steps) {
      expect(await answered()).toBe(expected);
      Object.assign(request, mended);
    }
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
  ] as [string, string, string, [ErrorType, { query: string }][]][])(
    '%s: runs from a missing token to the values in the query',
    async (operationId, path, query, ofQuery) => {
      // Any scope would suffice, but this token has none.
      const wrongScope = await service.factories.token(tenant.externalServiceId, []);
      const other = await service.factories.tenant();
      // A cursor for a change that never existed. Its id ends with the id of the external service, as required.
      const tail = tenant.externalServiceId.slice(-8);
      const id = `01990b2e-6f6c-7${tail.slice(0, 3)}-8${tail.slice(3, 6)}-${tail.slice(6)}0000000007`;
      const unknown = toCursor(['change', id, '7']);
      const request = { service: 'not-a-uuid', token: undefined as string | undefined, query };
      const steps: [ErrorType | undefined, Partial<typeof request>][] = [
        ['missing_api_token', { token: newToken('partner') }],
        ['invalid_api_token', { token: wrongScope.secret }],
        ['invalid_schema', { service: other.externalServiceId }],
        ['scope_permission_denied', { token: tenant.token }],
        ['external_service_access_denied', { service: tenant.externalServiceId }],
        ...ofQuery,
        [undefined, {}],
      ];
      for (const [expected, mended] of steps) {
        const { body } = await service.call(
          `/api/v1/external-services/${request.service}/${path}?${request.query.replace('{unknown}', unknown)}`,
          { token: request.token },
          operationId,
        );
        expect(body.error?.type).toBe(expected);
        Object.assign(request, mended);
      }
    },
  );

  it('checks the rate limit after the token and before everything else', async () => {
    const limited = await startTestService('postgresql', { rateLimit: { perSecond: 1, burst: 1 } });
    const { token } = await limited.factories.tenant();
    const call = (secret: string) =>
      limited.call('/api/v1/external-services/x/users', { method: 'POST', token: secret }, 'createUser');
    expect((await call(token)).body.error.type).toBe('invalid_schema');
    expect((await call(token)).body.error.type).toBe('rate_limit_exceeded');
    expect((await call('x')).body.error.type).toBe('invalid_api_token');
    await limited.stop();
  });

  it('returns identical errors for an unknown external service and for another partner’s', async () => {
    const other = await service.factories.tenant();
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
