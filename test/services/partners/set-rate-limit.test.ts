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

  const set = async (name: ServiceName, rateLimit: object | null) => {
    const input = { externalServiceId: world.services[name].id, rateLimit };
    const selection = '... on ExternalService { rateLimit { requestsPerSecond burst } }';
    return world.operators.admin.mutate('setRateLimit', input, selection);
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

  it('after its removal, the general limit applies again', async () => {
    await set('gamma', { requestsPerSecond: 1, burst: 5 });
    expect(await passed('gamma', 10)).toBe(5);
    expect(await set('gamma', null)).toEqual({ rateLimit: null });
    await first.clock.advance(60_000);
    expect(await passed('gamma', 40)).toBe(30);
  });
});
