import { createSocket } from 'node:dgram';
import { isIPv4 } from 'node:net';

/** The addresses to return. `fail` returns SERVFAIL, and `silent` sends no response. */
export type NameAnswer = string[] | 'fail' | 'silent';

export interface NameServer {
  /** Such as `127.0.0.1:40053`. */
  address: string;
  /** Received questions, such as `A hooks.example.com`. */
  asked: string[];
  close(): Promise<void>;
}

/**
 * Starts a name server on loopback (RFC 1035, over UDP).
 * @param answer returns the addresses of a name, of any family; `time` counts the same question from 1; `type` is `A` or `AAAA`
 */
export async function startNameServer(
  answer: (name: string, time: number, type: string) => NameAnswer,
): Promise<NameServer> {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, end } = readName(query);
    const type = query.readUInt16BE(end);
    const typeName = { 1: 'A', 28: 'AAAA' }[type] ?? `${type}`;
    const question = `${typeName} ${name}`;
    asked.push(question);
    const said = answer(name, asked.filter((one) => one === question).length, typeName);
    if (said === 'silent') return;
    const addresses = said === 'fail' ? [] : said.filter((address) => isIPv4(address) === (type === 1));
    const head = Buffer.alloc(12);
    head.writeUInt16BE(query.readUInt16BE(0), 0);
    // Flags of a response: recursion desired and available. Code 2 is SERVFAIL.
    head.writeUInt16BE(0x8180 | (said === 'fail' ? 2 : 0), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(addresses.length, 6);
    const records = addresses.map((address) => record(type, address));
    socket.send(Buffer.concat([head, query.subarray(12, end + 4), ...records]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: () => new Promise((resolve) => socket.close(resolve)),
  };
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

function record(type: number, address: string): Buffer {
  const data = type === 1 ? Buffer.from(address.split('.').map(Number)) : ipv6Bytes(address);
  // A pointer to the name in the question, then type, class IN, TTL 0.
  const head = Buffer.from([0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length]);
  return Buffer.concat([head, data]);
}

function ipv6Bytes(address: string): Buffer {
  const [before, after] = address.split('::').map((half) => half.split(':').filter(Boolean)) as [
    string[],
    string[]?,
  ];
  const gap = Array.from({ length: 8 - before.length - (after?.length ?? 0) }, () => '0');
  return Buffer.from(
    [...before, ...gap, ...(after ?? [])].map((group) => group.padStart(4, '0')).join(''),
    'hex',
  );
}
