import { webcrypto } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, vi } from 'vitest';
import {
  createWebhookVerifier,
  signWebhook,
  type WebhookBody,
  type WebhookHeaders,
  type WebhookVerifierOptions,
} from '../../sdk/src/webhooks/index.ts';
import { webhookBodies } from '../../src/services/resources/change-response.ts';
import {
  newSecret,
  type SignatureKind,
  shownSecret,
} from '../../src/services/webhook-deliveries/signature.ts';
import { toSignedRequest } from '../../src/services/webhook-deliveries/signed-request.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const seconds = now / 1_000;
const id = '01990b2e-7f6c-7c1e-8a53-0f2a00000411';
const body = {
  type: 'court_booking.cancelled',
  timestamp: '2026-11-20T11:59:59.000Z',
  sequence: 1_041,
  data: { externalCourtBookingId: 'Zoë – 🎾', status: 'CANCELLED', cancelledBy: ['OPERATOR'] },
};
const kinds = ['HMAC_SHA256', 'ED25519'] as const;

const sentBy = (kind: SignatureKind, secrets: Buffer[], content: object = body, at = now) => {
  const keys = secrets.map((secret) => ({ kind, secret }));
  const { headers, body } = toSignedRequest(keys, { id, body: content, now: at, timeoutMillis: 1 });
  return { headers: headers as Record<string, string>, body };
};

type Options = Partial<WebhookVerifierOptions> & Pick<WebhookVerifierOptions, 'secrets'>;

async function verify(options: Options, headers: WebhookHeaders, content: WebhookBody): Promise<unknown> {
  const verifier = createWebhookVerifier({ now: () => now, ...options });
  return verifier.verify(headers, content).catch((error: { reason?: string }) => error.reason ?? error);
}

const refusalOf = (options: Options, headers: WebhookHeaders, content: WebhookBody) =>
  createWebhookVerifier({ now: () => now, ...options })
    .verify(headers, content)
    .then(
      () => 'taken',
      (error: { reason: string; message: string; cause?: unknown }) => error,
    );

