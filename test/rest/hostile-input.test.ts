import { get, request } from 'node:http';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import openApiDocument from '../../src/rest/openapi.json' with { type: 'json' };
import { bookingBody, type Tenant, userBody } from '../harness/data/factories.ts';
import { runs } from '../harness/data/runs.ts';
import { databaseKinds } from '../harness/servers/test-database.ts';
import { startTestService, type TestService } from '../harness/servers/test-service.ts';

/** Sends a path unchanged. `fetch` would normalize it. */
function raw(
  port: number,
  path: string,
  method: string,
  token = '',
  body = '',
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      'Content-Type': 'application/json',
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    };
    request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode!, text }));
    })
      .on('error', reject)
      .end(body);
  });
}

describe.each(databaseKinds)('hostile input on %s', (kind) => {
  let service: TestService;
  let tenant: Tenant;
  beforeAll(async () => {
    service = await startTestService(kind);
    tenant = await service.factories.tenant();
  });
  afterAll(() => service.stop());

  const user = (rawBody: string | Uint8Array, headers: Record<string, string> = {}) =>
    service.createUser(tenant.externalServiceId, { token: tenant.token, rawBody, headers });
  const booking = (overrides: Record<string, unknown>) =>
    service.upsertCourtBooking(tenant.externalServiceId, 'hostile', {
      token: tenant.token,
      body: bookingBody(tenant.courtIds[0], overrides),
    });
  const stored = async () => {
    const rows = await service.database
      .em()
      .execute('select (select count(*) from users) + (select count(*) from court_bookings) as n');
    return Number((rows[0] as { n: string }).n);
  };

  const json = (value: unknown) => JSON.stringify(value);
  const valid = () => json(userBody());

  it.each<[string, () => string | Uint8Array, string, (string | number)[]]>([
    ['an empty body', () => '', 'invalid_json', []],
    ['half a document', () => '{"email":', 'invalid_json', []],
    ['two documents', () => '{}{}', 'invalid_json', []],
    ['a trailing comma', () => '{"email":"a@example.com",}', 'invalid_json', []],
    ['NaN', () => '{"email":NaN}', 'invalid_json', []],
    ['30,000-deep nesting', () => '['.repeat(30_000) + ']'.repeat(30_000), 'invalid_type', []],
    ['unbalanced nesting', () => '['.repeat(60_000), 'invalid_json', []],
    ['null', () => 'null', 'invalid_type', []],
    ['an array', () => '[]', 'invalid_type', []],
    ['a string', () => '"x"', 'invalid_type', []],
    ['an unknown field', () => json({ ...userBody(), firstname: 'Ada' }), 'unrecognized_keys', ['firstname']],
    ['__proto__', () => valid().replace('{', '{"__proto__":{"x":1},'), 'unrecognized_keys', ['__proto__']],
    ['constructor', () => valid().replace('{', '{"constructor":1,'), 'unrecognized_keys', ['constructor']],
    ['invalid UTF-8', () => Buffer.from(valid().replace('Ada', '\u00ff'), 'latin1'), 'invalid_utf8', []],
    [
      'an overlong NUL',
      () => Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc0, 0x80]), Buffer.from('"}')]),
      'invalid_utf8',
      [],
    ],
    ['NUL', () => json(userBody({ firstName: 'A\0a' })), 'invalid_format', ['firstName']],
    ['a lone surrogate', () => valid().replace('Ada', '\\ud800'), 'invalid_format', ['firstName']],
    ['a number for a name', () => json(userBody({ firstName: 1 })), 'invalid_type', ['firstName']],
    ['null for a name', () => json(userBody({ firstName: null })), 'invalid_type', ['firstName']],
    ['an empty name', () => json(userBody({ lastName: '' })), 'too_small', ['lastName']],
    ['a name of 256', () => json(userBody({ lastName: 'x'.repeat(256) })), 'too_big', ['lastName']],
    [
      'an id of 256',
      () => json(userBody({ externalUserId: '𝒳'.repeat(256) })),
      'too_big',
      ['externalUserId'],
    ],
    ['an address without @', () => json(userBody({ email: 'nobody' })), 'invalid_format', ['email']],
    [
      'an address in a display name',
      () => json(userBody({ email: 'Ada <a@example.com>' })),
      'invalid_format',
      ['email'],
    ],
    [
      'an address with the Kelvin sign',
      () => json(userBody({ email: '\u212a@example.com' })),
      'invalid_format',
      ['email'],
    ],
    [
      'an address of 255',
      () =>
        json(
          userBody({
            email: `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.ee-ffff`,
          }),
        ),
      'too_big',
      ['email'],
    ],
    ['30 February', () => json(userBody({ birthday: '2001-02-30' })), 'invalid_format', ['birthday']],
    ['the year 0000', () => json(userBody({ birthday: '0000-01-01' })), 'invalid_format', ['birthday']],
    ['the year 1899', () => json(userBody({ birthday: '1899-12-31' })), 'invalid_format', ['birthday']],
    ['a birthday to come', () => json(userBody({ birthday: '2999-01-01' })), 'invalid_format', ['birthday']],
    [
      'a date-time other than midnight for a birthday',
      () => json(userBody({ birthday: '1985-12-10T00:00:01Z' })),
      'invalid_format',
      ['birthday'],
    ],
  ])('rejects %s with 400 invalid_schema', async (_what, body, code, path) => {
    const before = await stored();
    const answer = await user(body());
    expect(answer.status).toBe(400);
    expect(answer.body.error.type).toBe('invalid_schema');
    expect(answer.body.error.issues).toEqual([{ path, code, message: expect.any(String) }]);
    expect(await stored()).toBe(before);
  });

  it.each([
    ['no offset', '2027-01-01T10:00:00'],
    ['a date only', '2027-01-01'],
    ['a space', '2027-01-01 10:00:00Z'],
    ['30 February', '2027-02-30T10:00:00Z'],
    ['29 February in a common year', '2027-02-29T10:00:00Z'],
    ['24:00', '2027-01-01T24:00:00Z'],
    ['a leap second', '2016-12-31T23:59:60Z'],
    ['an offset of 24 hours', '2027-01-01T10:00:00+24:00'],
    ['the year 0000', '0000-01-01T10:00:00Z'],
    ['the year 1999', '1999-12-31T23:59:59.999999Z'],
    ['the year 2101', '2101-01-01T00:00:00Z'],
    ['the year 2101 by its offset', '2100-12-31T23:30:00-01:00'],
    ['a fraction of a microsecond', '2027-01-01T10:00:00.0000001Z'],
    ['infinity', 'infinity'],
    ['a number of seconds', 1798797600],
    ['a long fraction', `2027-01-01T10:00:00.${'0'.repeat(40_000)}1Z`],
  ])('rejects a date-time with %s with 400 invalid_schema', async (_what, startDate) => {
    const before = await stored();
    const answer = await booking({ startDate });
    expect(answer.status).toBe(400);
    expect(answer.body.error.issues).toHaveLength(1);
    expect(answer.body.error.issues[0].path).toEqual(['startDate']);
    expect(await stored()).toBe(before);
  });

  it('rejects an empty or reversed range with 400 invalid_time_range in any notation', async () => {
    const range = (startDate: string, endDate: string) => booking({ startDate, endDate });
    expect((await range('2027-01-01T10:00:00Z', '2027-01-01T10:00:00Z')).body.error.type).toBe(
      'invalid_time_range',
    );
    expect((await range('2027-01-01T10:00:00Z', '2027-01-01T11:00:00+01:00')).body.error.type).toBe(
      'invalid_time_range',
    );
    expect((await range('2027-01-01T10:00:00.000001Z', '2027-01-01T10:00:00Z')).body.error.type).toBe(
      'invalid_time_range',
    );
  });

  it('reports all issues at once, in a stable order', async () => {
    const answers = await Promise.all(
      [1, 2].map(() => user(json({ zeta: 1, birthday: 'x', alpha: 2, lastName: 1 }))),
    );
    expect(
      answers[0]!.body.error.issues.map(({ path, code }: { path: string[]; code: string }) => [
        path[0],
        code,
      ]),
    ).toEqual([
      ['email', 'invalid_type'],
      ['externalUserId', 'invalid_type'],
      ['firstName', 'invalid_type'],
      ['lastName', 'invalid_type'],
      ['birthday', 'invalid_format'],
      ['zeta', 'unrecognized_keys'],
      ['alpha', 'unrecognized_keys'],
    ]);
    expect(answers[1]!.body).toEqual(answers[0]!.body);
  });

  it('reports at most 100 issues, and their number, for 10,000 participants or 2,000 unknown fields', async () => {
    const { status, body } = await booking({ participants: Array.from({ length: 10_000 }, () => ({})) });
    expect(status).toBe(400);
    expect(body.error.issues).toEqual([
      { path: ['participants'], code: 'too_big', message: expect.any(String) },
    ]);
    const unknown = Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`field-${i}`, i]));
    const worse = await booking(unknown);
    expect(worse.body.error.issues).toHaveLength(100);
    expect(worse.body.error.message).toContain('100 of 2000');
  });

  it.each([
    ['text/plain', 415],
    ['', 415],
    ['application/xml', 415],
    ['application/json-patch+json', 415],
    ['application/jsonx', 415],
    ['application/json; charset=latin1', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/x-www-form-urlencoded', 415],
    ['application/json', 201],
    ['application/json; charset=utf-8', 201],
    ['Application/JSON;charset="UTF-8"', 201],
  ])('responds to content type %s with %i', async (contentType, status) => {
    const answer = await user(valid(), { 'Content-Type': contentType });
    expect(answer.status).toBe(status);
    if (status === 415) expect(answer.body.error.type).toBe('unsupported_media_type');
  });

  it('accepts 64 KiB, and rejects a byte more with 413, whether announced or chunked', async () => {
    const padded = (size: number) => {
      const body = json(userBody());
      return body + ' '.repeat(size - body.length);
    };
    expect((await user(padded(65_536))).status).toBe(201);
    expect((await user(padded(65_537))).status).toBe(413);
    expect((await user(padded(2 * 1024 * 1024))).status).toBe(413);
    expect((await user('['.repeat(100_000) + ']'.repeat(100_000))).status).toBe(413);
    const stream = (size: number) =>
      service.createUser(tenant.externalServiceId, {
        token: tenant.token,
        rawBody: new Blob([padded(size)]).stream() as ReadableStream<Uint8Array>,
      });
    expect((await stream(65_536)).status).toBe(201);
    expect((await stream(65_537)).body.error.type).toBe('payload_too_large');
    expect((await stream(2 * 1024 * 1024)).body.error.type).toBe('payload_too_large');
  });

  it.each([
    ['a bad percent escape', '%zz', 'invalid_percent_encoding'],
    ['a cut percent escape', '%e', 'invalid_percent_encoding'],
    ['percent-encoded invalid UTF-8', '%ff', 'invalid_percent_encoding'],
    ['a percent-encoded surrogate', '%ed%a0%80', 'invalid_percent_encoding'],
    ['NUL', '%00', 'invalid_format'],
    ['256 characters', 'x'.repeat(256), 'too_big'],
  ])('rejects a booking id of %s with 400 invalid_schema', async (_what, segment, code) => {
    const path = `/api/v1/external-services/${tenant.externalServiceId}/court-bookings/by-external-id/${segment}`;
    const { status, body } = await service.call(
      path,
      { method: 'PUT', token: tenant.token, body: {} },
      'upsertCourtBooking',
    );
    expect(status).toBe(400);
    expect(body.error.issues).toEqual([
      { path: ['externalCourtBookingId'], code, message: expect.any(String) },
    ]);
  });

  // A plus means a space only in forms. In a path it is literal, escaped or not.
  const ofPaths = ['...', '.a', '+', '%2B', '%20', 'a+b', 'a%20b', '%25', '%252B', '&=;@:$,!'];
  it.each(ofPaths)('accepts %s as a booking id', async (segment) => {
    const { port } = new URL(service.address);
    const slot =
      100 + ofPaths.findIndex((other) => decodeURIComponent(other) === decodeURIComponent(segment));
    const path = `/api/v1/external-services/${tenant.externalServiceId}/court-bookings/by-external-id/${segment}`;
    const { status, text } = await raw(
      Number(port),
      path,
      'PUT',
      tenant.token,
      JSON.stringify(bookingBody(tenant.courtIds[1], {}, slot)),
    );
    expect([200, 201]).toContain(status);
    expect(JSON.parse(text).externalCourtBookingId).toBe(decodeURIComponent(segment));
  });

  it.each(['.', '..', '%2e', '%2E%2e', '.%2e'])(
    'rejects the booking id %s with the reason',
    async (segment) => {
      const { port } = new URL(service.address);
      const path = `/api/v1/external-services/${tenant.externalServiceId}/court-bookings/by-external-id/${segment}`;
      const body = JSON.stringify(bookingBody(tenant.courtIds[1], {}, 99));
      for (const method of ['GET', 'PUT']) {
        const { status, text } = await raw(Number(port), path, method, tenant.token, body);
        expect({ status, ...JSON.parse(text).error }).toMatchObject({
          status: 400,
          type: 'invalid_schema',
          issues: [
            { path: ['externalCourtBookingId'], message: expect.stringContaining('no URL can contain it') },
          ],
        });
      }
    },
  );

  it.each(['.', '..'])(
    'rejects the external user id %s in the body with the reason',
    async (externalUserId) => {
      const { status, body } = await service.createUser(tenant.externalServiceId, {
        token: tenant.token,
        body: userBody({ externalUserId }),
      });
      expect({ status, issues: body.error.issues }).toMatchObject({
        status: 400,
        issues: [{ path: ['externalUserId'], message: expect.stringContaining('no URL can contain it') }],
      });
    },
  );

  it('treats booking ids as opaque, decoded once, case-sensitive and up to 255 characters long', async () => {
    const ids = [
      'a/b',
      '%41',
      ' spaced ',
      'ä',
      'Ä',
      '日本',
      '𝒳'.repeat(255),
      'a?b#c',
      "'; drop table users; --",
      '{}',
    ];
    for (const [slot, id] of ids.entries()) {
      const body = bookingBody(tenant.courtIds[1], {}, slot);
      const answer = await service.upsertCourtBooking(tenant.externalServiceId, id, {
        token: tenant.token,
        body,
      });
      expect(answer.status).toBe(201);
      expect(answer.body.externalCourtBookingId).toBe(id);
    }
  });

  it('accepts 16 KiB of path and headers, and rejects more with 431', async () => {
    const { pathname, port } = new URL(service.address);
    expect(pathname).toBe('/');
    const send = (path: string, headers: Record<string, string>) =>
      new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
        get({ port, host: '127.0.0.1', path, headers }, (response) => {
          response.setEncoding('utf8');
          let body = '';
          response.on('data', (chunk) => {
            body += chunk;
          });
          response.on('end', () => resolve({ status: response.statusCode, body }));
        }).on('error', reject);
      });
    expect((await send('/healthz', { 'X-Long': 'x'.repeat(16_000) })).status).toBe(200);
    expect((await send(`/healthz?${'x'.repeat(16_000)}`, {})).status).toBe(200);
    for (const [path, headers] of [
      ['/healthz', { 'X-Long': 'x'.repeat(16_384) }],
      [`/healthz?${'x'.repeat(16_384)}`, {}],
    ] as const) {
      const { status, body } = await send(path, headers);
      expect(status).toBe(431);
      expect(JSON.parse(body).error).toEqual({
        type: 'headers_too_large',
        message: expect.stringContaining('16384 bytes (16 KiB)'),
      });
    }
  });

  it('returns 404 and 405 in JSON, with Allow for 405', async () => {
    const base = `/api/v1/external-services/${tenant.externalServiceId}`;
    for (const path of [
      '/api/v1',
      '/api/v2/users',
      base,
      `${base}/users/x/y`,
      `${base}/court-bookings/`,
      `${base}/users/`,
      '/.env',
      '/api/v1/external-services',
    ]) {
      expect((await service.call(path, { method: 'POST' })).body.error.type).toBe('route_not_found');
    }
    const documented = '/api/v1/external-services/{externalServiceId}';
    const allowed = (path: keyof typeof openApiDocument.paths) =>
      Object.keys(openApiDocument.paths[path])
        .flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
        .join(', ');
    const ofBooking = allowed(`${documented}/court-bookings/by-external-id/{externalCourtBookingId}`);
    expect(ofBooking.split(', ')).toContain('PUT');
    for (const [path, method, allow] of [
      [`${base}/users`, 'PUT', allowed(`${documented}/users`)],
      [`${base}/users`, 'DELETE', allowed(`${documented}/users`)],
      [`${base}/users/x`, 'POST', allowed(`${documented}/users/{userId}`)],
      [`${base}/court-bookings/by-external-id/x`, 'PATCH', ofBooking],
      [`${base}/court-bookings/by-external-id/x`, 'OPTIONS', ofBooking],
      [`${base}/courts`, 'POST', allowed(`${documented}/courts`)],
      ['/healthz', 'POST', 'GET, HEAD'],
      ['/', 'PUT', 'GET, HEAD'],
    ] as const) {
      const answer = await service.call(path, { method });
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toBe(allow);
    }
  });

  it('keeps a well-formed X-Request-Id and replaces any other', async () => {
    const ask = async (id: string) =>
      (
        await service.createUser(tenant.externalServiceId, { body: {}, headers: { 'X-Request-Id': id } })
      ).headers.get('x-request-id');
    for (const kept of ['a', '0190-abc', 'Root=1-67891233-abcdef', 'x'.repeat(128)])
      expect(await ask(kept)).toBe(kept);
    for (const replaced of ['', 'a b', 'x'.repeat(129), 'a@example.com', 'ü'.repeat(3), '"x"']) {
      expect(await ask(replaced)).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it('responds to any JSON body as documented, never with a 5xx', async () => {
    const bodies = fc.oneof(
      fc.jsonValue(),
      fc
        .record({ email: fc.anything(), externalUserId: fc.string({ unit: 'binary' }) })
        .map((value): unknown => value),
    );
    await fc.assert(
      fc.asyncProperty(bodies, fc.boolean(), async (body, isUser) => {
        const raw =
          JSON.stringify(body, (_key, value) => (typeof value === 'bigint' ? String(value) : value)) ??
          'null';
        const call = { token: tenant.token, rawBody: raw };
        const answer = isUser
          ? await service.createUser(tenant.externalServiceId, call)
          : await service.upsertCourtBooking(tenant.externalServiceId, 'any', call);
        expect(answer.status).toBeLessThan(500);
      }),
      { numRuns: runs(40) },
    );
  });

  it('responds to any query as documented, never with a 5xx', async () => {
    const names = fc.constantFrom(
      'courtId',
      'from',
      'to',
      'status',
      'participantEmail',
      'limit',
      'cursor',
      'x',
    );
    const values = fc.oneof(
      fc.string({ unit: 'binary' }).map((text) => encodeURIComponent(text.toWellFormed())),
      fc.webQueryParameters(),
      fc.json().map((json) => Buffer.from(json).toString('base64url')),
      fc.constantFrom('%00', '%', '%ED%A0%80', '2027-01-01T00:00:00+01:00', '99999999999999999999', 'ANY'),
    );
    const queries = fc.array(fc.tuple(names, values), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(queries, async (parameters) => {
        const query = parameters.map(([name, value]) => `${name}=${value}`).join('&');
        const path = `/api/v1/external-services/${tenant.externalServiceId}/court-bookings?${query}`;
        const { status } = await service.call(path, { token: tenant.token }, 'listCourtBookings');
        expect(status).toBeLessThan(500);
      }),
      { numRuns: runs(40) },
    );
  });

  it('rejects malformed HTTP in the error format and closes the connection', async () => {
    const { port } = new URL(service.address);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write('GARBAGE\r\n\r\n'));
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!).error.type).toBe('invalid_schema');
  });

  it('responds in JSON to a raw path that URL parsers would rewrite', async () => {
    for (const path of [
      '/api/v1/external-services/../x',
      '//users',
      '/%',
      '/api/v1/external-services/%2e%2e/users',
      '/?%',
    ]) {
      const answer = await raw(Number(new URL(service.address).port), path, 'POST');
      expect(answer.status).toBeLessThan(500);
      expect(JSON.parse(answer.text).error.type).toBeTypeOf('string');
    }
  });
});
