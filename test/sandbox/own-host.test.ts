import { describe, expect, it } from 'vitest';
import { isLoopback, isOwnHost } from '../../src/sandbox/own-host.ts';

describe('an address to listen on', () => {
  it.each(['127.0.0.1', '127.8.0.1', '::1', 'localhost'])('%s is reached only by this machine', (host) => {
    expect(isLoopback(host)).toBe(true);
  });

  it.each(['0.0.0.0', '::', '192.168.1.2', '10.0.0.1', 'localhost.example.com', '127.0.0.1.example.com'])(
    '%s is reached by others',
    (host) => {
      expect(isLoopback(host)).toBe(false);
    },
  );
});

describe('the header Host', () => {
  it.each([
    '127.0.0.1:4000',
    '[::1]:4000',
    'localhost:4000',
    '192.0.2.1',
    'Sandbox.Example.com',
    'sandbox.example.com:443',
  ])('%s names the sandbox', (header) => {
    expect(isOwnHost(header, 'sandbox.example.com')).toBe(true);
  });

  it.each([
    'evil.example',
    'evil.example:4000',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '',
    ' ',
    null,
  ])('%s does not name the sandbox', (header) => {
    expect(isOwnHost(header, 'sandbox.example.com')).toBe(false);
    expect(isOwnHost(header, undefined)).toBe(false);
  });
});
