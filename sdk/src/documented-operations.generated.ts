// generated, run npm run codegen
import { BatchItemsRefusedError, UserBatchItemsRefusedError } from './batches.generated.ts';
import type { OperationName, PartnerErrorType } from './documented-responses.ts';

/** How an operation is called, and how its possible responses are recognized. */
interface DocumentedOperation<Type> {
  method: string;
  path: string;
  /** Of a success. */
  statuses: readonly number[];
  errors: readonly Type[];
  /**
   * The argument between the parameters of the path and the options: `body`, `query`, or the only parameter of the query by name. Empty if
   * there is none.
   */
  argument: string;
  /** Fields of a success. Each is of a kind, or equal to the argument of this name. */
  marks: Readonly<Record<string, string>>;
}

/** The error codes of every operation. */
const general = ['invalid_schema', 'rate_limit_exceeded', 'internal_server_error', 'service_unavailable'];

/** An operation of an external service, with its further error codes. */
const ofService = (
  method: string,
  path: string,
  statuses: number[],
  errors: string[],
  argument: string,
  marks: Record<string, string>,
) => ({
  method,
  path: '/api/v1/external-services/{externalServiceId}/' + path,
  statuses,
  errors: [...general, 'missing_api_token', 'invalid_api_token', 'scope_permission_denied', 'external_service_access_denied', ...errors],
  argument,
  marks,
});

