import type { OperationName } from '../documented-responses.ts';
import { echoCourtBooking, echoUser } from './echo.ts';
import { ApiError } from './platform/api-error.ts';
import { externalServiceId, token } from './platform/test-token.ts';
import { createTestFetch } from './test-fetch.ts';
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
  /** The first response for each user and booking. */
  const stored = new Map<string, object>();
  const { fetch, calls, planning, forget } = createTestFetch({
    respond: ({ operation, path, body = {} }, isPlanned) => {
      if (!isEchoed(operation)) return { status: 200, body: isPlanned ? {} : unplanned(operation) };
      const call = { operation, path, body } as TestCall;
      const isUser = call.operation === 'createUser';
      const [key, answer] = isUser ? echoUser(call.body) : echoCourtBooking(call.path, call.body);
      const before = stored.get(key);
      if (!before) stored.set(key, answer);
      // A stored user is not changed.
      return { status: before ? 200 : 201, body: (isUser && before) || answer };
    },
    newRequestId: () => '00000000-0000-4000-8000-000000000002',
    // As in 1.0, an attempt has no query.
    recorded: ({ query: _query, ...call }) => (isEchoed(call.operation) ? call : undefined),
  });
  return {
    clientOptions: { baseUrl: 'https://partners.test', token, externalServiceId, fetch },
    calls: calls as readonly object[] as TestCall[],
    ...planning,
    reset: () => {
      stored.clear();
      forget();
    },
  };
}

const isEchoed = (operation: OperationName) =>
  operation === 'createUser' || operation === 'upsertCourtBooking';

/** Version 1.0 had only two operations. The responses of the others cannot be created from their requests. */
function unplanned(operation: OperationName): never {
  const message = `Plan the response of ${operation} with succeed(), or use createTestPlatform(), which has the rules.`;
  throw new ApiError('route_not_found', { message });
}
