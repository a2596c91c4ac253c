import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJsonBody } from '../../src/http/read-json-body.ts';
import { refusalOf } from '../harness/assertions/refusal-of.ts';
import { runs } from '../harness/data/runs.ts';

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

  it.each([
    ['{"a":1,"a":1}', [['a']]],
    ['{"a":1,"\\u0061":2}', [['a']]],
    ['{"a":1,"b":2,"a":3,"a":4,"b":5}', [['a'], ['b']]],
    ['[{"items":[1,{"x":{"":0,"":1}}]}]', [[0, 'items', 1, 'x', '']]],
    ['{"a":{"b":1},"c":{"b":[],"b":{}}}', [['c', 'b']]],
    [' { "a" : [ "a" , { } , [ ] ] , "__proto__" : 1 , "__proto__" : 2 } ', [['__proto__']]],
    ['{"\\\\":1,"\\"":2,"\\\\\\"":3,"\\"":4}', [['"']]],
    [`${'['.repeat(50)}{"a":1,"a":2}${']'.repeat(50)}`, [[...Array(9).fill(0), 'a']]],
  ])('is rejected with the path of each repeated key: %s', async (body, paths) => {
    const { issues } = await refusalOf(readJsonBody(request(body)));
    const message = 'Was sent more than once in one object. Send it once.';
    expect(issues).toEqual(paths.map((path) => ({ path, code: 'duplicate_key', message })));
  });

  it.each([
    '{"a":"a","b":"a","A":{"a":["a","a"]}}',
    '[{"a":1},{"a":1}]',
    '{"a":"\\",\\"a\\":1","b":[{}],"c":{"a":{}}}',
    '{"a,":1,"a":{"b":{"c":1},"c":2},"c":3}',
    '"a:a"',
  ])('is accepted if each key occurs once in its object: %s', async (body) => {
    expect(await readJsonBody(request(body))).toEqual(JSON.parse(body));
  });

  it('finds a repeated key wherever it is added', async () => {
    const json = fc.jsonValue({ maxDepth: 5 });
    const added = fc.asyncProperty(json, fc.string(), json, fc.nat(9), async (value, key, twin, depth) => {
      const [inner, path] = [
        JSON.stringify(value),
        Array.from({ length: depth }, (_, n) => (n % 2 ? 'k' : 1)),
      ];
      expect(await readJsonBody(request(inner, {}))).toEqual(JSON.parse(inner));
      const one = `${JSON.stringify(key)}:${inner}`;
      const whole = path.reduceRight<string>(
        (text, step) => (step === 1 ? `[${inner},${text}]` : `{"j":${inner},"k":${text}}`),
        `{${one},${JSON.stringify(`${key}x`)}:${JSON.stringify(twin)},${one}}`,
      );
      const { issues } = await refusalOf(readJsonBody(request(whole), 10_000_000));
      expect(issues?.map((issue) => issue.path)).toEqual([[...path, key]]);
    });
    await fc.assert(added, { numRuns: runs(50) });
  });

  it('is searched for repeated keys in linear time', async () => {
    for (const body of [
      `${'['.repeat(40_000)}${']'.repeat(40_000)}`,
      `${'{"a":1,"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`,
      JSON.stringify('\\'.repeat(200_000)),
      JSON.stringify('"'.repeat(200_000)),
      `{${Array.from({ length: 40_000 }, (_, n) => `"${n}":1,"${n}":1`).join()}}`,
    ]) {
      const before = process.threadCpuUsage();
      await readJsonBody(request(body), 1_000_000).catch(() => undefined);
      const { user, system } = process.threadCpuUsage(before);
      expect(user + system).toBeLessThan(1_000_000);
    }
  });

  it.each(['gzip', 'br', 'identity, gzip', 'x-unknown', 'GZIP'])(
    'is not read with Content-Encoding %s',
    async (encoding) => {
      const { body, told } = inPieces(10);
      const refusal = await refusalOf(readJsonBody(request(body, { 'Content-Encoding': encoding })));
      expect([refusal.type, told.isTaken]).toEqual(['unsupported_media_type', false]);
      expect(refusal.message).toContain('Content-Encoding');
    },
  );

  it.each(['identity', 'Identity', '', 'identity, identity'])(
    'is read with Content-Encoding %j',
    async (encoding) => {
      expect(await readJsonBody(request('"x"', { 'Content-Encoding': encoding }))).toBe('x');
    },
  );

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
