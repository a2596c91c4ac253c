import { ApiError } from '../errors.ts';
import { jsonResponse } from './envelope.ts';
import type { Route } from './router.ts';

interface Health {
  isDraining: () => boolean;
  /** Resolves when requests may be sent here. */
  checkReady: () => Promise<void>;
}

/** `/healthz` is liveness: this process answers, the database is not asked. `/readyz`: requests may be sent here. */
export function healthRoutes({ isDraining, checkReady }: Health): Route[] {
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
      answer: async (_request, context) => {
        context.probe = '/readyz';
        if (isDraining())
          throw new ApiError('service_unavailable', { retryAfterSeconds: 1, message: 'Shutting down.' });
        await checkReady();
        return jsonResponse(200, { status: 'ready' }, {});
      },
    },
  ];
}
