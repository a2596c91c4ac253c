import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretBox } from './webhook-dependencies.ts';

// Layout: version, nonce, ciphertext, tag. The version allows another format later while old secrets stay readable.
const version = Buffer.of(1);
const nonceLength = 12;
const tagLength = 16;

/**
 * Encrypts with AES-256-GCM and a new nonce each time. Modified data, or data encrypted with another key, cannot be
 * decrypted. Nonces are random, so a key is good for about 2^32 secrets (NIST SP 800-38D, section 8.3).
 *
 * @param key 32 bytes
 * @param former another 32 bytes, which decrypt but never encrypt, for changing the key
 */
export function createSecretBox(
  key: Uint8Array,
  former?: Uint8Array,
  random: (size: number) => Buffer = randomBytes,
): SecretBox {
  const seal = (plain: Uint8Array) => {
    const nonce = random(nonceLength);
    const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength });
    cipher.setAAD(version);
    return Buffer.concat([version, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  };
  const openedByFormer = (sealed: Uint8Array) => former && opened(former, sealed);
  return {
    hasFormerKey: former !== undefined,
    seal,
    open: (sealed) => {
      const plain = opened(key, sealed) ?? openedByFormer(sealed);
      if (plain) return plain;
      // OpenSSL's own message would not help an operator.
      throw new Error(
        'The secret of the endpoint cannot be decrypted, because it was encrypted with another WEBHOOK_SECRETS_KEY. ' +
          'Set that key as WEBHOOK_SECRETS_KEY_FORMER, or rotate the secret of the endpoint and give the partner the new one.',
      );
    },
    resealed: (sealed) => {
      if (opened(key, sealed)) return undefined;
      const plain = openedByFormer(sealed);
      return plain && seal(plain);
    },
  };
}

/** Returns the secret, or undefined if it was encrypted with another key. */
function opened(key: Uint8Array, sealed: Uint8Array): Buffer | undefined {
  const bytes = Buffer.from(sealed);
  if (bytes.length < 1 + nonceLength + tagLength || !bytes.subarray(0, 1).equals(version)) return undefined;
  const nonce = bytes.subarray(1, 1 + nonceLength);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength });
  decipher.setAAD(version).setAuthTag(bytes.subarray(-tagLength));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(1 + nonceLength, -tagLength)), decipher.final()]);
  } catch {
    return undefined;
  }
}

/** Returns true if a key of this process can decrypt a secret. */
export function opens(sealed: Uint8Array, secrets: SecretBox): boolean {
  try {
    return Boolean(secrets.open(sealed));
  } catch {
    return false;
  }
}
