import { createPublicKey, verify } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { newSecret, shownSecret, sign } from '../../../src/services/webhook-deliveries/signature.ts';

const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
const body = '{"type":"court_booking.updated","data":{"name":"Zoë – 14 °C"}}';
const nowInSeconds = () => Math.floor(Date.now() / 1_000);

describe('webhook signatures', () => {
  it('HMAC_SHA256 matches the example that the libraries of Standard Webhooks share', () => {
    const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
    expect(sign([{ kind: 'HMAC_SHA256', secret }], id, 1614265330, '{"test": 2432232314}')).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
    expect(shownSecret('HMAC_SHA256', secret)).toBe('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
  });

  it('ED25519 derives the public key of RFC 8032 and does not reveal the seed', () => {
    const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
    const publicKey = Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex');
    expect(shownSecret('ED25519', seed)).toBe(`whpk_${publicKey.toString('base64')}`);
  });

  it('ED25519 can be verified with the public key alone, and any change of id, time or body is rejected', () => {
    const secret = newSecret('ED25519');
    const shown = shownSecret('ED25519', secret);
    const x = Buffer.from(shown.slice('whpk_'.length), 'base64').toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    const [version, signature] = sign([{ kind: 'ED25519', secret }], id, 1614265330, body).split(',') as [
      string,
      string,
    ];
    expect(version).toBe('v1a');
    const isSigned = (content: string) =>
      verify(null, Buffer.from(content), key, Buffer.from(signature, 'base64'));
    expect(isSigned(`${id}.1614265330.${body}`)).toBe(true);
    for (const other of [`x.1614265330.${body}`, `${id}.1614265331.${body}`, `${id}.1614265330.${body} `])
      expect(isSigned(other), other).toBe(false);
  });

  describe('library of Standard Webhooks', () => {
    const [current, former] = [newSecret('HMAC_SHA256'), newSecret('HMAC_SHA256')];
    const headers = (secrets: Buffer[], at = nowInSeconds()) => ({
      'webhook-id': id,
      'webhook-timestamp': `${at}`,
      'webhook-signature': sign(
        secrets.map((secret) => ({ kind: 'HMAC_SHA256', secret })),
        id,
        at,
        body,
      ),
    });
    const verified = (secret: Buffer, sent: Record<string, string>, content = body) =>
      new Webhook(shownSecret('HMAC_SHA256', secret)).verify(content, sent);

    it('accepts a webhook with the shown secret', () => {
      expect(verified(current, headers([current]))).toEqual(JSON.parse(body));
    });

    it('accepts either secret during a rotation, even next to a signature of the other kind', () => {
      const sent = headers([current, former]);
      const seed = newSecret('ED25519');
      const other = sign([{ kind: 'ED25519', secret: seed }], id, nowInSeconds(), body);
      for (const signature of [sent['webhook-signature'], `${other} ${sent['webhook-signature']}`])
        for (const secret of [current, former])
          expect(verified(secret, { ...sent, 'webhook-signature': signature })).toEqual(JSON.parse(body));
    });

    it('rejects another id, time, body or secret, and an old webhook', () => {
      const sent = headers([current]);
      const none = 'No matching signature found';
      expect(() => verified(current, { ...sent, 'webhook-id': `${id}x` })).toThrow(none);
      const later = `${Number(sent['webhook-timestamp']) + 1}`;
      expect(() => verified(current, { ...sent, 'webhook-timestamp': later })).toThrow(none);
      expect(() => verified(current, sent, `${body} `)).toThrow(none);
      expect(() => verified(former, sent)).toThrow(none);
      expect(() => verified(current, headers([current], nowInSeconds() - 600))).toThrow('too old');
    });
  });

  it('a new secret has 32 random bytes', () => {
    const secrets = [newSecret('HMAC_SHA256'), newSecret('HMAC_SHA256'), newSecret('ED25519')];
    expect(secrets.map(({ length }) => length)).toEqual([32, 32, 32]);
    expect(new Set(secrets.map((secret) => secret.toString('hex'))).size).toBe(3);
  });

  it('several keys give one signature each, in their order, separated by spaces', () => {
    const [first, second] = [newSecret('HMAC_SHA256'), newSecret('ED25519')];
    const keys = [
      { kind: 'HMAC_SHA256', secret: first },
      { kind: 'ED25519', secret: second },
    ] as const;
    const at = nowInSeconds();
    expect(sign(keys, id, at, body)).toBe(
      `${sign([keys[0]], id, at, body)} ${sign([keys[1]], id, at, body)}`,
    );
  });
});
