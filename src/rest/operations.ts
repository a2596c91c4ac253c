import type { RateLimitPolicy } from '../services/limits/rate-limiter.ts';
import { batchCourtBookingsOperation } from './operations/batch-court-bookings.ts';
import { batchUsersOperation } from './operations/batch-users.ts';
import { cancelCourtBookingOperation } from './operations/cancel-court-booking.ts';
import { createUserOperation } from './operations/create-user.ts';
import { createWebhookEndpointOperation } from './operations/create-webhook-endpoint.ts';
import { deleteWebhookEndpointOperation } from './operations/delete-webhook-endpoint.ts';
import { eraseUserOperation } from './operations/erase-user.ts';
import { getCourtBookingOperation } from './operations/get-court-booking.ts';
import { getCourtOccupancyOperation } from './operations/get-court-occupancy.ts';
import { getOrganizationOccupancyOperation } from './operations/get-organization-occupancy.ts';
import { getRequestOperation } from './operations/get-request.ts';
import { getTokenOperation } from './operations/get-token.ts';
import { getUserOperation } from './operations/get-user.ts';
import { getUserByExternalIdOperation } from './operations/get-user-by-external-id.ts';
import { listApiTokensOperation } from './operations/list-api-tokens.ts';
import { listChangesOperation } from './operations/list-changes.ts';
import { listCourtBookingsOperation } from './operations/list-court-bookings.ts';
import { listCourtsOperation } from './operations/list-courts.ts';
import { listRequestsOperation } from './operations/list-requests.ts';
import { listUsersOperation } from './operations/list-users.ts';
import { listWebhookDeliveriesOperation } from './operations/list-webhook-deliveries.ts';
import { listWebhookEndpointsOperation } from './operations/list-webhook-endpoints.ts';
import { pauseWebhookEndpointOperation } from './operations/pause-webhook-endpoint.ts';
import { resendWebhookDeliveriesOperation } from './operations/resend-webhook-deliveries.ts';
import { resumeWebhookEndpointOperation } from './operations/resume-webhook-endpoint.ts';
import { revokeApiTokenOperation } from './operations/revoke-api-token.ts';
import { rotateApiTokenOperation } from './operations/rotate-api-token.ts';
import { rotateWebhookSecretOperation } from './operations/rotate-webhook-secret.ts';
import { testWebhookEndpointOperation } from './operations/test-webhook-endpoint.ts';
import { updateUserOperation } from './operations/update-user.ts';
import { updateWebhookEndpointOperation } from './operations/update-webhook-endpoint.ts';
import { upsertCourtBookingOperation } from './operations/upsert-court-booking.ts';
import { upsertUserOperation } from './operations/upsert-user.ts';
import type { Operation } from './transport/operation.ts';

/**
 * All operations. `today()`: the current date, `YYYY-MM-DD`. `rateLimit`: the default for API tokens whose external
 * service has no limit of its own.
 */
export const operations = (today: () => string, rateLimit: RateLimitPolicy): Operation[] => {
  const others = [
    createUserOperation(today),
    upsertCourtBookingOperation(),
    getTokenOperation(rateLimit),
    getCourtBookingOperation(),
    listCourtBookingsOperation(),
    cancelCourtBookingOperation(),
    batchCourtBookingsOperation(),
    listCourtsOperation(),
    getCourtOccupancyOperation(),
    getOrganizationOccupancyOperation(),
    getUserOperation(),
    getUserByExternalIdOperation(),
    listUsersOperation(),
    upsertUserOperation(today),
    batchUsersOperation(today),
    updateUserOperation(today),
    eraseUserOperation(),
    listChangesOperation(),
    listWebhookEndpointsOperation(),
    createWebhookEndpointOperation(),
    deleteWebhookEndpointOperation(),
    testWebhookEndpointOperation(),
    rotateWebhookSecretOperation(),
    updateWebhookEndpointOperation(),
    pauseWebhookEndpointOperation(),
    resumeWebhookEndpointOperation(),
    resendWebhookDeliveriesOperation(),
    listWebhookDeliveriesOperation(),
    listApiTokensOperation(),
    rotateApiTokenOperation(),
    revokeApiTokenOperation(),
    getRequestOperation(),
  ];
  const operationIds = others.map(({ operationId }) => operationId);
  return [...others, listRequestsOperation([...operationIds, 'listRequests'])];
};

/**
 * The operations as they are documented. The bound "not in the future" changes daily, so schemas describe it in words.
 */
export const documentedOperations = (): Operation[] =>
  operations(() => '9999-12-31', { perSecond: 50, burst: 100 });
