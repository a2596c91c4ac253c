import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerOf } from '../../src/http/caller.ts';
import { newToken } from '../../src/services/values/secret-formats.ts';
import { startTestService, type TestService } from '../harness/servers/test-service.ts';

const seen = (headers: Record<string, string>, trustedProxies: number) =>
  callerOf({ headers, socket: { remoteAddress: '192.0.2.1' } } as unknown as IncomingMessage, trustedProxies);

describe('address of the caller', () => {
  it.each([
    ['without trusted proxies the direct one', 0, '203.0.113.1', '192.0.2.1'],
    ['the one that the only proxy saw', 1, '203.0.113.1', '203.0.113.1'],
    ['not the part that a caller added', 1, '198.51.100.1, 203.0.113.1', '203.0.113.1'],
    ['the one that the outermost of two saw', 2, '198.51.100.1, 203.0.113.1, 10.0.0.1', '203.0.113.1'],
    ['IPv6', 1, ' 2001:db8::1 ', '2001:db8::1'],
    ['ignores an invalid address', 1, 'x'.repeat(12_000), '192.0.2.1'],
    ['ignores a chain with too few proxies', 2, '203.0.113.1', '192.0.2.1'],
  ])('%s', (_what, trustedProxies, forwarded, address) => {
    expect(seen({ 'x-forwarded-for': forwarded }, trustedProxies).address).toBe(address);
  });

  it('counts invalid tokens by the address of the caller', async () => {
    const proxied = await startTestService('postgresql', {
      trustedProxies: 1,
      authFailureLimit: { perSecond: 1, burst: 10 },
    });
    const { externalServiceId } = await proxied.factories.tenant();
    const from = (forwarded: string) =>
      proxied.createUser(externalServiceId, {
        token: newToken('partner'),
        body: {},
        headers: { 'X-Forwarded-For': forwarded },
      });
    const statuses: number[] = [];
    await expect
      .poll(async () => statuses.push((await from('10.0.0.1, 203.0.113.1')).status) && statuses.at(-1), {
        interval: 1,
        timeout: 20_000,
      })
      .toBe(429);
    expect(statuses.slice(0, -1).every((status) => status === 401)).toBe(true);
    expect((await from('203.0.113.1, 203.0.113.2')).status).toBe(401);
    await proxied.stop();
  });
});

describe('TLS at the proxy', () => {
  it.each([
    ['without trusted proxies never', 0, 'https', false],
    ['the only proxy says so', 1, 'https', true],
    ['in any case', 1, 'HTTPS', true],
    ['the only proxy says otherwise', 1, 'http', false],
    ['nobody says so', 1, undefined, false],
    ['the outermost of two has set it, the inner passed it on', 2, 'https', true],
    ['the outermost of two appended, the inner, too', 2, 'https, http', true],
    ['ignores the part that a caller added', 1, 'https, http', false],
    ['nor before two', 2, 'https, http, http', false],
    ['ignores a chain with too few proxies', 3, 'https, http', false],
    ['neither', 1, 'wss', false],
  ])('%s', (_what, trustedProxies, forwarded, isSecure) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-proto': forwarded };
    expect(seen(headers, trustedProxies).isSecure).toBe(isSecure);
  });
});

describe('Strict-Transport-Security', () => {
  let behind: TestService;
  let bare: TestService;
  beforeAll(async () => {
    [behind, bare] = await Promise.all([
      startTestService('postgresql', { trustedProxies: 1 }),
      startTestService('postgresql'),
    ]);
  });
  afterAll(() => Promise.all([behind.stop(), bare.stop()]));

  it.each([
    ['GET', '/'],
    ['GET', '/healthz'],
    ['GET', '/assets/style.css'],
    ['GET', '/nowhere'],
    ['GET', '/api/v1/external-services/x/users'],
    ['POST', '/api/v1/external-services/x/users'],
    ['POST', '/graphql'],
    ['POST', '/sign-out'],
  ])('%s %s: is sent for a year over TLS through a trusted proxy, and only then', async (method, path) => {
    const hsts = async (service: TestService, protocol: string) => {
      const headers = { 'X-Forwarded-Proto': protocol };
      const response = await fetch(service.address + path, { method, headers, redirect: 'manual' });
      return response.headers.get('strict-transport-security');
    };
    expect(await hsts(behind, 'https')).toBe('max-age=31536000');
    expect(await hsts(behind, 'http')).toBeNull();
    expect(await hsts(bare, 'https')).toBeNull();
  });
});
