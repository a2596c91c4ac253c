import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { configureSecretScanning } from '../../src/bin/configure-secret-scanning.ts';
import { FailedAttempts } from '../../src/services/limits/failed-attempts.ts';
import { localBucket } from '../../src/services/limits/rate-limit-bucket.ts';
import { checkSignature, ScannerKeys } from '../../src/services/secret-scanning/scanner-keys.ts';
import { newToken } from '../../src/services/values/secret-formats.ts';
import { refusalOf } from '../harness/assertions/refusal-of.ts';
import { operatorPages } from '../harness/clients/operator-pages.ts';
import { listenLocally } from '../harness/servers/listen-locally.ts';
import { databaseKinds } from '../harness/servers/test-database.ts';
import { startTestService, type TestService } from '../harness/servers/test-service.ts';
import { forTest, use, useTestService } from '../harness/servers/use-test-service.ts';

const pairOf = (namedCurve = 'P-256') => generateKeyPairSync('ec', { namedCurve });
const pemOf = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();

/** A server with public keys, like GitHub's. */
async function startKeyServer() {
  const [current, other, foreign, wide] = [pairOf(), pairOf(), pairOf(), pairOf('P-384')];
  const publicKeys = Object.entries({ current, other, wide }).map(([identifier, { publicKey }]) => ({
    key_identifier: identifier,
    key: pemOf(publicKey),
    is_current: identifier === 'current',
  }));
  publicKeys.push({ key_identifier: 'broken', key: 'no key', is_current: false });
  const state = { reads: 0, status: 200, body: JSON.stringify({ public_keys: publicKeys }) };
  const server = createServer((request, response) => {
    state.reads += 1;
    expect([request.method, request.headers['user-agent']]).toEqual(['GET', 'Courtbridge-Secret-Scanning/1']);
    response.writeHead(state.status, { 'content-type': 'application/json' }).end(state.body);
  });
  const { address, close } = await listenLocally(server, 0);
  const read = configureSecretScanning({
    SECRET_SCANNING_KEYS_URL: `${address}/meta/public_keys/secret_scanning`,
    WEBHOOK_ALLOW_PRIVATE: true,
  })!;
  return { state, read, close, pairs: { current, other, foreign, wide } };
}
type KeyServer = Awaited<ReturnType<typeof startKeyServer>>;
const keyServer = use(startKeyServer, ({ close }) => close());

interface Signing {
  pair?: keyof KeyServer['pairs'];
  identifier?: string | undefined;
  signature?: string | undefined;
}

const signed = (text: string, { pair = 'current', identifier = pair, ...given }: Signing = {}) => {
  const own = sign('sha256', Buffer.from(text), keyServer.pairs[pair].privateKey).toString('base64');
  return { identifier, signature: 'signature' in given ? given.signature : own };
};

