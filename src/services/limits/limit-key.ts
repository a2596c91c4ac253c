import { isIPv4, isIPv6 } from 'node:net';

/**
 * Returns the key by which an address is limited. An IPv4 address is its own key, also when written as IPv6
 * (`::ffff:192.0.2.1`, RFC 4291, section 2.5.5.2). The key of an IPv6 address is its /64, because one host has all of
 * its addresses (RFC 6177). The zone of a link-local address is local to this machine and left out.
 */
export function limitKeyOf(address: string): string {
  const [host = ''] = address.split('%');
  if (isIPv4(host) || !isIPv6(host)) return host;
  const groups = hextetsOf(host);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups. A URL normalizes every notation to groups, without an IPv4 address at the end. */
function hextetsOf(host: string): number[] {
  const [left = '', right] = new URL(`http://[${host}]`).hostname.slice(1, -1).split('::');
  const read = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  if (right === undefined) return read(left);
  const [start, end] = [read(left), read(right)];
  return [...start, ...Array<number>(8 - start.length - end.length).fill(0), ...end];
}
