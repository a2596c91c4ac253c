import { describe, expect, it } from 'vitest';
import type { ApiError } from '../../../src/api-error.ts';
import type { Database } from '../../../src/db/connection/database.ts';
import { ApiTokenAuthenticator } from '../../../src/services/access/authenticate-api-token.ts';
import { FailedAttempts } from '../../../src/services/limits/failed-attempts.ts';
import { localBucket } from '../../../src/services/limits/rate-limit-bucket.ts';
import type { World } from '../../harness/data/world.ts';
import { useClockedService, useWorld } from '../../harness/servers/use-test-service.ts';

describe('cached lookups of API tokens', () => {
  const service = useClockedService();
  const world = useWorld(service);

  /** Creates an authenticator with an empty cache. After `hold(true)`, lookups finish only when the test releases them. */
  const start = () => {
    const held: (() => void)[] = [];
    let isHolding = false;
    let asked = 0;
    const database: Database = {
      ...service.database,
      query: async <Row>(text: string, parameters: readonly unknown[]) => {
        asked += 1;
        const rows = await service.database.query<Row>(text, parameters);
        if (isHolding) await new Promise<void>((resolve) => held.push(resolve));
        return rows;
      },
    };
    const { now, monotonic } = service.clock.time;
    const policy = { perSecond: 1_000, burst: 1_000 };
    const attempts = new FailedAttempts({ policy, shared: localBucket(monotonic), monotonic });
    const authenticator = new ApiTokenAuthenticator({ database, now, monotonic, attempts });
    return {
      authenticate: (secret: string) =>
        authenticator.authenticate(secret, '192.0.2.1').then(
          ({ externalServiceId }) => externalServiceId,
          (error: ApiError) => error.type,
        ),
      authenticator,
      asked: () => asked,
      held,
      hold: (hold: boolean) => {
        isHolding = hold;
      },
    };
  };
  const revoke = (name: keyof World['services']) =>
    service.factories.revokeToken(world.services[name].token.id);

  it('shares one lookup of a token between concurrent requests and caches the result for less than 800 ms', async () => {
    const { authenticate, asked } = start();
    const { alpha, beta } = world.services;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => authenticate((n % 2 ? alpha : beta).token.secret)),
    );
    expect(answers).toEqual(Array.from({ length: 20 }, (_, n) => (n % 2 ? alpha : beta).id));
    expect(asked()).toBe(2);
    await service.clock.advance(400);
    expect(await authenticate(alpha.token.secret)).toBe(alpha.id);
    expect(asked()).toBe(2);
    await service.clock.advance(400);
    expect(await authenticate(alpha.token.secret)).toBe(alpha.id);
    expect(asked()).toBe(3);
  });

  it('does not trust a lookup that began 800 ms before the request, because it may have missed a revocation', async () => {
    const { authenticate, held, hold, asked } = start();
    const { secret } = world.services.gamma.token;
    hold(true);
    const early = authenticate(secret);
    await expect.poll(() => held.length, { interval: 5 }).toBe(1);
    await revoke('gamma');
    await service.clock.advance(800);
    const late = authenticate(secret);
    // By now the request waits for the same lookup.
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked()).toBe(1);
    hold(false);
    held[0]!();
    // A request that started before the revocation may be accepted.
    expect(await early).toBe(world.services.gamma.id);
    expect(await late).toBe('invalid_api_token');
    expect(asked()).toBe(2);
  });

  it.each([
    [799, 'at once'],
    [800, 'by a new look-up'],
  ])('%i ms after a lookup, a token is accepted %s', async (millis, how) => {
    const { authenticate, held, hold } = start();
    const { id, token } = world.services.alpha;
    expect(await authenticate(token.secret)).toBe(id);
    await service.clock.advance(millis);
    hold(true);
    let answer: string | undefined;
    const asked = authenticate(token.secret).then((given) => {
      answer = given;
    });
    await expect.poll(() => held.length, { interval: 5 }).toBe(1);
    expect(answer).toBe(how === 'at once' ? id : undefined);
    held[0]!();
    await asked;
    expect(answer).toBe(id);
  });

  it('rejects a token from the millisecond at which it expires, without a lookup', async () => {
    const { authenticate, asked } = start();
    const { id } = world.services.alpha;
    const { secret } = await service.factories.token(id, ['userwrite'], service.clock.in(300));
    expect(await authenticate(secret)).toBe(id);
    await service.clock.advance(299);
    expect(await authenticate(secret)).toBe(id);
    await service.clock.advance(1);
    expect(await authenticate(secret)).toBe('invalid_api_token');
    expect(asked()).toBe(1);
  });

  it('rejects a cached token early when a background lookup finds it revoked', async () => {
    const { authenticate, asked } = start();
    const { id } = world.services.alpha;
    const token = await service.factories.token(id, ['userwrite']);
    expect(await authenticate(token.secret)).toBe(id);
    await service.factories.revokeToken(token.id);
    await service.clock.advance(401);
    expect(await authenticate(token.secret)).toBe(id);
    await expect.poll(() => authenticate(token.secret), { interval: 5 }).toBe('invalid_api_token');
    expect(asked()).toBeGreaterThan(1);
  });

  it('looks a token up at most twice for one request, however long each lookup takes', async () => {
    const { authenticate, held, hold, asked } = start();
    const { id, token } = world.services.alpha;
    hold(true);
    const early = authenticate(token.secret);
    await expect.poll(() => held.length, { interval: 5 }).toBe(1);
    await service.clock.advance(800);
    const late = authenticate(token.secret);
    await new Promise((resolve) => setImmediate(resolve));
    held[0]!();
    expect(await early).toBe(id);
    await expect.poll(() => held.length, { interval: 5 }).toBe(2);
    await service.clock.advance(5_000);
    held[1]!();
    expect(await late).toBe(id);
    expect(asked()).toBe(2);
  });

  it('keeps a revocation that it has seen, even if an older lookup finishes later', async () => {
    const { authenticate, held, hold } = start();
    const { secret } = world.services.beta.token;
    expect(await authenticate(secret)).toBe(world.services.beta.id);
    await service.clock.advance(401);
    // A lookup runs in the background, and its result comes late.
    hold(true);
    expect(await authenticate(secret)).toBe(world.services.beta.id);
    await expect.poll(() => held.length, { interval: 5 }).toBe(1);
    await revoke('beta');
    await service.clock.advance(1_000);
    const late = authenticate(secret);
    await new Promise((resolve) => setImmediate(resolve));
    hold(false);
    held[0]!();
    expect(await late).toBe('invalid_api_token');
    expect(await authenticate(secret)).toBe('invalid_api_token');
  });

  it('rejects a malformed token without a lookup and counts it as a failed attempt', async () => {
    const { authenticate, authenticator, asked } = start();
    const { secret } = world.services.alpha.token;
    const left = () => authenticator.attemptsOf('192.0.2.1').decision.remaining;
    expect(authenticator.attemptsOf('192.0.2.1')).toMatchObject({
      policy: { perSecond: 1_000, burst: 1_000 },
    });
    const before = left();
    await authenticate(secret);
    expect([asked(), left()]).toEqual([1, before]);
    for (const wrong of ['', 'x', secret.slice(0, -1), `${secret}0`, secret.replace('cbp_', 'cbo_')])
      expect(await authenticate(wrong)).toBe('invalid_api_token');
    expect([asked(), left()]).toEqual([1, before - 5]);
  });

  it('gives the rate limiter the own limit of the external service, until the limit is removed', async () => {
    const { authenticate, authenticator } = start();
    const { externalServiceId, token } = await service.factories.tenant();
    const setLimit = (perSecond: number | null, burst: number | null) =>
      service.database.query(
        'update external_services set rate_limit_per_second = $2, rate_limit_burst = $3 where id = $1',
        [externalServiceId, perSecond, burst],
      );
    const limit = async () => {
      await service.clock.advance(800);
      expect(await authenticate(token)).toBe(externalServiceId);
      const { rateLimit } = await authenticator.authenticate(token, '192.0.2.1');
      return [authenticator.rateLimitOf(externalServiceId), rateLimit];
    };
    expect(await limit()).toEqual([undefined, undefined]);
    await setLimit(7, 70);
    const own = { perSecond: 7, burst: 70 };
    expect(await limit()).toEqual([own, own]);
    expect(authenticator.rateLimitOf(world.services.alpha.id)).toBeUndefined();
    await setLimit(null, null);
    expect(await limit()).toEqual([undefined, undefined]);
  });
});
