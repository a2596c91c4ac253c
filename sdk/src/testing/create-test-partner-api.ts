import { crc32 } from '../check-arguments.ts';
import { documentedOperations } from '../documented-operations.generated.ts';
import type {
  CreateUserRequest,
  Issue,
  OperationName,
  PartnerErrorType,
  ResponseBody,
  UpsertCourtBookingRequest,
} from '../operation.ts';
import { documentedAnswers } from './documented-answers.generated.ts';
import { echoCourtBooking, echoUser } from './echo.ts';

interface RequestBodies {
  createUser: CreateUserRequest;
  upsertCourtBooking: UpsertCourtBookingRequest;
}

type Sent<Value> = Value extends Date
  ? never
  : Value extends readonly (infer Item)[]
    ? Sent<Item>[]
    : Value extends object
      ? { [Field in keyof Value]: Sent<Value[Field]> }
      : Value;

/** The body of a request as it was sent: JSON, so that every date is a string. */
export type SentBody<Operation extends OperationName> = Sent<RequestBodies[Operation]>;

/** One attempt that reached the test API, in the order of arrival; `operation` narrows `body` and `path`. */
export type TestCall = {
  [Operation in OperationName]: {
    readonly operation: Operation;
    /** The parameters of the path, decoded. */
    readonly path: { externalServiceId: string } & (Operation extends 'upsertCourtBooking'
      ? { externalCourtBookingId: string }
      : unknown);
    readonly body: SentBody<Operation>;
    /** `X-Request-Id`: the same for every attempt of a call. */
    readonly requestId: string | undefined;
    readonly headers: Headers;
  };
}[OperationName];

/** For how many attempts something is planned, and how late it comes. */
export interface PlanOptions {
  /** Attempts of the operation that it holds for; `Infinity`: all. Default: 1. */
  times?: number;
  /** Milliseconds until the answer. Default: 0. */
  delayMs?: number;
}

/** What a refusal may say otherwise than the document's example. */
export interface RefuseOptions extends PlanOptions {
  message?: string;
  /** For `invalid_schema`. */
  issues?: Issue[];
  /** `Retry-After` of 429 and 503, in seconds. Default: 1. */
  retryAfterSeconds?: number;
}

/** A partner interface in memory, for your own tests. Without a plan it answers with success. */
export interface TestPartnerApi {
  /** For `createPartnerClient`: an address, a token and an external service that exist nowhere, and `fetch`. */
  readonly clientOptions: {
    baseUrl: string;
    token: string;
    externalServiceId: string;
    fetch: (input: string | Request, init?: RequestInit) => Promise<Response>;
  };
  /** Every attempt that arrived. */
  readonly calls: TestCall[];
  /** Answers success, with fields of the body as given: over those that are made from the request. */
  succeed<Operation extends OperationName>(
    operation: Operation,
    body?: Partial<ResponseBody<Operation>>,
    options?: PlanOptions & { status?: 200 | 201 },
  ): void;
  /** Answers a documented error of the operation. */
  refuse<Operation extends OperationName>(
    operation: Operation,
    type: PartnerErrorType<Operation>,
    options?: RefuseOptions,
  ): void;
  /** Answers anything: a code that does not exist yet, a proxy's page. A string is sent as it is. */
  answer(
    operation: OperationName,
    status: number,
    body: unknown,
    options?: PlanOptions & { headers?: Record<string, string> },
  ): void;
  /** Lets the connection fail; with `afterDelivery` only when the request has arrived, so that it counts as carried out. */
  failNetwork(operation: OperationName, options?: PlanOptions & { afterDelivery?: boolean }): void;
  /** Forgets plans, calls, and what was created. */
  reset(): void;
}

type Answer = (call: TestCall) => Response;
interface Plan {
  left: number;
  delayMs: number;
  answer: Answer;
}

/**
 * Makes a partner interface in memory, for your own tests: `createPartnerClient(api.clientOptions)`.
 *
 * It does not validate requests and knows no versions or overlaps: plan the refusals that your code shall meet. What is
 * planned for an operation is used up in the order of planning.
 */
