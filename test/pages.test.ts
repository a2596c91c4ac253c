import { readdirSync, readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type OpenApi, operationsOf, referencePath } from '../src/pages/reference/openapi.ts';
import document from '../src/rest/openapi.json' with { type: 'json' };
import { useTestService } from './harness/servers/use-test-service.ts';

const openApi = document as unknown as OpenApi;

/** Read from the folder, so that a page missing in a list fails the test. */
const guides = readdirSync(new URL('../docs/partners/', import.meta.url))
  .filter((file) => file.endsWith('.md') && file !== 'README.md')
  .map((file) => file.replace('.md', ''));

/** The pages of the reference. */
const reference = ['/docs/reference'].concat(
  ['webhooks', 'errors', ...operationsOf(openApi).map(({ operation }) => operation.operationId)].map(
    referencePath,
  ),
);

describe('pages', () => {
  const service = useTestService('postgresql');

  it.each([
    '/',
    '/docs',
    '/docs/webhooks',
    '/docs/sdk-readme',
    '/docs/reference',
    '/docs/reference/createUser',
    '/docs/search?q=409',
  ])('%s loads nothing from other hosts', async (path) => {
    const response = await fetch(service.address + path);
    const html = await response.text();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = response.headers.get('content-security-policy')!;
    expect(policy).toMatch(/^default-src '(none|self)';/);
    // Scripts come only from files of the service.
    expect(policy).not.toMatch(/script-src[^;]*unsafe|https?:/);
    expect(html).not.toMatch(/<script(?![^>]* src=)/);
    const loaded = html.matchAll(/<(?:link|script|img)[^>]* (?:src|href)="([^"]+)"/g);
    const references = [...loaded].map(([, url]) => url!);
    expect(references.length).toBeGreaterThan(2);
    for (const url of references) {
      expect(url).toMatch(/^\//);
      expect((await fetch(service.address + url)).status).toBe(200);
    }
  });

  it('responses are no-store unless they are the same for everybody', async () => {
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
      'results of a search': await send('GET', '/docs/search?q=409'),
    };
    const paths = ['/healthz', '/readyz', '/nowhere', '/sign-in', '/sign-out', '/graphql', '//'];
    for (const path of [...paths, '/api/v1/openapi.json', ...Object.keys(openApi.paths)]) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])
        answers[`${method} ${path}`] = await send(method, path);
    }
    for (const [what, { headers }] of Object.entries(answers))
      expect(headers.get('cache-control'), what).toBe('no-store');
    expect([...new Set(Object.values(answers).map(({ status }) => status))].sort()).toEqual([
      200, 303, 401, 404, 405, 415,
    ]);

    for (const path of ['/', '/docs', '/docs/webhooks.md', '/assets/style.css'])
      expect((await send('GET', path)).headers.get('cache-control'), path).toBe('public, no-cache');
    const nothing = await send('GET', '/nowhere', { Accept: 'text/html' });
    expect(nothing.headers.get('cache-control')).toBe('no-store');
    const again = (await send('POST', '/sign-in', form, `token=${secret}`)).headers.get('set-cookie')!;
    const graphiql = await send('GET', '/graphql', { Accept: 'text/html', Cookie: again.split(';')[0]! });
    expect(graphiql.status).toBe(200);
    expect(graphiql.headers.get('cache-control')).toBe('private, no-cache');
  });

  it('HEAD responds like GET, without a body', async () => {
    const response = await fetch(`${service.address}/docs`, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
  });

  it('responds 304 if the browser has the current version', async () => {
    for (const path of [
      '/',
      '/docs/errors',
      '/assets/style.css',
      '/docs/reference/createUser',
      '/favicon.ico',
    ]) {
      const ask = (headers: Record<string, string>) => fetch(service.address + path, { headers });
      const etag = (await ask({})).headers.get('etag')!;
      expect(etag, path).toMatch(/^W\/"[\w-]{22}"$/);
      for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
        const again = await ask({ 'If-None-Match': known });
        expect({ status: again.status, text: await again.text() }, known).toEqual({ status: 304, text: '' });
        expect(again.headers.get('etag')).toBe(etag);
        expect(again.headers.get('cache-control')).toBeTruthy();
      }
      const other = await ask({ 'If-None-Match': 'W/"aaaaaaaaaaaaaaaaaaaaaa"' });
      expect(other.status).toBe(200);
      await other.arrayBuffer();
    }
  });

  it('compresses a response only if the client accepts gzip', async () => {
    const ask = async (path: string, encoding: string) => {
      const headers = { 'Accept-Encoding': encoding };
      const response = await fetch(service.address + path, { headers });
      return { encoding: response.headers.get('content-encoding'), text: await response.text() };
    };
    for (const path of ['/docs', '/docs/reference', '/llms.txt', '/assets/site.js']) {
      const gzipped = await ask(path, 'br, gzip');
      const plain = await ask(path, 'identity');
      const unwanted = await ask(path, 'gzip;q=0');
      expect([gzipped.encoding, plain.encoding, unwanted.encoding], path).toEqual(['gzip', null, null]);
      expect(gzipped.text).toBe(plain.text);
    }
  });

  it.each([
    ['/operators', 200],
    ['/operators/calendar', 200],
    ['/operators/calendar?date=x&courtId=01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c04', 400],
    ['/operators/calendar?courtId=01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c04', 404],
    ['/operators/playbook', 200],
    ['/operators/onboarding', 200],
    ['/operators/who-am-i', 200],
    ['/graphql', 200],
  ])('compresses a page of operators only if the client accepts gzip: %s', async (path, status) => {
    const { secret } = await service.factories.operator('ADMIN');
    const ask = async (encoding: string | undefined) => {
      const headers = { Authorization: `Bearer ${secret}`, Accept: 'text/html' };
      // `fetch` would add the header.
      const response = await new Promise<IncomingMessage>((resolve, reject) =>
        get(
          service.address + path,
          { headers: encoding === undefined ? headers : { ...headers, 'Accept-Encoding': encoding } },
          resolve,
        ).on('error', reject),
      );
      const bytes = Buffer.concat(await response.toArray());
      expect([response.statusCode, response.headers.vary]).toEqual([
        status,
        expect.stringContaining('Accept-Encoding'),
      ]);
      const isGzip = response.headers['content-encoding'] === 'gzip';
      expect(String(isGzip ? gunzipSync(bytes) : bytes)).toContain('</html>');
      return isGzip;
    };
    for (const [encoding, isCompressed] of [
      [undefined, false],
      ['identity', false],
      ['br', false],
      ['gzip;q=0', false],
      ['br, gzip', true],
    ] as const)
      expect([encoding, await ask(encoding)]).toEqual([encoding, isCompressed]);
  });

  it('an unknown path returns a page to a browser and JSON to a program', async () => {
    const ask = async (headers: Record<string, string>, method = 'GET') => {
      const response = await fetch(`${service.address}/nowhere`, { method, headers });
      return {
        status: response.status,
        type: response.headers.get('content-type'),
        text: await response.text(),
      };
    };
    const page = await ask({ Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' });
    expect([page.status, page.type]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.text).toContain('<a href="/docs">');
    for (const headers of [{}, { Accept: '*/*' }, { Accept: 'application/json' }, { Accept: 'text/htmlx' }]) {
      const answer = await ask(headers as Record<string, string>);
      expect([answer.status, answer.type]).toEqual([404, 'application/json']);
      expect(JSON.parse(answer.text).error.type).toBe('route_not_found');
    }
    const sent = await ask({ Accept: 'text/html' }, 'POST');
    expect(JSON.parse(sent.text).error.type).toBe('route_not_found');
    const found = service.logLines.filter(({ status }) => status === 404);
    expect(new Set(found.map(({ error }) => error)).size).toBe(1);
  });

  it('every link and anchor that can be reached from the first page exists', async () => {
    const read = async (path: string) => {
      const response = await fetch(service.address + path, { headers: { Accept: 'text/html' } });
      return {
        status: response.status,
        text: await response.text(),
        type: response.headers.get('content-type')!,
      };
    };
    const pages = new Map<string, Awaited<ReturnType<typeof read>>>();
    const links = new Set(['/']);
    for (const link of links) {
      const [path, anchor] = link.split('#') as [string, string?];
      if (!pages.has(path)) {
        const page = await read(path);
        pages.set(path, page);
        const isHtml = page.type.startsWith('text/html');
        const text = /^text\/(?:plain|markdown)/.test(page.type)
          ? page.text.replaceAll(/^```[\s\S]*?^```$/gm, '')
          : '';
        const found = isHtml
          ? page.text.matchAll(/ (?:href|src)="([^"]+)"/g)
          : text.matchAll(/\]\(([^)\s]+)\)/g);
        for (const [, to] of found) {
          const url = new URL(to!, service.address + path);
          if (url.origin === service.address) links.add(url.pathname + url.hash);
        }
      }
      const { status, text, type } = pages.get(path)!;
      expect(status, link).toBe(200);
      if (anchor !== undefined && type.startsWith('text/html'))
        expect(text.includes(` id="${decodeURIComponent(anchor)}"`), link).toBe(true);
    }
    expect(pages.size).toBeGreaterThan(30);
    expect([...links].filter((link) => link.includes('#')).length).toBeGreaterThan(150);
  });

  it('ids are unique on a page', async () => {
    for (const path of [
      '/',
      '/docs',
      ...guides.map((name) => `/docs/${name}`),
      '/docs/sdk-readme',
      '/docs/search?q=409',
      ...reference,
    ]) {
      const html = await (await fetch(service.address + path)).text();
      const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);
      expect(
        ids.filter((id, index) => ids.indexOf(id) !== index),
        path,
      ).toEqual([]);
    }
  });

  it('every page of docs/partners is served and is in every list of pages', async () => {
    const overview = await (await fetch(`${service.address}/docs`)).text();
    const index = await (await fetch(`${service.address}/llms.txt`)).text();
    const whole = await (await fetch(`${service.address}/llms-full.txt`)).text();
    expect(guides.length).toBeGreaterThan(11);
    for (const name of guides) {
      expect(overview).toContain(`<li><a href="/docs/${name}">`);
      expect(index).toContain(`](/docs/${name}.md): `);
      const markdown = await fetch(`${service.address}/docs/${name}.md`);
      expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
      const [, heading] = /^(# .+)$/m.exec(await markdown.text())!;
      expect(whole).toContain(heading);
    }
  });

  it('the overview has the groups, order and texts of the guides in docs/partners/README.md', async () => {
    const text = readFileSync(new URL('../docs/partners/README.md', import.meta.url), 'utf8');
    const inReadme = text.split(/^## /m).flatMap((part) => {
      const rows = [...part.matchAll(/^\| \[(.+?)\]\(([\w-]+)\.md\) \| (.+) \|$/gm)];
      const cards = rows.map(([, title, name, summary]) => [`/docs/${name}`, title, summary]);
      return cards.length > 0 ? [[part.split('\n')[0], cards]] : [];
    });
    expect(inReadme.length).toBeGreaterThan(2);
    const html = await (await fetch(`${service.address}/docs`)).text();
    const shown = [...html.matchAll(/<h2[^>]*>([^<]+)<\/h2>\s*<ul class="cards">(.*?)<\/ul>/gs)].map(
      ([, group, list]) => [
        group,
        [...list!.matchAll(/<li><a href="([^"]+)">([^<]+)<\/a> (.+?)<\/li>/g)].map(([, ...card]) => card),
      ],
    );
    expect(shown.slice(0, -1)).toEqual(inReadme);
    const [group, others] = shown.at(-1) as [string, string[][]];
    expect([group, others.map(([href]) => href)]).toEqual([
      'Reference',
      ['/docs/reference', '/api/v1/openapi.json', '/llms.txt'],
    ]);
  });

  it('llms.txt has a title, a summary and lists of links, as llmstxt.org specifies', async () => {
    const text = await (await fetch(`${service.address}/llms.txt`)).text();
    const [title, summary] = text.split('\n\n');
    expect(title).toMatch(/^# .+$/);
    expect(summary).toMatch(/^> .+$/);
    for (const section of text.split(/^## .+$/m).slice(1))
      for (const line of section.trim().split('\n')) expect(line).toMatch(/^- \[[^\]]+\]\(\/[^)]+\): .+$/);
    expect(text.split(/^## /m).length).toBe(3);
  });

  it('pages contain no link into the repository and no test name', async () => {
    for (const name of ['README', ...guides]) {
      const markdown = await (await fetch(`${service.address}/docs/${name}.md`)).text();
      expect(markdown).not.toMatch(/\]\(\.\.|\.test\.ts|<!--/);
      const page = await (
        await fetch(`${service.address}/docs${name === 'README' ? '' : `/${name}`}`)
      ).text();
      expect(page).not.toMatch(/href="\.\.|\.test\.ts|<!--/);
    }
  });

  it('the reference has every operation, field and error of the document', async () => {
    const pages = new Map<string, string>();
    for (const path of reference)
      pages.set(path.split('/')[3] ?? '', await (await fetch(service.address + path)).text());
    const whole = [...pages.values()].join('');
    // biome-ignore lint/suspicious/noExplicitAny: a document
    const operations = Object.values<any>(openApi.paths).flatMap((methods) => Object.values<any>(methods));
    for (const operation of operations) {
      const page = pages.get(operation.operationId)!;
      for (const { name } of operation.parameters)
        if (!['externalServiceId', 'X-Request-Id'].includes(name))
          expect(page).toContain(`<dt><code>${name}</code>`);
      for (const [status, response] of Object.entries<{ content?: Record<string, { examples?: object }> }>(
        operation.responses,
      )) {
        if (status.startsWith('2')) expect(page).toContain(`<b class="status">${status}</b>`);
        for (const type of Object.keys(response.content?.['application/json']?.examples ?? {}))
          expect(page, operation.operationId).toContain(`<a href="/docs/reference/errors#${type}">`);
      }
    }
    // All errors have the field `error`, which the page describes once.
    for (const schema of Object.values<{ properties?: object }>(openApi.components.schemas))
      for (const field of Object.keys(schema.properties ?? {}).filter((name) => name !== 'error'))
        expect(whole).toMatch(new RegExp(`<code>(?:[\\w[\\].]+\\.)?${field}</code>`));
    for (const type of Object.keys(openApi.webhooks))
      expect(pages.get('webhooks')).toContain(`<code>${type}</code>`);
    // Once for each of the two headers.
    expect(whole.split('draft-ietf-httpapi-ratelimit-headers').length - 1).toBe(2);
  });

  it('every operation is named in a guide, and links to it and back', async () => {
    for (const { operation } of operationsOf(openApi)) {
      const path = referencePath(operation.operationId);
      const page = await (await fetch(service.address + path)).text();
      const [, list = ''] = /<p>Guides?: (.*?)<\/p>/.exec(page) ?? [];
      const named = [...list.matchAll(/href="(\/docs\/[\w-]+)"/g)].map(([, guide]) => guide!);
      expect(named, path).not.toEqual([]);
      for (const guide of named)
        expect(await (await fetch(service.address + guide)).text()).toContain(`<a href="${path}"><code>`);
    }
  });

  it('no page of the documentation has more than 100 kB of HTML', async () => {
    for (const path of [
      '/',
      '/docs',
      '/docs/sdk-readme',
      ...guides.map((name) => `/docs/${name}`),
      ...reference,
    ]) {
      const bytes = (await (await fetch(service.address + path)).arrayBuffer()).byteLength;
      expect(bytes, path).toBeLessThan(100_000);
    }
  });

  it('responds 404 to a file below /docs that is not part of the pages', async () => {
    for (const name of [
      'package.json',
      '..%2f..%2fpackage.json',
      'constructor',
      'reference/nothing',
      'none.md',
    ]) {
      expect((await service.call(`/docs/${name}`, {})).body.error.type).toBe('route_not_found');
    }
  });
});
