import { createServer } from 'node:http';
import { listenLocally } from './listen-locally.ts';

/** The fields of a span that the tests read. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  /** OpenTelemetry's number of the span kind. A server span is 2, a client span is 3. */
  kind: number;
  attributes: Record<string, string | number>;
}

/** Receives traces by OTLP over HTTP in Protobuf, like a collector. */
export async function startOtlpReceiver() {
  const spans: ReceivedSpan[] = [];
  const bodies: Buffer[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    bodies.push(body);
    if (request.url === '/v1/traces') spans.push(...spansOf(body));
    response.end();
  });
  const { address, close } = await listenLocally(server);
  return {
    url: address,
    spans,
    /** Everything received, unparsed. */
    text: () => Buffer.concat(bodies).toString('latin1'),
    close,
  };
}

/** The integers and bytes of a message, keyed by field number. */
type Fields = Map<number, (Buffer | number)[]>;

/** Parses Protobuf's wire format: each key is followed by an integer or by length-prefixed bytes. */
function fieldsOf(message: Buffer): Fields {
  const fields: Fields = new Map();
  let at = 0;
  const varint = () => {
    let [value, factor] = [0, 1];
    for (;;) {
      const byte = message[at]!;
      at += 1;
      value += (byte & 0x7f) * factor;
      factor *= 128;
      if (byte < 0x80) return value;
    }
  };
  const bytes = (length: number) => {
    at += length;
    return message.subarray(at - length, at);
  };
  while (at < message.length) {
    const key = varint();
    const type = key & 7;
    const value = type === 0 ? varint() : bytes(type === 2 ? varint() : type === 1 ? 8 : 4);
    const number = key >>> 3;
    fields.set(number, [...(fields.get(number) ?? []), value]);
  }
  return fields;
}

const inner = (fields: Fields, number: number) =>
  (fields.get(number) ?? []).map((field) => fieldsOf(field as Buffer));
const text = (fields: Fields, number: number) => String(fields.get(number)?.[0] ?? '');
const hex = (fields: Fields, number: number) =>
  ((fields.get(number)?.[0] ?? Buffer.alloc(0)) as Buffer).toString('hex');

// Field numbers are from opentelemetry/proto/trace/v1/trace.proto and common/v1/common.proto.
function spansOf(body: Buffer): ReceivedSpan[] {
  return inner(fieldsOf(body), 1)
    .flatMap((resource) => inner(resource, 2))
    .flatMap((scope) => inner(scope, 2))
    .map((span) => ({
      traceId: hex(span, 1),
      spanId: hex(span, 2),
      parentSpanId: hex(span, 4),
      name: text(span, 5),
      kind: Number(span.get(6)?.[0]),
      attributes: Object.fromEntries(
        inner(span, 9).map((attribute) => {
          const [value] = inner(attribute, 2);
          return [text(attribute, 1), value!.has(3) ? Number(value!.get(3)![0]) : text(value!, 1)];
        }),
      ),
    }));
}
