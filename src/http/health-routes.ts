import { ApiError } from '../api-error.ts';
import { jsonResponse } from './envelope.ts';
import type { RequestContext } from './request-context.ts';
import type { Route } from './router.ts';

interface Health {
  isDraining: () => boolean;
  /**
   * Resolves when this process is ready for requests.
   *
   * @throws ApiError `service_unavailable`
   */
  checkReady: () => Promise<void>;
  /**
   * Returns why the service is not ready, for an administrator, or undefined if the caller may not read the metrics.
   */
  explain: (error: ApiError, request: Request, context: RequestContext) => Promise<string | undefined>;
}

/** `/healthz` is the liveness probe and does not query the database. `/readyz` is the readiness probe. */
export function healthRoutes({ isDraining, checkReady, explain }: Health): Route[] {
  const methods = ['GET', 'HEAD'];
  return [
    {
      path: '/healthz',
      methods,
      answer: (_request, context) => {
        context.probe = '/healthz';
        return jsonResponse(200, { status: 'ok' }, {});
      },
    },
    {
      path: '/readyz',
      methods,
      answer: async (request, context) => {
        context.probe = '/readyz';
        if (isDraining())
          throw new ApiError('service_unavailable', { retryAfterSeconds: 1, message: 'Shutting down.' });
        try {
          await checkReady();
        } catch (error) {
          const reason = error instanceof ApiError && (await explain(error, request, context));
          if (!reason) throw error;
          const { retryAfterSeconds = 1, cause } = error;
          throw new ApiError('service_unavailable', { retryAfterSeconds, cause, fields: { reason } });
        }
        return jsonResponse(200, { status: 'ready' }, {});
      },
    },
  ];
}
