import type { RequestContext } from '../http/request-context.ts';
import { describeError, type Log } from './log.ts';

/**
 * One line a request: who (the external service's id, or the operator's), what (of operators also the name of their query), how it ended, how long it took. Never a token, an
 * e-mail or a name; nor the path, which holds an identifier of the partner's choice.
 */
export function logRequest(log: Log, context: RequestContext, status: number, milliseconds: number): void {
  const { requestId, callerRequestId, externalServiceId, operatorId, graphql, operation, error } = context;
  const line = {
    requestId,
    callerRequestId,
    service: externalServiceId,
    operator: operatorId,
    operation: operation ?? 'none',
    graphql: graphql && `${graphql.type} ${graphql.name ?? ''}`.trim(),
    status,
    errorType: error?.type,
    ms: Math.round(milliseconds * 100) / 100,
  };
  // What is underneath a refusal, where something went wrong and not only the caller.
  if (error && status >= 500) log.error({ ...line, err: describeError(error.cause ?? error) }, 'request');
  else log.info(line, 'request');
}
