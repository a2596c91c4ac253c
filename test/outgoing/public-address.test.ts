import { describe, expect, it } from 'vitest';
import { whyNotPublic } from '../../src/outgoing/public-address.ts';

type Neighbour = string | undefined;

/** The first and the last address of each range, and the neighboring addresses if they are public. */
const ipv4Ranges: [range: string, first: string, last: string, before: Neighbour, after: Neighbour][] = [
  ['0.0.0.0/8', '0.0.0.0', '0.255.255.255', undefined, '1.0.0.0'],
  ['10.0.0.0/8', '10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['100.64.0.0/10', '100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['127.0.0.0/8', '127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['168.63.129.16/32', '168.63.129.16', '168.63.129.16', '168.63.129.15', '168.63.129.17'],
  ['169.254.0.0/16', '169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['172.16.0.0/12', '172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['192.0.0.0/24', '192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['192.0.2.0/24', '192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['192.88.99.0/24', '192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['192.168.0.0/16', '192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['198.18.0.0/15', '198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['198.51.100.0/24', '198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['203.0.113.0/24', '203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['224.0.0.0/4', '224.0.0.0', '239.255.255.255', '223.255.255.255', undefined],
  ['240.0.0.0/4', '240.0.0.0', '255.255.255.255', undefined, undefined],
];

const hexadecimal = (ipv4: string) => {
  const [a, b, c, d] = ipv4.split('.').map(Number) as [number, number, number, number];
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
};

describe('public addresses', () => {
  it.each(ipv4Ranges)(
    'rejects the IPv4 range %s from its first to its last address, but not its neighbors',
    (range, first, last, before, after) => {
      // As IPv4, and translated for hosts that have only IPv6 (NAT64).
      for (const write of [
        (ip: string) => ip,
        (ip: string) => `64:ff9b::${hexadecimal(ip)}`,
        (ip: string) => `64:ff9b::${ip}`,
      ]) {
        for (const address of [first, last])
          expect(whyNotPublic(write(address)), write(address)).toContain(`in ${range}: `);
        for (const address of [before, after])
          if (address) expect(whyNotPublic(write(address)), write(address)).toBeUndefined();
      }
      // Other IPv6 notations of an IPv4 address are never public.
      for (const address of [first, before, after]) {
        if (!address) continue;
        for (const written of [
          `::ffff:${address}`,
          `::${address}`,
          `::ffff:0:${address}`,
          `64:ff9b:1::${address}`,
        ])
          expect(whyNotPublic(written), written).toContain('outside 2000::/3');
      }
    },
  );

  it.each([
    ['::', 'outside 2000::/3'],
    ['::1', 'outside 2000::/3'],
    ['0:0:0:0:0:0:0:1', 'outside 2000::/3'],
    ['64:ff9b::7f00:1', 'in 127.0.0.0/8: '],
    ['64:ff9b:0:0:0:0:7f00:0001', 'in 127.0.0.0/8: '],
    ['64:ff9b::', 'in 0.0.0.0/8: '],
    ['64:ff9b::1', 'in 0.0.0.0/8: '],
    ['64:ff9b::a00:0', 'in 10.0.0.0/8: '],
    ['64:ff9b::0:808:808', undefined],
    ['64:ff9b::1:7f00:1', 'outside 2000::/3'],
    ['64:ff9b:1::1', 'outside 2000::/3'],
    ['100::1', 'outside 2000::/3'],
    ['1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'outside 2000::/3'],
    ['2000::', undefined],
    ['2001::1', 'in 2001::/23: '],
    ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'in 2001::/23: '],
    ['2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', 'in 2001::/23: '],
    ['2001:200::', undefined],
    ['2001:db7:ffff::1', undefined],
    ['2001:db8::1', 'in 2001:db8::/32: '],
    ['2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', 'in 2001:db8::/32: '],
    ['2001:db9::1', undefined],
    ['2001:ffff::1', undefined],
    ['2002::', 'in 2002::/16: '],
    ['2002:7f00:1::1', 'in 2002::/16: '],
    ['2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'in 2002::/16: '],
    ['2003::1', undefined],
    ['2606:4700:4700::1111', undefined],
    ['3ffe:ffff::1', undefined],
    ['3fff::', 'in 3fff::/20: '],
    ['3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', 'in 3fff::/20: '],
    ['3fff:1000::', undefined],
    ['4000::', 'outside 2000::/3'],
    ['5f00::1', 'outside 2000::/3'],
    ['fc00::1', 'outside 2000::/3'],
    ['fd00:ec2::254', 'outside 2000::/3'],
    ['fd20:ce::254', 'outside 2000::/3'],
    ['fdff:ffff::1', 'outside 2000::/3'],
    ['fe80::1', 'outside 2000::/3'],
    ['fe80::1%eth0', 'no address'],
    ['2606:4700::1%eth0', 'no address'],
    ['fec0::1', 'outside 2000::/3'],
    ['ff02::1', 'outside 2000::/3'],
    ['ff0e::1', 'outside 2000::/3'],
  ])('IPv6 %s: %s', (address, why) => {
    if (why === undefined) expect(whyNotPublic(address)).toBeUndefined();
    else expect(whyNotPublic(address)).toContain(why);
  });

  it.each(['', 'localhost', '127.1', '0x7f.0.0.1', '8.8.8.8/32', '2606:4700::1::', '[::1]'])(
    'rejects a text that is not an address: "%s"',
    (address) => {
      expect(whyNotPublic(address)).toBe('no address of the internet');
    },
  );
});
