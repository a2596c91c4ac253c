import type { Fault } from './faults.ts';

/** A booking or user that a request writes. */
export interface Write {
  /** The partner's own id. */
  id: string;
  action: 'upsert' | 'cancel' | 'erase';
  /** `externalUpdatedAt` in Unix milliseconds; undefined for users and for unreadable values. */
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
  /** Only for operations that are judged by the body of the service's response. */
  answer?: Answer;
}

/** The part of a response's body that checks read. */
export interface Answer {
  /** The types of the changes in a page. */
  types: string[];
  nextCursor: string | undefined;
  /** The results of a batch. */
  results: ItemResult[];
}

/** Returns true if the client cannot know from the response whether the request was carried out, or must send it again. */
export const needsRepeat = ({ fault, status = 0 }: Exchange): boolean =>
  (fault !== undefined && fault.kind !== 'add') || status === 429 || status >= 500;

interface ItemResult {
  outcome: string;
  retryable: boolean | undefined;
}

/** Returns the items of a batch that were rejected and must not be repeated. */
export function rejectedItems(exchange: Exchange): Write[] {
  const { writes, answer } = exchange;
  if (needsRepeat(exchange)) return [];
  return writes.filter((_, n) => {
    const result = answer?.results[n];
    return result?.outcome === 'refused' && result.retryable !== true;
  });
}

/** Returns true if both are the same request: method, path and body. */
export const isSameRequest = (one: Exchange, other: Exchange): boolean =>
  one.method === other.method && one.path === other.path && one.text === other.text;
