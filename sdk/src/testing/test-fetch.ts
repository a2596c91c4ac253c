import { type Decoded, decodeParameters } from '../../../src/rules/requests/decode-parameters.ts';
import { readQuery } from '../../../src/rules/requests/read-query.ts';
import { wellFormedRequestId } from '../../../src/rules/requests/request-headers.ts';
import { after, answerOf, parse } from './answer.ts';
import { documentedErrors } from './documented-interface.generated.ts';
import type { Planning } from './planning.ts';
import { type Attempt, createPlans, networkFailure } from './plans.ts';
import { ApiError } from './platform/api-error.ts';
import { type Called, findOperation } from './platform/find-operation.ts';
import type { Answered } from './platform/operations.ts';
import type { Outage, TestClientOptions, TestRequest } from './test-platform.ts';

/** What responds to the requests that no plan or outage concerns. */
interface Responder {
  /** Carries out an attempt. Throws an `ApiError` for an error. `isPlanned`: the test plans a success. */
  respond(attempt: Attempt, isPlanned: boolean): Answered | Promise<Answered>;
  /** The id of a request that has none. */
  newRequestId(): string;
  /** Returns what `calls` has of an attempt; undefined to leave it out. */
  recorded(call: TestRequest): object | undefined;
}

/** The connection to a responder. Plans and outages take precedence over it. */
export interface TestFetch {
  fetch: TestClientOptions['fetch'];
  calls: TestRequest[];
  planning: Planning;
  /** The current outage, and the delay of responses in milliseconds. */
  state: { outage: Outage | undefined; delayMs: number };
  forget(): void;
}

/** Creates a `fetch` that reaches a responder in memory. */
export function createTestFetch({ respond, newRequestId, recorded }: Responder): TestFetch {
  const calls: TestRequest[] = [];
  const state: TestFetch['state'] = { outage: undefined, delayMs: 0 };

  const plans = createPlans((attempt, fields, planned) =>
    refusing(attempt.requestId, async () => {
      const { status, body, headers } = await respond(attempt, fields !== undefined);
      return answerOf(attempt.requestId, planned ?? status, { ...body, ...fields }, headers);
    }),
  );

  const fetch: TestFetch['fetch'] = async (input, init) => {
    const request = new Request(input, init);
    const { signal } = request;
    signal.throwIfAborted();
    if (state.outage === 'unreachable') throw networkFailure();
    const requestId = request.headers.get('X-Request-Id') ?? '';
    const kept = wellFormedRequestId(requestId) ?? newRequestId();
    const response = await refusing(kept, async () => {
      const called = findOperation(request.method, new URL(request.url).pathname);
      const attempt = { ...(await toCall(request, called)), request, called, requestId: kept };
      const { request: _request, called: _called, ...call } = attempt;
      const shown = recorded({ ...call, requestId: requestId === '' ? undefined : requestId });
      if (shown) calls.push(shown as TestRequest);
      if (state.outage === 'unavailable')
        throw new ApiError('service_unavailable', { headers: { 'Retry-After': '1' } });
      const answer = await plans.run(attempt, signal);
      if (state.outage === 'answers lost') throw networkFailure();
      return answer;
    });
    await after(state.delayMs, signal);
    signal.throwIfAborted();
    return request.method === 'HEAD' ? new Response(null, response) : response;
  };
  const forget = () => {
    calls.length = 0;
    plans.forget();
    Object.assign(state, { outage: undefined, delayMs: 0 });
  };
  return { fetch, calls, planning: plans.planning, state, forget };
}

async function refusing(requestId: string, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const headers = { ...(error.status === 401 ? ofNobody : {}), ...error.headers };
    return answerOf(requestId, documentedErrors[error.type].status, { error: error.error }, headers);
  }
}

const ofNobody = { 'RateLimit-Policy': '"address";q=100;w=10', RateLimit: '"address";r=99;t=1' };

async function toCall(request: Request, { operation, rawParameters }: Called) {
  const text = await request.clone().text();
  return {
    operation,
    path: decodedOr(rawParameters, decodeParameters(rawParameters)),
    query: decodedOr({}, readQuery(new URL(request.url).search.slice(1))),
    body: text === '' ? undefined : parse(text),
    headers: request.headers,
  };
}

/** Text that cannot be decoded is rejected later, in the order of the checks. */
const decodedOr = (otherwise: Record<string, string>, decoded: Decoded) =>
  'parameters' in decoded ? decoded.parameters : otherwise;