describe.each(kinds)('webhook signed by %s', (kind) => {
  const secret = newSecret(kind);
  const secrets = shownSecret(kind, secret);
  const sent = sentBy(kind, [secret]);
  const event = { known: true, id, ...body };

  it('is accepted, and returns its event', async () => {
    expect(await verify({ secrets }, sent.headers, sent.body)).toEqual(event);
  });

  it.each<[what: string, headers: (given: Record<string, string>) => WebhookHeaders]>([
    ['Headers', (given) => new Headers(given)],
    ['a plain object in capitals', (given) => mapped(given, ([name, value]) => [name.toUpperCase(), value])],
    ['a plain object of lists', (given) => mapped(given, ([name, value]) => [name, [value]])],
  ])('is accepted with its headers as %s', async (_what, headers) => {
    expect(await verify({ secrets }, headers(sent.headers), sent.body)).toEqual(event);
  });

  const bytes = Buffer.from(sent.body);
  it.each<[what: string, content: WebhookBody]>([
    ['text', sent.body],
    ['a Buffer', bytes],
    [
      'a Buffer that is part of another',
      Buffer.concat([Buffer.from('xx'), bytes, bytes]).subarray(2, 2 + bytes.length),
    ],
    ['a Uint8Array', Uint8Array.from(bytes)],
    ['an ArrayBuffer', Uint8Array.from(bytes).buffer],
    ['a DataView', new DataView(Uint8Array.from(bytes).buffer)],
  ])('is accepted with its body as %s', async (_what, content) => {
    expect(await verify({ secrets }, sent.headers, content)).toEqual(event);
  });

  it('is accepted by the new secret, the former one or both during a rotation', async () => {
    const [former, other] = [newSecret(kind), newSecret(kind)];
    const rotated = sentBy(kind, [secret, former]);
    const [present, past, wrong] = [secret, former, other].map((each) => shownSecret(kind, each)) as [
      string,
      string,
      string,
    ];
    for (const given of [present, past, [past, present], [wrong, past], [wrong, present]])
      expect(await verify({ secrets: given }, rotated.headers, rotated.body)).toEqual(event);
    expect(await verify({ secrets: wrong }, rotated.headers, rotated.body)).toBe('no_match');
    expect(await verify({ secrets: past }, sent.headers, sent.body)).toBe('no_match');
  });

  it('is rejected if any character of its id, time, body or signature changes', async () => {
    const verifier = createWebhookVerifier({ secrets, now: () => now, toleranceSeconds: Infinity });
    const parts = ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'body'] as const;
    const tampered = fc.record({
      part: fc.constantFrom(...parts),
      at: fc.nat(),
      by: fc.integer({ min: 1, max: 255 }),
    });
    const reasons = new Set<string>();
    await fc.assert(
      fc.asyncProperty(tampered, async ({ part, at, by }) => {
        const original = part === 'body' ? bytes : Buffer.from(sent.headers[part]!);
        const changed = Buffer.from(original);
        changed[at % changed.length]! ^= by;
        // The last base64 character has unused bits.
        const isSame = part === 'webhook-signature' && sameSignature(original, changed);
        const headers =
          part === 'body' ? sent.headers : { ...sent.headers, [part]: changed.toString('latin1') };
        const outcome = await verifier.verify(headers, part === 'body' ? changed : sent.body).then(
          () => 'taken',
          ({ reason }) => reason as string,
        );
        reasons.add(outcome);
        expect(outcome === 'taken').toBe(isSame);
      }),
      // A comma instead of the last character.
      { numRuns: 400, examples: [[{ part: 'webhook-signature', at: 32_484_094, by: 17 }]] },
    );
    expect([...reasons]).toEqual(expect.arrayContaining(['malformed_header', 'no_match']));
  });

  it('is rejected if the separators between id, time and body move', async () => {
    const { headers } = sent;
    const time = headers['webhook-timestamp']!;
    const moved = { ...headers, 'webhook-id': `${id}.${time}`, 'webhook-timestamp': '1' };
    expect(await verify({ secrets, toleranceSeconds: Infinity }, moved, sent.body)).toBe('malformed_header');
  });

  it('is rejected if any header is missing or empty', async () => {
    for (const name of Object.keys(sent.headers).filter((name) => name.startsWith('webhook-'))) {
      const { [name]: _gone, ...others } = sent.headers;
      for (const headers of [others, { ...others, [name]: '' }, { ...others, [name]: undefined }])
        expect(await refusalOf({ secrets }, headers, sent.body), name).toMatchObject({
          reason: 'missing_header',
          message: expect.stringContaining(`The header ${name} is missing.`),
        });
    }
  });

  it.each([
    ['webhook-timestamp', '1795176000.5'],
    ['webhook-timestamp', '2026-11-20T12:00:00Z'],
    ['webhook-timestamp', ''.padStart(40, '1')],
    ['webhook-signature', 'K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='],
    ['webhook-signature', 'v1,***'],
    ['webhook-signature', Array.from({ length: 21 }, () => 'v1,AAAA').join(' ')],
    ['webhook-id', 'two words'],
    ['webhook-id', [id, id]],
  ])('is rejected if %s is %s', async (name, value) => {
    const expected = {
      'webhook-id': 'letters, digits, - and _',
      'webhook-timestamp': 'whole Unix seconds',
      'webhook-signature': 'such as "v1,',
    }[name];
    expect(await refusalOf({ secrets }, { ...sent.headers, [name]: value }, sent.body)).toMatchObject({
      reason: 'malformed_header',
      message: expect.stringContaining(
        `The value of the header ${name} does not come from the platform (${expected}`,
      ),
    });
  });

  it('is rejected with anything before its signature', async () => {
    const headers = { ...sent.headers, 'webhook-signature': `x${sent.headers['webhook-signature']}` };
    expect(await verify({ secrets }, headers, sent.body)).toBe('malformed_header');
  });

  it('is accepted with twenty signatures, in one header or in several', async () => {
    const signatures = [sent.headers['webhook-signature']!, ...Array(19).fill('v1,AAAA')];
    for (const value of [signatures, signatures.join(' ')])
      expect(await verify({ secrets }, { ...sent.headers, 'webhook-signature': value }, sent.body)).toEqual(
        event,
      );
  });

  // The ways in which proxies, platforms and header objects join header lines.
  it.each<[string, (one: string, other: string) => string | string[]]>([
    ['joined by a comma and a space', (one, other) => `${one}, ${other}`],
    ['joined by a comma', (one, other) => `${one},${other}`],
    ['joined by spaces around a comma', (one, other) => `${one} , ${other}`],
    ['joined by tabs', (one, other) => `${one}\t${other}`],
    ['folded over two lines', (one, other) => `${one},\r\n ${other}`],
    ['a list', (one, other) => [one, other]],
    ['a list of joined values', (one, other) => [`${one}, v2,AAAA`, other]],
    ['between empty lines', (one, other) => `, ${one}, ${other}, `],
  ])('is accepted if the valid one of two signatures is the first or the last, %s', async (_what, join) => {
    const [valid, other] = [sent.headers['webhook-signature']!, `${kind === 'ED25519' ? 'v1a' : 'v1'},AAAA`];
    for (const value of [join(valid, other), join(other, valid), join(valid, valid)])
      expect(await verify({ secrets }, { ...sent.headers, 'webhook-signature': value }, sent.body)).toEqual(
        event,
      );
    const wrong = { ...sent.headers, 'webhook-signature': join(other, other) };
    expect(await verify({ secrets }, wrong, sent.body)).toBe('no_match');
  });

  it('is accepted if Headers have joined its signatures', async () => {
    const valid = sent.headers['webhook-signature']!;
    for (const signatures of [
      ['v1,AAAA', valid],
      [valid, 'v1,AAAA'],
      [valid, 'v1a,AAAA', 'v1,AAAA'],
    ]) {
      const headers = new Headers(sent.headers);
      headers.delete('webhook-signature');
      for (const each of signatures) headers.append('webhook-signature', each);
      expect(await verify({ secrets }, headers, sent.body)).toEqual(event);
    }
  });

  it('is rejected with more than twenty signatures, however they are joined', async () => {
    const signatures = Array(21).fill(sent.headers['webhook-signature']!);
    for (const value of [signatures.join(', '), signatures.join(','), signatures])
      expect(await verify({ secrets }, { ...sent.headers, 'webhook-signature': value }, sent.body)).toBe(
        'malformed_header',
      );
  });

  it('is rejected as no_match if no signature fits among keys and versions of other kinds', async () => {
    const given = kinds.map((each) => shownSecret(each, newSecret(each)));
    const signature = `v12,AAAA ${sent.headers['webhook-signature']}`;
    const headers = { ...sent.headers, 'webhook-signature': signature };
    expect(await refusalOf({ secrets: given }, headers, sent.body)).toMatchObject({
      reason: 'no_match',
      message: expect.stringMatching(/^No signature is valid.* whether it was rotated/),
    });
    const unknown = { ...sent.headers, 'webhook-signature': 'v12,AAAA' };
    expect(await verify({ secrets }, unknown, sent.body)).toBe('no_match');
  });

  it('is accepted up to five minutes off, or up to a custom tolerance', async () => {
    const at = (secondsAway: number, toleranceSeconds?: number) => {
      const { headers, body } = sentBy(kind, [secret], undefined, now + secondsAway * 1_000);
      return verify({ secrets, toleranceSeconds }, headers, body);
    };
    for (const taken of [-300, 300]) expect(await at(taken)).toEqual(event);
    expect(await at(-301)).toBe('too_old');
    expect(await at(301)).toBe('too_new');
    expect(await at(-10, 10)).toEqual(event);
    expect(await at(-11, 10)).toBe('too_old');
    const old = sentBy(kind, [secret], undefined, now - 3_600_000);
    expect(await refusalOf({ secrets }, old.headers, old.body)).toMatchObject({
      message: expect.stringContaining('is 3600 s ago, but only 300 s are allowed'),
    });
    expect(`${await refusalOf({ secrets }, old.headers, old.body)}`).toMatch(
      /^WebhookVerificationError: too_old: The time of the webhook is 3600 s ago/,
    );
  });

  it('is rejected by a secret of the other kind, with the needed kind in the message', async () => {
    const other = kind === 'ED25519' ? 'HMAC_SHA256' : 'ED25519';
    const verifier = createWebhookVerifier({ secrets: shownSecret(other, newSecret(other)), now: () => now });
    const refusal = await verifier.verify(sent.headers, sent.body).catch((error) => error);
    expect(refusal).toMatchObject({ name: 'WebhookVerificationError', reason: 'no_match' });
    expect(refusal.message).toContain(kind === 'ED25519' ? 'is signed with v1a' : 'is signed with v1,');
  });
});

