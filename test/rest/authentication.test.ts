import { afterEach, describe, expect, it } from 'vitest';
import { openPostgresql } from '../../src/db/connection/open-postgresql.ts';
import { newToken } from '../../src/services/values/secret-formats.ts';
import { userBody } from '../harness/data/factories.ts';
import { asSeen, startServiceOn, type TestService } from '../harness/servers/test-service.ts';
import { useTenant, useTestService } from '../harness/servers/use-test-service.ts';

describe('authentication', () => {
  // Tests move this clock, so that they do not depend on the machine's speed.
  const real = { now: Date.now, monotonic: () => performance.now() };
  const clock = { ...real };
  afterEach(() => {
    Object.assign(clock, real);
  });
  const service = useTestService('postgresql', {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
  });
  const tenant = useTenant(service);

  const withHeader = (authorization: string | undefined, on: TestService = service) =>
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
  ])('rejects a request with 401 missing_api_token: %s', async (_what, header) => {
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
  ])('rejects a token with 401 invalid_api_token: %s', async (_what, secret) => {
    const { status, body, headers } = await withHeader(`Bearer ${secret()}`);
    expect(status).toBe(401);
    expect(body.error.type).toBe('invalid_api_token');
    expect(headers.get('www-authenticate')).toBe('Bearer realm="partner-api", error="invalid_token"');
  });

  it('accepts the scheme in any case', async () => {
    for (const scheme of ['bearer', 'BEARER', 'bEaReR']) {
      expect((await withHeader(`${scheme} ${tenant.token}`)).status).toBe(201);
    }
  });

  it('rejects a missing scope with 403 and names it in the message and the challenge', async () => {
    const { secret } = await service.factories.token(tenant.externalServiceId, ['court-bookingwrite']);
    const { body, headers } = await withHeader(`Bearer ${secret}`);
    expect(body.error.message).toContain('"userwrite"');
    expect(headers.get('www-authenticate')).toBe(
      'Bearer realm="partner-api", error="insufficient_scope", scope="userwrite"',
    );
  });

  it('rejects a token with 401 from the moment it expires, even if it was just used', async () => {
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

  it('rejects a revoked token with 401 within 1 s in every process, even if it is in constant use', async () => {
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
      // Used every 50 ms. One second later the cached result is no longer valid.
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

  it('returns identical responses for unknown, malformed, expired and revoked tokens', async () => {
    const expiresAt = Date.now() + 60_000;
    const expiring = await service.factories.token(
      tenant.externalServiceId,
      ['userwrite'],
      new Date(expiresAt).toISOString(),
    );
    const revoked = await service.factories.token(tenant.externalServiceId, ['userwrite']);
    for (const { secret } of [expiring, revoked])
      expect((await withHeader(`Bearer ${secret}`)).status).toBe(201);
    await service.factories.revokeToken(revoked.id);
    const seen = new Set<string>();
    const see = async (secret: string) => {
      seen.add(asSeen(await withHeader(`Bearer ${secret}`)));
    };
    clock.now = () => expiresAt;
    for (const secret of [newToken('partner'), 'x', expiring.secret]) await see(secret);
    const revokedAt = clock.monotonic();
    clock.monotonic = () => revokedAt + 1_000;
    for (const { secret } of [expiring, revoked]) await see(secret);
    expect([...seen]).toHaveLength(1);
    expect([...seen][0]).toContain('invalid_api_token');
  });

  it('records lastUsedAt without delaying the request', async () => {
    const { id, secret } = await service.factories.token(tenant.externalServiceId, ['userwrite']);
    const before = Date.now();
    const { database, url } = service;
    const own = await startServiceOn({ database, url, drop: async () => {} });
    // The row lock blocks any other writer. If the request wrote here, it would run out of time.
    const em = service.database.em();
    await em.begin();
    await em.execute('select from api_tokens where id = ? for update', [id]);
    expect((await withHeader(`Bearer ${secret}`, own)).status).toBe(201);
    await em.rollback();
    const lastUsedAt = async () => {
      const [row] = await service.database
        .em()
        .execute<{ last_used_at: string | null }[]>('select last_used_at from api_tokens where id = ?', [id]);
      return row!.last_used_at;
    };
    // Stopping the service writes it, as the background job does every few seconds (background-jobs.test.ts).
    await own.stop();
    expect(Date.parse((await lastUsedAt())!)).toBeGreaterThanOrEqual(before - 1);
  });
});
