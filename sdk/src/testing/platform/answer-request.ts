import { instantAt } from '../../../../src/rules/instant.ts';
import { decodeParameters } from '../../../../src/rules/requests/decode-parameters.ts';
import { versionsIn } from '../../../../src/rules/requests/entity-tags.ts';
import { readQuery } from '../../../../src/rules/requests/read-query.ts';
import { bearerToken, prefersMinimal } from '../../../../src/rules/requests/request-headers.ts';
import { allows, lacksScope, type Scope } from '../../../../src/rules/requests/scope.ts';
import type { OperationName } from '../../documented-responses.ts';
import { documentedRequests, pathParameters } from '../documented-interface.generated.ts';
import { ApiError } from './api-error.ts';
import { checkShape } from './check-shape.ts';
import { type Cursor, readCursor } from './cursor.ts';
import { type Called, parametersOf } from './find-operation.ts';
import { type Answered, cursorPositions, operations } from './operations.ts';
import { readJsonBody } from './read-json-body.ts';
import { type BegunRequest, recordRequest } from './requests.ts';
import type { By, Named, Token, World } from './world.ts';

interface Arrived extends Called {
  world: World;
  by: By;
  request: Request;
  /** Absent in a public operation, as `begun`. */
  token?: Token;
  begun?: BegunRequest;
}

/** Names in the parts of a request. */
type Names = Partial<
  Record<
    'externalCourtBookingId' | 'externalUserId' | 'externalUpdatedAt' | 'courtId' | 'startDate' | 'endDate',
    string
  >
>;

/**
 * Responds to a request by the rules, in the order of the service's checks.
 *
 * @param requestId the request id that the caller sees in its changes
 * @throws ApiError
 */
export async function answerRequest(
  world: World,
  { operation, rawParameters }: Called,
  request: Request,
  requestId: string,
): Promise<Answered> {
  const arrived = { world, operation, rawParameters, request };
  const newBy = { actor: 'PARTNER', requestId: world.newId() } as const;
  if (documentedRequests[operation].isPublic) return carryOutRequest({ ...arrived, by: newBy });
  const token = authenticate(world, request.headers.get('authorization'));
  const { externalService } = token;
  const by: By = { ...newBy, caller: { externalService, requestId } };
  const begun: BegunRequest = { id: by.requestId, requestId, operation, externalService, named: {} };
  try {
    const answered = await carryOutRequest({ ...arrived, token, by, begun });
    recordRequest(world, begun, answered);
    return { ...answered, headers: { ...answered.headers, ...markOf(begun) } };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    recordRequest(world, begun, { status: error.status, error, rejectedItems: error.rejectedItems });
    Object.assign(error.headers, markOf(begun));
    throw error;
  }
}

/** A response to a dry run is otherwise the same as that of the call. */
const markOf = ({ dryRun }: BegunRequest): Record<string, string> => (dryRun ? { 'Dry-Run': 'true' } : {});

async function carryOutRequest({ world, token, by, operation, rawParameters, request, begun }: Arrived) {
  const documented = documentedRequests[operation];
  const judging = { today: world.clock.today() };
  const inPath = { type: 'object', fields: pathParameters, required: [] } as const;
  const parameters = checkShape(inPath, parametersOf(decodeParameters(rawParameters)), judging);
  if (begun) begun.named = namedBy(operation, parameters);
  if (token) authorize(token, documented.scopes, parameters);
  const rawQuery = new URL(request.url).search.slice(1);
  const query = checkShape(documented.query ?? noQuery, parametersOf(readQuery(rawQuery)), {
    ...judging,
    isQuery: true,
    readCursor: (text) => readCursorOf(operation, text),
  });
  if (begun && query.dryRun) {
    begun.dryRun = true;
    by.isDryRun = true;
  }
  const body = documented.body
    ? checkShape(documented.body, await readJsonBody(request, documented.maxBodyBytes!), judging)
    : undefined;
  if (begun) {
    begun.named = namedBy(operation, parameters, query, body);
    if (operation.startsWith('batch')) begun.itemCount = body.items.length;
  }
  const answered = await operations[operation]({
    world,
    // Public operations do not use the token.
    token: token!,
    by,
    parameters,
    query,
    body,
    prefersMinimal: prefersMinimal(request.headers.get('prefer')),
    knownVersions: versionsIn(request.headers.get('if-none-match')),
    signal: request.signal,
  });
  // A token may end while its request waits.
  if (query.wait) authenticate(world, request.headers.get('authorization'));
  if (begun && operation === 'updateUser') begun.named = { externalId: body.externalUserId };
  return answered;
}

/** What a request names, as far as it is known to be well-formed. */
function namedBy(operation: OperationName, parameters: Names, query: Names = {}, body: Names = {}): Named {
  const { externalUpdatedAt = query.externalUpdatedAt, courtId, startDate, endDate, externalUserId } = body;
  return {
    externalId:
      parameters.externalCourtBookingId ??
      parameters.externalUserId ??
      (operation === 'createUser' ? externalUserId : undefined),
    externalUpdatedAt,
    courtId: parameters.courtId ?? courtId,
    startDate,
    endDate,
  };
}

const noQuery = { type: 'object', fields: {}, required: [] } as const;

function authenticate(world: World, authorization: string | null): Token {
  const secret = bearerToken(authorization);
  const challenge = 'Bearer realm="partner-api"';
  if (!secret) throw new ApiError('missing_api_token', { headers: { 'WWW-Authenticate': challenge } });
  const token = world.tokens.get(secret);
  const isOver =
    token?.expiresAt !== undefined && token.expiresAt <= new Date(world.clock.now()).toISOString();
  if (!token || token.revokedAt !== undefined || isOver)
    throw new ApiError('invalid_api_token', {
      headers: { 'WWW-Authenticate': `${challenge}, error="invalid_token"` },
    });
  token.lastUsedAt = instantAt(world.clock.now() * 1_000);
  return token;
}

function authorize(
  token: Token,
  needed: readonly Scope[],
  { externalServiceId = token.externalService.id }: { externalServiceId?: string },
): void {
  if (needed.length > 0 && !needed.some((scope) => allows(token.scopes, scope)))
    throw new ApiError('scope_permission_denied', {
      message: lacksScope(needed),
      headers: {
        'WWW-Authenticate': `Bearer realm="partner-api", error="insufficient_scope", scope="${needed.join(' ')}"`,
      },
    });
  if (token.externalService.id !== externalServiceId) throw new ApiError('external_service_access_denied');
}

function readCursorOf(operation: OperationName, text: string): Cursor | 'latest' | undefined {
  if (operation === 'listChanges' && text === 'latest') return text;
  return readCursor(text, cursorPositions[operation] ?? []);
}
