import {
  createFinalURL,
  createQuerySerializer,
  mergeHeaders,
  defaultPathSerializer as pathSerializer,
  removeTrailingSlash,
} from 'openapi-fetch';
import { withOutcome } from './batch-outcome.ts';
import { call, type Send } from './call.ts';
import type { BatchOptions, CallOptions, DryRunOption } from './call-options.ts';
import {
  fieldChecks,
  invalidDateIssues,
  issueOf,
  issuesOf,
  optionChecks,
  throwOnIssues,
} from './check-arguments.ts';
import { credentialsOf, within } from './credentials.ts';
import { batches, documentedOperations } from './documented-operations.generated.ts';
import type { Issue, OperationName } from './documented-responses.ts';
import type { FetchInit } from './fetch.ts';
import { reasonOf } from './from-outside.ts';
import { parseJson, toJson } from './json.ts';
import { listingOf } from './listing.ts';
import type {
  ListOperation,
  PageQuery,
  PartnerClient,
  PartnerClientOptions,
  SafeOperations,
} from './partner-client.ts';
import type { PartnerError } from './partner-error.ts';
import { createRawClient } from './raw-client.ts';
import { readResponse } from './read-response.ts';
import { type Load, requestQueueFor } from './request-queue.ts';
import type { PartnerRefusal, PartnerSuccess } from './result.ts';
import { limitsOf, retryDefaults } from './retry.ts';
import { sdkVersion } from './version.generated.ts';
import { watcherOf } from './watch.ts';

interface Request {
  path?: Record<string, string>;
  query?: object | undefined;
  body?: unknown;
}

// A followed redirect would turn POST into GET, and could send the token to another host.
const redirect = 'manual';

type ListQuery = PageQuery & { wait?: number | undefined };

interface Sent {
  json: string | undefined;
  query: Record<string, unknown>;
  body: unknown;
  issues: Issue[];
}

// biome-ignore lint/suspicious/noExplicitAny: TypeScript cannot relate a generic function to each of its results
type Finish = (calling: Promise<any>) => unknown;
type List = (operation: ListOperation, request: Request, own?: CallOptions) => unknown;

/**
 * Creates a client. Nothing is sent yet.
 *
 * @throws PartnerError of type `invalid_argument` if an option is invalid
 */
export function createPartnerClient(options: PartnerClientOptions): PartnerClient {
  const { fetch = (url, init) => globalThis.fetch(url, init) } = options;
  const requestOptions = { ...checkedOptions(options), redirect } as const;
  const { baseUrl, headers: clientHeaders } = requestOptions;
  const querySerializer = createQuerySerializer<unknown>();
  const clientLimits = limitsOf(options, retryDefaults);
  const queue = requestQueueFor(options);
  const watchCall = watcherOf(options);

  const credentials = credentialsOf(
    options,
    async () => (await run('getToken', {}, {})).data.externalServiceId,
  );

  async function run<Operation extends OperationName>(
    operation: Operation,
    given: Request,
    callOptions: (BatchOptions & DryRunOption) | undefined,
  ): Promise<PartnerSuccess<Operation>> {
    const sent = asSent(given);
    const isBatch = operation in batches;
    const { signal, requestId = newRequestId(), headers, dryRun, minimal, ...own } = callOptions ?? {};
    const query = dryRun ? { ...sent.query, dryRun } : sent.query;
    const fields = { operation, requestId, attempts: 0 };
    const { path = {} } = given;
    // The service checks each item of a batch. An invalid item must not stop the others.
    const judged = isBatch ? {} : { ...sent.query, ...(sent.body as object) };
    throwOnIssues(
      [
        ...sent.issues,
        ...issuesOf({ ...judged, ...path }, fieldChecks),
        ...(callOptions ? issuesOf({ ...own, requestId, signal, headers }, optionChecks) : []),
      ],
      fields,
    );
    const callHeaders = headers && ownHeaders(headers);
    const started = performance.now();
    const { method, path: template } = documentedOperations[operation];
    const watch = watchCall({ operation, requestId, method, template });
    const limits = callOptions ? limitsOf(own, clientLimits) : clientLimits;
    // A call waits for as long as the service may wait for a change.
    const patience = Math.max(Number(sent.query.wait) * 1_000, 0) || 0;
    const settings = {
      ...limits,
      attemptTimeoutMs: limits.attemptTimeoutMs + patience,
      timeoutMs: limits.timeoutMs + patience,
      signal,
      given: { path, body: sent.body },
      queue,
      load: loadOf(sent),
      watch,
    };
    // A call whose signal has fired is not sent.
    const isNeeded = template.includes('{externalServiceId}') && !signal?.aborted;
    let externalServiceId = isNeeded ? credentials.externalServiceId() : '';
    if (typeof externalServiceId !== 'string' || watch?.loading) {
      const needed = Promise.all([externalServiceId, watch?.loading]);
      [externalServiceId] = await within(needed, settings, fields);
      settings.timeoutMs -= performance.now() - started;
    }
    const params = { path: { externalServiceId, ...path }, query };
    const url = createFinalURL(template, { baseUrl, params, querySerializer, pathSerializer });
    const { json: body } = sent;
    const send: Send = async (attemptSignal) => {
      const sentHeaders = mergeHeaders(clientHeaders, callHeaders, {
        // Each attempt calls the token function, because it may succeed after a failure.
        Authorization: `Bearer ${await credentials.token()}`,
        'Content-Type': body && 'application/json',
        'X-Request-Id': requestId,
        Prefer: isBatch && minimal ? 'return=minimal' : undefined,
      }) as FetchInit['headers'];
      const init: FetchInit = {
        method,
        redirect,
        headers: sentHeaders,
        signal: attemptSignal,
        ...(body && { body }),
      };
      // A client of openapi-fetch would make a `Request`, which puts a stream in front of the body and takes more CPU.
      const sending = () => fetch(url, init);
      return readResponse(await (watch ? watch.sending(url, sentHeaders, sending) : sending()));
    };
    const success = await call(fields, send, settings);
    return isBatch ? withOutcome(success, sent.body as never) : success;
  }

  /** All operations, in the form that `finish` and `list` give them. The options follow the arguments. */
  const operations = (finish: Finish, list: List) => {
    const all: Record<string, unknown> = {};
    for (const operation of Object.keys(documentedOperations) as OperationName[]) {
      const { path: template, argument, marks } = documentedOperations[operation];
      const names = template.split(/[{}]/).filter((name, index) => index % 2 && name !== 'externalServiceId');
      all[operation] = (...given: unknown[]) => {
        const path = Object.fromEntries(names.map((name, index) => [name, given[index] as string]));
        const request: Request = { path };
        const value = given[names.length] as object;
        if (argument === 'body' || argument === 'query') request[argument] = value;
        else if (argument) request.query = { [argument]: value };
        const own = given[names.length + (argument ? 1 : 0)] as BatchOptions | undefined;
        if (marks.nextCursor) return list(operation as ListOperation, request, own);
        return finish(run(operation, request, own));
      };
    }
    return all as object;
  };

  return {
    ...(operations(bodyOf, (operation, request, own) => {
      const query = request.query as ListQuery | undefined;
      return listingOf(
        (cursor) => bodyOf(run(operation, { ...request, query: { ...query, cursor } }, own)),
        query?.cursor,
        Boolean(query?.wait),
      );
    }) as PartnerClient),
    safe: operations(settled, (operation, request, own) =>
      settled(run(operation, request, own)),
    ) as SafeOperations,
    raw: createRawClient({ ...requestOptions, token: credentials.token, fetch: options.fetch }),
  };
}

