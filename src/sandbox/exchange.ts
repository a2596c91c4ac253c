import type { Fault } from './faults.ts';

/** A booking or user that a request writes. */
export interface Write {
  /** The partner's own id. */
  id: string;
  action: 'upsert' | 'cancel' | 'erase';
  /** `externalUpdatedAt` in Unix microseconds; undefined for users and for unreadable values. */
  version: number | undefined;
  /** The content without id and version. Two texts are equal if the contents are. */
  content: string;
}

/** A request at the front door and its response. Times are Unix milliseconds. */
export interface Exchange {
  /** Counts the requests of a run from 1. */
  number: number;
  /** The number of the step during which it arrived. */
  step: number;
  at: number;
  method: string;
  /** Path and query, as the service receives them. */
  path: string;
  /** The operation id; undefined for operations that no check judges. */
  operation: string | undefined;
  /** Undefined if it is not one of the run's. */
  token: string | undefined;
  writes: Write[];
  /** The body as it was sent. Empty without a token of the run. */
  text: string;
  /** The status of the service, or of the fault if the service did not get the request. */
  status?: number;
  fault?: Fault;
  /** When the response or the fault was complete. */
  answeredAt?: number;
  /** When the client disconnected without waiting for the response. */
  leftAt?: number;
  /** Only if the service responded with JSON. */
  answer?: Answer | undefined;
  /** When the supervisor was told to kill the client, after this page of changes. */
  killedAt?: number;
  /** True if the client had reported its copy in the middle of this page, and waited there until it was killed. */
  isKilledInside?: boolean;
}

/** The part of a response's body that checks read. */
export interface Answer {
  /** The type of an error. */
  error: string | undefined;
  /** The changes of a page. */
  changes: { id: string; type: string; booking: string | undefined }[];
  nextCursor: string | undefined;
  isCaughtUp: boolean;
  /** The results of a batch. */
  results: ItemResult[];
  /** The bookings and users that a read shows. */
  shown: Pick<Write, 'id' | 'version'>[];
}

/** Returns true if the client cannot know from the response whether the request was carried out, or must send it again. */
export const needsRepeat = ({ fault, status = 0 }: Exchange): boolean =>
  (fault !== undefined && !spoilsNothing.includes(fault.kind)) || status === 429 || status >= 500;

/** After these, the response is a right one. */
const spoilsNothing: Fault['kind'][] = ['add', 'empty-page', 'postpone'];

interface ItemResult {
  outcome: string;
  retryable: boolean | undefined;
  /** The type of its error. */
  error: string | undefined;
}

/** A write that the client must send again, or read. */
export interface LostWrite {
  /** The number of its request. */
  number: number;
  exchange: Exchange;
  write: Write;
}

/** Returns the writes whose result the client cannot know, and the items of batches that it must send again. */
export function lostWrites(exchanges: readonly Exchange[]): LostWrite[] {
  return exchanges.flatMap((exchange) =>
    exchange.writes
      .filter((_, n) => needsRepeat(exchange) || exchange.answer?.results[n]?.retryable === true)
      .map((write) => ({ number: exchange.number, exchange, write })),
  );
}

/** Returns the cursor that a request for changes continues from. Undefined for `latest`, and for the oldest change. */
export function cursorOf({ path }: Exchange): string | undefined {
  const cursor = new URL(path, 'http://sandbox').searchParams.get('cursor');
  return cursor === null || cursor === 'latest' ? undefined : cursor;
}