describe.each(databaseKinds)('reports of secret scanning on %s', (kind) => {
  const service = useTestService(kind, { readScannerKeys: () => keyServer.read() });

  const path = '/api/v1/secret-scanning/github';
  const send = (text: string, signing: Signing = {}, sent = text, of: TestService = service) => {
    const { identifier, signature } = signed(text, signing);
    const headers = {
      'Content-Type': 'application/json',
      ...(identifier === undefined ? {} : { 'GITHUB-PUBLIC-KEY-IDENTIFIER': identifier }),
      ...(signature === undefined ? {} : { 'GITHUB-PUBLIC-KEY-SIGNATURE': signature }),
    };
    return of.call(path, { method: 'POST', headers, rawBody: sent });
  };
  const reportOf = (...tokens: string[]) =>
    JSON.stringify(tokens.map((token) => ({ token, type: 'courtbridge_token', url: '', source: 'content' })));
  const isValid = async (token: string) =>
    (await service.call('/api/v1/token', { token }, 'getToken')).status === 200;
  const revokedTokens = () =>
    service.database.query<{ id: string; because: string | null }>(
      'select id, revoked_because as because from api_tokens where revoked_at is not null order by id',
      [],
    );

  it('revokes the tokens of a signed report, and labels each', async () => {
    const { token, tokenId } = await service.factories.tenant();
    const others = [newToken('partner'), newToken('operator'), 'x', `${token}x`];
    const text = reportOf(token, ...others);
    const { status, body, headers } = await send(text);
    expect(status).toBe(200);
    expect(body).toEqual(
      [token, ...others].map((one) => ({
        token_raw: one,
        token_type: 'courtbridge_token',
        label: one === token ? 'true_positive' : 'false_positive',
      })),
    );
    await expect.poll(() => isValid(token), { timeout: 1_000 }).toBe(false);
    expect(await revokedTokens()).toContainEqual({ id: tokenId, because: 'SECRET_SCANNING' });
    const events = () =>
      service.database.query(
        "select action, actor_type, actor_id, request_id, after ->> 'revokedBecause' as because from audit_events where subject_id = $1 and action = 'revokeApiToken'",
        [tokenId],
      );
    const author = { actor_type: 'secret_scanning', actor_id: tokenId };
    const event = { action: 'revokeApiToken', ...author, because: 'SECRET_SCANNING' };
    expect(await events()).toEqual([{ ...event, request_id: headers.get('x-request-id') }]);
    // A replay changes nothing.
    expect(await send(text)).toMatchObject({ status: 200, body });
    expect(await events()).toHaveLength(1);
    const { secret } = await service.factories.operator('VIEWER');
    const pages = operatorPages(service, secret);
    const { html } = await pages.get('/operators/api-token', { apiTokenId: tokenId });
    expect(html).toContain('<td>GitHub secret scanning</td>');
  });

  it.each<[string, Signing, ((text: string) => string)?]>([
    ['a report with a changed byte', {}, (text) => text.replace('content', 'kontent')],
    ['a report with a space more', {}, (text) => `${text} `],
    ['a key that is not listed', { pair: 'foreign', identifier: 'foreign' }],
    ['a key under the name of another', { pair: 'foreign', identifier: 'current' }],
    ['another listed key', { pair: 'other', identifier: 'current' }],
    ['a key of another curve', { pair: 'wide' }],
    ['a key that cannot be read', { identifier: 'broken' }],
    ['the name of a property', { identifier: '__proto__' }],
    ['no signature', { signature: undefined }],
    ['an empty signature', { signature: '' }],
    ['a signature that is not base64', { signature: '%%%' }],
    ['a signature that is not DER', { signature: Buffer.alloc(64, 7).toString('base64') }],
  ])('rejects %s, and revokes nothing', async (_what, signing, change = (text) => text) => {
    const { token } = await service.factories.tenant();
    const before = await revokedTokens();
    const text = reportOf(token);
    const { status, body } = await send(text, signing, change(text));
    expect([status, body.error.type]).toEqual([401, 'signature_invalid']);
    expect(await revokedTokens()).toEqual(before);
    expect(await isValid(token)).toBe(true);
    expect(JSON.stringify(body)).not.toContain(token);
  });

  it('checks the signature before the content, and both before it revokes anything', async () => {
    const { token } = await service.factories.tenant();
    const item = { token, type: 'x' };
    for (const content of [{}, null, 'x', [item, {}], [item, { ...item, token: 7 }], [item, null]]) {
      const { status, body } = await send(JSON.stringify(content));
      expect([status, body.error.type]).toEqual([400, 'invalid_schema']);
    }
    for (const text of ['', '{', '[{"token":"a","token":"b","type":"x"}]'])
      expect((await send(text)).body.error.type).toBe('invalid_schema');
    expect((await send('{', { pair: 'foreign' })).status).toBe(401);
    expect((await send('[]')).body).toEqual([]);
    expect(await isValid(token)).toBe(true);
  });

  it('rejects a report over 512 KiB, another content type, and another method', async () => {
    const most = 512 * 1_024;
    const item = JSON.stringify({ token: 'x', type: 'x' });
    const filled = `[${item}${' '.repeat(most - item.length - 2)}]`;
    expect((await send(filled)).status).toBe(200);
    expect((await send(`${filled} `)).body.error.type).toBe('payload_too_large');
    const text = { method: 'POST', rawBody: '[]', headers: { 'Content-Type': 'text/plain' } };
    expect((await service.call(path, text)).body.error.type).toBe('unsupported_media_type');
    expect((await service.call(path, {})).body.error.type).toBe('method_not_allowed');
  });

  it('revokes each of many tokens once, also if two reports have them at the same time', async () => {
    const { externalServiceId } = await service.factories.tenant();
    const issued = await Promise.all(
      Array.from({ length: 20 }, () => service.factories.token(externalServiceId)),
    );
    const secrets = issued.map(({ secret }) => secret);
    const unknown = Array.from({ length: 1_000 }, () => newToken('partner'));
    const text = reportOf(...unknown, ...secrets, ...secrets);
    for (const { status, body } of await Promise.all([send(text), send(text)])) {
      expect(status).toBe(200);
      const labels = (body as { label: string }[]).map(({ label }) => label);
      expect(labels.filter((label) => label === 'true_positive')).toHaveLength(40);
    }
    const [row] = await service.database.query(
      "select count(*)::int as events, count(distinct subject_id)::int as tokens from audit_events where action = 'revokeApiToken' and subject_id = any ($1::uuid[])",
      [issued.map(({ id }) => id)],
    );
    expect(row).toEqual({ events: 20, tokens: 20 });
  });

  it('does not exist unless it is set up', async () => {
    const without = await forTest(startTestService(kind));
    const { status, body } = await send('[]', {}, '[]', without);
    expect([status, body.error.type]).toEqual([404, 'route_not_found']);
  });

  it('10,000 guesses revoke nothing, are limited by their address, and read the keys once', async () => {
    const { token } = await service.factories.tenant();
    const before = await revokedTokens();
    const { state, read } = keyServer;
    const readsBefore = state.reads;
    const monotonic = () => 0;
    const policy = { perSecond: 10, burst: 100 };
    const attempts = new FailedAttempts({ policy, shared: localBucket(monotonic), monotonic });
    const keys = new ScannerKeys(read, monotonic);
    const bytes = Buffer.from(reportOf(token));
    const outcomes: Record<string, number> = {};
    for (let guess = 0; guess < 10_000; guess++) {
      const keyIdentifier = guess % 2 ? 'current' : `guess-${guess}`;
      const signature = Buffer.from(`${guess}`.padStart(64, 'x')).toString('base64');
      const report = { bytes, keyIdentifier, signature };
      const { type } = await refusalOf(checkSignature(keys, report, { attempts, address: '192.0.2.1' }));
      outcomes[type] = (outcomes[type] ?? 0) + 1;
    }
    expect(outcomes).toEqual({ signature_invalid: 100, rate_limit_exceeded: 9_900 });
    expect(state.reads - readsBefore).toBe(1);
    expect(await revokedTokens()).toEqual(before);
  });
});

