import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from './harness/test-service.ts';

describe('pages', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService('embedded');
  });
  afterAll(() => service.stop());

  it.each(['/', '/docs'])('%s is a page that loads nothing from elsewhere', async (path) => {
    const response = await fetch(service.address + path);
    const html = await response.text();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
    const references = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url!);
    expect(references.length).toBeGreaterThan(2);
    for (const url of references) {
      expect(url).toMatch(/^\//);
      // GraphiQL leads a browser to the page to sign in.
      expect((await fetch(service.address + url, { headers: { Accept: 'text/html' } })).status).toBe(200);
    }
  });

  it('every answer carries X-Request-Id, the caller’s own', async () => {
    const paths = [
      '/',
      '/docs',
      '/docs/swagger-ui.css',
      '/api/v1/openapi.json',
      '/healthz',
      '/readyz',
      '/nowhere',
      '/sign-in',
      '/sign-out',
      '/graphql',
    ];
    for (const path of paths) {
      for (const method of ['GET', 'POST']) {
        const headers = { 'X-Request-Id': 'mine', Accept: 'text/html' };
        const response = await fetch(service.address + path, { method, headers, redirect: 'manual' });
        expect(response.headers.get('x-request-id'), `${method} ${path}`).toBe('mine');
      }
    }
  });

  it('every answer says that its type is not to be guessed: pages, files, redirects, refusals', async () => {
    const openApi = await (await fetch(`${service.address}/api/v1/openapi.json`)).json();
    const paths = [
      ...[
        '/',
        '/docs',
        '/docs/swagger-ui.css',
        '/docs/nothing',
        '/api/v1/openapi.json',
        '/healthz',
        '/readyz',
      ],
      ...['/nowhere', '/sign-in', '/sign-out', '/graphql', '/api/v1/external-services/', '//'],
      ...Object.keys(openApi.paths),
    ];
    const statuses = new Set<number>();
    for (const path of paths) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
        for (const headers of [{ Accept: 'text/html' }, { Authorization: 'Bearer x' }] as HeadersInit[]) {
          const response = await fetch(service.address + path, { method, headers, redirect: 'manual' });
          statuses.add(response.status);
          expect(response.headers.get('x-content-type-options'), `${method} ${path}`).toBe('nosniff');
        }
      }
    }
    expect([...statuses].sort()).toEqual([200, 303, 401, 404, 405]);
  });

  it('no cache keeps an answer, unless it is the same for everybody: pages, redirects, sessions, refusals', async () => {
    const openApi = await (await fetch(`${service.address}/api/v1/openapi.json`)).json();
    const { secret } = await service.factories.operator('VIEWER');
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const send = async (method: string, path: string, headers: Record<string, string> = {}, body = '') => {
      const withBody = method === 'POST' || method === 'PUT' ? { body } : {};
      return fetch(service.address + path, { method, redirect: 'manual', headers, ...withBody });
    };
    const signedIn = await send('POST', '/sign-in', form, `token=${secret}`);
    const Cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!;
    const answers: Record<string, Response> = {
      'a session that begins': signedIn,
      'a session that does not': await send('POST', '/sign-in', form, 'token=x'),
      'data of operators': await send(
        'POST',
        '/graphql',
        { Cookie, 'Content-Type': 'application/json' },
        '{"query":"{ me { id } }"}',
      ),
      'the way to the page to sign in': await send('GET', '/graphql', { Accept: 'text/html' }),
      'a session that ends': await send('POST', '/sign-out', { Cookie }),
    };
    const paths = [
      '/',
      '/docs',
      '/healthz',
      '/readyz',
      '/nowhere',
      '/sign-in',
      '/sign-out',
      '/graphql',
      '//',
    ];
    for (const path of [...paths, '/api/v1/openapi.json', ...Object.keys(openApi.paths)]) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])
        answers[`${method} ${path}`] = await send(method, path);
    }
    for (const [what, { headers }] of Object.entries(answers))
      expect(headers.get('cache-control'), what).toBe('no-store');
    expect([...new Set(Object.values(answers).map(({ status }) => status))].sort()).toEqual([
      200, 303, 401, 404, 405,
    ]);

    const kept = await send('GET', '/docs/swagger-ui.css');
    expect(kept.headers.get('cache-control')).toBe('public, max-age=3600');
    const again = (await send('POST', '/sign-in', form, `token=${secret}`)).headers.get('set-cookie')!;
    const graphiql = await send('GET', '/graphql', { Accept: 'text/html', Cookie: again.split(';')[0]! });
    expect(graphiql.status).toBe(200);
    expect(graphiql.headers.get('cache-control')).toBe('private, no-cache');
  });

  it('HEAD is answered like GET, without a body', async () => {
    const response = await fetch(`${service.address}/docs`, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
  });

  it('a file that the reference does not have is 404', async () => {
    for (const name of ['package.json', '..%2f..%2fpackage.json', 'constructor', 'swagger-ui.js.map']) {
      expect((await service.call(`/docs/${name}`, {})).body.error.type).toBe('route_not_found');
    }
  });

  it('/healthz never touches the database', async () => {
    const other = await startTestService('embedded');
    expect((await fetch(`${other.address}/readyz`)).status).toBe(200);
    await other.database.close();
    expect((await fetch(`${other.address}/healthz`)).status).toBe(200);
    // Said once a second, however many ask.
    await expect.poll(async () => (await fetch(`${other.address}/readyz`)).status).toBe(503);
    await other.app.close();
  });
});
