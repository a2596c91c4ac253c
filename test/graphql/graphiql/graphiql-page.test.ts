import { readFile } from 'node:fs/promises';
import { getIntrospectionQuery, type IntrospectionQuery } from 'graphql';
import { describe, expect, it } from 'vitest';
import { readPlaybook } from '../../../src/graphql/graphiql/read-playbook.ts';
import { useOperator, useTestService } from '../../harness/servers/use-test-service.ts';

describe('GraphiQL page', () => {
  const service = useTestService('postgresql');
  const support = useOperator(service, 'SUPPORT');

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(service.address + path, { headers: { Authorization: `Bearer ${support.secret}`, ...headers } });
  const page = (headers: Record<string, string> = {}) => get('/graphql', { Accept: 'text/html', ...headers });

  it('runs only scripts from files of the service', async () => {
    const policy = (await page()).headers.get('content-security-policy')!;
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe-eval');
    expect((await (await page()).text()).match(/<script(?![^>]* src=)[^>]*>/g)).toBeNull();
  });

  it('is cached with and without gzip, but only for the same operator', async () => {
    const [packed, plain] = [await page(), await page({ 'Accept-Encoding': 'identity' })];
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.text()).toBe(await packed.text());
    const etag = packed.headers.get('etag')!;
    const known = await page({ 'If-None-Match': etag });
    expect([known.status, await known.text()]).toEqual([304, '']);
    for (const { status, headers } of [packed, plain, known])
      expect(Object.fromEntries(headers), String(status)).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'private, no-cache',
        vary: 'Cookie, Accept-Encoding',
        'referrer-policy': 'same-origin',
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'; .*; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
        ),
        etag,
      });
    const { secret } = await service.factories.operator('VIEWER');
    const other = await page({ 'If-None-Match': etag, Authorization: `Bearer ${secret}` });
    expect(other.status).toBe(200);
  });

  it('has compressed files that are cached forever, but only under the name of their release', async () => {
    const html = await (await page()).text();
    const files = [...html.matchAll(/(?:src|href)="(\/graphql\/files\/[^"]+)"/g)].map(([, path]) => path!);
    expect(files).toHaveLength(4);
    for (const file of files) {
      const response = await fetch(service.address + file);
      expect(response.status, file).toBe(200);
      expect(response.headers.get('cache-control'), file).toBe('public, max-age=31536000, immutable');
      expect(response.headers.get('content-encoding'), file).toBe('gzip');
    }
    const ofAnother = await fetch(service.address + files[0]!.replace(/files\/[^/]+/, 'files/another'));
    expect([ofAnother.status, ofAnother.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect((await fetch(service.address + files[0]!.replace(/[^/]+$/, 'nothing.js'))).status).toBe(404);
  });

  it('loads its schema from an endpoint that is compressed, cached and for operators only', async () => {
    const response = await get('/graphql/introspection');
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    const known = { 'If-None-Match': response.headers.get('etag')! };
    expect((await get('/graphql/introspection', known)).status).toBe(304);
    const query = getIntrospectionQuery({ inputValueDeprecation: true, schemaDescription: true });
    const data = await support.data<IntrospectionQuery>(query);
    // The page also loads fields that the default introspection leaves out.
    expect((await response.json()).data).toMatchObject(data);
    const refused = await fetch(`${service.address}/graphql/introspection`, { headers: known });
    expect(refused.status).toBe(401);
    expect((await refused.json()).errors[0].extensions.code).toBe('operator_token_invalid');
  });

  it('names every question of the playbook in the manual', async () => {
    const manual = await readFile(new URL('../../../docs/operators.md', import.meta.url), 'utf8');
    const rows = (await readPlaybook()).flatMap(({ title, operations }) =>
      operations
        .filter((operation) => operation.title.endsWith('?'))
        .map((operation) => `| ${operation.title} | \`${operation.name}\` | ${title} |`),
    );
    expect(rows.length).toBeGreaterThanOrEqual(20);
    expect(manual).toContain(`\n| question | operation | group |\n|---|---|---|\n${rows.join('\n')}\n\n`);
  });
});
