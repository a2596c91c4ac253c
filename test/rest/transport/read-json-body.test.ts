import { describe, expect, it } from 'vitest';
import { readJsonBody } from '../../../src/rest/transport/read-json-body.ts';
import { refusalOf } from '../../harness/assertions/refusal-of.ts';

type Body = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

const request = (body: Body | null, headers: Record<string, string> = {}) =>
  new Request('http://x/', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
    duplex: 'half',
  } as RequestInit);
const announced = (body: string) => request(body, { 'Content-Length': String(body.length) });
const padded = (size: number) => '"x"'.padEnd(size);
function inPieces(size: number) {
  const told = { isTaken: false };
  let left = size;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = Buffer.alloc(Math.min(left, 65_536), ' ');
        if (left === size) piece.write('"x"');
        left -= piece.byteLength;
        controller.enqueue(piece);
        if (left > 0) return;
        told.isTaken = true;
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { body, told };
}

describe('request body', () => {
  it.each([
    ['announced', announced],
    ['chunked', (body: string) => request(body)],
    ['with an invalid Content-Length', (body: string) => request(body, { 'Content-Length': 'x' })],
  ])('%s: is read up to its maximum and not a byte more', async (_how, send) => {
    expect(await readJsonBody(send(padded(100)), 100)).toBe('x');
    expect(await refusalOf(readJsonBody(send(padded(101)), 100))).toMatchObject({
      type: 'payload_too_large',
      closesConnection: false,
    });
    expect(await readJsonBody(send(padded(65_536)))).toBe('x');
    expect(await refusalOf(readJsonBody(send(padded(65_537))))).toMatchObject({
      message: 'The body is larger than 65536 bytes (64 KiB). Send less in one request.',
    });
  });

  it('is read to its end up to 8 MiB, so that the client gets the response, and closed beyond that', async () => {
    const [whole, endless] = [inPieces(8 * 1024 * 1024), inPieces(8 * 1024 * 1024 + 1)];
    expect(await refusalOf(readJsonBody(request(whole.body)))).toMatchObject({ closesConnection: false });
    expect(whole.told.isTaken).toBe(true);
    expect(await refusalOf(readJsonBody(request(endless.body)))).toMatchObject({
      type: 'payload_too_large',
      closesConnection: true,
    });
  });

  it('is joined in order from chunks, even if a character is split', async () => {
    const bytes = Buffer.from('{"a":"äb"}');
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const [from, to] of [
          [0, 3],
          [3, 7],
          [7, bytes.length],
        ])
          controller.enqueue(bytes.subarray(from, to));
        controller.close();
      },
    });
    expect(await readJsonBody(request(body))).toEqual({ a: 'äb' });
  });

  it.each<[string, Body | null, string, string]>([
    ['nothing', null, 'invalid_json', 'The body is empty.'],
    ['an empty text', '', 'invalid_json', 'The body is empty.'],
    ['a space', ' ', 'invalid_json', 'The body is not valid JSON (RFC 8259).'],
    ['half a document', '{"secret":', 'invalid_json', 'The body is not valid JSON (RFC 8259).'],
    ['no UTF-8', new Uint8Array([34, 255, 34]), 'invalid_utf8', 'The body is not valid UTF-8.'],
    ['an incomplete body', broken(), 'incomplete_body', 'The body did not arrive whole.'],
  ])(
    'is rejected as a whole with a reason and without its content: %s',
    async (_what, body, code, message) => {
      const refusal = await refusalOf(readJsonBody(request(body)));
      expect(refusal).toMatchObject({ type: 'invalid_schema', issues: [{ path: [], code, message }] });
      expect(JSON.stringify(refusal)).not.toContain('secret');
    },
  );

  it('is rejected as incomplete if it breaks off before its Content-Length', async () => {
    const refusal = await refusalOf(readJsonBody(request(broken(), { 'Content-Length': '9' })));
    expect(refusal.issues).toMatchObject([{ code: 'incomplete_body' }]);
  });

  it('is not read for another content type', async () => {
    const { body, told } = inPieces(10);
    const refusal = await refusalOf(readJsonBody(request(body, { 'Content-Type': 'text/plain' })));
    expect([refusal.type, told.isTaken]).toEqual(['unsupported_media_type', false]);
  });
});

function broken(): ReadableStream<Uint8Array> {
  let isFirst = true;
  return new ReadableStream({
    pull(controller) {
      if (!isFirst) throw new Error('hung up');
      isFirst = false;
      controller.enqueue(Buffer.from('{"a"'));
    },
  });
}
