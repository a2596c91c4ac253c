import createRawClient, { type Client } from 'openapi-fetch';
import { call, type PartnerRefusal, type PartnerResult, type PartnerSuccess, type Send } from './call.ts';
import { checkArguments } from './check-arguments.ts';
import { documentedOperations } from './documented-operations.generated.ts';
import type { paths } from './openapi.generated.ts';
import type {
  CreateUserRequest,
  OperationName,
  ResponseBodies,
  UpsertCourtBookingRequest,
} from './operation.ts';
import type { PartnerError } from './partner-error.ts';
import { limitsOf, type RetryOptions, retryDefaults } from './retry.ts';
import { sdkVersion } from './version.generated.ts';

/** What a client is made of. The retry options are the defaults of its calls. */
export interface PartnerClientOptions extends RetryOptions {
  /** Where the service is, such as `https://partners.example.com`; a path in front of `/api` is kept. */
  baseUrl: string | URL;
  /** The API token, `cbp_…`. A secret: never in a browser. */
  token: string;
  /** Your external service: the UUID that came with the token. */
  externalServiceId: string;
  /**
   * What sends requests: called with an address and an `init` whose `headers` are a `Headers`; by `raw` with a `Request`.
   * Default: the platform's `fetch`, looked up at each attempt.
   */
  fetch?: ((input: string | Request, init?: RequestInit) => Promise<Response>) | undefined;
}

/** What one call may set for itself. */
export interface CallOptions extends RetryOptions {
  /** Ends the call: an open attempt is cut off, and none is begun after it. */
  signal?: AbortSignal | undefined;
  /** 1 to 128 of `A-Z a-z 0-9 _ . : = + / -`, the same for every attempt; kept in the service's records. Default: a UUID. */
  requestId?: string | undefined;
}

/** The operations; what each resolves with stands in `Answers`. */
export interface Operations<Answers extends Record<OperationName, unknown>> {
  /**
   * Creates a user account that is linked to your external service and managed by it.
   *
   * Safe to repeat: the very pair of `email` and `externalUserId` that was linked before answers the stored user (200), of
   * whom nothing is changed. Needs the scope `userwrite`.
   *
   * @throws PartnerError<'createUser'>
   * @see the interface document, section 4.1, and `/docs#/users/createUser` of the service
   */
  createUser: (body: CreateUserRequest, options?: CallOptions) => Promise<Answers['createUser']>;
  /**
   * Creates the court booking of your own booking id, or replaces it.
   *
   * Versions are compared by `externalUpdatedAt`: newer is written, the very same again is answered as stored (200), older
   * is refused (`stale_write`), equal with other content too (`version_conflict`). A booking occupies `startDate` up to,
   * not including, `endDate`. Needs the scope `court-bookingwrite`.
   *
   * @param externalCourtBookingId 1 to 255 characters, case-sensitive, never trimmed; not `.` and not `..`.
   * @throws PartnerError<'upsertCourtBooking'>
   * @see the interface document, section 4.2, and `/docs#/court%20bookings/upsertCourtBooking` of the service
   */
  upsertCourtBooking: (
    externalCourtBookingId: string,
    body: UpsertCourtBookingRequest,
    options?: CallOptions,
  ) => Promise<Answers['upsertCourtBooking']>;
}

/**
 * A client of the partner interface. Its calls reject with a {@link PartnerError}; they need no `this`, and there is
 * nothing to close.
 */
export interface PartnerClient extends Operations<ResponseBodies> {
  /** The same calls, which never reject: `{ ok: true, data, status, … }` or `{ ok: false, error }`. */
  readonly safe: Operations<Results>;
  /**
   * The typed openapi-fetch client underneath, for whatever this package has no function for: it sends the token and the
   * User-Agent, and has no retries, no limits and no local checks.
   */
  readonly raw: Client<paths, 'application/json'>;
}

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

  const settings = {
    baseUrl,
    headers: { Authorization: `Bearer ${token}`, 'User-Agent': `courtbridge-sdk/${sdkVersion}` },
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

  /** What the operations share: the checks, the body as it is now, and the attempts. */
  const run = async <Operation extends OperationName>(
    operation: Operation,
    pathParameters: object,
    body: object,
    { signal, requestId = crypto.randomUUID(), ...limits }: CallOptions = {},
  ): Promise<PartnerSuccess<Operation>> => {
    let given: object = body;
    let json = '';
    try {
      // Every attempt sends this very text, whatever becomes of the object.
      json = toJson(body);
    } catch (bodyFault) {
      given = { bodyFault };
    }
    checkArguments({ ...given, ...pathParameters, requestId }, { operation, requestId });
    const init = {
      params: { path: { externalServiceId, ...pathParameters } },
      headers: { 'X-Request-Id': requestId },
      parseAs: 'text',
      body,
      bodySerializer: () => json,
    };
    const { method, path } = documentedOperations[operation];
    const send: Send = (attemptSignal) => request(method, path, { ...init, signal: attemptSignal });
    return call(operation, send, { ...limitsOf(limits, clientLimits), requestId, signal });
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

/**
 * Stands for the class `Request` where one would only be made to be given to `fetch`: that puts a stream in front of the
 * body, which on Node 24 costs a sixth more CPU a call.
 */
function describeRequest(url: string, init: RequestInit) {
  return { ...init, url };
}

type Results = { [Operation in OperationName]: PartnerResult<Operation> };

async function bodyOf<Operation extends OperationName>(calling: Promise<PartnerSuccess<Operation>>) {
  return (await calling).data;
}

/** A call's failure as a value. */
function settled<Operation extends OperationName>(
  calling: Promise<PartnerSuccess<Operation>>,
): Promise<PartnerSuccess<Operation> | PartnerRefusal<Operation>> {
  return calling.catch((error: PartnerError<Operation>) => ({ ok: false, error }));
}

/** JSON as the interface documents it: a birthday is a date, without a time. An invalid Date is null, which the service refuses. */
function toJson(body: unknown): string {
  return JSON.stringify(body, function (this: Record<string, unknown>, key, value) {
    return key === 'birthday' && value && this[key] instanceof Date ? value.slice(0, 10) : value;
  });
}
