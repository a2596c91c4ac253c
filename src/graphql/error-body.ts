import type { ApiError } from '../api-error.ts';
import { catalogue, type ErrorType } from '../errors.ts';
import type { RequestContext } from '../http/request-context.ts';

type RequestIds = Pick<RequestContext, 'requestId' | 'callerRequestId'>;

/** The extensions of an error. The error code also appears under the name that most GraphQL clients read. */
export function errorExtensions(type: ErrorType, { requestId, callerRequestId }: RequestIds) {
  return { code: type, type, requestId: callerRequestId ?? requestId };
}

/**
 * The response to a request that was rejected before execution. It has the standard GraphQL shape, so that clients
 * handle one shape only.
 */
export function errorBody({ type, message, issues }: ApiError, ids: RequestIds) {
  const advice = catalogue[type].message === message ? adviceOf[type] : undefined;
  const faults = issues?.map((issue) => [...issue.path, issue.message].join(': ')).join(' ');
  return {
    errors: [{ message: faults ?? advice ?? message, extensions: errorExtensions(type, ids) }],
  };
}

/** Replacements for messages of the catalogue that are written for partners. */
const adviceOf: Partial<Record<ErrorType, string>> = {
  method_not_allowed: 'Send GraphQL requests with POST. GET returns GraphiQL to a browser.',
  unsupported_media_type: 'Send the document as JSON, with "Content-Type: application/json".',
};