function sameSignature(one: Buffer, other: Buffer): boolean {
  const parts = (value: Buffer) => {
    // Spaces around a header's value do not count.
    const [, version, text = ''] = /^([^,]*),?(.*)$/s.exec(value.toString('latin1').trim())!;
    try {
      return `${version} ${atob(text)}`;
    } catch {
      return value.toString('hex');
    }
  };
  return parts(one) === parts(other);
}

const mapped = <Value>(
  given: Record<string, string>,
  by: (entry: [string, string]) => [string, Value],
): Record<string, Value> => Object.fromEntries(Object.entries(given).map(by));

describe('webhook body', () => {
  const secret = newSecret('HMAC_SHA256');
  const secrets = shownSecret('HMAC_SHA256', secret);

  it.each([
    ['that was parsed', body],
    ['of which nothing is left', undefined],
    ['that is null', null],
  ])('rejects a body %s with advice on how to get the raw body', async (_what, parsed) => {
    const verifier = createWebhookVerifier({ secrets });
    const refusal = await verifier
      .verify(sentBy('HMAC_SHA256', [secret]).headers, parsed as never)
      .catch((error) => error);
    expect(refusal).toMatchObject({ reason: 'body_not_raw' });
    expect(refusal.message).toContain('express.raw');
  });

  it.each([
    ['no JSON', 'hello'],
    ['no object', '1'],
    ['null', 'null'],
    ['no event', '{"type":"court_booking.cancelled"}'],
    ['no whole sequence', JSON.stringify({ ...body, sequence: '7' })],
    ['no type', JSON.stringify({ ...body, type: 7 })],
    ['no timestamp', JSON.stringify({ ...body, timestamp: undefined })],
    ['no data', JSON.stringify({ ...body, data: null })],
    ['data that is not an object', JSON.stringify({ ...body, data: 'x' })],
  ])('is rejected as invalid_body with advice despite a valid signature: %s', async (what, text) => {
    const headers = await signWebhook({ secret: secrets, body: text, now });
    const refusal = await refusalOf({ secrets }, headers, text);
    expect(refusal).toMatchObject({
      reason: 'invalid_body',
      message: expect.stringContaining('Ask an operator whose endpoint it is.'),
    });
    expect(Object.hasOwn(refusal as object, 'cause'), 'of what was no JSON, why').toBe(
      what === 'no JSON' || what === 'null',
    );
  });

  it('is accepted with a type newer than this version', async () => {
    const newer = { ...body, type: 'court_booking.moved' };
    const { headers, body: text } = sentBy('HMAC_SHA256', [secret], newer);
    expect(await verify({ secrets }, headers, text)).toEqual({ known: false, id, ...newer });
    const { headers: others, body: other } = sentBy('HMAC_SHA256', [secret], { ...body, type: 'toString' });
    expect(await verify({ secrets }, others, other)).toMatchObject({ known: false });
  });

  it('is known for every type that the platform documents', async () => {
    expect(webhookBodies.length).toBeGreaterThan(15);
    for (const { example } of webhookBodies) {
      const { headers, body: text } = sentBy('HMAC_SHA256', [secret], example);
      expect(await verify({ secrets }, headers, text)).toEqual({ known: true, id, ...example });
    }
  });
});

