import { refusals } from '../errors.ts';
import {
  errorResponse,
  type Headers,
  insufficientScopeHeaders,
  jsonResponse,
  toApiError,
} from '../http/envelope.ts';
import { answerHeaders, type RequestContext } from '../http/request-context.ts';
import type { RawParameters } from '../http/router.ts';
import {
  type ApiTokenAuthenticator,
  type AuthenticatedToken,
  authenticateApiTokenErrors,
} from '../services/access/authenticate-api-token.ts';
import { authorizePartner } from '../services/access/authorize-partner.ts';
import { AnswerBudget } from '../services/limits/answer-budget.ts';
import { type RateLimitDecision, type RateLimiter, refuseRate } from '../services/limits/rate-limiter.ts';
import type { TokenUseRecorder } from '../services/records/record-token-use.ts';
import type { ServiceContext } from '../services/service-context.ts';
import { faults, validate, validateErrors } from '../services/values/validate.ts';
import { decodeParameters } from './decode-parameters.ts';
import type { Operation } from './operation.ts';
import { readJsonBody } from './read-json-body.ts';

// What stands in each operation's list, by its type.
const refuse = refusals([...authenticateApiTokenErrors, ...validateErrors]);

/** How long a request may wait for the database, all in all. Every answer is then there within 2.5 s. */
const answerMillis = 2_200;

export interface OperationDependencies {
  services: Omit<ServiceContext, 'requestId'>;
  authenticator: ApiTokenAuthenticator;
  rateLimiter: RateLimiter;
  tokenUses: TokenUseRecorder;
}

/**
 * Answers a request to an operation.
 *
 * Not in the document: the order of checks. It is that of docs/partners/errors.md, "Order of checks"; a caller sees the first that
 * fails.
 */
export async function runOperation(
  { services, authenticator, rateLimiter, tokenUses }: OperationDependencies,
  { operation, rawParameters }: { operation: Operation; rawParameters: RawParameters },
  request: Request,
  context: RequestContext,
): Promise<Response> {
  const headers = operationHeaders(context, rateLimiter);
  const budget = new AnswerBudget(answerMillis);
  try {
    const secret = bearerToken(request.headers.get('authorization'));
    const token = await budget.wait(authenticator.authenticate(secret, context.address));
    context.externalServiceId = token.externalServiceId;
    tokenUses.record(token.id);
    await limitRate(rateLimiter, token, budget, headers);

    const parameters = validate(operation.pathParameters, decoded(rawParameters));
    const { externalServiceId } = parameters as { externalServiceId: string };
    keepExternalId(context, operation.externalIdOf(parameters, undefined));
    const partner = authorizePartner(token, operation.scope, externalServiceId);

    const body = validate(operation.body, await readJsonBody(request));

    keepExternalId(context, operation.externalIdOf(parameters, body));
    const run = operation.run({ ...services, requestId: context.requestId }, partner, parameters, body);
    const { status, body: answer } = await budget.wait(run);
    return jsonResponse(status, answer, headers);
  } catch (thrown) {
    // No need to look whether the operation lists it: a refusal of another code would not have compiled.
    const error = toApiError(thrown);
    context.error = error;
    if (error.type === 'scope_permission_denied')
      Object.assign(headers, insufficientScopeHeaders(operation.scope));
    return errorResponse(error, headers);
  }
}

function keepExternalId(context: RequestContext, externalId: string | undefined): void {
  if (externalId !== undefined) context.externalId = externalId;
}

/** Not in the document: the header and the scheme, `Authorization: Bearer <token>` (RFC 6750, section 2.1). */
function bearerToken(authorization: string | null): string {
  const token = /^bearer(?:\s+(.*))?$/i.exec(authorization?.trim() ?? '')?.[1];
  if (!token) throw refuse('missing_api_token');
  return token;
}

function decoded(rawParameters: RawParameters): Record<string, string> {
  const result = decodeParameters(rawParameters);
  if ('issues' in result) throw refuse('invalid_schema', faults(result.issues));
  return result.parameters;
}

async function limitRate(
  rateLimiter: RateLimiter,
  token: AuthenticatedToken,
  budget: AnswerBudget,
  headers: Headers,
): Promise<void> {
  const decision = await budget.wait(rateLimiter.take(token.id));
  Object.assign(headers, rateLimitHeaders(decision));
  if (!decision.allowed) throw refuseRate(decision);
}

/** The headers of every answer of an operation. */
export function operationHeaders(context: RequestContext, { policy }: RateLimiter): Headers {
  const { perSecond, burst } = policy;
  return {
    ...answerHeaders(context),
    // Structured fields of draft-ietf-httpapi-ratelimit-headers-10.
    'RateLimit-Policy': `"token";q=${burst};w=${Math.max(1, Math.ceil(burst / perSecond))}`,
  };
}

function rateLimitHeaders({ remaining, retryAfterSeconds }: RateLimitDecision): Headers {
  return { RateLimit: `"token";r=${remaining};t=${Math.max(1, retryAfterSeconds)}` };
}
