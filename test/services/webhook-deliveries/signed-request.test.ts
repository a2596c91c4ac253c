import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  newSecret,
  type SignatureKind,
  shownSecret,
} from '../../../src/services/webhook-deliveries/signature.ts';
import { toSignedRequest } from '../../../src/services/webhook-deliveries/signed-request.ts';

type Verify = (
  secret: string,
  headers: Record<string, string | undefined>,
  body: string,
  now?: number,
) => boolean;

/** Imports the code of the guide, which partners copy. */
const guide = new URL('../../../docs/partners/webhooks.md', import.meta.url);
const kinds: { kind: SignatureKind; block: string; name: string }[] = [
  { kind: 'HMAC_SHA256', block: 'verify', name: 'verify' },
  { kind: 'ED25519', block: 'verify-ed25519', name: 'verifyEd25519' },
];

describe.each(kinds)('verification code of the guide for $kind', ({ kind, block, name }) => {
  let folder: string;
  let verify: Verify;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guide-'));
    const text = await readFile(guide, 'utf8');
    const [, code] = new RegExp(`^\`\`\`ts ${block}\n(.*?)^\`\`\``, 'ms').exec(text)!;
    const file = join(folder, `${block}.ts`);
    await writeFile(file, code!);
    verify = ((await import(/* @vite-ignore */ pathToFileURL(file).href)) as Record<string, Verify>)[name]!;
  });
  afterAll(() => rm(folder, { recursive: true }));

  const now = Date.parse('2026-11-20T12:00:00Z');
  const secrets = [newSecret(kind), newSecret(kind)] as const;
  const [shown, former] = secrets.map((secret) => shownSecret(kind, secret)) as [string, string];
  const body = { type: 'court_booking.cancelled', data: { name: 'Ä "quoted" 🎾' } };
  const sent = (by: readonly Buffer[] = [secrets[0]]) =>
    toSignedRequest(
      by.map((secret) => ({ kind, secret })),
      { id: 'change-1', body, now, timeoutMillis: 1_000 },
    );

  it('accepts a sent webhook', () => {
    const { headers, body } = sent();
    expect(verify(shown, headers, body, now)).toBe(true);
  });

  it('accepts either secret while there are two', () => {
    const { headers, body } = sent(secrets);
    expect(verify(shown, headers, body, now)).toBe(true);
    expect(verify(former, headers, body, now)).toBe(true);
    expect(verify(former, sent().headers, body, now)).toBe(false);
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'rejects a changed or missing %s',
    (header) => {
      const { headers, body } = sent();
      const other = header === 'webhook-timestamp' ? String(now / 1_000 + 1) : `${headers[header]}x`;
      const wrong = header === 'webhook-signature' ? headers[header]!.replace(/,./, ',?') : other;
      expect(verify(shown, { ...headers, [header]: wrong }, body, now)).toBe(false);
      expect(verify(shown, { ...headers, [header]: undefined }, body, now)).toBe(false);
    },
  );

  it('rejects another body, another secret, and a webhook older than five minutes', () => {
    const { headers, body } = sent();
    expect(verify(shown, headers, `${body} `, now)).toBe(false);
    expect(verify(shownSecret(kind, newSecret(kind)), headers, body, now)).toBe(false);
    expect(verify(shown, headers, body, now + 300_000)).toBe(true);
    expect(verify(shown, headers, body, now + 301_000)).toBe(false);
  });
});