describe('the keys of secret scanning', () => {
  it('reads keys at most once a minute, and uses them for an hour', async () => {
    const { state, read } = keyServer;
    const full = state.body;
    let now = 0;
    const keys = new ScannerKeys(read, () => now);
    const readsOf = async (identifier: string, expected: 'key' | 'none' | 'unavailable') => {
      const before = state.reads;
      const found = await keys.find(identifier).then(
        (key) => (key ? 'key' : 'none'),
        () => 'unavailable',
      );
      expect(found).toBe(expected);
      return state.reads - before;
    };
    state.status = 500;
    expect(await readsOf('current', 'unavailable')).toBe(1);
    state.status = 200;
    expect(await readsOf('current', 'unavailable')).toBe(0);
    now += 60_000;
    const both = await Promise.all([keys.find('current'), keys.find('other')]);
    expect(both.every(Boolean)).toBe(true);
    expect(await readsOf('unknown', 'none')).toBe(0);
    now += 60_000;
    expect(await readsOf('unknown', 'none')).toBe(1);
    // A list that cannot be read leaves the keys as they are, for an hour.
    for (const body of ['', '{"public_keys":{}}', full.slice(0, 50)]) {
      state.body = body;
      now += 60_000;
      expect(await readsOf('unknown', 'none')).toBe(1);
      expect(await readsOf('current', 'key')).toBe(0);
    }
    // They are read again after half of it.
    now += 1_800_000;
    expect(await readsOf('current', 'key')).toBe(1);
    now += 1_800_000;
    expect(await readsOf('current', 'unavailable')).toBe(1);
    // A key that was withdrawn.
    state.body = JSON.stringify({ public_keys: JSON.parse(full).public_keys.slice(1) });
    now += 60_000;
    expect(await readsOf('other', 'key')).toBe(1);
    expect(await readsOf('current', 'none')).toBe(0);
    state.body = full;
  });
});
