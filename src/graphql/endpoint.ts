import { ApiError } from '../api-error.ts';
import { readJsonBody } from '../http/read-json-body.ts';
import type { RequestContext } from '../http/request-context.ts';
import type {
  AuthenticatedOperator,
  OperatorAuthenticator,
} from '../services/access/authenticate-operator.ts';
import { AnswerBudget, answerMillis } from '../services/limits/answer-budget.ts';
import type { QueryRecorder } from '../services/operators/record-queries.ts';
import type { IdentityProvider } from '../sign-in/identity-provider.ts';
import { acceptsPage, operatorOfRequest, toSignIn } from '../sign-in/operator-of-request.ts';
import { rejectForeign } from '../sign-in/reject-foreign.ts';
import type { SignInDependencies } from '../sign-in/sign-in.ts';
import type { ProviderSignInDependencies } from '../sign-in/sign-in-by-provider.ts';
import { errorBody } from './error-body.ts';
import { lazyHandler } from './schema/lazy-handler.ts';
import type { Caller, GraphqlDependencies, RequestIds } from './server.ts';

/** The dependencies of the GraphQL endpoint. */
export interface EndpointDependencies extends GraphqlDependencies {
  operators: OperatorAuthenticator;
  rejectedSignIns: SignInDependencies['rejectedSignIns'];
  queryRecorder: QueryRecorder;
  /** The identity provider, if people sign in with one. */
  provider: IdentityProvider | undefined;
  onProviderFailure: ProviderSignInDependencies['onProviderFailure'];
}

/** The largest GraphQL request, a document with its variables: 256 KiB. */
const maxDocumentBytes = 262_144;

/**
 * `/graphql`: GraphiQL for browsers, and GraphQL by POST with JSON. Only for operators who are signed in.
 *
 * A page of another site cannot make a browser change anything. The session cookie is SameSite=Strict, only
 * `application/json` is accepted, which a form cannot send, and a foreign `Origin` is rejected.
 *
 * @throws ApiError `operator_token_invalid`, `rate_limit_exceeded`, `method_not_allowed`, `unsupported_media_type`,
 * `operator_permission_denied` (a page of another site), `payload_too_large`, `invalid_schema` (a faulty body).
 */
export function createGraphqlEndpoint(
  { operators, ...dependencies }: EndpointDependencies,
  server: (request: Request, caller: Caller) => Promise<Response>,
) {
  const page = lazyHandler(async () => (await import('./graphiql/graphiql-page.ts')).graphiqlPage);

  return async (request: Request, context: RequestContext): Promise<Response> => {
    const isPage = request.method === 'GET' && acceptsPage(request);
    const budget = new AnswerBudget(answerMillis.operator);
    let operator: AuthenticatedOperator | undefined;
    try {
      operator = await budget.wait(operatorOfRequest(operators, request, context));
    } catch (error) {
      if (request.method !== 'POST' || !isUnavailable(error)) throw error;
      dependencies.onUnexpectedError(error, context);
      return unavailable(error, context);
    }
    if (!operator) {
      if (isPage) return toSignIn(`/graphql${new URL(request.url).search}`);
      throw new ApiError('operator_token_invalid');
    }
    context.operatorId = operator.id;
    if (isPage) return page(request, operator);
    if (request.method !== 'POST') throw new ApiError('method_not_allowed');
    // Not the CSRF prevention plugin of Yoga, which accepts every request with this content type.
    rejectForeign(request);
    const { requestId, callerRequestId } = context;
    const onOperation = operationObserver(dependencies, operator, context);
    return server(await withBody(request), { operator, requestId, callerRequestId, budget, onOperation });
  };
}

/** Notes an operation in the context of its request, and records who ran which query. */
export function operationObserver(
  { queryRecorder }: Pick<EndpointDependencies, 'queryRecorder'>,
  operator: AuthenticatedOperator,
  context: RequestContext,
): Caller['onOperation'] {
  return (type, name) => {
    context.graphql = { type, name };
    // Mutations have their own audit events.
    if (type === 'query') queryRecorder.record(operator, name, context.requestId);
  };
}

/**
 * Returns the request with its body checked, so that a faulty body causes our error and not Yoga's, which quotes it. The
 * content type is normalized, because Yoga compares media types case-sensitively (contrary to RFC 9110, section 8.3.1).
 *
 * @throws ApiError `unsupported_media_type`, `payload_too_large`, `invalid_schema`
 */
async function withBody(request: Request): Promise<Request> {
  const body = JSON.stringify(await readJsonBody(request, maxDocumentBytes));
  const headers = new Headers(request.headers);
  headers.set('Content-Type', 'application/json');
  // Yoga also sends events and parts, and to other media types 406 without an error.
  const [accepted] = /application\/(?:graphql-response\+)?json/i.exec(headers.get('Accept') ?? '') ?? [];
  headers.set('Accept', accepted ?? 'application/json');
  headers.delete('Content-Length');
  return new Request(request.url, { method: 'POST', headers, body, signal: request.signal });
}

function isUnavailable(error: unknown): error is ApiError {
  return error instanceof ApiError && error.type === 'service_unavailable';
}

/** The same response whether the database failed during the operation or during the token check. */
function unavailable(error: ApiError, ids: RequestIds): Response {
  const headers = { 'Retry-After': String(error.retryAfterSeconds ?? 1) };
  return Response.json(errorBody(error, ids), { status: error.status, headers });
}