/** The load of a request. An item of a batch costs a tenth. A request that waits for a change uses no slot, so that it blocks no other. */
function loadOf({ query, body }: Sent): Load {
  const { items = [] } = (body ?? {}) as { items?: unknown[] };
  return { cost: Math.ceil(items?.length / 10) || 1, slots: query.wait ? 0 : 1 };
}

/** @throws PartnerError of type `invalid_argument` with all issues */
function checkedOptions(options: PartnerClientOptions) {
  const { token, userAgent, dangerouslyAllowBrowser } = options;
  // `instanceof URL` would fail for a URL of another realm.
  const baseUrl = ((options.baseUrl as URL | undefined)?.href ?? options.baseUrl) as string;
  // The result of a token function is checked in each attempt.
  const knownToken = typeof token === 'function' ? 'from-a-function' : token;
  const issues = issuesOf({ ...options, baseUrl, token: knownToken }, optionChecks);
  if (!dangerouslyAllowBrowser && isBrowser()) {
    issues.push(
      issueOf(['dangerouslyAllowBrowser'], 'A browser would show the token to everyone who opens the page.'),
    );
  }
  throwOnIssues(issues);
  const agent = `courtbridge-sdk/${sdkVersion}${userAgent ? ` ${userAgent}` : ''}`;
  return {
    baseUrl: removeTrailingSlash(baseUrl),
    headers: { ...ownHeaders(options.headers), 'User-Agent': agent },
  };
}

/** Returns the caller's headers without those that each request sets itself. */
function ownHeaders(given: PartnerClientOptions['headers']): Record<string, string> {
  const headers = new Headers(given);
  for (const name of ['Authorization', 'Content-Type', 'User-Agent']) headers.delete(name);
  return Object.fromEntries(headers);
}

/** Returns true in a page of a browser, and false in jsdom on Node. */
function isBrowser(): boolean {
  const { document, process } = globalThis as { document?: unknown; process?: { versions?: object } };
  return Boolean(document) && !process?.versions;
}

/** A unique id. It need not be secret. */
function newRequestId(): string {
  // Browsers have `randomUUID` in secure contexts only.
  return globalThis.crypto?.randomUUID?.() ?? `${Math.random()}`.slice(2) + `${Math.random()}`.slice(2);
}

async function bodyOf<Operation extends OperationName>(calling: Promise<PartnerSuccess<Operation>>) {
  return (await calling).data;
}

/** Returns a call's failure as a value. */
function settled<Operation extends OperationName>(
  calling: Promise<PartnerSuccess<Operation>>,
): Promise<PartnerSuccess<Operation> | PartnerRefusal<Operation>> {
  return calling.catch((error: PartnerError<Operation>) => ({ ok: false, error }));
}

/**
 * Converts arguments to what is sent, and finds what prevents it. Later changes of the caller's objects have no effect.
 */
export function asSent({ query, body }: Request): Sent {
  try {
    const json = body === undefined ? undefined : toJson(body);
    const sentQuery: Record<string, unknown> = query ? JSON.parse(toJson(query)) : {};
    // A parameter without its value would change the meaning of the query. An invalid Date is null in JSON.
    const unset = Object.keys(sentQuery)
      .filter((name) => sentQuery[name] === null)
      .map((name) => issueOf([name], 'Must be a valid Date, a text or a number.'));
    return { json, query: sentQuery, body: parseJson(json), issues: [...unset, ...invalidDateIssues(body)] };
  } catch (reason) {
    return { json: '', query: {}, body: {}, issues: [issueOf(['bodyFault'], reasonOf(reason))] };
  }
}
