import { z } from 'zod';
import type { RejectedItem, RequestSubject } from '../../api-error.ts';
import type { ErrorType } from '../../errors.ts';
import type { readJsonBodyErrors } from '../../http/read-json-body.ts';
import type { Scope } from '../../rules/requests/scope.ts';
import type { authenticateApiTokenErrors } from '../../services/access/authenticate-api-token.ts';
import type { authorizePartnerErrors, Partner } from '../../services/access/authorize-partner.ts';
import type { OccupancyMemory } from '../../services/bookings/occupancy-memory.ts';
import type { ChangeWatch } from '../../services/changes/change-watch.ts';
import type { answerBudgetErrors } from '../../services/limits/answer-budget.ts';
import type { FailedAttempts } from '../../services/limits/failed-attempts.ts';
import type { rateLimitErrors } from '../../services/limits/rate-limiter.ts';
import { externalServiceIdParameter } from '../../services/resources/schemas.ts';
import type { PartnerOperation } from '../../services/traffic/partner-operations.generated.ts';
import type { validateErrors } from '../../services/values/validate.ts';
import type { WebhookContext } from '../../services/webhooks/webhook-dependencies.ts';

/** An example of the OpenAPI document: a body that works with the demo data. */
export interface Example {
  summary: string;
  value: Record<string, unknown>;
}

/** What the schemas of a batch do not show, for generated clients. */
export interface BatchDescription {
  /** The prefix of the names of its types. */
  types: string;
  /** The field of an item that has the partner's id. */
  id: string;
  /**
   * By action: the operation that does the same for one item, and the outcomes of a success, each with the field of the result that is
   * then present, or may be (`?`).
   */
  actions: Record<string, { operationId: PartnerOperation; outcomes: Record<string, string | null> }>;
}

type SuccessStatus = 200 | 201;

/** The validated request, typed by the operation's schemas. */
export interface OperationRequest<
  PathParameters extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
> {
  parameters: z.output<PathParameters>;
  query: z.output<Query>;
  body: z.output<Body>;
  /** True if the client asked for a response without the resource: `Prefer: return=minimal` (RFC 7240). */
  prefersMinimal: boolean;
  pause: Pause;
  /** The versions in `If-None-Match`; none without it. `*` is any. */
  knownVersions: readonly string[];
  /** The secret of the token. Empty for a public operation. */
  secret: string;
  /** The address of the caller. */
  address: string;
}

/**
 * Waits on purpose, for at most `milliseconds`, without counting against the time limit of the response. `hasLeft` is
 * aborted when the client has disconnected.
 */
export type Pause = <T>(milliseconds: number, work: (hasLeft: AbortSignal) => Promise<T>) => Promise<T>;

export interface OperationContext extends WebhookContext {
  changeWatch: ChangeWatch;
  occupancies: OccupancyMemory;
  attempts: FailedAttempts;
}

/**
 * An operation of the partner API. The router, the OpenAPI document and the tests are derived from it. Its examples
 * work with the demo data.
 */
export interface Operation extends OperationDefinition {
  pathParameters: z.ZodObject;
  query: z.ZodObject;
}

