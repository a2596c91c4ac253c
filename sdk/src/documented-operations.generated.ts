// generated, run npm run codegen
import type { OperationName, PartnerErrorType } from './operation.ts';

/** How an operation is called, the statuses of its successes, and its error codes. */
interface DocumentedOperation<Type> {
  method: string;
  path: string;
  statuses: readonly number[];
  errors: readonly Type[];
}

/** The error codes of every operation. */
const shared = ['invalid_schema','missing_api_token','invalid_api_token','rate_limit_exceeded','internal_server_error','service_unavailable'] as const;

/** An operation of an external service, with further error codes. */
const ofService = <Type>(method: string, path: string, statuses: number[], errors: Type[]) => ({
  method,
  path: '/api/v1/external-services/{externalServiceId}/' + path,
  statuses,
  errors: [...shared, 'scope_permission_denied','external_service_access_denied', ...errors] as const,
});

/** All operations. */
export const documentedOperations = /* @__PURE__ */ (() => ({
  createUser: ofService('POST', 'users', [200,201], ['email_already_in_use', 'external_user_id_already_in_use', 'payload_too_large', 'unsupported_media_type']),
  listUsers: ofService('GET', 'users', [200], ['invalid_updated_filter_time_range']),
  upsertCourtBooking: ofService('PUT', 'court-bookings/by-external-id/{externalCourtBookingId}', [200,201], ['mutually_exclusive_fields_violation', 'duplicate_entries_provided', 'invalid_time_range', 'organization_access_denied', 'user_access_denied', 'court_not_found', 'stale_write', 'version_conflict', 'court_booking_overlap', 'payload_too_large', 'unsupported_media_type']),
  getCourtBooking: ofService('GET', 'court-bookings/by-external-id/{externalCourtBookingId}', [200], ['court_booking_not_found']),
  cancelCourtBooking: ofService('DELETE', 'court-bookings/by-external-id/{externalCourtBookingId}', [200], ['stale_write']),
  getToken: { method: 'GET', path: '/api/v1/token', statuses: [200], errors: [...shared] },
  listCourtBookings: ofService('GET', 'court-bookings', [200], ['invalid_filter_time_range', 'invalid_updated_filter_time_range']),
  batchCourtBookings: ofService('POST', 'court-bookings/batch', [200], ['batch_refused', 'payload_too_large', 'unsupported_media_type']),
  listCourts: ofService('GET', 'courts', [200], []),
  getCourtOccupancy: ofService('GET', 'courts/{courtId}/occupancy', [200], ['invalid_filter_time_range', 'organization_access_denied', 'court_not_found']),
  getUser: ofService('GET', 'users/{userId}', [200], ['user_access_denied']),
  updateUser: ofService('PATCH', 'users/{userId}', [200], ['user_access_denied', 'user_not_managed', 'email_already_in_use', 'external_user_id_already_in_use', 'payload_too_large', 'unsupported_media_type']),
  eraseUser: ofService('DELETE', 'users/{userId}', [200], ['user_access_denied', 'user_not_managed']),
  getUserByExternalId: ofService('GET', 'users/by-external-id/{externalUserId}', [200], ['user_access_denied', 'user_not_found']),
  upsertUser: ofService('PUT', 'users/by-external-id/{externalUserId}', [200,201], ['user_access_denied', 'user_not_managed', 'email_already_in_use', 'payload_too_large', 'unsupported_media_type']),
  batchUsers: ofService('POST', 'users/batch', [200], ['batch_refused', 'payload_too_large', 'unsupported_media_type']),
  listChanges: ofService('GET', 'changes', [200], ['cursor_expired']),
  listWebhookEndpoints: ofService('GET', 'webhook-endpoints', [200], []),
}))() as { [Operation in OperationName]: DocumentedOperation<PartnerErrorType<Operation>> };
