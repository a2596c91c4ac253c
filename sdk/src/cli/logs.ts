import { setTimeout as delay } from 'node:timers/promises';
import type { PartnerClient, RequestRecord, RequestRecordQuery } from '../index.ts';
import { type Command, type Given, jsonOption } from './command.ts';
import { UsageError } from './command-error.ts';
import { clientOf, connectionOf, connectionOptions } from './connection.ts';
import { explained, keepTrying, type WaitingOutput } from './keep-trying.ts';
import { type LogsOutput, logsJson, logsText } from './logs-output.ts';
import { interruption } from './terminal.ts';

/** `courtbridge logs`. */
export const logs: Command = {
  name: 'logs',
  summary: 'prints your requests and their outcomes, and follows them',
  argument: 'request id',
  description: `Prints the latest requests of your external service, with any of its tokens, and then new ones about
a second after their response, until Ctrl-C. Rejected items of batches have lines of their own. With a request
id (the X-Request-Id of a response) it prints everything that is known about that request, and ends.
Calls of this command itself are left out. With --json it prints one object a line.`,
  options: {
    failed: { text: 'only errors' },
    operation: { value: '<name>', text: 'only this operation, such as upsertCourtBooking' },
    'external-id': { value: '<id>', text: 'only this booking or user, by your own id' },
    once: { text: 'prints the latest requests, and ends' },
    ...connectionOptions,
    ...jsonOption,
  },
  run,
};

/** How many of the latest requests it begins with. */
const shownAtStart = 20;
const pauseMs = 2_000;
/** A request may be recorded after one with a later response, if another process served it. */
const overlapMs = 10_000;
/** The operations that the command itself calls. */
const ownOperations = ['listRequests', 'getRequest'];

async function run(given: Given): Promise<number> {
  const { operation, 'external-id': externalId } = given.options;
  if (given.argument !== undefined && (operation ?? externalId ?? (given.flags.has('failed') || undefined)))
    throw new UsageError('A request id and a filter exclude each other.', 'logs');
  const connection = connectionOf(given, 'logs');
  /** The calls by which the client finds its external service. */
  const tokenCalls = new Set<string>();
  const client = clientOf(connection, {
    maxAttempts: 1,
    onRequest: ({ operation, requestId }) => {
      if (operation === 'getToken') tokenCalls.add(requestId);
    },
  });
  const show = given.flags.has('json') ? logsJson : logsText;
  if (given.argument !== undefined) {
    const called = await client.safe.getRequest(given.argument);
    if (!called.ok) throw explained(called.error, connection.url);
    show.details(called.data);
    return 0;
  }
  const query = { failed: given.flags.has('failed'), operation, externalId } as RequestRecordQuery;
  const isShown = ({ operation: called, requestId }: RequestRecord) =>
    !tokenCalls.has(requestId) && (operation !== undefined || !ownOperations.includes(called));
  const isOnce = given.flags.has('once');
  await follow(client, query, isShown, { url: connection.url, isOnce, show });
  return 0;
}

interface Reading {
  url: string;
  isOnce: boolean;
  show: LogsOutput & WaitingOutput;
}

async function follow(
  client: PartnerClient,
  query: RequestRecordQuery,
  isShown: (request: RequestRecord) => boolean,
  reading: Reading,
): Promise<void> {
  const signal = interruption();
  /** The requests of the overlap, and the time of each. */
  const seen = new Map<string, number>();
  let from: Date | undefined;
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const found = await read(client, { ...query, from }, isFirst, { ...reading, signal });
    const fresh = found.filter((request) => isShown(request) && !seen.has(keyOf(request)));
    for (const request of isFirst ? fresh.slice(-shownAtStart) : fresh) reading.show.request(request);
    for (const request of found) seen.set(keyOf(request), Date.parse(request.timestamp));
    const last = [...seen.values()].reduce((latest, at) => Math.max(latest, at), 0);
    if (seen.size > 0) from = new Date(last - overlapMs);
    for (const [key, at] of seen) if (at < last - overlapMs) seen.delete(key);
    if (reading.isOnce) return;
    await delay(pauseMs, undefined, { signal }).catch(() => {});
  }
}

const keyOf = ({ requestId, timestamp, itemIndex, operation, status }: RequestRecord) =>
  JSON.stringify([requestId, timestamp, itemIndex, operation, status]);

/** Reads the latest requests at first, and then all since `from`. Returns them in the order of their responses. */
async function read(
  client: PartnerClient,
  query: RequestRecordQuery,
  isFirst: boolean,
  trying: Reading & { signal: AbortSignal },
): Promise<RequestRecord[]> {
  const found: RequestRecord[] = [];
  let cursor: string | undefined;
  do {
    const page = await keepTrying(
      () => client.safe.listRequests({ ...query, cursor, limit: 100 }, { signal: trying.signal }),
      trying,
    );
    found.push(...(page?.items ?? []));
    cursor = isFirst ? undefined : page?.nextCursor;
  } while (cursor !== undefined);
  return found.sort((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp));
}
