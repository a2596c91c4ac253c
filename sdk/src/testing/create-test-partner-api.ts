import { documentedOperations } from '../documented-operations.generated.ts';
import type { OperationName } from '../operation.ts';
import { documentedAnswers } from './documented-answers.generated.ts';
import { echoCourtBooking, echoUser } from './echo.ts';
import type { PlanOptions, TestCall, TestPartnerApi } from './test-partner-api.ts';

/** Carries a call out, and answers what its caller gets to see of that. */
type Answer = (call: TestCall) => () => Response;
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
  const plans = Object.fromEntries(
    Object.keys(documentedOperations).map((operation) => [operation, []]),
  ) as unknown as Record<OperationName, Plan[]>;
  /** What was answered first of each user and booking. */
  const stored = new Map<string, object>();

  const plan = (operation: OperationName, answer: Answer, { times = 1, delayMs = 0 }: PlanOptions = {}) => {
    plans[operation].push({ left: times, delayMs, answer });
  };

  /** What the interface answers when nothing is in the way: 201 the first time, then 200. */
  const success = (call: TestCall, fields: object = {}, status?: number): Response => {
    if (call.operation !== 'createUser' && call.operation !== 'upsertCourtBooking') {
      return answerOf(call, status ?? 200, fields);
    }
    const isUser = call.operation === 'createUser';
    const [key, body] = isUser ? echoUser(call.body) : echoCourtBooking(call.path, call.body);
    const before = stored.get(key);
    if (!before) stored.set(key, body);
    // Of a stored user nothing is changed.
    const answer = isUser ? (before ?? body) : body;
    return answerOf(call, status ?? (before ? 200 : 201), { ...answer, ...fields });
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
    // It is carried out on arrival, and its answer is late.
    const answer = next.answer(call);
    await after(next.delayMs, signal);
    return answer();
  };

  return {
    clientOptions: {
      baseUrl: 'https://partners.test',
      token,
      externalServiceId,
      fetch,
    },
    calls,
    succeed: (operation, body, options) =>
      plan(
        operation,
        (call) => {
          const response = success(call, body, options?.status);
          return () => response;
        },
        options,
      ),
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
      plan(operation, (call) => () => answerOf(call, status, { error }, headers), options);
    },
    answer: (operation, status, body, options) =>
      plan(operation, (call) => () => answerOf(call, status, body, options?.headers), options),
    failNetwork: (operation, options) =>
      plan(
        operation,
        (call) => {
          if (options?.afterDelivery) success(call);
          return () => {
            throw new TypeError('fetch failed', { cause: new Error('planned by the test') });
          };
        },
        options,
      ),
    reset: () => {
      calls.length = 0;
      stored.clear();
      for (const list of Object.values(plans)) list.length = 0;
    },
  };
}

/** Could be one by its checksum, and is nobody's. */
const token = `cbp_${'0'.repeat(43)}2CZclj`;
const externalServiceId = '00000000-0000-4000-8000-000000000001';
const routeNotFound = { error: { type: 'route_not_found', message: 'No operation has this path.' } };

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
      body: parse(await request.text()),
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
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  // A Response with one of these may have no body.
  return new Response([204, 205, 304].includes(status) ? null : text, {
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
async function after(millis: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (millis === 0) return;
  await new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, millis);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** JSON, or the text as it is. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
