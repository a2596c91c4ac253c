/** No id lies before or beyond these. */
export const [firstId, lastId] = [
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
];

/** The time of a UUID of version 7, in Unix milliseconds: its first 48 bits (RFC 9562, section 5.7). */
export function millisOf(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}
