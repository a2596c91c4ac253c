import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWellFormedToken, newToken } from '../../../src/services/values/secret-formats.ts';

describe('tokens', () => {
  it('have a vendor prefix, 256 bits in base62 and a checksum, 53 characters in all', () => {
    expect(newToken('partner')).toMatch(/^cbp_[0-9A-Za-z]{49}$/);
    expect(newToken('operator')).toMatch(/^cbo_[0-9A-Za-z]{49}$/);
  });

  it('differ for any two different secrets', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.nat(255), (bytes, bit) => {
        const other = Buffer.from(bytes);
        other[bit >> 3]! ^= 1 << (bit & 7);
        expect(newToken('partner', () => Buffer.from(bytes))).not.toBe(newToken('partner', () => other));
      }),
    );
  });

  it('are well-formed, and changing one character makes them malformed', () => {
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    fc.assert(
      fc.property(fc.nat(48), fc.constantFrom(...alphabet), (index, character) => {
        const token = newToken('partner');
        expect(isWellFormedToken('partner', token)).toBe(true);
        expect(isWellFormedToken('operator', token)).toBe(false);
        const at = 4 + index;
        const changed = token.slice(0, at) + character + token.slice(at + 1);
        expect(isWellFormedToken('partner', changed)).toBe(changed === token);
      }),
    );
  });

  it('other strings are malformed', () => {
    const isRejected = (text: string) => {
      expect(isWellFormedToken('partner', text)).toBe(false);
    };
    fc.assert(fc.property(fc.string(), isRejected));
    fc.assert(
      fc.property(
        fc.string({ minLength: 49, maxLength: 49 }).map((text) => `cbp_${text}`),
        isRejected,
      ),
    );
  });
});
