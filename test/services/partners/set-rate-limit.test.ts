import { describe, expect, it } from 'vitest';
import { startBeside } from '../../harness/data/clock.ts';
import type { ServiceName } from '../../harness/data/world.ts';
import type { TestService } from '../../harness/servers/test-service.ts';
import { useClockedService, useService, useWorld } from '../../harness/servers/use-test-service.ts';

describe('rate limit of one external service', () => {
  const limits = { rateLimit: { perSecond: 1, burst: 30 } };
  const first = useClockedService(limits);
  const second = useService(() => startBeside(first, limits));
  const world = useWorld(first);

  const set = async (
    name: ServiceName,
    limit: object | null,
    field: 'rateLimit' | 'temporaryRateLimit' = 'rateLimit',
  ) => {
    const input = { externalServiceId: world.services[name].id, [field]: limit };
    const selection = `... on ExternalService { rateLimit { requestsPerSecond burst }
      temporaryRateLimit { requestsPerSecond burst until } } ... on InvalidSchemaError { issues { path message } }`;
    return world.operators.admin.mutate(
      field === 'rateLimit' ? 'setRateLimit' : 'setTemporaryRateLimit',
      input,
      selection,
    );
  };
  const getToken = (service: TestService, name: ServiceName, which: 'token' | 'secondToken' = 'token') =>
    fetch(`${service.address}/api/v1/token`, {
      headers: { Authorization: `Bearer ${world.services[name][which].secret}` },
    });
  const passed = async (name: ServiceName, count: number, which?: 'token' | 'secondToken') => {
    let passed = 0;
    for (let n = 0; n < count; n += 1)
      if ((await getToken(n % 2 ? first : second, name, which)).status === 200) passed += 1;
    return passed;
  };

  it('applies to all processes and tokens of the service within a second, and to no other service', async () => {
    for (const service of [first, second]) await getToken(service, 'alpha');
    expect(await set('alpha', { requestsPerSecond: 2, burst: 10 })).toEqual({
      rateLimit: { requestsPerSecond: 2, burst: 10 },
      temporaryRateLimit: null,
    });
    await first.clock.advance(1_000);
    for (const service of [first, second]) {
      const answer = await getToken(service, 'alpha');
      expect(answer.headers.get('ratelimit-policy')).toBe('"token";q=10;w=5');
      expect(await answer.json()).toMatchObject({ rateLimit: { perSecond: 2, burst: 10 } });
      const other = await getToken(service, 'beta');
      expect(other.headers.get('ratelimit-policy')).toBe('"token";q=30;w=30');
      expect(await other.json()).toMatchObject({ rateLimit: { perSecond: 1, burst: 30 } });
    }
    await first.clock.advance(60_000);
    expect(await passed('alpha', 20)).toBe(10);
    expect(await passed('alpha', 20, 'secondToken')).toBe(10);
    await first.clock.advance(1_000);
    expect(await passed('alpha', 4)).toBe(2);
    expect(await passed('beta', 20)).toBe(20);
  });

  describe('with an end', () => {
    /** The limit that each process applies, as the details of the token say. */
    const applied = async () => {
      const answers = await Promise.all([first, second].map((service) => getToken(service, 'gamma')));
      const [one, other] = await Promise.all(answers.map(async (answer) => (await answer.json()).rateLimit));
      expect(one).toEqual(other);
      return [one.perSecond, one.burst];
    };
    const former = { requestsPerSecond: 3, burst: 6 };
    const limit = (until: string) => ({ requestsPerSecond: 20, burst: 40, until });

    it('applies until its end, and then the former limit applies again in every process', async () => {
      await set('gamma', former);
      const raised = limit(first.clock.in(3_600_000));
      const result = await set('gamma', raised, 'temporaryRateLimit');
      expect(result).toEqual({ rateLimit: former, temporaryRateLimit: raised });
      await first.clock.advance(3_590_000);
      expect(await applied()).toEqual([20, 40]);
      expect(await passed('gamma', 50)).toBe(38);
      await first.clock.advance(9_500);
      expect(await applied()).toEqual([20, 40]);
      await first.clock.advance(1_300);
      expect(await applied()).toEqual([3, 6]);
      expect(await set('gamma', former)).toEqual({ rateLimit: former, temporaryRateLimit: null });
    });

    it('is ended early, and then the configured limit applies if there is no former one', async () => {
      await set('gamma', limit(first.clock.in(3_600_000)), 'temporaryRateLimit');
      expect(await set('gamma', null)).toMatchObject({ rateLimit: null, temporaryRateLimit: { burst: 40 } });
      await first.clock.advance(1_000);
      expect(await applied()).toEqual([20, 40]);
      await set('gamma', null, 'temporaryRateLimit');
      await first.clock.advance(60_000);
      expect(await applied()).toEqual([1, 30]);
      expect(await passed('gamma', 40)).toBe(28);
    });

    it('rejects an end in the past, and a burst below the rate per second', async () => {
      const past = await set('gamma', limit(first.clock.in(0)), 'temporaryRateLimit');
      expect(past).toMatchObject({ issues: [{ path: ['temporaryRateLimit', 'until'] }] });
      const below = await set('gamma', { requestsPerSecond: 20, burst: 19 });
      expect(below).toMatchObject({ issues: [{ path: ['rateLimit', 'burst'] }] });
      expect(await set('gamma', { requestsPerSecond: 20, burst: 20 })).toMatchObject({
        rateLimit: { burst: 20 },
      });
    });
  });
});
