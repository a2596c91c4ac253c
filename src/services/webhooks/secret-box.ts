import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretBox } from './webhook-means.ts';

// Version, nonce, what is encrypted, tag. The version is for another way, some day: what is sealed by this one stays readable.
const version = Buffer.of(1);
const nonceLength = 12;
const tagLength = 16;

/**
 * Seals by AES-256-GCM with a nonce of its own each time: what was changed, or sealed by another key, does not open. Nonces
 * are random, so a key is good for some 2^32 secrets (NIST SP 800-38D, section 8.3).
 *
 * @param key 32 bytes
 */
export function createSecretBox(key: Uint8Array, random: (size: number) => Buffer = randomBytes): SecretBox {
  return {
    seal: (plain) => {
      const nonce = random(nonceLength);
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength });
      cipher.setAAD(version);
      return Buffer.concat([version, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed);
      if (bytes.length < 1 + nonceLength + tagLength || !bytes.subarray(0, 1).equals(version))
        throw notOurs();
      const nonce = bytes.subarray(1, 1 + nonceLength);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength });
      decipher.setAAD(version).setAuthTag(bytes.subarray(-tagLength));
      try {
        return Buffer.concat([
          decipher.update(bytes.subarray(1 + nonceLength, -tagLength)),
          decipher.final(),
        ]);
      } catch {
        throw notOurs();
      }
    },
  };
}

// OpenSSL's own words say nothing to an operator.
function notOurs(): Error {
  return new Error(
    'The secret of the endpoint cannot be decrypted: WEBHOOK_SECRETS_KEY is another than the one it was encrypted by. ' +
      'Set the former key again, or rotate the secret of the endpoint and give the partner the new one.',
  );
}
