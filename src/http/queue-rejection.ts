import type { ServerResponse } from 'node:http';
import type { Answer } from './envelope.ts';

const waiting: [ServerResponse, Answer][] = [];
/** At a time: about half a millisecond. */
const atOnce = 8;

/**
 * Writes refusals a few at a time: in between, the event loop reads what the database has answered. Written as they come, a
 * hundred of them keep the database waiting for its next statement, and what is served falls from 0.8 to 0.7 of what it is
 * without the flood (`npm run bench -- faults overload`, median of three runs of each).
 */
export function queueRejection(outgoing: ServerResponse, refusal: Answer): void {
  if (waiting.push([outgoing, refusal]) === 1) setImmediate(refuseSome);
}

function refuseSome(): void {
  for (const [outgoing, { status, headers, body }] of waiting.splice(0, atOnce)) {
    // With its length it is one write, which is most of what a refusal costs; without it, it is three.
    outgoing.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
  }
  if (waiting.length > 0) setImmediate(refuseSome);
}
