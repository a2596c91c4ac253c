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
const general = 'invalid_schema rate_limit_exceeded internal_server_error service_unavailable';
/** Further error codes of every operation of an external service. */
const ofService = ' missing_api_token invalid_api_token scope_permission_denied external_service_access_denied';
/** Further error codes of every operation with a body. */
const withBody = ' payload_too_large unsupported_media_type';

/** Method and argument, statuses, name, path (within an external service, or with a slash within the interface), marks, and further error codes. */
const rows = `
POST:body 200,201 createUser users id:uuid email_already_in_use external_user_id_already_in_use
GET:query 200 listUsers users items:list,nextCursor:text? invalid_updated_filter_time_range
PUT:body 200,201 upsertCourtBooking court-bookings/by-external-id/{externalCourtBookingId} externalCourtBookingId:externalCourtBookingId mutually_exclusive_fields_violation duplicate_entries_provided invalid_time_range organization_access_denied user_access_denied court_not_found stale_write version_conflict court_booking_overlap
GET 200 getCourtBooking court-bookings/by-external-id/{externalCourtBookingId} externalCourtBookingId:externalCourtBookingId court_booking_not_found
DELETE:externalUpdatedAt 200 cancelCourtBooking court-bookings/by-external-id/{externalCourtBookingId} externalCourtBookingId:externalCourtBookingId stale_write
GET 200 getToken /token externalServiceId:uuid missing_api_token invalid_api_token
GET:query 200 listCourtBookings court-bookings items:list,nextCursor:text? invalid_filter_time_range invalid_updated_filter_time_range
POST:body 200 batchCourtBookings court-bookings/batch summary:object,results:results batch_refused
GET:query 200 listCourts courts items:list,nextCursor:text?
GET:query 200 getCourtOccupancy courts/{courtId}/occupancy occupied:list invalid_filter_time_range organization_access_denied court_not_found
GET:query 200 getOrganizationOccupancy organizations/{organizationId}/occupancy version:uuid invalid_filter_time_range organization_access_denied
GET 200 getUser users/{userId} id:userId user_access_denied
PATCH:body 200 updateUser users/{userId} id:userId user_access_denied user_not_managed email_already_in_use external_user_id_already_in_use
DELETE 200 eraseUser users/{userId} id:userId user_access_denied user_not_managed
GET 200 getUserByExternalId users/by-external-id/{externalUserId} id:uuid user_access_denied user_not_found
PUT:body 200,201 upsertUser users/by-external-id/{externalUserId} id:uuid,externalUserId:externalUserId user_access_denied user_not_managed email_already_in_use
POST:body 200 batchUsers users/batch summary:object,results:results batch_refused
GET:query 200 listChanges changes items:list,nextCursor:text cursor_expired
GET 200 listWebhookEndpoints webhook-endpoints items:list
POST:body 200,201 createWebhookEndpoint webhook-endpoints id:uuid webhook_url_refused too_many_webhook_endpoints webhook_secrets_key_missing webhook_secret_unreadable
DELETE 200 deleteWebhookEndpoint webhook-endpoints/{webhookEndpointId} id:webhookEndpointId webhook_endpoint_not_found
PATCH:body 200 updateWebhookEndpoint webhook-endpoints/{webhookEndpointId} id:webhookEndpointId webhook_url_refused webhook_endpoint_not_found
POST 200 testWebhookEndpoint webhook-endpoints/{webhookEndpointId}/test webhookId:uuid webhook_endpoint_not_found webhook_secrets_key_missing webhook_secret_unreadable
POST:body 200,201 rotateWebhookSecret webhook-endpoints/{webhookEndpointId}/rotate-secret id:uuid webhook_endpoint_not_found webhook_secrets_key_missing webhook_secret_unreadable
POST 200 pauseWebhookEndpoint webhook-endpoints/{webhookEndpointId}/pause id:uuid webhook_endpoint_not_found
POST 200 resumeWebhookEndpoint webhook-endpoints/{webhookEndpointId}/resume id:uuid webhook_endpoint_not_found webhook_endpoint_paused
POST:body 200 resendWebhookDeliveries webhook-endpoints/{webhookEndpointId}/resend id:uuid webhook_endpoint_not_found
GET:query 200 listWebhookDeliveries webhook-endpoints/{webhookEndpointId}/deliveries items:list,nextCursor:text? invalid_filter_time_range webhook_endpoint_not_found
GET:query 200 listApiTokens /tokens items:list,nextCursor:text? missing_api_token invalid_api_token
POST:body 200,201 rotateApiToken /token/rotate id:uuid missing_api_token invalid_api_token api_token_not_active too_many_api_tokens
POST:body 200 revokeApiToken /token/revoke outcome:text
GET 200 getRequest requests/{requestId} requestId:requestId request_not_found
GET:query 200 listRequests requests items:list,nextCursor:text? invalid_filter_time_range
`;

function read(row: string) {
  const [call, statuses, name, path, marks, ...errors] = row.split(' ') as [string, string, string, string, string];
  const [method, argument = ''] = call.split(':');
  const isOfService = !path.startsWith('/');
  const operation = {
    method,
    path: (isOfService ? '/api/v1/external-services/{externalServiceId}/' : '/api/v1') + path,
    statuses: statuses.split(',').map(Number),
    errors: [...(general + (isOfService ? ofService : '') + (argument === 'body' ? withBody : '')).split(' '), ...errors],
    argument,
    marks: Object.fromEntries(marks.split(',').map((mark) => mark.split(':'))),
  };
  return [name, operation] as const;
}

/** All operations. */
export const documentedOperations = /* @__PURE__ */ (() => Object.fromEntries(rows.trim().split('\n').map(read)))() as object as { [Operation in OperationName]: DocumentedOperation<PartnerErrorType<Operation>> };

/** By batch: the field of an item that has the caller's id, and the class of the error about rejected items. */
export const batches = {
  batchCourtBookings: ['externalCourtBookingId', BatchItemsRefusedError],
  batchUsers: ['externalUserId', UserBatchItemsRefusedError],
} as const;
