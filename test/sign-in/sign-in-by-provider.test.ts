import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startIdentityProvider } from '../harness/servers/identity-provider.ts';
import { listenLocally } from '../harness/servers/listen-locally.ts';
import { startTestService } from '../harness/servers/test-service.ts';
import { forTest, useService } from '../harness/servers/use-test-service.ts';

class Jar {
  readonly #cookies = new Map<string, Map<string, string>>();
  /** All cookies that were set, with their attributes. */
  readonly sets: string[] = [];

  async go(url: URL | string, init: RequestInit = {}): Promise<Response> {
    const at = new URL(url);
    const own = this.#cookies.get(at.host) ?? new Map<string, string>();
    this.#cookies.set(at.host, own);
    const cookie = [...own].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(at, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, Cookie: cookie },
    });
    for (const set of response.headers.getSetCookie()) {
      this.sets.push(set);
      const [pair] = set.split(';');
      const at = pair!.indexOf('=');
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(set)) own.delete(pair!.slice(0, at));
      else own.set(pair!.slice(0, at), pair!.slice(at + 1));
    }
    return response;
  }

  async follow(url: URL | string, init?: RequestInit): Promise<{ url: string; response: Response }> {
    let at = String(url);
    let response = await this.go(at, init);
    while (response.status >= 300 && response.status < 400) {
      at = new URL(response.headers.get('location')!, at).href;
      response = await this.go(at);
    }
    return { url: at, response };
  }

  cookie(url: string, name: string): string | undefined {
    return this.#cookies.get(new URL(url).host)?.get(name);
  }
}

