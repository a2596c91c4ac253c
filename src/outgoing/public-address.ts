import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Returns why an address is not allowed (its reserved range and purpose), or undefined if it is public. */
export function whyNotPublic(address: string): string | undefined {
  if (isIPv4(address)) return reservedIPv4.find(({ list }) => list.check(address, 'ipv4'))?.why;
  // An address with a scope (`%eth0`) belongs to a local network.
  if (!isIPv6(address) || address.includes('%')) return 'no address of the internet';
  if (nat64.check(address, 'ipv6')) return whyNotPublic(lastFourBytes(address));
  if (!global.check(address, 'ipv6')) return 'outside 2000::/3: not of the public internet';
  return reservedIPv6.find(({ list }) => list.check(address, 'ipv6'))?.why;
}

// The special-purpose registries of IANA (RFC 6890), and the metadata addresses of cloud providers.
const reservedIPv4 = ranges('ipv4', [
  ['0.0.0.0/8', 'this network'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', "a provider's own"],
  ['127.0.0.0/8', 'this machine'],
  ['168.63.129.16/32', "a cloud's own service"],
  ['169.254.0.0/16', "link-local, and clouds' metadata"],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'of protocols'],
  ['192.0.2.0/24', 'for examples'],
  ['192.88.99.0/24', 'relays of 6to4'],
  ['192.168.0.0/16', 'private'],
  ['198.18.0.0/15', 'for benchmarks'],
  ['198.51.100.0/24', 'for examples'],
  ['203.0.113.0/24', 'for examples'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved, and broadcast'],
]);

const [{ list: global }] = ranges('ipv6', [['2000::/3', 'the only one that is given out (RFC 4291)']]);
const [{ list: nat64 }] = ranges('ipv6', [['64:ff9b::/96', 'IPv4 for hosts that only have IPv6 (RFC 6052)']]);
const reservedIPv6 = ranges('ipv6', [
  // Parts of it are public, but not for receivers of webhooks.
  ['2001::/23', 'of protocols, and teredo'],
  ['2001:db8::/32', 'for examples'],
  ['2002::/16', '6to4, which leads to any IPv4 address'],
  ['3fff::/20', 'for examples'],
]);

type Range = [subnet: string, meaning: string];

function ranges<const Rows extends readonly Range[]>(family: 'ipv4' | 'ipv6', rows: Rows) {
  return rows.map(([subnet, meaning]) => {
    const [network, prefix] = subnet.split('/') as [string, string];
    const list = new BlockList();
    list.addSubnet(network, Number(prefix), family);
    return { list, why: `in ${subnet}: ${meaning}` };
  }) as { [Row in keyof Rows]: { list: BlockList; why: string } };
}

function lastFourBytes(address: string): string {
  // The URL parser writes the end as two hexadecimal groups, or as `::` with one group or none.
  const [high, low] = `0:${new URL(`http://[${address}]`).hostname.slice(1, -1)}`
    .split(':')
    .slice(-2)
    .map((group) => Number.parseInt(group || '0', 16)) as [number, number];
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}
