const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Whether a text can be an API token: `cbp_`, 43 characters of secret, and their CRC-32 as six digits of base62. */
export function isApiToken(text: string): boolean {
  const [, secret, checksum] = /^cbp_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/.exec(text) ?? [];
  if (secret === undefined || checksum === undefined) return false;
  const expected = [...checksum].reduce((sum, digit) => sum * 62 + base62.indexOf(digit), 0);
  return crc32(secret) === expected;
}

/** The checksum of ISO 3309, of ASCII. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let index = 0; index < text.length; index++) {
    crc ^= text.charCodeAt(index);
    for (let bit = 0; bit < 8; bit++) {
      const isOdd = (crc & 1) === 1;
      crc >>>= 1;
      if (isOdd) crc ^= 0xedb88320;
    }
  }
  return ~crc >>> 0;
}
