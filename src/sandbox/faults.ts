import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../http/caller.ts';

/** A way to spoil a response. All but `respond` happen after the service has committed. */
export type Fault =
  /** The connection is closed without a response. */
  | { kind: 'close' }
  /** No byte for a long time, then the connection is closed. */
  | { kind: 'silence' }
  /** The connection is closed after half of the body. */
  | { kind: 'cut' }
  /** A page of a proxy. */
  | { kind: 'html'; status: number }
  /** 200 without a body. */
  | { kind: 'empty' }
  /** An error instead of the service, which does not get the request. */
  | { kind: 'respond'; status: number; type: string; retryAfter?: number }
  /** The response waits until another request for the same booking was answered, for at most five seconds. */
  | { kind: 'hold' }
  /** Additions that a client must ignore: a field, an enumeration value and a type of change. */
  | { kind: 'add' }
  /** A page of changes that is empty, although there are more. */
  | { kind: 'empty-page' }
  /** The service has no time for these items of a batch. A request for one of them alone is 503. */
  | { kind: 'postpone'; rows?: string[] };

/** A fault for the requests that write one of the rows, or that call an operation. */
export interface FaultRule {
  rows?: readonly string[];
  operation?: string;
  fault: Fault;
  /** The number of times for each row. */
  times: number;
  /** Only the first cursor that is sent, and always. */
  withCursor?: boolean;
}

/** Descriptions of the faults for partners. */
export const faultTexts: Record<Fault['kind'], string> = {
  close: 'connection closed after the commit',
  silence: 'no response after the commit',
  cut: 'response cut off after the commit',
  html: 'HTML page of a proxy after the commit',
  empty: '200 without a body after the commit',
  respond: 'error instead of the service',
  hold: 'response held until the next write of the booking',
  add: 'unknown field, value and type of change added',
  'empty-page': 'empty page before the next changes',
  postpone: 'items left out as retryable',
};

interface Spoiling {
  caller: Caller;
  silenceMillis: number;
  /** The cursor that the request had. */
  cursor: string | undefined;
  /** Called when the client disconnects early. */
  onLeft: () => void;
}

/** Turns the response of the service into the spoiled one. */
export async function spoil(
  fault: Fault,
  response: Response,
  { caller, silenceMillis, cursor, onLeft }: Spoiling,
): Promise<Response> {
  switch (fault.kind) {
    case 'close':
      caller.cut?.();
      return response;
    case 'silence':
      await silence(caller, silenceMillis, onLeft);
      caller.cut?.();
      return response;
    case 'cut':
      return cutOff(await response.text(), response, caller);
    case 'html':
      return new Response('<!doctype html><title>Error</title><h1>The page is not available</h1>', {
        status: fault.status,
        headers: { 'Content-Type': 'text/html; charset=utf-8' },
      });
    case 'empty':
      return new Response(null, { status: 200 });
    case 'add':
      return response.ok ? added(await response.text(), response) : response;
    case 'empty-page':
      return emptied(response, cursor);
    default:
      return response;
  }
}

/** Waits for the time to pass or the client to leave. */
async function silence(caller: Caller, milliseconds: number, onLeft: () => void): Promise<void> {
  const left = new AbortController();
  const release = caller.hold?.(milliseconds, () => {
    onLeft();
    left.abort();
  });
  await sleep(milliseconds, undefined, { signal: left.signal }).catch(() => {});
  release?.();
}

/** Announces the whole body, sends half of it, and closes the connection. */
function cutOff(text: string, { status, headers }: Response, caller: Caller): Response {
  const bytes = Buffer.from(text);
  const half = bytes.subarray(0, bytes.length / 2);
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(half),
    pull: async () => {
      // The half must have left this process.
      await sleep(50);
      caller.cut?.();
    },
  });
  const all = new Headers(headers);
  all.set('Content-Length', String(bytes.length));
  return new Response(body, { status, headers: all });
}

/** Inserts the unknown change behind the first one. */
function added(text: string, response: Response): Response {
  const page = JSON.parse(text);
  const { items = [] } = page;
  for (const change of items) change.weather = 'RAIN';
  // A page can be empty while other changes are sequenced.
  const [first = { sequence: 0, id: randomUUID(), timestamp: new Date().toISOString() }] = items;
  items.splice(1, 0, {
    ...first,
    id: first.id.replace(/.{4}$/, 'ffff'),
    type: 'court_booking.weather_warned',
    actor: 'WEATHER',
    data: { severity: 'HIGH' },
  });
  return withBody({ ...page, weather: 'RAIN' }, response);
}

/** The next page begins where this one does. */
const emptied = (response: Response, cursor: string | undefined): Response =>
  response.ok ? withBody({ items: [], nextCursor: cursor, caughtUp: false }, response) : response;

function withBody(body: object, { status, headers }: Response): Response {
  const all = new Headers(headers);
  all.delete('Content-Length');
  return new Response(JSON.stringify(body), { status, headers: all });
}
