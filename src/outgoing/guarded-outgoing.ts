import { isIP } from 'node:net';
import { hostOf } from '../rules/requests/url-form.ts';
import {
  type Outgoing,
  OutgoingFailure,
  type OutgoingRequest,
  type OutgoingResponse,
} from '../services/webhooks/webhook-dependencies.ts';
import { type Exchanged, exchange } from './exchange.ts';
import { explainFailure } from './explain-failure.ts';
import { guardedConnection } from './guarded-connection.ts';
import { whyNotPublic } from './public-address.ts';
import { asThisMachine, byNameServers, type ResolveName } from './resolve-name.ts';
import { type JudgeAddress, urlFault } from './url-fault.ts';

export interface OutgoingOptions {
  /** Allows requests to any address, and over `http`, for local testing. */
  allowPrivate: boolean;
  judge?: JudgeAddress;
  resolve?: ResolveName;
  /** Certificates to trust instead of Node's defaults. */
  ca?: string;
}

export interface GuardedOutgoing extends Outgoing {
  /**
   * Reads a document, with up to 64 KiB of text. Redirects are not followed.
   *
   * @throws OutgoingFailure if there is no response
   */
  get(url: string, request: Omit<OutgoingRequest, 'body'>): Promise<OutgoingResponse>;
}

/**
 * Sends requests to addresses that partners provide. Only public addresses are allowed, whatever the name resolves to.
 * Each request has its own connection, uses no proxy and has a time limit.
 */
export function guardedOutgoing({
  allowPrivate,
  judge = allowPrivate ? () => undefined : whyNotPublic,
  resolve = allowPrivate ? asThisMachine : byNameServers(),
  ca,
}: OutgoingOptions): GuardedOutgoing {
  const faultOf = (url: string) => urlFault(url, { allowPrivate, judge });
  const send = async (
    text: string,
    { timeoutMillis, signal: given, ...request }: Omit<OutgoingRequest, 'body'> & Exchanged,
  ) => {
    const fault = faultOf(text);
    if (fault !== undefined) throw new OutgoingFailure(fault);
    const url = new URL(text);
    const host = hostOf(url);
    const ending = endingAfter(timeoutMillis, given, host);
    try {
      ending.signal.throwIfAborted();
      const addresses = isIP(host) ? [host] : await unless(ending.signal, resolve(host, ending.signal));
      const connection = await guardedConnection(url, addresses, { judge, ca }, ending.signal);
      return await exchange(connection, url, request, ending.signal);
    } catch (error) {
      if (ending.signal.aborted) throw ending.signal.reason;
      if (error instanceof OutgoingFailure) throw error;
      const port = url.port || { 'https:': '443', 'http:': '80' }[url.protocol]!;
      throw new OutgoingFailure(explainFailure(error, host, port), { cause: error });
    } finally {
      ending.forget();
    }
  };
  return {
    faultOf,
    post: (url, request) => send(url, { ...request, method: 'POST', kept: 1_024 }),
    get: (url, request) => send(url, { ...request, method: 'GET', kept: 64 * 1_024 }),
  };
}

/** Returns a signal that aborts on timeout or when the given signal aborts, with the failure as its reason. */
function endingAfter(timeoutMillis: number, given: AbortSignal | undefined, host: string) {
  const controller = new AbortController();
  const end = (why: string) => controller.abort(new OutgoingFailure(why));
  const timer = setTimeout(
    () => end(`${host} did not respond within ${timeoutMillis / 1_000} s.`),
    timeoutMillis,
  );
  const leave = () => end(`The service was stopped before ${host} responded.`);
  given?.addEventListener('abort', leave);
  if (given?.aborted) leave();
  return {
    signal: controller.signal,
    forget: () => {
      clearTimeout(timer);
      given?.removeEventListener('abort', leave);
    },
  };
}

/** Resolves like the promise, or rejects as soon as the signal aborts. Not every operation can be cancelled. */
function unless<Value>(signal: AbortSignal, promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
