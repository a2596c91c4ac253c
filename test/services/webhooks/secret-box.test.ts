import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSecretBox } from '../../../src/services/webhooks/secret-box.ts';

describe('encrypted secrets', () => {
  const key = randomBytes(32);
  const box = createSecretBox(key);
  const secret = randomBytes(32);
  const refusal =
    /^The secret of the endpoint cannot be decrypted, because .* another WEBHOOK_SECRETS_KEY\. .* rotate/;

  it('are decrypted with the same key, even after a restart', () => {
    const sealed = box.seal(secret);
    expect(box.open(sealed)).toEqual(secret);
    expect(createSecretBox(Buffer.from(key)).open(new Uint8Array(sealed))).toEqual(secret);
    expect(box.open(box.seal(Buffer.alloc(0)))).toEqual(Buffer.alloc(0));
  });

  it('do not contain the plain secret and differ each time', () => {
    const [first, second] = [box.seal(secret), box.seal(secret)];
    expect(first.includes(secret)).toBe(false);
    expect(first).not.toEqual(second);
    expect(first.subarray(1, 13)).not.toEqual(second.subarray(1, 13));
  });

  it('cannot be decrypted with another key, and the error says what to do', () => {
    const open = () => createSecretBox(randomBytes(32)).open(box.seal(secret));
    expect(open).toThrow(Error);
    expect(open).toThrow(refusal);
  });

  it('detect every changed, missing or additional byte', () => {
    const sealed = box.seal(secret);
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1;
      expect(() => box.open(changed), `byte ${at}`).toThrow(refusal);
      expect(() => box.open(sealed.subarray(0, at)), `the first ${at}`).toThrow(refusal);
    }
    expect(() => box.open(Buffer.concat([sealed, Buffer.of(0)]))).toThrow(refusal);
  });
});
