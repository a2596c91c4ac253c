import type { ServerResponse } from 'node:http';
import type { Answer } from './envelope.ts';

const waiting: [ServerResponse, Answer][] = [];
/** Rejections written at a time, which takes about half a millisecond. */
const atOnce = 8;

/**
 * Writes rejections a few at a time, so that the event loop can read database results in between. When a hundred are
 * written at once, the database waits for its next statement. Throughput then falls from 0.8 to 0.7 of the throughput
 * without the flood (`npm run lab -- faults overload`, median of three runs of each).
 */
export function queueRejection(outgoing: ServerResponse, rejection: Answer): void {
  if (waiting.push([outgoing, rejection]) === 1) setImmediate(rejectSome);
}

function rejectSome(): void {
  for (const [outgoing, { status, headers, body }] of waiting.splice(0, atOnce)) {
    // With the length it is one write instead of three. Writes are most of the cost of a rejection.
    outgoing.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
  }
  if (waiting.length > 0) setImmediate(rejectSome);
}
