import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { bookingBody, userBody } from '../harness/data/factories.ts';
import { databaseKinds } from '../harness/servers/test-database.ts';
import { useTenant, useTestService } from '../harness/servers/use-test-service.ts';

describe.each(databaseKinds)('hostile input on %s', (kind) => {
  const service = useTestService(kind);
  const tenant = useTenant(service);

  /** Sends a path unchanged. `fetch` would normalize it. */
  const raw = (path: string, headers: Record<string, string> = {}, method = 'GET', body = '') =>
    new Promise<{ status: number; type: string | undefined; text: string }>((resolve, reject) => {
      const { hostname: host, port } = new URL(service.address);
      request({ host, port, path, method, headers }, async (response) => {
        const text = (await response.toArray()).join('');
        resolve({ status: response.statusCode!, type: response.headers['content-type'], text });
      })
        .on('error', reject)
        .end(body);
    });
  const asTenant = () => ({ 'Content-Type': 'application/json', Authorization: `Bearer ${tenant.token}` });
  const user = (rawBody: string) =>
    service.createUser(tenant.externalServiceId, { token: tenant.token, rawBody });
  const booking = (overrides: Record<string, unknown>) =>
    service.upsertCourtBooking(tenant.externalServiceId, 'hostile', {
      token: tenant.token,
      body: bookingBody(tenant.courtIds[0], overrides),
    });
  const json = (value: unknown) => JSON.stringify(value);

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

  // A plus means a space only in forms. In a path it is literal, escaped or not.
  const ofPaths = ['...', '.a', '+', '%2B', '%20', 'a+b', 'a%20b', '%25', '%252B', '&=;@:$,!'];
  it.each(ofPaths)('accepts %s as a booking id', async (segment) => {
    const slot =
      100 + ofPaths.findIndex((other) => decodeURIComponent(other) === decodeURIComponent(segment));
    const path = `/api/v1/external-services/${tenant.externalServiceId}/court-bookings/by-external-id/${segment}`;
    const body = JSON.stringify(bookingBody(tenant.courtIds[1], {}, slot));
    const { status, text } = await raw(path, asTenant(), 'PUT', body);
    expect([200, 201]).toContain(status);
    expect(JSON.parse(text).externalCourtBookingId).toBe(decodeURIComponent(segment));
  });

  it.each(['.', '..', '%2e', '%2E%2e', '.%2e'])(
    'rejects the booking id %s with the reason',
    async (segment) => {
      const path = `/api/v1/external-services/${tenant.externalServiceId}/court-bookings/by-external-id/${segment}`;
      const body = JSON.stringify(bookingBody(tenant.courtIds[1], {}, 99));
      for (const method of ['GET', 'PUT']) {
        const { status, text } = await raw(path, asTenant(), method, body);
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

  it('accepts 16 KiB of path and headers, and rejects more with 431', async () => {
    expect((await raw('/healthz', { 'X-Long': 'x'.repeat(16_000) })).status).toBe(200);
    expect((await raw(`/healthz?${'x'.repeat(16_000)}`)).status).toBe(200);
    for (const [path, headers] of [
      ['/healthz', { 'X-Long': 'x'.repeat(16_384) }],
      ...['/healthz', '/api/v1/users', '/graphql', '/operators/export/users.csv', '/docs/batches.md'].map(
        (path) => [`${path}?${'x'.repeat(16_384)}`, {}] as const,
      ),
    ] as const) {
      const { status, text } = await raw(path, headers);
      expect(status).toBe(431);
      expect(JSON.parse(text).error).toEqual({
        type: 'headers_too_large',
        message: expect.stringContaining('16384 bytes (16 KiB)'),
      });
    }
  });

  const cookie = 'x'.repeat(17_000);
  it.each([
    ...['/operators/bookings?text=', '/operators', '/?x=', '/docs/search?q=', '/sign-in?next=', '/sandbox'],
    ...['/sandbox?x=', '/sign-out', '/graphql', '/graphql?query=', '/unknown.txt'],
  ])('a page that is too long says what happened and what to do: %s', async (path) => {
    const asBrowser = { Accept: 'application/xhtml+xml,text/html;q=0.9,*/*;q=0.8' };
    // The form of a page is sent by POST. An address may be longer than what is read of it.
    const { status, type, text } = await (path.includes('?')
      ? raw(path + cookie.repeat(path.length % 2 ? 1 : 8), asBrowser)
      : raw(path, { ...asBrowser, Cookie: cookie }, 'POST'));
    expect([status, type]).toEqual([431, 'text/html; charset=utf-8']);
    expect(text).toMatch(/larger than 16 KiB.*Go back and enter shorter texts\./s);
    expect(text.includes('href="/operators/calendar"')).toBe(path.startsWith('/operators'));
  });

  it.each([
    ['/api/v1/external-services', 'text/html'],
    ...['application/json', '*/*'].flatMap((accept) =>
      ['/graphql', '/operators', '/sandbox/runs'].map((path) => [path, accept]),
    ),
  ])('%s is JSON for a program that is too long, and accepts %s', async (path, accept) => {
    const { status, text } = await raw(path!, { Accept: accept!, Cookie: cookie });
    expect([status, JSON.parse(text).error.type]).toEqual([431, 'headers_too_large']);
  });

  it('responds in JSON to a raw path that URL parsers would rewrite', async () => {
    for (const path of [
      '/api/v1/external-services/../x',
      '//users',
      '/%',
      '/api/v1/external-services/%2e%2e/users',
      '/?%',
    ]) {
      const answer = await raw(path, {}, 'POST');
      expect(answer.status).toBeLessThan(500);
      expect(JSON.parse(answer.text).error.type).toBeTypeOf('string');
    }
  });
});