/** All operations. */
export const documentedOperations = /* @__PURE__ */ (() => ({
  createUser: ofService('POST', 'users', [200,201], ['email_already_in_use', 'external_user_id_already_in_use', 'payload_too_large', 'unsupported_media_type'], 'body', { id: 'uuid' }),
  listUsers: ofService('GET', 'users', [200], ['invalid_updated_filter_time_range'], 'query', { items: 'list', nextCursor: 'text?' }),
  upsertCourtBooking: ofService('PUT', 'court-bookings/by-external-id/{externalCourtBookingId}', [200,201], ['mutually_exclusive_fields_violation', 'duplicate_entries_provided', 'invalid_time_range', 'organization_access_denied', 'user_access_denied', 'court_not_found', 'stale_write', 'version_conflict', 'court_booking_overlap', 'payload_too_large', 'unsupported_media_type'], 'body', { externalCourtBookingId: 'externalCourtBookingId' }),
  getCourtBooking: ofService('GET', 'court-bookings/by-external-id/{externalCourtBookingId}', [200], ['court_booking_not_found'], '', { externalCourtBookingId: 'externalCourtBookingId' }),
  cancelCourtBooking: ofService('DELETE', 'court-bookings/by-external-id/{externalCourtBookingId}', [200], ['stale_write'], 'externalUpdatedAt', { externalCourtBookingId: 'externalCourtBookingId' }),
  getToken: { method: 'GET', path: '/api/v1/token', statuses: [200], errors: [...general, 'missing_api_token', 'invalid_api_token'], argument: '', marks: { externalServiceId: 'uuid' } },
  listCourtBookings: ofService('GET', 'court-bookings', [200], ['invalid_filter_time_range', 'invalid_updated_filter_time_range'], 'query', { items: 'list', nextCursor: 'text?' }),
  batchCourtBookings: ofService('POST', 'court-bookings/batch', [200], ['batch_refused', 'payload_too_large', 'unsupported_media_type'], 'body', { summary: 'object', results: 'results' }),
  listCourts: ofService('GET', 'courts', [200], [], 'query', { items: 'list', nextCursor: 'text?' }),
  getCourtOccupancy: ofService('GET', 'courts/{courtId}/occupancy', [200], ['invalid_filter_time_range', 'organization_access_denied', 'court_not_found'], 'query', { occupied: 'list' }),
  getUser: ofService('GET', 'users/{userId}', [200], ['user_access_denied'], '', { id: 'userId' }),
  updateUser: ofService('PATCH', 'users/{userId}', [200], ['user_access_denied', 'user_not_managed', 'email_already_in_use', 'external_user_id_already_in_use', 'payload_too_large', 'unsupported_media_type'], 'body', { id: 'userId' }),
  eraseUser: ofService('DELETE', 'users/{userId}', [200], ['user_access_denied', 'user_not_managed'], '', { id: 'userId' }),
  getUserByExternalId: ofService('GET', 'users/by-external-id/{externalUserId}', [200], ['user_access_denied', 'user_not_found'], '', { id: 'uuid' }),
  upsertUser: ofService('PUT', 'users/by-external-id/{externalUserId}', [200,201], ['user_access_denied', 'user_not_managed', 'email_already_in_use', 'payload_too_large', 'unsupported_media_type'], 'body', { id: 'uuid', externalUserId: 'externalUserId' }),
  batchUsers: ofService('POST', 'users/batch', [200], ['batch_refused', 'payload_too_large', 'unsupported_media_type'], 'body', { summary: 'object', results: 'results' }),
  listChanges: ofService('GET', 'changes', [200], ['cursor_expired'], 'query', { items: 'list', nextCursor: 'text' }),
  listWebhookEndpoints: ofService('GET', 'webhook-endpoints', [200], [], '', { items: 'list' }),
  createWebhookEndpoint: ofService('POST', 'webhook-endpoints', [200,201], ['webhook_url_refused', 'too_many_webhook_endpoints', 'webhook_secrets_key_missing', 'webhook_secret_unreadable', 'payload_too_large', 'unsupported_media_type'], 'body', { id: 'uuid' }),
  deleteWebhookEndpoint: ofService('DELETE', 'webhook-endpoints/{webhookEndpointId}', [200], ['webhook_endpoint_not_found'], '', { id: 'webhookEndpointId' }),
  updateWebhookEndpoint: ofService('PATCH', 'webhook-endpoints/{webhookEndpointId}', [200], ['webhook_url_refused', 'webhook_endpoint_not_found', 'payload_too_large', 'unsupported_media_type'], 'body', { id: 'webhookEndpointId' }),
  testWebhookEndpoint: ofService('POST', 'webhook-endpoints/{webhookEndpointId}/test', [200], ['webhook_endpoint_not_found', 'webhook_secrets_key_missing', 'webhook_secret_unreadable'], '', { webhookId: 'uuid' }),
  rotateWebhookSecret: ofService('POST', 'webhook-endpoints/{webhookEndpointId}/rotate-secret', [200,201], ['webhook_endpoint_not_found', 'webhook_secrets_key_missing', 'webhook_secret_unreadable', 'payload_too_large', 'unsupported_media_type'], 'body', { id: 'uuid' }),
  resumeWebhookEndpoint: ofService('POST', 'webhook-endpoints/{webhookEndpointId}/resume', [200], ['webhook_endpoint_not_found', 'webhook_endpoint_paused'], '', { id: 'uuid' }),
  resendWebhookDeliveries: ofService('POST', 'webhook-endpoints/{webhookEndpointId}/resend', [200], ['webhook_endpoint_not_found', 'payload_too_large', 'unsupported_media_type'], 'body', { id: 'uuid' }),
  listApiTokens: { method: 'GET', path: '/api/v1/tokens', statuses: [200], errors: [...general, 'missing_api_token', 'invalid_api_token'], argument: 'query', marks: { items: 'list', nextCursor: 'text?' } },
  rotateApiToken: { method: 'POST', path: '/api/v1/token/rotate', statuses: [200,201], errors: [...general, 'missing_api_token', 'invalid_api_token', 'api_token_not_active', 'too_many_api_tokens', 'payload_too_large', 'unsupported_media_type'], argument: 'body', marks: { id: 'uuid' } },
  revokeApiToken: { method: 'POST', path: '/api/v1/token/revoke', statuses: [200], errors: [...general, 'payload_too_large', 'unsupported_media_type'], argument: 'body', marks: { outcome: 'text' } },
  getRequest: ofService('GET', 'requests/{requestId}', [200], ['request_not_found'], '', { requestId: 'requestId' }),
  listRequests: ofService('GET', 'requests', [200], ['invalid_filter_time_range'], 'query', { items: 'list', nextCursor: 'text?' }),
}))() as object as { [Operation in OperationName]: DocumentedOperation<PartnerErrorType<Operation>> };

/** By batch: the field of an item that has the caller's id, and the class of the error about rejected items. */
export const batches = {
  batchCourtBookings: ['externalCourtBookingId', BatchItemsRefusedError],
  batchUsers: ['externalUserId', UserBatchItemsRefusedError],
} as const;
