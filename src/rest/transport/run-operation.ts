import { ApiError, errorFactory, type RejectedItem, type RequestSubject } from '../../api-error.ts';
import {
  errorResponse,
  type Headers,
  insufficientScopeHeaders,
  jsonResponse,
  notModified,
  toApiError,
} from '../../http/envelope.ts';
import { readJsonBody } from '../../http/read-json-body.ts';
import { answerHeaders, type RequestContext } from '../../http/request-context.ts';
import type { RawParameters } from '../../http/router.ts';
import { type Decoded, decodeParameters } from '../../rules/requests/decode-parameters.ts';
import { versionsIn } from '../../rules/requests/entity-tags.ts';
import { listIssues } from '../../rules/requests/list-issues.ts';
import { readQuery } from '../../rules/requests/read-query.ts';
import { bearerToken, prefersMinimal } from '../../rules/requests/request-headers.ts';
import {
  type ApiTokenAuthenticator,
  type AuthenticatedToken,
  authenticateApiTokenErrors,
} from '../../services/access/authenticate-api-token.ts';
import { authorizePartner } from '../../services/access/authorize-partner.ts';
import type { TokenUseRecorder } from '../../services/access/record-token-use.ts';
import { AnswerBudget, answerMillis } from '../../services/limits/answer-budget.ts';
import {
  type RateLimitDecision,
  type RateLimiter,
  type RateLimitPolicy,
  rateLimitExceeded,
} from '../../services/limits/rate-limiter.ts';
import { validate, validateErrors } from '../../services/values/validate.ts';
import type { Operation, OperationContext, Pause } from './operation.ts';

// By its type, every operation lists these codes.
const createError = errorFactory([...authenticateApiTokenErrors, ...validateErrors]);

export interface OperationDependencies {
  services: Omit<OperationContext, 'requestId' | 'callerRequestId'>;
  authenticator: ApiTokenAuthenticator;
  rateLimiter: RateLimiter;
  tokenUses: TokenUseRecorder;
}

interface CalledOperation {
  operation: Operation;
  rawParameters: RawParameters;
  /** The original query, without the question mark. */
  rawQuery: string;
}

/**
 * Handles a request to an operation.
 *
 * Not in the document: the order of checks. It is defined in docs/partners/errors.md, "Order of checks". A caller gets
 * the first error.
 */
export async function runOperation(
  { services, authenticator, rateLimiter, tokenUses }: OperationDependencies,
  { operation, rawParameters, rawQuery }: CalledOperation,
  request: Request,
  context: RequestContext,
): Promise<Response> {
  const headers: Headers = answerHeaders(context);
  const ifNoneMatch = operation.hasVersion ? request.headers.get('if-none-match') : null;
  const budget = new AnswerBudget(answerMillis.partner);
  let token: AuthenticatedToken | undefined;
  try {
    const secret = operation.isPublic ? '' : mustHaveToken(request.headers.get('authorization'));
    if (!operation.isPublic) {
      token = await budget.wait(authenticator.authenticate(secret, context.address));
      Object.assign(headers, policyHeaders('token', token.rateLimit ?? rateLimiter.policy));
      context.externalServiceId = token.externalServiceId;
      context.apiTokenId = token.id;
      tokenUses.record(token.id);
      await limitRate(rateLimiter, token, budget, headers);
    }
    keepSdkVersion(context, request.headers.get('user-agent'));

    const parameters = validate(operation.pathParameters, parametersOf(decodeParameters(rawParameters)));
    keepSubject(context, operation.subjectOf?.(parameters, undefined, undefined));
    const { externalServiceId = token?.externalServiceId } = parameters as { externalServiceId?: string };
    const partner = token && authorizePartner(token, operation.scope, externalServiceId!);

    const query = validate(operation.query, parametersOf(readQuery(rawQuery)), 'parameter');
    // A response to a dry run is otherwise the same as that of the call.
    if ('dryRun' in query && query.dryRun) {
      context.isDryRun = true;
      headers['Dry-Run'] = 'true';
    }
    const body = operation.body
      ? validate(operation.body, await readJsonBody(request, operation.maxBodyBytes))
      : undefined;
    keepSubject(context, operation.subjectOf?.(parameters, query, body));
    if (operation.batch)
      context.batch = { itemCount: (body as { items: unknown[] }).items.length, rejected: [] };
    const permits = operation.permitsOf?.(body) ?? 1;
    if (token && permits > 1) await limitRate(rateLimiter, token, budget, headers, permits, 1);

    const { requestId, callerRequestId } = context;
    const charge = async (disclosed = 0) => {
      if (!token || disclosed === 0) return;
      const decision = await rateLimiter.charge(token.id, disclosed, token.rateLimit);
      Object.assign(headers, stateHeaders('token', decision));
    };
    // Public operations do not use the partner.
    const run = operation.run({ ...services, requestId, callerRequestId }, partner!, {
      parameters,
      query,
      body,
      prefersMinimal: prefersMinimal(request.headers.get('prefer')),
      pause: pauseOf(context, budget, () => authenticator.authenticate(secret, context.address)),
      knownVersions: versionsIn(ifNoneMatch),
      secret,
      address: context.address,
    });
    const done = await budget.wait(charged(run, charge));
    const { status = 200, body: answer, version, isKnown, subject, rejectedItems } = done;
    keepSubject(context, subject);
    keepRejectedItems(context, rejectedItems);
    if (!token) Object.assign(headers, addressHeaders(authenticator, context.address));
    // Requests that wait for a change are woken at once and do not wait for the next poll.
    if (operation.method !== 'GET') services.changeWatch.hint();
    if (version === undefined) return jsonResponse(status, answer, headers);
    headers.ETag = `"${version}"`;
    return isKnown ? notModified(headers) : jsonResponse(status, answer, headers);
  } catch (thrown) {
    // No need to check whether the operation lists the code. An unlisted code would not compile.
    const error = toApiError(thrown);
    context.error = error;
    keepRejectedItems(context, error.rejectedItems);
    if (!token) Object.assign(headers, addressHeaders(authenticator, context.address));
    if (error.type === 'scope_permission_denied' && operation.scope !== null)
      Object.assign(headers, insufficientScopeHeaders([operation.scope].flat()));
    return errorResponse(error, headers);
  }
}

