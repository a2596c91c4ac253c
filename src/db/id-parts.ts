/** The lowest and highest possible ids. */
export const [firstId, lastId] = [
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
];

/**
 * Returns whether a change id belongs to an external service. The id contains the end of the service's id
 * (functions/changes.sql).
 */
export function isChangeOf(id: string, externalServiceId: string): boolean {
  const digits = id.replaceAll('-', '');
  return digits.slice(13, 16) + digits.slice(17, 22) === externalServiceId.slice(-8);
}

/** Returns the time in a version 7 UUID, in Unix milliseconds: its first 48 bits (RFC 9562, section 5.7). */
export function millisOf(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}
