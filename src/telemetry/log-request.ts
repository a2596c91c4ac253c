import type { RequestContext } from '../http/request-context.ts';
import { describeError, type Log } from './log.ts';

/**
 * Returns what logs each response. The responses to probes, `/healthz` and `/readyz`, are logged only when the status differs
 * from the one before.
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
 * One line a request: who (the external service's id, or the operator's), what (of operators also the name of their query), how it ended, how long it took. Never a token, an
 * e-mail or a name; nor the path, which holds an identifier of the partner's choice.
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
  // What is underneath a refusal, where something went wrong and not only the caller.
  if (error && status >= 500)
    log.error(
      { ...line, err: describeError(error.cause ?? error, error.type !== 'service_unavailable') },
      'request',
    );
  else log.info(line, 'request');
}
