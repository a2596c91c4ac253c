import { batchOutcomeOf } from './batch.ts';
import { call, type Send } from './call.ts';
import { fieldChecks, issueOf, issuesOf, optionChecks, refuseFaults } from './check-arguments.ts';
import { credentialsOf, within } from './credentials.ts';
import { documentedOperations } from './documented-operations.generated.ts';
import { invalidDatesIn, parseJson, toJson } from './json.ts';
import { listingOf } from './listing.ts';
import type { Issue, OperationName, PageQuery } from './operation.ts';
import type {
  BatchOptions,
  CallOptions,
  ListOperation,
  Operations,
  PartnerClient,
  PartnerClientOptions,
  Results,
  SafeOperations,
  SimpleOperation,
} from './partner-client.ts';
import type { PartnerError } from './partner-error.ts';
import { createRawClient, toPath, toQuery, withoutSlash } from './raw-client.ts';
import { readText } from './read-text.ts';
import type { PartnerRefusal, PartnerSuccess } from './result.ts';
import { limitsOf, retryDefaults } from './retry.ts';
import { type Load, turnsOf } from './turns.ts';
import { sdkVersion } from './version.generated.ts';
import { watcherOf } from './watch.ts';

/** What an operation is given beside its options. */
interface Request {
  path?: Record<string, string>;
  query?: object | undefined;
  body?: unknown;
  minimal?: boolean | undefined;
}

// A redirect followed would turn POST into GET, and could carry the token to where it does not belong.
const redirect = 'manual';

type ListQuery = PageQuery & { wait?: number | undefined };

/** The same as it is sent. */
interface Sent {
  json: string | undefined;
  query: Record<string, unknown>;
  body: unknown;
  issues: Issue[];
}

type RequestOf = (...given: unknown[]) => Request;
// biome-ignore lint/suspicious/noExplicitAny: TypeScript cannot relate a generic function to each of its results
type Finish = (calling: Promise<any>) => unknown;
type List = (operation: ListOperation, query?: ListQuery, own?: CallOptions) => unknown;

/** What each operation sends, by its arguments; after these come its options. */
const requests: {
  [Operation in SimpleOperation]: (...given: Parameters<Operations<Results>[Operation]>) => Request;
} = {
  getToken: () => ({}),
  createUser: (body) => ({ body }),
  getUser: (userId) => ({ path: { userId } }),
  getUserByExternalId: (externalUserId) => ({ path: { externalUserId } }),
  updateUser: (userId, body) => ({ path: { userId }, body }),
  eraseUser: (userId) => ({ path: { userId } }),
  getCourtBooking: (externalCourtBookingId) => ({ path: { externalCourtBookingId } }),
  upsertCourtBooking: (externalCourtBookingId, body) => ({ path: { externalCourtBookingId }, body }),
  cancelCourtBooking: (externalCourtBookingId, externalUpdatedAt) => ({
    path: { externalCourtBookingId },
    query: { externalUpdatedAt },
  }),
  getCourtOccupancy: (courtId, query) => ({ path: { courtId }, query }),
  listWebhookEndpoints: () => ({}),
};

/** The operations that answer page by page. */
const lists = ['listUsers', 'listCourtBookings', 'listCourts', 'listChanges'] as const;

/**
 * Makes a client. Nothing is sent yet.
 *
 * @throws PartnerError of type `invalid_argument` when an option cannot be right.
 */
