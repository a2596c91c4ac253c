import type { z } from 'zod';
import type { ErrorType } from '../../errors.ts';
import type { RequestSubject } from '../../http/request-context.ts';
import type { authenticateApiTokenErrors } from '../../services/access/authenticate-api-token.ts';
import type { authorizePartnerErrors, Partner } from '../../services/access/authorize-partner.ts';
import type { Scope } from '../../services/access/scope.ts';
import type { ChangeWatch } from '../../services/changes/change-watch.ts';
import type { answerBudgetErrors } from '../../services/limits/answer-budget.ts';
import type { rateLimitErrors } from '../../services/limits/rate-limiter.ts';
import type { ServiceContext } from '../../services/service-context.ts';
import type { PartnerOperation } from '../../services/traffic/partner-operations.ts';
import type { validateErrors } from '../../services/values/validate.ts';
import type { readJsonBodyErrors } from './read-json-body.ts';

/** An example of the OpenAPI document: a body that works against the demo data. */
export interface Example {
  summary: string;
  value: Record<string, unknown>;
}

type SuccessStatus = 200 | 201;

/** What was sent, in the shapes of the operation's schemas. */
export interface OperationRequest<
  PathParameters extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
> {
  parameters: z.output<PathParameters>;
  query: z.output<Query>;
  body: z.output<Body>;
  /** Whether the client would rather not be shown what it has sent: `Prefer: return=minimal` (RFC 7240). */
  prefersMinimal: boolean;
  pause: Pause;
}

/**
 * Waits on purpose, for so many milliseconds at most, beside the time that an answer may take. `hasLeft` is aborted when
 * the client has gone.
 */
export type Pause = <T>(milliseconds: number, work: (hasLeft: AbortSignal) => Promise<T>) => Promise<T>;

/** What an operation is given beside what was sent. */
export interface OperationContext extends ServiceContext {
  changeWatch: ChangeWatch;
}

/**
 * An operation of the interface: the router, the OpenAPI document and the tests read it. Its examples work on the demo
 * data.
 */
export interface Operation<
  S extends Scope | null = Scope | null,
  PathParameters extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  operationId: PartnerOperation;
  tag: 'access' | 'users' | 'court bookings' | 'courts' | 'changes';
  /** Section of the document, where it shows the operation. */
  section?: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With parameters in braces. */
  path: string;
  summary: string;
  description: string;
  /** Of several, any one will do. null: any token will; then the path names no external service. */
  scope: S | (null extends S ? never : readonly S[]);
  pathParameters: PathParameters;
  /** Without one the query is not looked at. */
  query?: Query;
  /** Without one nothing is read. */
  body?: Body;
  /** What is documented of the body, where more is judged later than by its schema. */
  documentedBody?: z.ZodType;
  /** Whether `Prefer: return=minimal` makes a difference. */
  honorsPrefer?: boolean;
  /** Of the body, where it is not 64 KiB. */
  maxBodyBytes?: number;
  /** By name; each answers the status of success that is documented first. */
  requestExamples?: Record<string, Example>;
  response: Response;
  /** What each status of success says. */
  successes: Partial<Record<SuccessStatus, { description: string; example: z.output<Response> }>>;
  /** Exactly the codes that the operation may answer, without what every operation adds. */
  errors: readonly ErrorType[];
  /** What the request is about, as far as it is known: for operators. */
  subjectOf?(
    parameters: z.output<PathParameters>,
    query: z.output<Query> | undefined,
    body: z.output<Body> | undefined,
  ): RequestSubject;
  /** How many permits of the rate limit it costs, where that depends on what is sent. */
  permitsOf?(body: z.output<Body>): number;
  run(
    context: OperationContext,
    partner: Partner<NonNullable<S>>,
    request: OperationRequest<PathParameters, Query, Body>,
  ): Promise<{ status: SuccessStatus; body: z.output<Response> }>;
}

/** What the transport adds to each operation's codes. Not in the document: it lists no limits. */
export const transportErrors = [
  'payload_too_large',
  'unsupported_media_type',
  'rate_limit_exceeded',
  'service_unavailable',
] as const satisfies ErrorType[];

const ofBodies: readonly ErrorType[] = ['payload_too_large', 'unsupported_media_type'];

/** What the transport adds to the codes of an operation: where nothing is read, less. */
export function transportErrorsOf({ body }: Operation): ErrorType[] {
  return transportErrors.filter((type) => body !== undefined || !ofBodies.includes(type));
}

/**
 * What an operation may answer before its verb is asked (docs/partners/errors.md, "Order of checks"), and when something
 * goes wrong: each operation's list has them, or it does not compile.
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

/** Where a scope is needed. */
type ScopeError = (typeof authorizePartnerErrors)[number];

/** An operation whose parts fit together; its types are then no longer needed. */
export function defineOperation<
  S extends Scope | null,
  PathParameters extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Response extends z.ZodType,
  Listed extends ErrorType,
>(
  operation: Operation<S, PathParameters, Query, Body, Response> & {
    errors: Needed<S> extends Listed ? readonly Listed[] : { lacks: Exclude<Needed<S>, Listed> };
  },
): Operation {
  return operation as unknown as Operation;
}

type Needed<S> = CheckError | (null extends S ? never : ScopeError);