interface OperationDefinition<
  S extends Scope | null = Scope | null,
  PathParameters extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  operationId: PartnerOperation;
  tag: 'access' | 'users' | 'court bookings' | 'courts' | 'changes';
  /** The section of the document that defines the operation. */
  section?: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  summary: string;
  description: string;
  /** What only callers of the SDK need to know. The document has it as `x-sdk-note`, which schemas may have too. */
  sdkNote?: string;
  /** If several are given, any one suffices. null: any token suffices, and the path has no external service. */
  scope: S | (null extends S ? never : readonly S[]);
  /** True if no token is needed, and a token is not read. `run` must limit the callers by their address, and gets no partner. */
  isPublic?: boolean;
  /** Without the external service, which the path has unless `scope` is null. */
  pathParameters?: PathParameters;
  /** If it is missing, the operation has no query parameters. */
  query?: Query;
  /** If it is missing, the body is not read. */
  body?: Body;
  /** The documented schema of the body, if some rules are checked after validation. */
  documentedBody?: z.ZodType;
  /** If the operation takes items with a result for each. The document has it as `x-batch`. */
  batch?: BatchDescription;
  /** True if the operation supports `Prefer: return=minimal`. */
  honorsPrefer?: boolean;
  /** True if the response has a version. It is the `ETag`, and the response is 304 if `If-None-Match` has it. */
  hasVersion?: boolean;
  /** The maximum body size, if it is not 64 KiB. */
  maxBodyBytes?: number;
  /** By name. Each results in the first success status that is documented. */
  requestExamples?: Record<string, Example>;
  response: Response;
  successes: Partial<Record<SuccessStatus, { description: string; example: z.output<Response> }>>;
  /** Exactly the codes that the operation may return, without those that every operation adds. */
  errors: readonly ErrorType[];
  /** Returns the subject of the request as far as it is known, for operators. */
  subjectOf?(
    parameters: z.output<PathParameters>,
    query: z.output<Query> | undefined,
    body: z.output<Body> | undefined,
  ): RequestSubject;
  /** Returns the number of rate limit permits, if it depends on the body. */
  permitsOf?(body: z.output<Body>): number;
  run(
    context: OperationContext,
    partner: Partner<NonNullable<S>>,
    request: OperationRequest<PathParameters, Query, Body>,
  ): Promise<{
    /** Default: 200. */
    status?: SuccessStatus;
    body: z.output<Response>;
    version?: string;
    /** Whether `knownVersions` has the version, so that the response is 304. */
    isKnown?: boolean;
    rejectedItems?: readonly RejectedItem[];
    /** As in `ApiErrorDetails`. */
    disclosed?: number;
    /**
     * The subject, if the request gives it a new identifier. That of a rejected request belongs to nobody, so it could not
     * be erased with the person.
     */
    subject?: RequestSubject;
  }>;
}

/** The codes that the transport adds to each operation. Not in the document: it lists no limits. */
export const transportErrors = [
  'payload_too_large',
  'unsupported_media_type',
  'rate_limit_exceeded',
  'service_unavailable',
] as const satisfies ErrorType[];

const ofBodies: readonly ErrorType[] = ['payload_too_large', 'unsupported_media_type'];

/** Returns the codes that the transport adds to an operation. There are fewer if it reads no body. */
export function transportErrorsOf({ body }: Operation): ErrorType[] {
  return transportErrors.filter((type) => body !== undefined || !ofBodies.includes(type));
}

/**
 * Errors that an operation may return before its service function runs (docs/partners/errors.md, "Order of checks"),
 * and unexpected errors. An operation that does not list them does not compile.
 */
type CheckError =
  | Exclude<
      (
        | typeof authenticateApiTokenErrors
        | typeof rateLimitErrors
        | typeof readJsonBodyErrors
        | typeof validateErrors
        | typeof answerBudgetErrors
      )[number],
      (typeof transportErrors)[number]
    >
  | 'internal_server_error';

type ScopeError = (typeof authorizePartnerErrors)[number];

/**
 * Checks the types of an operation and then hides them. Adds the external service of its path. Its query is strict, and
 * empty if none is given, so that every operation rejects undocumented parameters.
 */
export function defineOperation<
  S extends Scope | null,
  PathParameters extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Response extends z.ZodType,
  Listed extends ErrorType,
  Public extends boolean = false,
>(
  operation: OperationDefinition<S, PathParameters, Query, Body, Response> & {
    isPublic?: Public;
    errors: Needed<S, Public> extends Listed
      ? readonly Listed[]
      : { lacks: Exclude<Needed<S, Public>, Listed> };
  },
): Operation {
  const own = operation.scope === null ? {} : { externalServiceId: externalServiceIdParameter() };
  const pathParameters = z.object({ ...own, ...operation.pathParameters?.shape });
  const query = (operation.query ?? z.object({})).strict();
  return { ...operation, pathParameters, query } as unknown as Operation;
}

type Needed<S, Public> =
  | (Public extends true ? Exclude<CheckError, (typeof authenticateApiTokenErrors)[number]> : CheckError)
  | (null extends S ? never : ScopeError);