export function createPartnerClient(options: PartnerClientOptions): PartnerClient {
  const { fetch = (input, init) => globalThis.fetch(input, init) } = options;
  const { baseUrl, headers } = checkedOptions(options);
  const clientLimits = limitsOf(options, retryDefaults);
  const root = withoutSlash(baseUrl);
  const turns = turnsOf(options);
  const watchCall = watcherOf(options);

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
        ...(callOptions ? issuesOf({ ...own, requestId, signal }, optionChecks) : []),
      ],
      fields,
    );
    const started = performance.now();
    const { method, path: pattern } = documentedOperations[operation];
    const watch = watchCall({ operation, requestId, method, template: pattern });
    const limits = callOptions ? limitsOf(own, clientLimits) : clientLimits;
    // While the service waits for a change, so does the call.
    const patience = Math.max(Number(sent.query.wait) * 1_000, 0) || 0;
    const settings = {
      ...limits,
      attemptTimeoutMs: limits.attemptTimeoutMs + patience,
      timeoutMs: limits.timeoutMs + patience,
      signal,
      given: { path, body: sent.body },
      turns,
      load: loadOf(sent),
      watch,
    };
    // Whose call has ended needs none.
    let externalServiceId =
      operation === 'getToken' || signal?.aborted ? '' : credentials.externalServiceId();
    if (typeof externalServiceId !== 'string' || watch?.loading) {
      const needed = Promise.all([externalServiceId, watch?.loading]);
      [externalServiceId] = await within(needed, settings, fields);
      settings.timeoutMs -= performance.now() - started;
    }
    const send: Send = async (attemptSignal) => {
      // Each attempt asks the function, so that one that failed is asked again.
      const made = credentials.token();
      const token = typeof made === 'string' ? made : await made;
      const query = toQuery(sent.query);
      const url = root + toPath(pattern, { externalServiceId, ...path }) + (query && `?${query}`);
      // A copy of `Headers` costs less than to merge them.
      const ownHeaders = new Headers(headers);
      ownHeaders.set('Authorization', `Bearer ${token}`);
      ownHeaders.set('X-Request-Id', requestId);
      if (sent.json !== undefined) ownHeaders.set('Content-Type', 'application/json');
      if (given.minimal) ownHeaders.set('Prefer', 'return=minimal');
      const init = {
        method,
        headers: ownHeaders,
        body: sent.json,
        redirect,
        signal: attemptSignal,
      };
      // No `Request` is made: it puts a stream in front of the body, which on Node 24 costs a sixth more CPU a call.
      const sendNow = () => fetch(url, init as RequestInit);
      const response = await (watch ? watch.sending(url, ownHeaders, sendNow) : sendNow());
      return { ...(await readText(response)), response };
    };
    return call(fields, send, settings);
  }

  const runBatch = async (body: unknown, batchOptions: BatchOptions | undefined) => {
    const { minimal, ...callOptions } = batchOptions ?? {};
    const sent = asSent({ body });
    const success = await run('batchCourtBookings', { minimal }, callOptions, sent);
    const { items } = sent.body as { items: never[] };
    return { ...success, data: batchOutcomeOf(success, items) };
  };

  /** Every operation, finished in the same form; and each list in a form of its own. */
  const operations = (finish: Finish, list: List) => {
    const all: Record<string, unknown> = {
      batchCourtBookings: (body: unknown, own?: BatchOptions) => finish(runBatch(body, own)),
    };
    for (const [operation, requestOf] of Object.entries(requests) as [OperationName, RequestOf][]) {
      all[operation] = (...given: unknown[]) =>
        finish(run(operation, requestOf(...given), given[requestOf.length] as CallOptions | undefined));
    }
    for (const operation of lists) {
      all[operation] = (query?: ListQuery, own?: CallOptions) => list(operation, query, own);
    }
    return all as object;
  };

  return {
    ...(operations(bodyOf, (operation, query, own) =>
      listingOf(
        (cursor) => bodyOf(run(operation, { query: { ...query, cursor } }, own)),
        query?.cursor,
        Boolean(query?.wait),
      ),
    ) as PartnerClient),
    safe: operations(settled, (operation, query, own) =>
      settled(run(operation, { query }, own)),
    ) as SafeOperations,
    raw: createRawClient({
      baseUrl,
      headers,
      redirect,
      bodySerializer: (body) => {
        refuseFaults(invalidDateIssues(body));
        return toJson(body);
      },
      fetch: async (given) => {
        const token = await credentials.token();
        if (!given.headers.has('Authorization')) given.headers.set('Authorization', `Bearer ${token}`);
        return fetch(given);
      },
    }),
  };
}

/** What a request takes: an item of a batch costs a tenth, and who waits for a change must keep nobody else from calling. */
function loadOf({ query, body }: Sent): Load {
  const { items = [] } = (body ?? {}) as { items?: unknown[] };
  return { cost: Math.ceil(items?.length / 10) || 1, places: query.wait ? 0 : 1 };
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
  return { baseUrl, headers };
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
    const sentQuery: Record<string, unknown> = query ? JSON.parse(toJson(query)) : {};
    // Left out it would be another question; an invalid Date is null.
    const unset = Object.keys(sentQuery)
      .filter((name) => sentQuery[name] === null)
      .map((name) => issueOf([name], 'Must be a valid Date, a text or a number.'));
    return { json, query: sentQuery, body: parseJson(json), issues: [...unset, ...invalidDateIssues(body)] };
  } catch (reason) {
    return { json: '', query: {}, body: {}, issues: [issueOf(['bodyFault'], String(reason))] };
  }
}

const invalidDateIssues = (body: unknown): Issue[] =>
  invalidDatesIn(body).map((path) => issueOf(path, 'Must be a valid Date.'));
