import type { z } from 'zod';
import type { ErrorType } from '../errors.ts';
import type { authenticateApiTokenErrors } from '../services/access/authenticate-api-token.ts';
import type { authorizePartnerErrors, Partner } from '../services/access/authorize-partner.ts';
import type { Scope } from '../services/access/scope.ts';
import type { answerBudgetErrors } from '../services/limits/answer-budget.ts';
import type { rateLimitErrors } from '../services/limits/rate-limiter.ts';
import type { ServiceContext } from '../services/service-context.ts';
import type { validateErrors } from '../services/values/validate.ts';
import type { readJsonBodyErrors } from './read-json-body.ts';

/** An example of the OpenAPI document: a body that works against the demo data. */
export interface Example {
  summary: string;
  value: Record<string, unknown>;
}

/**
 * A documented operation: the router, the OpenAPI document and the tests read it. Its examples work on the demo data.
 */
export interface Operation<
  S extends Scope = Scope,
  PathParameters extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  operationId: string;
  /** Section of the document. */
  section: string;
  method: 'POST' | 'PUT';
  /** With parameters in braces. */
  path: string;
  summary: string;
  description: string;
  scope: S;
  pathParameters: PathParameters;
  body: Body;
  requestExamples: Record<string, Example>;
  response: Response;
  /** What each status of success says. */
  successes: Record<200 | 201, { description: string; example: z.output<Response> }>;
  /** Exactly the codes that the operation may answer, without what every operation adds. */
  errors: readonly ErrorType[];
  /** The identifier in the partner's system that the request is about, as far as it is known: for operators. */
  externalIdOf(parameters: z.output<PathParameters>, body: z.output<Body> | undefined): string | undefined;
  run(
    context: ServiceContext,
    partner: Partner<S>,
    parameters: z.output<PathParameters>,
    body: z.output<Body>,
  ): Promise<{ status: 200 | 201; body: z.output<Response> }>;
}

/** What the transport adds to each operation's codes. Not in the document: it lists no limits. */
export const transportErrors = [
  'payload_too_large',
  'unsupported_media_type',
  'rate_limit_exceeded',
  'service_unavailable',
] as const satisfies ErrorType[];

/**
 * What an operation may answer before its verb is asked (README, "Order of checks"), and when something goes wrong: each
 * operation's list has them, or it does not compile.
 */
type CheckError =
  | Exclude<
      (
        | typeof authenticateApiTokenErrors
        | typeof rateLimitErrors
        | typeof authorizePartnerErrors
        | typeof readJsonBodyErrors
        | typeof validateErrors
        | typeof answerBudgetErrors
      )[number],
      (typeof transportErrors)[number]
    >
  | 'internal_server_error';

/** An operation whose parts fit together; its types are then no longer needed. */
export function defineOperation<
  S extends Scope,
  PathParameters extends z.ZodObject,
  Body extends z.ZodType,
  Response extends z.ZodType,
  Listed extends ErrorType,
>(
  operation: Operation<S, PathParameters, Body, Response> & {
    errors: CheckError extends Listed ? readonly Listed[] : { lacks: Exclude<CheckError, Listed> };
  },
): Operation {
  return operation as unknown as Operation;
}
