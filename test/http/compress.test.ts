import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { acceptsGzip, compressibleResponse } from '../../src/http/compress.ts';

it.each([
  ['', false],
  ['gzip', true],
  ['GZIP', true],
  ['x-gzip', true],
  ['br, deflate', false],
  ['gzip, deflate, br, zstd', true],
  ['gzip;q=0', false],
  ['gzip; q=0.000', false],
  ['gzip;q=0, *', false],
  ['*;q=0', false],
  ['*', true],
  ['identity', false],
  ['identity, *;q=0', false],
  ['gzip;q=0.5, identity;q=0.8', false],
  ['gzip;q=0.8, identity;q=0.5', true],
  ['gzip;q=1.0, identity; q=0.5, *;q=0', true],
  ['gzip;q=x', false],
  ['gzipped', false],
])('Accept-Encoding "%s" accepts gzip: %s', async (header, isAccepted) => {
  expect(acceptsGzip(header)).toBe(isAccepted);
  const request = new Request('http://localhost', { headers: { 'Accept-Encoding': header } });
  const response = await compressibleResponse(request, 'content', { headers: { Vary: 'Cookie' } });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(response.headers.get('vary')).toBe('Cookie, Accept-Encoding');
  expect(response.headers.get('content-encoding')).toBe(isAccepted ? 'gzip' : null);
  expect(String(isAccepted ? gunzipSync(bytes) : bytes)).toBe('content');
});