export function createTestPartnerApi(): TestPartnerApi {
  const calls: TestCall[] = [];
  const plans: Record<OperationName, Plan[]> = { createUser: [], upsertCourtBooking: [] };
  const created = new Set<string>();

  const plan = (operation: OperationName, answer: Answer, { times = 1, delayMs = 0 }: PlanOptions = {}) => {
    plans[operation].push({ left: times, delayMs, answer });
  };

  /** What the interface would answer when nothing is in the way: 201 the first time, then 200. */
  const success = (call: TestCall, fields: object = {}, status?: number): Response => {
    const [key, body] =
      call.operation === 'createUser' ? echoUser(call.body) : echoCourtBooking(call.path, call.body);
    const isNew = !created.has(key);
    created.add(key);
    return answerOf(call, status ?? (isNew ? 201 : 200), { ...body, ...fields });
  };

  const fetch: TestPartnerApi['clientOptions']['fetch'] = async (input, init) => {
    const request = new Request(input, init);
    const { signal } = request;
    signal.throwIfAborted();
    const call = await callOf(request);
    if (!call) return Response.json(routeNotFound, { status: 404 });
    calls.push(call);
    const next = plans[call.operation].find(({ left }) => left > 0);
    if (!next) return success(call);
    next.left--;
    await after(next.delayMs, signal);
    return next.answer(call);
  };

  return {
    clientOptions: { baseUrl: 'https://partners.test', token: testToken(), externalServiceId, fetch },
    calls,
    succeed: (operation, body, options) =>
      plan(operation, (call) => success(call, body, options?.status), options),
    refuse: (operation, type, { message, issues, retryAfterSeconds = 1, ...options } = {}) => {
      const documented = documentedAnswers[operation]?.errors[type];
      if (!documented) {
        throw new TypeError(
          `${operation} does not answer "${type}". For what is not documented use answer().`,
        );
      }
      const { status, body } = documented;
      const error = { ...body.error, ...(message ? { message } : {}), ...(issues ? { issues } : {}) };
      const headers: Record<string, string> = {};
      if (status === 429 || status === 503) headers['Retry-After'] = `${retryAfterSeconds}`;
      if (status === 401) headers['WWW-Authenticate'] = 'Bearer realm="partner-api"';
      plan(operation, (call) => answerOf(call, status, { error }, headers), options);
    },
    answer: (operation, status, body, options) =>
      plan(operation, (call) => answerOf(call, status, body, options?.headers), options),
    failNetwork: (operation, options) =>
      plan(
        operation,
        (call) => {
          if (options?.afterDelivery) success(call);
          throw new TypeError('fetch failed', { cause: new Error('planned by the test') });
        },
        options,
      ),
    reset: () => {
      calls.length = 0;
      created.clear();
      for (const list of Object.values(plans)) list.length = 0;
    },
  };
}

const externalServiceId = '00000000-0000-4000-8000-000000000001';
const routeNotFound = { error: { type: 'route_not_found', message: 'No operation has this path.' } };

/** A token with a right checksum that no service has issued. */
function testToken(): string {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const secret = '0'.repeat(43);
  let digits = '';
  for (let rest = crc32(secret); digits.length < 6; rest = Math.floor(rest / 62))
    digits = alphabet[rest % 62] + digits;
  return `cbp_${secret}${digits}`;
}

/** Which operation a request calls; undefined when it is none. */
async function callOf(request: Request): Promise<TestCall | undefined> {
  const { pathname } = new URL(request.url);
  for (const [operation, { method, path }] of Object.entries(documentedOperations)) {
    const pattern = new RegExp(`${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
    const parameters = request.method === method && pattern.exec(pathname)?.groups;
    if (!parameters) continue;
    return {
      operation: operation as OperationName,
      path: Object.fromEntries(
        Object.entries(parameters).map(([name, value]) => [name, decodeURIComponent(value)]),
      ),
      body: JSON.parse(await request.text()),
      requestId: request.headers.get('X-Request-Id') ?? undefined,
      headers: request.headers,
    } as TestCall;
  }
  return undefined;
}

function answerOf(
  { requestId }: TestCall,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) {
  return new Response(typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: {
      'Content-Type': typeof body === 'string' ? 'text/plain' : 'application/json',
      'X-Request-Id': requestId ?? '00000000-0000-4000-8000-000000000002',
      'RateLimit-Policy': '"default";q=100;w=2',
      RateLimit: '"default";r=99;t=1',
      ...headers,
    },
  });
}

/** Waits, or rejects as soon as the signal fires. */
function after(millis: number, signal: AbortSignal): Promise<void> {
  if (millis === 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, millis);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