/** Charges for what an operation discloses before the caller learns it. */
async function charged<Result extends { disclosed?: number }>(
  run: Promise<Result>,
  charge: (disclosed: number | undefined) => Promise<void>,
): Promise<Result> {
  try {
    const result = await run;
    await charge(result.disclosed);
    return result;
  } catch (error) {
    if (error instanceof ApiError) await charge(error.disclosed);
    throw error;
  }
}

function keepSubject(context: RequestContext, subject: RequestSubject | undefined): void {
  if (subject) context.subject = subject;
}

function keepRejectedItems({ batch }: RequestContext, rejected: readonly RejectedItem[] = []): void {
  if (batch) batch.rejected = rejected;
}

function mustHaveToken(authorization: string | null): string {
  const token = bearerToken(authorization);
  if (!token) throw createError('missing_api_token');
  return token;
}

function parametersOf(decoded: Decoded): Record<string, string> {
  if ('issues' in decoded) throw createError('invalid_schema', listIssues(decoded.issues));
  return decoded.parameters;
}

async function limitRate(
  rateLimiter: RateLimiter,
  token: AuthenticatedToken,
  budget: AnswerBudget,
  headers: Headers,
  permits = 1,
  held = 0,
): Promise<void> {
  const decision = await budget.wait(rateLimiter.take(token.id, permits, token.rateLimit, held));
  Object.assign(headers, stateHeaders('token', decision));
  if (!decision.allowed) throw rateLimitExceeded(decision);
}

/** Not in the document: what a request has waited for is not returned to a token that has ended meanwhile. */
function pauseOf(
  { hold }: RequestContext,
  budget: AnswerBudget,
  authenticate: () => Promise<unknown>,
): Pause {
  return async (milliseconds, work) => {
    const hasLeft = new AbortController();
    const letGo = hold?.(milliseconds, () => hasLeft.abort());
    try {
      return await budget.pause(work(hasLeft.signal));
    } finally {
      letGo?.();
      if (!hasLeft.signal.aborted) await authenticate();
    }
  };
}

function keepSdkVersion(context: RequestContext, userAgent: string | null): void {
  const version = /^courtbridge-sdk\/(\d{1,4}(?:\.\d{1,4}){2})(?=[-+ ]|$)/.exec(userAgent ?? '')?.[1];
  if (version) context.sdkVersion = version;
}

/** Returns the headers of a response to an unread request, of which only the external service is known. */
export function unreadHeaders(
  context: RequestContext,
  { authenticator, rateLimiter }: OperationDependencies,
  externalServiceId: string,
): Headers {
  const policy = authenticator.rateLimitOf(externalServiceId) ?? rateLimiter.policy;
  return { ...answerHeaders(context), ...policyHeaders('token', policy) };
}

/**
 * Not in the document: without a valid token, the headers describe the limit of failed attempts of the address,
 * because there is no token limit to report.
 */
function addressHeaders(authenticator: ApiTokenAuthenticator, address: string): Headers {
  const { policy, decision } = authenticator.attemptsOf(address);
  return { ...policyHeaders('address', policy), ...stateHeaders('address', decision) };
}

// Structured fields of draft-ietf-httpapi-ratelimit-headers-10, with one item for the applicable limit, under its
// name.
type LimitName = 'token' | 'address';

function policyHeaders(name: LimitName, { perSecond, burst }: RateLimitPolicy): Headers {
  return { 'RateLimit-Policy': `"${name}";q=${burst};w=${Math.max(1, Math.ceil(burst / perSecond))}` };
}

function stateHeaders(name: LimitName, { remaining, retryAfterSeconds }: RateLimitDecision): Headers {
  return { RateLimit: `"${name}";r=${remaining};t=${Math.max(1, retryAfterSeconds)}` };
}
