import { createServer, type RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPartnerClient } from '../../sdk/src/index.ts';
import { maxBodyBytes } from '../../sdk/src/read-response.ts';
import { createBookingSync, follow } from '../../sdk/src/sync/index.ts';
import { newToken } from '../../src/services/values/secret-formats.ts';
import { listenLocally } from '../harness/servers/listen-locally.ts';

async function clientOf(listener: RequestListener) {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    listener(request, response);
  });
  const { address, close } = await listenLocally(server);
  onTestFinished(close);
  const client = createPartnerClient({
    baseUrl: address,
    token: newToken('partner'),
    externalServiceId: '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c02',
    initialDelayMs: 1,
  });
  return { client, requests: () => requests };
}

const chunk = Buffer.alloc(64 * 1024, 'x');
const tooLarge = { type: 'unexpected_answer', status: 200, isTooLarge: true, attempts: 1 };

describe('endless response', () => {
  it('is read up to 16 MiB, fails the call and is not retried', async () => {
    let sent = 0;
    const { client, requests } = await clientOf((_request, response) => {
      const write = () => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length;
        sent += chunk.length;
      };
      response.on('drain', write);
      write();
    });
    const error = await client.getToken().catch((reason) => reason);
    expect(error).toMatchObject(tooLarge);
    expect(error.message).toContain('more than 16 MiB');
    expect(error.text).toBe('x'.repeat(2_000));
    expect(requests()).toBe(1);
    // Data in transit is added to what was read.
    expect(sent).toBeLessThan(maxBodyBytes + 16 * 1024 * 1024);
    for (const parseAs of ['json', 'text', 'blob'] as const) {
      const call = client.raw.GET('/api/v1/token', { parseAs });
      await expect(call).rejects.toThrow('larger than 16777216 bytes (16 MiB)');
    }
  });

  it.each([
    ['with', true],
    ['without', false],
  ])('fails if it is small only before decompression, %s its Content-Length', async (_name, isAnnounced) => {
    const compressed = gzipSync(Buffer.alloc(2 * maxBodyBytes, 'x'));
    const { client } = await clientOf((_request, response) => {
      response.setHeader('Content-Encoding', 'gzip');
      if (isAnnounced) response.setHeader('Content-Length', compressed.length);
      response.write(compressed);
      response.end();
    });
    await expect(client.getToken()).rejects.toMatchObject(tooLarge);
    await expect(client.raw.GET('/api/v1/token')).rejects.toThrow('larger than 16777216 bytes (16 MiB)');
  });

  it('fails before it is read if its Content-Length is too large', async () => {
    const { client } = await clientOf((_request, response) => {
      response.setHeader('Content-Length', maxBodyBytes + 1);
      response.write(chunk);
    });
    await expect(client.getToken()).rejects.toMatchObject(tooLarge);
    await expect(client.raw.GET('/api/v1/token')).rejects.toThrow('larger than 16777216 bytes (16 MiB)');
  });
});

describe('too large response at the first attempt', () => {
  const tooLong: RequestListener = (_request, response) => {
    response.setHeader('Content-Length', maxBodyBytes + 1);
    response.write(chunk);
  };

  it('ends following', async () => {
    const { client, requests } = await clientOf(tooLong);
    const signal = AbortSignal.timeout(5_000);
    await expect(follow({ client, handle: () => {}, signal })).rejects.toMatchObject({ type: 'refused' });
    expect(requests()).toBe(1);
  });

  it('ends a synchronization', async () => {
    const { client, requests } = await clientOf(tooLong);
    const scope = {
      courts: ['01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c03'],
      from: '2027-01-01T00:00:00Z',
      to: '2027-02-01T00:00:00Z',
    };
    const sync = createBookingSync({ client, mode: 'mirror', scope, source: [] });
    await expect(sync.sync()).rejects.toMatchObject({ type: 'refused' });
    expect(requests()).toBe(1);
  });
});

it('joins characters that are split between two chunks', async () => {
  const label = 'Ä😀'.repeat(10);
  const { client } = await clientOf((_request, response) => {
    const body = Buffer.from(
      JSON.stringify({
        externalServiceId: '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c02',
        externalServiceName: label,
        label,
        scopes: [],
        organizations: [],
        rateLimit: { perSecond: 1, burst: 1 },
      }),
    );
    const pieces = Array.from({ length: body.length }, (_, at) => body.subarray(at, at + 1));
    const write = () => {
      const piece = pieces.shift();
      if (!piece) return response.end();
      response.write(piece);
      setImmediate(write);
    };
    write();
  });
  expect(await client.getToken()).toMatchObject({ label });
});
