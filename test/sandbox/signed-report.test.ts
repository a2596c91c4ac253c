import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/rules/canonical-json.ts';
import { publicKeyOf, signReport } from '../../src/sandbox/signed-report.ts';

const privateKey = generateKeyPairSync('ed25519').privateKey.export({
  format: 'pem',
  type: 'pkcs8',
}) as string;

describe('a signed report', () => {
  it('is verified with the published key, over JSON with sorted keys', () => {
    const { report, signature } = signReport({ b: [1, { d: null, c: 'ü' }], a: undefined }, privateKey);
    expect(canonicalJson(report)).toBe('{"b":[1,{"c":"ü","d":null}]}');
    const key = createPublicKey({ key: publicKeyOf(privateKey), format: 'jwk' } as never);
    const isValid = (text: string) => verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
    expect(isValid(canonicalJson(report))).toBe(true);
    expect(isValid(canonicalJson({ ...report, b: [] }))).toBe(false);
  });
});
