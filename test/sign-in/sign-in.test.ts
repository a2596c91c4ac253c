import { describe, expect, it } from 'vitest';
import { startTestService } from '../harness/servers/test-service.ts';
import { forTest, useOperator, useTestService } from '../harness/servers/use-test-service.ts';

describe('browser sign-in', () => {
  const service = useTestService('postgresql');
  const admin = useOperator(service);

  const form = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(service.address + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields),
    });
  const session = async () =>
    (await form('/sign-in', { token: admin.secret })).headers.get('set-cookie')!.split(';')[0]!;
  const mutation = JSON.stringify({
    query: 'mutation { createOrganization(input: { name: "x" }) { __typename } }',
  });
  const organizations = async () => {
    const [row] = await service.database
      .em()
      .execute<{ n: string }[]>('select count(*) as n from organizations');
    return Number(row!.n);
  };

  it('trades the token for an HttpOnly, SameSite=Strict session', async () => {
    const response = await form('/sign-in', { token: ` ${admin.secret} ` });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/operators');
    const cookie = response.headers.get('set-cookie')!;
    expect(cookie).toMatch(/^courtbridge_session=\S+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/);
    expect(cookie).not.toContain(admin.secret);
    // No proxy is trusted here.
    const claimed = await form('/sign-in', { token: admin.secret }, { 'X-Forwarded-Proto': 'https' });
    expect(claimed.headers.get('set-cookie')).toMatch(
      /^courtbridge_session=[^;]+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/,
    );
  });

  it('uses only a __Host- cookie over TLS through a trusted proxy', async () => {
    const proxied = await forTest(startTestService('postgresql', { trustedProxies: 1 }));
    const { secret } = await proxied.factories.operator('ADMIN');
    const send = (path: string, protocol: string, headers: Record<string, string>, body: string) =>
      fetch(proxied.address + path, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'X-Forwarded-Proto': protocol, ...headers },
        body,
      });
    const signedIn = await send('/sign-in', 'https', {}, `token=${secret}`);
    const set = signedIn.headers.get('set-cookie')!;
    expect(set).toMatch(
      /^__Host-courtbridge_session=[^;]+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure$/,
    );
    const value = set.slice(set.indexOf('=') + 1, set.indexOf(';'));
    const statusWith = async (protocol: string, name: string) => {
      const headers = { 'Content-Type': 'application/json', Cookie: `a=b; ${name}=${value}` };
      return (await send('/graphql', protocol, headers, '{"query":"{ me { id } }"}')).status;
    };
    expect(await statusWith('https', '__Host-courtbridge_session')).toBe(200);
    expect(await statusWith('https', 'courtbridge_session')).toBe(401);
    expect(await statusWith('http', '__Host-courtbridge_session')).toBe(401);
    expect(await statusWith('http', 'courtbridge_session')).toBe(200);
    const out = await send('/sign-out', 'https', { Cookie: `__Host-courtbridge_session=${value}` }, '');
    expect(out.headers.get('set-cookie')).toMatch(
      /^__Host-courtbridge_session=; Path=\/; Max-Age=0; .*Secure$/,
    );
    expect(await statusWith('https', '__Host-courtbridge_session')).toBe(401);
  });

  it('rejects a wrong token with 401 and the page with the reason, without a cookie', async () => {
    const response = await form('/sign-in', { token: 'cbo_wrong' });
    expect(response.status).toBe(401);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(await response.text()).toContain('invalid, revoked or expired');
  });

  it('shows the sign-in page to everyone, and GraphiQL only after sign-in', async () => {
    expect((await fetch(`${service.address}/sign-in`)).status).toBe(200);
    const page = (headers: Record<string, string>) =>
      fetch(`${service.address}/graphql`, {
        headers: { Accept: 'text/html', ...headers },
        redirect: 'manual',
      });
    const outside = await page({});
    expect(outside.status).toBe(303);
    const signInPath = outside.headers.get('location')!;
    expect(signInPath).toBe('/sign-in?next=%2Fgraphql');
    expect((await form(signInPath, { token: admin.secret })).headers.get('location')).toBe('/graphql');
    const inside = await page({ Cookie: await session() });
    expect(inside.status).toBe(200);
    const html = await inside.text();
    expect(html).toContain('GraphiQL is loading.');
    // The page loads nothing from other hosts, so it works without internet.
    expect([...html.matchAll(/<(?:script|link)[^>]+(?:src|href)="(https?:[^"]+)"/g)]).toEqual([]);
  });

  it('redirects from an operator page to sign-in and back, but to no other page', async () => {
    const asked = '/graphql?query=%7B+me+%7B+id+%7D+%7D&variables=%7B%7D';
    const headers = { Accept: 'text/html' };
    const outside = await fetch(service.address + asked, { headers, redirect: 'manual' });
    const at = outside.headers.get('location')!;
    expect([outside.status, at]).toEqual([303, `/sign-in?next=${encodeURIComponent(asked)}`]);
    // The page keeps the address, also after a wrong token.
    for (const html of [
      await (await fetch(service.address + at)).text(),
      await (await form(at, { token: 'cbo_wrong' })).text(),
    ])
      expect(html).toContain(`action="${at}"`);
    expect((await form(at, { token: admin.secret })).headers.get('location')).toBe(asked);
    for (const next of [
      '/operators',
      '/operators?period=7d',
      '/operators/calendar?date=2026-11-22',
      '/operators/failed-requests?status=409&errorType=stale_write',
      '/operators/onboarding',
    ])
      expect(
        (await form(`/sign-in?next=${encodeURIComponent(next)}`, { token: admin.secret })).headers.get(
          'location',
        ),
      ).toBe(next);
    for (const next of [
      '//evil.example',
      'https://evil.example/graphql',
      '/\\evil.example',
      '/graphql/../x',
      '/operators@evil.example',
      '/operators/x/../../sign-out',
      '/operators?a\r\nSet-Cookie: x=1',
      '/operators?"><b>',
      '/sign-out',
      '',
    ]) {
      const to = `/sign-in?next=${encodeURIComponent(next)}`;
      const answer = await form(to, { token: admin.secret });
      expect(new URL(answer.headers.get('location')!, service.address).host, next).toBe(
        new URL(service.address).host,
      );
      if (!next.startsWith('/operators?"')) expect(answer.headers.get('location'), next).toBe('/operators');
      expect(await (await fetch(service.address + to)).text()).not.toContain('<b>');
    }
  });

  it('ends the session on the server at sign-out', async () => {
    const cookie = await session();
    const ask = async () =>
      (
        await fetch(`${service.address}/graphql`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Cookie: cookie },
          body: mutation,
        })
      ).status;
    expect(await ask()).toBe(200);
    const out = await form('/sign-out', {}, { Cookie: cookie });
    expect(out.status).toBe(303);
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0');
    expect(await ask()).toBe(401);
  });

  it.each([
    [
      'a form',
      { 'Content-Type': 'application/x-www-form-urlencoded' },
      `query=${encodeURIComponent('mutation{createOrganization(input:{name:"x"}){__typename}}')}`,
    ],
    ['a plain text form that looks like JSON', { 'Content-Type': 'text/plain' }, mutation],
    [
      'a multipart form',
      { 'Content-Type': 'multipart/form-data; boundary=x' },
      `--x\r\nContent-Disposition: form-data; name="operations"\r\n\r\n${mutation}\r\n--x--`,
    ],
    ['no content type', {}, new TextEncoder().encode(mutation)],
    [
      'JSON from the page of another site',
      { 'Content-Type': 'application/json', Origin: 'https://evil.example' },
      mutation,
    ],
    ['JSON from a page without an origin', { 'Content-Type': 'application/json', Origin: 'null' }, mutation],
  ])('rejects a mutation sent as %s, even with the cookie', async (_what, headers, body) => {
    const before = await organizations();
    const response = await fetch(`${service.address}/graphql`, {
      method: 'POST',
      headers: { Cookie: await session(), ...(headers as Record<string, string>) },
      body,
    });
    expect([403, 415]).toContain(response.status);
    expect(await organizations()).toBe(before);
  });

  it.each([
    'application/json+x',
    'application/jsonp',
    'application/json-seq',
    'application/json-patch+json',
    'application/json; charset=latin1',
    'text/plain',
  ])('rejects content type %s with 415 in JSON', async (type) => {
    const response = await fetch(`${service.address}/graphql`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${admin.secret}`, 'Content-Type': type },
      body: '{"query":"{ me { id } }"}',
    });
    expect(response.status).toBe(415);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect((await response.json()).errors[0].extensions.code).toBe('unsupported_media_type');
  });

  it.each([
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/json ; charset=utf-8',
    'application/json;charset="UTF-8"',
  ])('accepts content type %s', async (type) => {
    const response = await fetch(`${service.address}/graphql`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${admin.secret}`, 'Content-Type': type },
      body: '{"query":"{ me { role } }"}',
    });
    expect(await response.json()).toEqual({ data: { me: { role: 'ADMIN' } } });
  });

  it('rejects a mutation in the URL', async () => {
    const before = await organizations();
    const query = encodeURIComponent('mutation{createOrganization(input:{name:"x"}){__typename}}');
    const response = await fetch(`${service.address}/graphql?query=${query}`, {
      headers: { Cookie: await session() },
    });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, POST');
    expect(await organizations()).toBe(before);
  });

  it('rejects sign-in and sign-out from another site', async () => {
    const headers = { Origin: 'https://evil.example', Cookie: await session() };
    for (const answer of [
      await form('/sign-in', { token: admin.secret }, headers),
      await form('/sign-out', {}, headers),
    ]) {
      expect(answer.status).toBe(403);
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
    const page = await fetch(`${service.address}/graphql`, {
      headers: { Accept: 'text/html', Cookie: headers.Cookie },
      redirect: 'manual',
    });
    expect(page.status).toBe(200);
  });

  it('limits guesses by address, and records their number in the audit events', async () => {
    const limited = await forTest(
      startTestService('postgresql', {
        monotonic: () => 0,
        trustedProxies: 1,
        authFailureLimit: { perSecond: 1, burst: 5 },
      }),
    );
    const guess = async (address: string) => {
      const body = new URLSearchParams({ token: `guess-${crypto.randomUUID()}` });
      const headers = { 'X-Forwarded-For': address };
      return (await fetch(`${limited.address}/sign-in`, { method: 'POST', headers, body })).status;
    };
    const statuses: number[] = [];
    for (let i = 0; i < 20; i += 1) statuses.push(await guess('203.0.113.1'));
    expect(statuses.slice(0, 5)).toEqual(Array(5).fill(401));
    expect(statuses.at(-1)).toBe(429);
    expect(await guess('203.0.113.2')).toBe(401);
    await limited.app.close();
    // Counts each attempt, whether the token was looked up or not.
    const refused = await limited.database.query<{ by: string; count: number }>(
      `select after ->> 'by' as by, sum((after -> 'count')::int)::int as count from audit_events
       where action = 'refuseSignIn' group by 1`,
      [],
    );
    expect(refused).toEqual([{ by: 'TOKEN', count: 21 }]);
  });
});
