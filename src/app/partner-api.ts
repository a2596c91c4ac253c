import type { RequestHandlerOptions } from '../http/request-handler.ts';
import type { Route } from '../http/router.ts';
import { operations } from '../rest/operations.ts';
import { secretScanningRoute } from '../rest/secret-scanning.ts';
import { missedTargetOf } from '../rest/transport/missed-target.ts';
import { operationRoutes } from '../rest/transport/routes.ts';
import { toItemRequests, toPartnerRequest } from '../rest/transport/to-partner-request.ts';
import { ApiTokenAuthenticator } from '../services/access/authenticate-api-token.ts';
import { TokenUseRecorder } from '../services/access/record-token-use.ts';
import { OccupancyMemory } from '../services/bookings/occupancy-memory.ts';
import type { ChangeWatch } from '../services/changes/change-watch.ts';
import type { FailedAttempts } from '../services/limits/failed-attempts.ts';
import { sharedBucket } from '../services/limits/rate-limit-bucket.ts';
import { RateLimiter } from '../services/limits/rate-limiter.ts';
import { ScannerKeys } from '../services/secret-scanning/scanner-keys.ts';
import { PartnerRequestRecorder } from '../services/traffic/record-partner-request.ts';
import type { AppDependencies } from './dependencies.ts';

export interface PartnerApi {
  routes: Route[];
  /** Names the operation that a request without a route was probably meant for. */
  onMiss: RequestHandlerOptions['onMiss'];
  /** Records a partner's request for operators. */
  onResponse: RequestHandlerOptions['onResponse'];
  tokenUses: TokenUseRecorder;
  requestRecorder: PartnerRequestRecorder;
}

/** The REST interface for partners, and the records of its requests. */
export function createPartnerApi(
  { database, newId, now, monotonic, rateLimit, webhooks, readScannerKeys }: AppDependencies,
  { attempts, changeWatch }: { attempts: FailedAttempts; changeWatch: ChangeWatch },
): PartnerApi {
  const today = () => new Date(now()).toISOString().slice(0, 10);
  const all = operations(today, rateLimit);
  const occupancies = new OccupancyMemory();
  const tokenUses = new TokenUseRecorder(database, now);
  const requestRecorder = new PartnerRequestRecorder(database);
  return {
    routes: [
      ...operationRoutes(all, {
        services: { database, newId, now, changeWatch, occupancies, attempts, webhooks },
        authenticator: new ApiTokenAuthenticator({ database, monotonic, now, attempts }),
        rateLimiter: new RateLimiter(rateLimit, sharedBucket(database, 'api token'), monotonic),
        tokenUses,
      }),
      ...(readScannerKeys
        ? [
            secretScanningRoute({
              services: { database, newId, now },
              keys: new ScannerKeys(readScannerKeys, monotonic),
              attempts,
            }),
          ]
        : []),
    ],
    onMiss: missedTargetOf(all),
    onResponse: (context, status, milliseconds) => {
      if (!context.isPartnerRequest) return;
      const request = toPartnerRequest(context, now(), status, milliseconds);
      for (const each of [request, ...toItemRequests(context, request, newId)]) requestRecorder.record(each);
    },
    tokenUses,
    requestRecorder,
  };
}
