/** A token with a valid checksum that belongs to nobody. */
export const token = `cbp_${'0'.repeat(43)}2CZclj`;
export const externalServiceId = '00000000-0000-4000-8000-000000000001';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns a token with a valid format that belongs to nobody. The same number gives the same token. */
export function testToken(number: number): string {
  const secret = base62(number, 43);
  return `cbp_${secret}${base62(crc32(secret), 6)}`;
}

function base62(value: number, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62)) text = digits[rest % 62] + text;
  return text;
}

/** The CRC-32 (ISO 3309) of an ASCII string. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let index = 0; index < text.length; index++) {
    crc ^= text.charCodeAt(index);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ ((crc & 1) * 0xedb88320);
  }
  return ~crc >>> 0;
}
