import createRawClient from 'openapi-fetch';
import { batchOutcomeOf } from './batch.ts';
import { call, type Send } from './call.ts';
import { fieldChecks, issueOf, issuesOf, optionChecks, refuseFaults } from './check-arguments.ts';
import { credentialsOf, within } from './credentials.ts';
import { documentedOperations } from './documented-operations.generated.ts';
import { parseJson, toJson } from './json.ts';
import { listingOf } from './listing.ts';
import type { Issue, OperationName, PageQuery, ResponseBodies } from './operation.ts';
import type {
  BatchOptions,
  CallOptions,
  Operations,
  PartnerClient,
  PartnerClientOptions,
  Results,
  SimpleOperation,
} from './partner-client.ts';
import type { PartnerError } from './partner-error.ts';
import type { PartnerRefusal, PartnerSuccess } from './result.ts';
import { limitsOf, retryDefaults } from './retry.ts';
import { sdkVersion } from './version.generated.ts';

/** What an operation is given beside its options. */
interface Request {
  path?: Record<string, string>;
  query?: object | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

type ListQuery = PageQuery & { wait?: number | undefined };

/** The same as it is sent. */
interface Sent {
  json: string | undefined;
  query: Record<string, unknown>;
  body: unknown;
  issues: Issue[];
}

/**
 * Makes a client. Nothing is sent yet.
 *
 * @throws PartnerError of type `invalid_argument` when an option cannot be right.
 */
export function createPartnerClient(options: PartnerClientOptions): PartnerClient {
  const { fetch = (input, init) => globalThis.fetch(input, init) } = options;
  const { baseUrl, headers } = checkedOptions(options);
  const clientLimits = limitsOf(options, retryDefaults);

  const settings = {
    baseUrl,
    headers,
    bodySerializer: toJson,
    // A redirect followed would turn POST into GET, and could carry the token to where it does not belong.
    redirect: 'manual',
  } as const;
  // What it answers is typed by `PartnerSuccess`, for all operations alike.
  const { request } = createRawClient({
    ...settings,
    Request: describeRequest as never,
    fetch: (described) => fetch(described.url, described),
  }) as { request: (method: string, path: string, init: object) => ReturnType<Send> };

  const credentials = credentialsOf(
    options,
    async () => (await run('getToken', {}, {})).data.externalServiceId,
  );

  /** What the operations share: the checks, the request as it is now, and the attempts. */
  async function run<Operation extends OperationName>(
    operation: Operation,
    given: Request,
    callOptions: CallOptions | undefined,
    sent: Sent = asSent(given),
  ): Promise<PartnerSuccess<Operation>> {
    const { signal, requestId = newRequestId(), ...own } = callOptions ?? {};
    const fields = { operation, requestId, attempts: 0 };
    const { path = {} } = given;
    // Of a batch the service judges each item: one that is at fault stops no other.
    const judged = operation === 'batchCourtBookings' ? {} : { ...sent.query, ...(sent.body as object) };
    refuseFaults(
      [
        ...sent.issues,
        ...issuesOf({ ...judged, ...path }, fieldChecks),
        ...dotsIn(path),
        ...issuesOf({ ...own, requestId, signal }, optionChecks),
      ],
      fields,
    );
    const started = performance.now();
    const callSettings = {
      ...limitsOf(own, clientLimits),
      requestId,
      signal,
      given: { path, body: sent.body },
    };
    let token = credentials.token();
    let externalServiceId = operation === 'getToken' ? '' : credentials.externalServiceId();
    if (typeof token !== 'string' || typeof externalServiceId !== 'string') {
      const needed = Promise.all([token, externalServiceId]);
      [token, externalServiceId] = await within(needed, callSettings, fields);
      callSettings.timeoutMs -= performance.now() - started;
    }
    const init = {
      params: { path: { externalServiceId, ...path }, query: sent.query },
      headers: { Authorization: `Bearer ${token}`, 'X-Request-Id': requestId, ...given.headers },
      parseAs: 'text',
      body: sent.json,
      bodySerializer: () => sent.json,
    };
    const { method, path: pattern } = documentedOperations[operation];
    const send: Send = (attemptSignal) => request(method, pattern, { ...init, signal: attemptSignal });
    return call(operation, send, callSettings);
  }

  const runBatch = async (body: unknown, batchOptions: BatchOptions | undefined) => {
    const { minimal, ...callOptions } = batchOptions ?? {};
    const headers: Record<string, string> = minimal ? { Prefer: 'return=minimal' } : {};
    const sent = asSent({ body });
    const success = await run('batchCourtBookings', { headers }, callOptions, sent);
    const { data, operation, requestId, attempts, response } = success;
    const { items } = sent.body as { items: never[] };
    return { ...success, data: batchOutcomeOf(data, items, { operation, requestId, attempts, response }) };
  };

  /** While the service waits for a change, so does the call. */
  const patience = (query: ListQuery | undefined, callOptions: CallOptions | undefined) => {
    const limits = limitsOf(callOptions ?? {}, clientLimits);
    const more = (query?.wait || 0) * 1_000;
    return {
      ...callOptions,
      attemptTimeoutMs: limits.attemptTimeoutMs + more,
      timeoutMs: limits.timeoutMs + more,
    };
  };

  /** The operations of one answer, each finished in the same form. */
  const operations = <Answers extends Record<SimpleOperation, unknown>>(
    // biome-ignore lint/suspicious/noExplicitAny: TypeScript cannot relate a generic function to each of its results
    finish: (calling: Promise<PartnerSuccess<any>>) => Promise<any>,
  ): Operations<Answers> => ({
    getToken: (own) => finish(run('getToken', {}, own)),
    createUser: (body, own) => finish(run('createUser', { body }, own)),
    getUser: (userId, own) => finish(run('getUser', { path: { userId } }, own)),
    getUserByExternalId: (externalUserId, own) =>
      finish(run('getUserByExternalId', { path: { externalUserId } }, own)),
    updateUser: (userId, body, own) => finish(run('updateUser', { path: { userId }, body }, own)),
    eraseUser: (userId, own) => finish(run('eraseUser', { path: { userId } }, own)),
    getCourtBooking: (externalCourtBookingId, own) =>
      finish(run('getCourtBooking', { path: { externalCourtBookingId } }, own)),
    upsertCourtBooking: (externalCourtBookingId, body, own) =>
      finish(run('upsertCourtBooking', { path: { externalCourtBookingId }, body }, own)),
    cancelCourtBooking: (externalCourtBookingId, externalUpdatedAt, own) =>
      finish(
        run('cancelCourtBooking', { path: { externalCourtBookingId }, query: { externalUpdatedAt } }, own),
      ),
    getCourtOccupancy: (courtId, query, own) =>
      finish(run('getCourtOccupancy', { path: { courtId }, query }, own)),
    listWebhookEndpoints: (own) => finish(run('listWebhookEndpoints', {}, own)),
  });

  /** A list of the form that rejects. */
  const list =
    <Operation extends 'listUsers' | 'listCourtBookings' | 'listCourts' | 'listChanges'>(
      operation: Operation,
    ) =>
    (query?: ListQuery, own?: CallOptions) =>
      listingOf<ResponseBodies[Operation]>(
        async (cursor) => (await run(operation, { query: { ...query, cursor } }, patience(query, own))).data,
        query?.cursor,
        Boolean(query?.wait),
      );
  /** A page of a list, in the form that does not. */
  const page =
    <Operation extends OperationName>(operation: Operation) =>
    (query?: ListQuery, own?: CallOptions) =>
      settled(run(operation, { query }, patience(query, own))) as Promise<Results[Operation]>;

  return {
    ...operations<ResponseBodies>(bodyOf),
    listUsers: list('listUsers'),
    listCourtBookings: list('listCourtBookings'),
    listCourts: list('listCourts'),
    listChanges: list('listChanges'),
    batchCourtBookings: async (body, own) => (await runBatch(body, own)).data as never,
    safe: {
      ...operations<Results>(settled),
      listUsers: page('listUsers'),
      listCourtBookings: page('listCourtBookings'),
      listCourts: page('listCourts'),
      listChanges: page('listChanges'),
      batchCourtBookings: (body, own) => settled(runBatch(body, own) as never) as never,
    },
    raw: createRawClient({
      ...settings,
      fetch: async (given) => {
        const token = await credentials.token();
        if (!given.headers.has('Authorization')) given.headers.set('Authorization', `Bearer ${token}`);
        return fetch(given);
      },
    }),
  };
}

/** @throws PartnerError of type `invalid_argument`, with every fault */
function checkedOptions(options: PartnerClientOptions) {
  const { token, userAgent, dangerouslyAllowBrowser } = options;
  // An address of another realm is no instance of this one's URL.
  const baseUrl = ((options.baseUrl as URL | undefined)?.href ?? options.baseUrl) as string;
  const isAsked = typeof token === 'function';
  const issues = issuesOf({ ...options, baseUrl, token: isAsked ? 'asked-for' : token }, optionChecks);
  let headers = new Headers();
  try {
    headers = new Headers(options.headers);
  } catch {
    issues.push(issueOf(['headers'], 'Must be headers.'));
  }
  if (!dangerouslyAllowBrowser && isBrowser()) {
    issues.push(
      issueOf(['dangerouslyAllowBrowser'], 'A browser would show the token to whoever opens the page.'),
    );
  }
  refuseFaults(issues);
  // They are each request's own.
  for (const name of ['Authorization', 'Content-Type']) headers.delete(name);
  headers.set('User-Agent', `courtbridge-sdk/${sdkVersion}${userAgent ? ` ${userAgent}` : ''}`);
  return { baseUrl, headers: Object.fromEntries(headers) };
}

/** A page of a browser; not what only looks like one, as jsdom on Node. */
function isBrowser(): boolean {
  const { window, document, process } = globalThis as {
    window?: unknown;
    document?: unknown;
    process?: { versions?: object };
  };
  return Boolean(window && document && !process?.versions);
}

/**
 * Stands for the class `Request` where one would only be made to be given to `fetch`: that puts a stream in front of the
 * body, which on Node 24 costs a sixth more CPU a call.
 */
function describeRequest(url: string, init: RequestInit) {
  return { ...init, url };
}

/** Any text that no other request has; it is no secret. */
function newRequestId(): string {
  // Browsers have it in secure contexts only.
  return globalThis.crypto?.randomUUID?.() ?? `${Math.random()}`.slice(2) + `${Math.random()}`.slice(2);
}

async function bodyOf<Operation extends OperationName>(calling: Promise<PartnerSuccess<Operation>>) {
  return (await calling).data;
}

/** A call's failure as a value. */
function settled<Operation extends OperationName>(
  calling: Promise<PartnerSuccess<Operation>>,
): Promise<PartnerSuccess<Operation> | PartnerRefusal<Operation>> {
  return calling.catch((error: PartnerError<Operation>) => ({ ok: false, error }));
}

/** A request as it is sent, which is what is judged, whatever becomes of the objects; and why it cannot be sent. */
function asSent({ query, body }: Request): Sent {
  try {
    const json = body === undefined ? undefined : toJson(body);
    const sentQuery = JSON.parse(toJson(query ?? {})) as Record<string, unknown>;
    // Left out it would be another question; an invalid Date is null.
    const issues = Object.keys(sentQuery)
      .filter((name) => sentQuery[name] === null)
      .map((name) => issueOf([name], 'Must be a valid Date, a text or a number.'));
    return { json, query: sentQuery, body: parseJson(json), issues };
  } catch (reason) {
    return { json: '', query: {}, body: {}, issues: [issueOf(['bodyFault'], String(reason))] };
  }
}

/** No URL can carry `.` and `..`, in any encoding. */
function dotsIn(path: Record<string, string>): Issue[] {
  return Object.entries(path)
    .filter(([, value]) => value === '.' || value === '..')
    .map(([name]) => issueOf([name], 'Must not be "." or "..".'));
}
