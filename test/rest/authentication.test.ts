import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresql } from '../../src/db/open-postgresql.ts';
import { newToken } from '../../src/services/values/secret-formats.ts';
import { type Tenant, userBody } from '../harness/factories.ts';
import { startServiceOn, startTestService, type TestService } from '../harness/test-service.ts';

describe('authentication', () => {
  let service: TestService;
  let tenant: Tenant;
  // Moved by tests: what a busy machine does with a real second is not what they are about.
  const real = { now: Date.now, monotonic: () => performance.now() };
  const clock = { ...real };
  afterEach(() => {
    Object.assign(clock, real);
  });
  beforeAll(async () => {
    service = await startTestService('postgresql', {
      now: () => clock.now(),
      monotonic: () => clock.monotonic(),
    });
    tenant = await service.factories.tenant();
  });
  afterAll(() => service.stop());

  const withHeader = (authorization: string | undefined, on = service) =>
    on.createUser(tenant.externalServiceId, {
      body: userBody(),
      headers: authorization === undefined ? {} : { Authorization: authorization },
    });

  it.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['another scheme', 'Basic dXNlcjpwYXNz'],
    ['no value', 'Bearer'],
    ['an empty value', 'Bearer  '],
    ['a scheme that only begins so', 'Bearers cbp_x'],
  ])('401 missing_api_token: %s', async (_what, header) => {
    const { status, body, headers } = await withHeader(header);
    expect(status).toBe(401);
    expect(body.error.type).toBe('missing_api_token');
    expect(headers.get('www-authenticate')).toBe('Bearer realm="partner-api"');
  });

  it.each([
    ['malformed', () => 'x'],
    ['two values', () => `${tenant.token} ${tenant.token}`],
    ['a wrong checksum', () => tenant.token.slice(0, -1) + (tenant.token.endsWith('0') ? '1' : '0')],
    ['unknown', () => newToken('partner')],
    ["an operator's kind", () => newToken('operator')],
    ['a hash that differs in case', () => tenant.token.toLowerCase()],
  ])('401 invalid_api_token: %s', async (_what, secret) => {
    const { status, body, headers } = await withHeader(`Bearer ${secret()}`);
    expect(status).toBe(401);
    expect(body.error.type).toBe('invalid_api_token');
    expect(headers.get('www-authenticate')).toBe('Bearer realm="partner-api", error="invalid_token"');
  });

  it('the scheme is case-insensitive', async () => {
    for (const scheme of ['bearer', 'BEARER', 'bEaReR']) {
      expect((await withHeader(`${scheme} ${tenant.token}`)).status).toBe(201);
    }
  });

  it('403 names the scope that is needed, in message and challenge', async () => {
    const { secret } = await service.factories.token(tenant.externalServiceId, ['court-bookingwrite']);
    const { body, headers } = await withHeader(`Bearer ${secret}`);
    expect(body.error.message).toContain('"userwrite"');
    expect(headers.get('www-authenticate')).toBe(
      'Bearer realm="partner-api", error="insufficient_scope", scope="userwrite"',
    );
  });

  it('401 from the moment a token expires, though it was just used', async () => {
    const expiresAt = Date.now() + 60_000;
    const { secret } = await service.factories.token(
      tenant.externalServiceId,
      ['userwrite'],
      new Date(expiresAt).toISOString(),
    );
    clock.now = () => expiresAt - 1;
    expect((await withHeader(`Bearer ${secret}`)).status).toBe(201);
    clock.now = () => expiresAt;
    expect((await withHeader(`Bearer ${secret}`)).status).toBe(401);
  });

  it('401 within 1 s of a revocation, in every process, though the token is used all the time', async () => {
    const second = await startServiceOn(
      {
        database: await openPostgresql({ url: service.url, poolSize: 2 }),
        url: service.url,
        drop: async () => {},
      },
      { monotonic: () => clock.monotonic() },
    );
    try {
      const { id, secret } = await service.factories.token(tenant.externalServiceId, ['userwrite']);
      for (const on of [service, second]) expect((await withHeader(`Bearer ${secret}`, on)).status).toBe(201);
      await service.factories.revokeToken(id);
      const revokedAt = clock.monotonic();
      // Used every 50 ms; a second later nobody believes it any more.
      for (let millis = 0; millis <= 1_000; millis += 50) {
        clock.monotonic = () => revokedAt + millis;
        for (const on of [service, second]) {
          const { status } = await withHeader(`Bearer ${secret}`, on);
          if (millis === 1_000) expect(status).toBe(401);
        }
      }
    } finally {
      await second.app.close();
      await second.database.close();
    }
  });

  it('401 a second after a revocation, though the token was not used in between', async () => {
    const { id, secret } = await service.factories.token(tenant.externalServiceId, ['userwrite']);
    expect((await withHeader(`Bearer ${secret}`)).status).toBe(201);
    await service.factories.revokeToken(id);
    const revokedAt = clock.monotonic();
    clock.monotonic = () => revokedAt + 1_000;
    expect((await withHeader(`Bearer ${secret}`)).status).toBe(401);
  });

  it('lastUsedAt is kept, off the request path', async () => {
    const { id, secret } = await service.factories.token(tenant.externalServiceId, ['userwrite']);
    const before = Date.now();
    await withHeader(`Bearer ${secret}`);
    const lastUsedAt = async () => {
      const [row] = await service.database
        .em()
        .execute<{ last_used_at: string | null }[]>('select last_used_at from api_tokens where id = ?', [id]);
      return row!.last_used_at;
    };
    await expect.poll(lastUsedAt, { interval: 250 }).not.toBeNull();
    expect(Date.parse((await lastUsedAt())!)).toBeGreaterThanOrEqual(before - 1);
  });
});
