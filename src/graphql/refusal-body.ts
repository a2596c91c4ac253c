import { type ApiError, catalogue, type ErrorType } from '../errors.ts';
import type { RequestContext } from '../http/request-context.ts';

type RequestIds = Pick<RequestContext, 'requestId' | 'callerRequestId'>;

/** What stands beside the message of an error: the code of the catalogue, also under the name that most GraphQL clients look for. */
export function refusalExtensions(type: ErrorType, { requestId, callerRequestId }: RequestIds) {
  return { code: type, type, requestId: callerRequestId ?? requestId };
}

/** A refusal before anything was executed, in GraphQL's own shape: a client reads one shape, whatever went wrong. */
export function refusalBody({ type, message }: ApiError, ids: RequestIds) {
  const advice = catalogue[type].message === message ? adviceOf[type] : undefined;
  return {
    errors: [{ message: advice ?? message, extensions: refusalExtensions(type, ids) }],
  };
}

/** What the catalogue says of these is written for partners. */
const adviceOf: Partial<Record<ErrorType, string>> = {
  method_not_allowed: 'GraphQL is asked by POST; a browser that opens the page is shown GraphiQL.',
  unsupported_media_type: 'Send the document as JSON, with "Content-Type: application/json".',
};