describe('sign-in with an identity provider', () => {
  const provider = useService(() =>
    startIdentityProvider({
      ada: { name: 'Ada Lovelace', groups: ['staff', 'court-admins'] },
      sam: { name: 'Sam', groups: ['court-support'] },
      vic: { name: 'Vic', groups: ['court-viewers', 'court-support'] },
      nobody: { name: 'Nobody', groups: ['staff'] },
    }),
  );
  const start = (more = {}) =>
    startTestService('postgresql', { identityProvider: provider.settings, ...more });
  const service = useService(async () => {
    const started = await start();
    provider.register(started.address);
    return started;
  });

  async function signIn(login: string, jar = new Jar(), next?: string) {
    const asked = next === undefined ? '' : `?next=${encodeURIComponent(next)}`;
    let { url, response } = await jar.follow(`${service.address}/sign-in/provider${asked}`);
    // The login page, then the consent page.
    while (url.startsWith(provider.issuer) && response.status === 200) {
      const html = await response.text();
      const action = /action="([^"]+)"/.exec(html)![1]!;
      const prompt = /name="prompt" value="(\w+)"/.exec(html)![1]!;
      const body = new URLSearchParams({ prompt, ...(prompt === 'login' ? { login, password: 'x' } : {}) });
      ({ url, response } = await jar.follow(new URL(action, url), { method: 'POST', body }));
    }
    return { url, response, text: await response.text(), jar };
  }
  const me = async (jar: Jar) => {
    const response = await jar.go(`${service.address}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"query":"{ me { id name role } }"}',
    });
    return ((await response.json()) as { data?: { me: { id: string; name: string; role: string } } }).data
      ?.me;
  };

  it('signs in a group member with its role, and creates the operator the first time', async () => {
    const { response, text, jar } = await signIn('ada');
    expect([response.status, (await me(jar))!.role]).toEqual([200, 'ADMIN']);
    expect(text).toContain('content="0;url=/operators"');
    expect(jar.sets.filter((set) => set.startsWith('courtbridge_session='))).toEqual([
      expect.stringMatching(/^[^;]+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/),
    ]);
    const [operator] = await service.database.query<{ id: string }>(
      'select id, name, role, secret_hash, identity_subject from operators where identity_issuer = $1',
      [provider.issuer],
    );
    expect(operator).toMatchObject({
      name: 'Ada Lovelace',
      role: 'ADMIN',
      secret_hash: null,
      identity_subject: 'ada',
    });
    const events = 'select action, actor_type, after from audit_events where subject_id = $1 order by id';
    expect(await service.database.query(events, [operator!.id])).toEqual([
      {
        action: 'createOperator',
        actor_type: 'configuration',
        after: { name: 'Ada Lovelace', role: 'ADMIN' },
      },
      { action: 'signIn', actor_type: 'operator', after: { by: 'IDENTITY_PROVIDER' } },
    ]);
  });

  it('takes the role from the groups at each sign-in', async () => {
    const first = await signIn('vic');
    expect(first.response.status).toBe(200);
    expect(await me(first.jar)).toMatchObject({ name: 'Vic', role: 'SUPPORT' });
    provider.people.vic = { name: 'Victor', groups: ['court-viewers'] };
    const second = await signIn('vic');
    const now = await me(second.jar);
    expect(now).toEqual({ id: (await me(first.jar))!.id, name: 'Victor', role: 'VIEWER' });
    const events =
      "select action, before, after from audit_events where subject_id = $1 and action = 'updateOperator'";
    expect(await service.database.query(events, [now!.id])).toEqual([
      {
        action: 'updateOperator',
        before: { name: 'Vic', role: 'SUPPORT' },
        after: { name: 'Victor', role: 'VIEWER' },
      },
    ]);
  });

  it('rejects a person without a group or with a revoked operator, and says why', async () => {
    const none = await signIn('nobody');
    expect([none.response.status, await me(none.jar)]).toEqual([403, undefined]);
    expect(none.text).toContain('in no group that may sign in here');
    const sam = await signIn('sam');
    const { id } = (await me(sam.jar))!;
    await service.database.query('update operators set revoked_at = now() where id = $1', [id]);
    expect(await me(sam.jar)).toBeUndefined();
    const again = await signIn('sam');
    expect([again.response.status, await me(again.jar)]).toEqual([403, undefined]);
    expect(again.text).toContain('was revoked');
    const ofNobody = "select from operators where identity_subject = 'nobody'";
    expect(await service.database.query(ofNobody, [])).toEqual([]);
  });

  it('continues to the requested page, without allowing markup in its address', async () => {
    const { response, text } = await signIn('vic', undefined, `/graphql?query={a}&b="'<b>`);
    expect(response.status).toBe(200);
    const next = '/graphql?query={a}&amp;b=&quot;&#39;&lt;b&gt;';
    expect(text).toContain(`<a href="${next}">`);
    expect(text).toContain(`content="0;url=${next}"`);
  });

  it('requests the configured scope in the code flow with PKCE', async () => {
    await new Jar().follow(`${service.address}/sign-in/provider`);
    expect(Object.fromEntries(provider.asked.at(-1)!)).toMatchObject({
      response_type: 'code',
      scope: 'openid profile groups',
      code_challenge_method: 'S256',
      redirect_uri: `${service.address}/sign-in/callback`,
    });
  });

  it('rejects a callback that this browser did not request', async () => {
    const jar = new Jar();
    const without = await jar.go(`${service.address}/sign-in/callback?code=x&state=y`);
    expect([without.status, jar.cookie(service.address, 'courtbridge_session')]).toEqual([400, undefined]);
    expect(await without.text()).toContain('Sign in again.');
    await jar.go(`${service.address}/sign-in/provider`);
    const forged = await jar.go(`${service.address}/sign-in/callback?code=x&state=of-somebody-else`);
    expect([forged.status, jar.cookie(service.address, 'courtbridge_session')]).toEqual([400, undefined]);
    for (const kept of ['e30', 'bm90IGpzb24', '', plant({ nonce: '' }), plant({ verifier: 'short' })]) {
      const odd = await fetch(`${service.address}/sign-in/callback?code=x`, {
        headers: { Cookie: `courtbridge_sign_in=${kept}` },
        redirect: 'manual',
      });
      expect(odd.status).toBe(400);
    }
  });

  const random = 'r'.repeat(43);
  const plant = (fields: Record<string, unknown> = {}) =>
    Buffer.from(
      JSON.stringify({ state: random, nonce: random, verifier: random, next: '/operators', ...fields }),
    ).toString('base64url');
  const callWithPlanted = (query: string, at = service) =>
    fetch(`${at.address}/sign-in/callback?${query}`, {
      headers: { Cookie: `courtbridge_sign_in=${plant()}` },
      redirect: 'manual',
    });

  it.each([
    `code=x&state=${random}`,
    `code=x&state=${random}&iss=https://elsewhere.example`,
    `code=x&code=y&state=${random}`,
    `code=x&state=${random}&state=${random}`,
    `code=&state=${random}`,
    `state=${random}`,
    `code=x&state=other`,
    'code=x',
    '',
    `response=x&code=x&state=${random}`,
    `id_token=x&state=${random}`,
    `error=access_denied&state=${random}`,
    `error=server_error&state=${random}`,
    'error=access_denied',
  ])(
    'a mistake of the caller with a planted cookie is 400, not a failure of the provider: "%s"',
    async (query) => {
      const logged = service.logLines.length;
      const withIssuer = query.includes('iss=') || query === '' ? query : `${query}&iss=${provider.issuer}`;
      for (const sent of [query, withIssuer]) {
        const response = await callWithPlanted(sent);
        expect([sent, response.status]).toEqual([sent, 400]);
      }
      expect(
        service.logLines
          .slice(logged)
          .map(({ message }) => String(message))
          .join(),
      ).not.toContain(new URL(provider.issuer).host);
    },
  );

  it('asks the provider for at most as many codes as the limit of failed attempts allows', async () => {
    const limited = await forTest(start({ authFailureLimit: { perSecond: 0.001, burst: 5 } }));
    const before = provider.tokenRequests.length;
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const query = `code=x&state=${random}&iss=${encodeURIComponent(provider.issuer)}`;
        return (await callWithPlanted(query, limited)).status;
      }),
    );
    expect(statuses.filter((status) => status === 400)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(35);
    expect(provider.tokenRequests.length - before).toBe(5);
  });

  it('asks a failing provider for its metadata at most as often as the limit allows', async () => {
    let requests = 0;
    const failing = await listenLocally(
      createServer((_request, response) => {
        requests += 1;
        response.writeHead(500).end();
      }),
    );
    const issuer = new URL(failing.address);
    const authFailureLimit = { perSecond: 0.001, burst: 5 };
    const identityProvider = { ...provider.settings, issuer };
    const limited = await forTest(start({ identityProvider, authFailureLimit }));
    const statuses: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      const response = await fetch(`${limited.address}/sign-in/provider`, { redirect: 'manual' });
      statuses.push(response.status);
    }
    await failing.close();
    expect(statuses).toEqual([...Array(5).fill(502), ...Array(15).fill(429)]);
    expect(requests).toBe(5);
  });

  it('keeps the data of the sign-in in a cookie of this host, behind TLS with the prefix __Host-', async () => {
    const secure = await forTest(start({ trustedProxies: 1 }));
    const begin = async (proto: string) =>
      (
        await fetch(`${secure.address}/sign-in/provider`, {
          headers: { 'X-Forwarded-Proto': proto, 'X-Forwarded-For': '192.0.2.1' },
          redirect: 'manual',
        })
      ).headers.getSetCookie();
    const attributes = 'Path=/; Max-Age=600; HttpOnly; SameSite=Lax';
    expect(await begin('https')).toEqual([
      expect.stringMatching(new RegExp(`^__Host-courtbridge_sign_in=[\\w-]+; ${attributes}; Secure$`)),
    ]);
    expect(await begin('http')).toEqual([
      expect.stringMatching(new RegExp(`^courtbridge_sign_in=[\\w-]+; ${attributes}$`)),
    ]);
    // Behind TLS, another host of the domain could have planted a cookie without the prefix.
    const planted = await fetch(`${secure.address}/sign-in/callback?code=x&state=${random}`, {
      headers: { 'X-Forwarded-Proto': 'https', Cookie: `courtbridge_sign_in=${plant()}` },
    });
    expect([planted.status, await planted.text()]).toEqual([400, expect.stringContaining('another browser')]);
  });

  it('rejects a response without an identity', async () => {
    provider.faults.withoutIdToken = true;
    const { response, text, jar } = await signIn('vic').finally(() => {
      provider.faults.withoutIdToken = false;
    });
    expect([response.status, jar.cookie(service.address, 'courtbridge_session')]).toEqual([502, undefined]);
    expect(text).toContain('Try again, or sign in with a token.');
    expect(service.logLines.map(({ message }) => message)).toContain(
      `${new URL(provider.issuer).host}: invalid response encountered`,
    );
  });

  it('says that the provider is down, and still accepts a token', async () => {
    const issuer = new URL('http://127.0.0.1:9');
    const away = await forTest(start({ identityProvider: { ...provider.settings, issuer } }));
    const answer = await fetch(`${away.address}/sign-in/provider`, { redirect: 'manual' });
    expect(answer.status).toBe(502);
    expect(await answer.text()).toContain('Try again, or sign in with a token.');
    expect(away.logLines.some(({ message }) => String(message).startsWith('127.0.0.1:9: '))).toBe(true);
    const { secret } = await away.factories.operator('VIEWER');
    const byToken = await fetch(`${away.address}/sign-in`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ token: secret }),
    });
    expect(byToken.status).toBe(303);
  });

  it('logs rejections with the reason, and without secrets, codes or names', async () => {
    const lines = JSON.stringify(service.logLines);
    expect(service.logLines).toContainEqual(expect.objectContaining({ operation: 'signIn', status: 403 }));
    for (const secret of [provider.settings.clientSecret, 'Ada Lovelace', 'code='])
      expect(lines).not.toContain(secret);
  });
});
