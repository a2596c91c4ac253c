import { isIPv4, isIPv6 } from 'node:net';

/**
 * By what an address is limited: an IPv4 address by itself, also where it is written as IPv6 (`::ffff:192.0.2.1`, RFC
 * 4291, section 2.5.5.2); an IPv6 address by its /64, of which one host has all addresses (RFC 6177). The zone of a
 * link-local address is of this machine, and left out.
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

/** The eight groups. A URL writes every notation in one, without an IPv4 address at its end. */
function hextetsOf(host: string): number[] {
  const [left = '', right] = new URL(`http://[${host}]`).hostname.slice(1, -1).split('::');
  const read = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  if (right === undefined) return read(left);
  const [start, end] = [read(left), read(right)];
  return [...start, ...Array<number>(8 - start.length - end.length).fill(0), ...end];
}
