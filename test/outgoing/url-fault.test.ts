import { describe, expect, it } from 'vitest';
import { whyNotPublic } from '../../src/outgoing/public-address.ts';
import { urlFault } from '../../src/outgoing/url-fault.ts';
import { hostOf } from '../../src/rules/requests/url-form.ts';

const fault = (url: string) => urlFault(url, { allowPrivate: false, judge: whyNotPublic });
const faultOnTrial = (url: string) => urlFault(url, { allowPrivate: true, judge: () => undefined });

describe('allowed URLs', () => {
  it.each([
    'https://hooks.example.com/a?b=c',
    'https://hooks.example.com',
    'https://hooks.example.com:8443/',
    'HTTPS://HOOKS.example.com./',
    'https://bücher.example/ü',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]:444/',
    // These names are checked when they are resolved.
    'https://intranet/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://notlocalhost/',
    'https://localhost.example.com/',
  ])('%s', (url) => {
    expect(fault(url)).toBeUndefined();
    expect(faultOnTrial(url)).toBeUndefined();
  });

  const machine = 'in 127.0.0.0/8: this machine';
  it.each([
    // This machine, in every notation that the URL parser reads as an address.
    ['https://127.0.0.1/', machine],
    ['https://127.0.0.1:8443/x', machine],
    ['https://127.0.0.1./', machine],
    ['https://127.1/', machine],
    ['https://127.0.1/', machine],
    ['https://127.1.2.3/', machine],
    ['https://2130706433/', machine],
    ['https://0x7f000001/', machine],
    ['https://0x7f.1/', machine],
    ['https://0x7F.0.0.0x1/', machine],
    ['https://017700000001/', machine],
    ['https://0177.0.0.1/', machine],
    ['https://0000177.0.0.1/', machine],
    ['https://127.0.0.1', machine],
    ['https://１２７.０.０.１/', machine],
    ['https://127。0。0。1/', machine],
    ['https://①②⑦.⓪.⓪.①/', machine],
    ['https://127.0.0.\u00ad1/', machine],
    ['https://0/', 'in 0.0.0.0/8: '],
    ['https://0.0.0.0/', 'in 0.0.0.0/8: '],
    ['https://[::1]/', 'outside 2000::/3'],
    ['https://[0:0::0:1]/', 'outside 2000::/3'],
    ['https://[::]/', 'outside 2000::/3'],
    ['https://[::ffff:127.0.0.1]/', 'outside 2000::/3'],
    ['https://[::ffff:7f00:1]/', 'outside 2000::/3'],
    ['https://[::ffff:8.8.8.8]/', 'outside 2000::/3'],
    ['https://[::127.0.0.1]/', 'outside 2000::/3'],
    ['https://[64:ff9b::7f00:1]/', machine],
    ['https://[64:ff9b::127.0.0.1]/', machine],
    ['https://10.1.2.3/', 'in 10.0.0.0/8: private'],
    ['https://172.31.0.1/', 'in 172.16.0.0/12: private'],
    ['https://192.168.1.1/', 'in 192.168.0.0/16: private'],
    ['https://0xA9FEA9FE/', 'in 169.254.0.0/16: '],
    ['https://169.254.169.254/latest/meta-data/', 'in 169.254.0.0/16: '],
    ['https://168.63.129.16/', "in 168.63.129.16/32: a cloud's own service"],
    ['https://100.100.100.200/', 'in 100.64.0.0/10: '],
    ['https://[fd00:ec2::254]/', 'outside 2000::/3'],
    ['https://[fc00::1]/', 'outside 2000::/3'],
    ['https://[fe80::1]/', 'outside 2000::/3'],
    ['https://[2002:7f00:1::]/', 'in 2002::/16: 6to4'],
    ['https://255.255.255.255/', 'in 240.0.0.0/4: '],
  ])('rejects %s: %s', (url, why) => {
    const host = hostOf(new URL(url));
    expect(fault(url)).toContain(`${host} is not on the public internet (`);
    expect(fault(url)).toContain(why);
    expect(faultOnTrial(url)).toBeUndefined();
  });

  it.each([
    'https://localhost/',
    'https://LOCALHOST:8443/',
    'https://localhost./',
    'https://a.localhost/',
    'https://ｌocalhost/',
  ])('rejects %s, a name of this machine', (url) => {
    expect(fault(url)).toMatch(/localhost is this machine itself: give the receiver a public name\.$/);
    expect(faultOnTrial(url)).toBeUndefined();
  });

  it('rejects http, except in trial mode', () => {
    for (const url of ['http://example.com/', 'HTTP://127.0.0.1:80']) {
      expect(fault(url)).toMatch(/^The URL does not begin with https:\/\/: /);
      expect(faultOnTrial(url)).toBeUndefined();
    }
  });

  it.each([
    ['ftp://example.com/', 'does not begin with https://'],
    ['file:///etc/passwd', 'does not begin with https://'],
    ['javascript:alert(1)', 'does not begin with https://'],
    ['wss://example.com/', 'does not begin with https://'],
    ['unix:/var/run/docker.sock', 'does not begin with https://'],
    ['', 'cannot be read'],
    ['example.com/hooks', 'cannot be read'],
    ['//example.com/', 'cannot be read'],
    ['https://', 'cannot be read'],
    ['https://exa mple.com/', 'spaces or control characters'],
    [' https://example.com/', 'spaces or control characters'],
    ['https://example.com/\r\nX-Header: 1', 'spaces or control characters'],
    ['https://127.0.0\n.1/', 'spaces or control characters'],
    ['https://example.com/\u007f', 'spaces or control characters'],
    ['https://example.com\u0000/', 'spaces or control characters'],
    ['https://1.2.3.4.5/', 'cannot be read'],
    ['https://256.256.256.256/', 'cannot be read'],
    ['https://[::1%25eth0]/', 'cannot be read'],
    ['https://example.com:65536/', 'cannot be read'],
    ['https://example.com:0/', 'cannot be read'],
    ['https:///secret-name', 'cannot be read'],
    ['https:secret-name', 'cannot be read'],
    ['https://example.com\\@secret-name.com/', 'cannot be read'],
    ['https://example.com/a\\secret-name', 'cannot be read'],
    ['https:/127.0.0.1', 'cannot be read'],
    ['https:\\\\127.0.0.1\\x', 'cannot be read'],
    ['https://127%2E0%2E0%2E1/', 'cannot be read'],
    ['https://%EF%BC%91%32%37.0.0.1/', 'cannot be read'],
    ['https://%6cocalhost/', 'cannot be read'],
    ['https://@example.com/', 'cannot be read'],
    ['https://:@example.com/', 'cannot be read'],
    ['https://secret-name@example.com/', 'user or password'],
    ['https://:secret-name@example.com/', 'user or password'],
    ['https://example.com%40secret-name:1@127.0.0.1/', 'user or password'],
    ['https://example.com/#secret-name', 'fragment'],
    ['https://example.com/#', 'fragment'],
    [`https://example.com/${'x'.repeat(2_029)}`, 'longer than 2048'],
  ])('rejects %j even in trial mode: %s', (url, why) => {
    for (const said of [fault(url), faultOnTrial(url)]) {
      expect(said).toContain(why);
      expect(said).toMatch(/: .*\.$/);
      expect(said).not.toContain('secret-name');
    }
  });

  it('accepts a URL of 2,048 characters', () => {
    expect(fault(`https://example.com/${'x'.repeat(2_028)}`)).toBeUndefined();
  });
});
