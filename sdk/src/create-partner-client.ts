import createRawClient from 'openapi-fetch';
import { call, type Send } from './call.ts';
import { checkArguments } from './check-arguments.ts';
import { documentedOperations } from './documented-operations.generated.ts';
import type { OperationName, ResponseBodies } from './operation.ts';
import type {
  CallOptions,
  Operations,
  PartnerClient,
  PartnerClientOptions,
  Results,
} from './partner-client.ts';
import type { PartnerError } from './partner-error.ts';
import type { PartnerRefusal, PartnerSuccess } from './result.ts';
import { limitsOf, retryDefaults } from './retry.ts';
import { turnsOf } from './turns.ts';
import { sdkVersion } from './version.generated.ts';
import { observersOf, watchCall } from './watch.ts';

/**
 * Makes a client. Nothing is sent yet.
 *
 * @throws PartnerError of type `invalid_argument` when `baseUrl`, `token` or `externalServiceId` cannot be right.
 */
export function createPartnerClient(options: PartnerClientOptions): PartnerClient {
  const { token, externalServiceId, fetch = (input, init) => globalThis.fetch(input, init) } = options;
  const baseUrl = `${options.baseUrl}`;
  checkArguments({ baseUrl, token, externalServiceId });
  const clientLimits = limitsOf(options, retryDefaults);
  const turns = turnsOf(options);
  const observers = observersOf(options);

  const settings = {
    baseUrl,
    headers: { Authorization: `Bearer ${token}`, 'User-Agent': `courtbridge-sdk/${sdkVersion}` },
    bodySerializer: toJson,
    // A redirect followed would turn POST into GET, and could carry the token to where it does not belong.
    redirect: 'manual',
  } as const;
  const sendNow = (described: Described) => fetch(described.url, described);
  // What it answers is typed by `PartnerSuccess`, for all operations alike.
  const { request } = createRawClient({
    ...settings,
    Request: describeRequest as never,
    fetch: sendNow as never,
  }) as { request: (method: string, path: string, init: object) => ReturnType<Send> };

  /** What the operations share: the checks, the body as it is now, and the attempts. */
  const run = async <Operation extends OperationName>(
    operation: Operation,
    pathParameters: object,
    body: object,
    { signal, requestId = crypto.randomUUID(), ...limits }: CallOptions = {},
  ): Promise<PartnerSuccess<Operation>> => {
    // Every attempt sends this very text, whatever becomes of the object.
    const { json, given } = tryToJson(body);
    checkArguments({ ...given, ...pathParameters, requestId }, { operation, requestId });
    const init = {
      params: { path: { externalServiceId, ...pathParameters } },
      headers: { 'X-Request-Id': requestId },
      parseAs: 'text',
      body,
      bodySerializer: () => json,
    };
    const { method, path } = documentedOperations[operation];
    const watch = watchCall(observers, { operation, requestId, method, template: path });
    const send: Send = (attemptSignal) =>
      request(method, path, {
        ...init,
        signal: attemptSignal,
        fetch: watch
          ? (described: Described) =>
              watch.sending(described.url, described.headers, () => sendNow(described))
          : sendNow,
      });
    const load = { cost: 1, places: 1 };
    return call(operation, send, {
      ...limitsOf(limits, clientLimits),
      requestId,
      signal,
      turns,
      load,
      watch,
    });
  };

  /** The operations, each finished in the same form. */
  const operations = <Answers extends Record<OperationName, unknown>>(
    // biome-ignore lint/suspicious/noExplicitAny: TypeScript cannot relate a generic function to each of its results
    finish: (calling: Promise<PartnerSuccess<any>>) => Promise<any>,
  ): Operations<Answers> => ({
    createUser: (body, callOptions) => finish(run('createUser', {}, body, callOptions)),
    upsertCourtBooking: (externalCourtBookingId, body, callOptions) =>
      finish(run('upsertCourtBooking', { externalCourtBookingId }, body, callOptions)),
  });

  return {
    ...operations<ResponseBodies>(bodyOf),
    safe: operations<Results>(settled),
    raw: createRawClient({ ...settings, fetch }),
  };
}

/** A request as it goes to `fetch`. */
interface Described extends RequestInit {
  url: string;
  headers: Headers;
}

/**
 * Stands for the class `Request` where one would only be made to be given to `fetch`: that puts a stream in front of the
 * body, which on Node 24 costs a sixth more CPU a call.
 */
function describeRequest(url: string, init: RequestInit) {
  return { ...init, url };
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

/** The body as JSON, and what is to be checked of it; where it cannot be JSON, why. */
function tryToJson(body: object): { json: string; given: object } {
  try {
    return { json: toJson(body), given: body };
  } catch (bodyFault) {
    return { json: '', given: { bodyFault } };
  }
}

/** JSON as the interface documents it: a birthday is a date, without a time. An invalid Date is null, which the service refuses. */
function toJson(body: unknown): string {
  return JSON.stringify(body, function (this: Record<string, unknown>, key, value: unknown) {
    // `value` is what the Date has become; of an invalid one null.
    const isDay = key === 'birthday' && this[key] instanceof Date && typeof value === 'string';
    return isDay ? value.slice(0, 'YYYY-MM-DD'.length) : value;
  });
}
