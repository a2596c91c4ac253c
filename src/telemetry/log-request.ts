import type { RequestContext } from '../http/request-context.ts';
import { describeError, type Log } from './log.ts';

/**
 * Returns a function that logs each response. The responses to the probes `/healthz` and `/readyz` are logged only if
 * the status changed.
 */
export function requestLog(
  log: Log,
): (context: RequestContext, status: number, milliseconds: number) => void {
  const lastStatuses = new Map<string, number>();
  return (context, status, milliseconds) => {
    const { probe } = context;
    if (probe !== undefined) {
      if (lastStatuses.get(probe) === status) return;
      lastStatuses.set(probe, status);
    }
    logRequest(log, context, status, milliseconds);
  };
}

/**
 * Writes one line per request: who (the external service's or operator's id), what (for operators also the name of
 * their query), the result and the duration. It never has a token, an e-mail or a name, nor the path, which has an
 * identifier that the partner chose.
 */
function logRequest(log: Log, context: RequestContext, status: number, milliseconds: number): void {
  const { requestId, callerRequestId, externalServiceId, operatorId, graphql, operation, error } = context;
  const line = {
    requestId,
    callerRequestId,
    service: externalServiceId,
    operator: operatorId,
    operation: operation ?? context.probe ?? 'none',
    graphql: graphql && `${graphql.type} ${graphql.name ?? ''}`.trim(),
    status,
    errorType: error?.type,
    ms: Math.round(milliseconds * 100) / 100,
  };
  // The underlying error, if the service failed and not only the caller.
  if (error && status >= 500)
    log.error(
      { ...line, err: describeError(error.cause ?? error, error.type !== 'service_unavailable') },
      'request',
    );
  else log.info(line, 'request');
}
