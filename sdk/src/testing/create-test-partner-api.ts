import { documentedOperations } from '../documented-operations.generated.ts';
import type { OperationName } from '../documented-responses.ts';
import { answerOf, parse } from './answer.ts';
import { echoCourtBooking, echoUser } from './echo.ts';
import { createPlans } from './plans.ts';
import type { TestCall, TestPartnerApi } from './test-partner-api.ts';

/**
 * Creates a partner interface in memory for your own tests: `createPartnerClient(api.clientOptions)`.
 *
 * It does not validate requests, and does not know versions or overlaps. Plan the errors that your code must handle. Plans for an operation
 * are used in the order in which you make them. Without a plan it responds to `createUser` and `upsertCourtBooking` only.
 *
 * {@link createTestPlatform} has the rules of the service.
 */
export function createTestPartnerApi(): TestPartnerApi {
  const calls: TestCall[] = [];
  /** The first response for each user and booking. */
  const stored = new Map<string, object>();

  /** The response without a plan: 201 the first time, then 200. */
  const success = (call: Attempt, fields?: object, status?: number): Response => {
    if (!isEchoed(call)) return fields ? answerOf(call.requestId, status ?? 200, fields) : unplanned(call);
    const isUser = call.operation === 'createUser';
    const [key, body] = isUser ? echoUser(call.body) : echoCourtBooking(call.path, call.body);
    const before = stored.get(key);
    if (!before) stored.set(key, body);
    // A stored user is not changed.
    const answer = isUser ? (before ?? body) : body;
    return answerOf(call.requestId, status ?? (before ? 200 : 201), { ...answer, ...fields });
  };
  const { planning, run, forget } = createPlans(success);

  const fetch: TestPartnerApi['clientOptions']['fetch'] = async (input, init) => {
    const request = new Request(input, init);
    const { signal } = request;
    signal.throwIfAborted();
    const call = await callOf(request);
    if (!call) return Response.json(routeNotFound, { status: 404 });
    if (isEchoed(call)) calls.push(call);
    return run(call, signal);
  };

  return {
    clientOptions: { baseUrl: 'https://partners.test', token, externalServiceId, fetch },
    calls,
    ...planning,
    reset: () => {
      calls.length = 0;
      stored.clear();
      forget();
    },
  };
}

/** A token with a valid checksum that belongs to nobody. */
export const token = `cbp_${'0'.repeat(43)}2CZclj`;
export const externalServiceId = '00000000-0000-4000-8000-000000000001';
interface Attempt {
  operation: OperationName;
  path: Record<string, string>;
  body: unknown;
  requestId: string | undefined;
  headers: Headers;
}

const isEchoed = (call: Attempt): call is Attempt & TestCall =>
  call.operation === 'createUser' || call.operation === 'upsertCourtBooking';

/** Version 1.0 had only two operations. The responses of the others cannot be created from their requests. */
const unplanned = ({ operation, requestId }: Attempt) => {
  const message = `Plan the response of ${operation} with succeed(), or use createTestPlatform(), which has the rules.`;
  return answerOf(requestId, 404, { error: { type: 'route_not_found', message } });
};
const routeNotFound = { error: { type: 'route_not_found', message: 'No operation has this path.' } };

/** Returns the called operation, or undefined for any other request. */
async function callOf(request: Request): Promise<Attempt | undefined> {
  const { pathname } = new URL(request.url);
  for (const [operation, { method, path }] of Object.entries(documentedOperations)) {
    const pattern = new RegExp(`${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
    const found = request.method === method && pattern.exec(pathname);
    if (!found) continue;
    // A path without parameters has no groups.
    const parameters = Object.entries(found.groups ?? {});
    return {
      operation: operation as OperationName,
      path: Object.fromEntries(parameters.map(([name, value]) => [name, decodeURIComponent(value)])),
      body: parse(await request.text()),
      requestId: request.headers.get('X-Request-Id') ?? undefined,
      headers: request.headers,
    };
  }
  return undefined;
}