describe('webhook secrets', () => {
  const shared = shownSecret('HMAC_SHA256', newSecret('HMAC_SHA256'));
  const sharedOf = (bytes: number) => shownSecret('HMAC_SHA256', Buffer.alloc(bytes, 7));
  const isGiven = (secrets: unknown) => () => createWebhookVerifier({ secrets: secrets as string });

  it.each<[what: string, secrets: unknown]>([
    ['none', []],
    ['an unset variable', undefined],
    ['an empty one', ''],
    ['no prefix', shared.slice('whsec_'.length)],
    ['a private key', shared.replace('whsec_', 'whsk_')],
    ['one that was cut off', shared.slice(0, 30)],
    ['no base64', 'whsec_äöü'],
    ['a public key of another length', shared.replace('whsec_', 'whpk_').slice(0, 41)],
    ['a wrong one among right ones', [shared, 'x']],
    ['one behind something else', `secret=${shared}`],
    ['two in one text', `${shared}\n${shared}`],
    ['a short secret', sharedOf(23)],
    ['a long secret', sharedOf(65)],
  ])('%s: is rejected at once without repeating the secret', (_what, secrets) => {
    expect(isGiven(secrets)).toThrow(TypeError);
    expect(isGiven(secrets)).toThrow(/whsec_/);
    const quoted = String([secrets].flat()[0] ?? '').slice(6, 26);
    if (quoted.length > 5) expect(isGiven(secrets)).not.toThrow(quoted);
  });

  it('accepts secrets of 24 to 64 bytes', () => {
    expect(isGiven([sharedOf(24), sharedOf(64)])).not.toThrow();
  });

  it('accepts a secret with the line end of its file', () => {
    expect(isGiven(` ${shared}\n`)).not.toThrow();
  });

  it.each([0, -1, Number.NaN])('rejects a tolerance of %s', (toleranceSeconds) => {
    expect(() => createWebhookVerifier({ secrets: shared, toleranceSeconds })).toThrow(/toleranceSeconds/);
  });

  it('fails with unsupported_platform and advice for a key pair if Web Crypto has no Ed25519', async () => {
    const secret = newSecret('ED25519');
    const { headers, body } = sentBy('ED25519', [secret]);
    const subtle = vi
      .spyOn(webcrypto.subtle, 'importKey')
      .mockRejectedValueOnce(new DOMException('no', 'NotSupportedError'));
    const verifier = createWebhookVerifier({ secrets: shownSecret('ED25519', secret), now: () => now });
    const refusal = await verifier.verify(headers, body).catch((error) => error);
    subtle.mockRestore();
    expect(refusal).toMatchObject({ reason: 'unsupported_platform', cause: { name: 'NotSupportedError' } });
    expect(refusal.message).toContain('whsec_');
  });
});

describe('Standard Webhooks library', () => {
  const secret = shownSecret('HMAC_SHA256', newSecret('HMAC_SHA256'));
  const text = JSON.stringify(body);

  it('signs webhooks that verify here', async () => {
    const signature = new Webhook(secret).sign(id, new Date(now), text);
    const headers = { 'webhook-id': id, 'webhook-timestamp': `${seconds}`, 'webhook-signature': signature };
    expect(await verify({ secrets: secret }, headers, text)).toMatchObject({ known: true, id });
  });

  it('verifies what signWebhook signs, with the same signature', async () => {
    const headers = await signWebhook({ secret, body: text });
    expect(new Webhook(secret).verify(text, headers)).toEqual(body);
    const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
    expect(headers['webhook-signature']).toBe(new Webhook(secret).sign(headers['webhook-id'], at, text));
  });

  it('has a shared example that verifies here', async () => {
    const headers = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    };
    const options = { secrets: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', now: () => 1614265330_000 };
    // The body is not an event, which is checked last.
    expect(await verify(options, headers, '{"test": 2432232314}')).toBe('invalid_body');
    expect(await verify(options, headers, '{"test": 2432232315}')).toBe('no_match');
  });
});

it('rejects a public key in signWebhook', async () => {
  const secret = shownSecret('ED25519', newSecret('ED25519'));
  await expect(signWebhook({ secret, body: '{}' })).rejects.toThrow(/public key/);
});
