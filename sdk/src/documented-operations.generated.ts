// generated, run npm run codegen
import type { paths } from './openapi.generated.ts';
import type { OperationName, PartnerErrorType } from './operation.ts';

/** What every operation may answer. */
const shared = ["invalid_schema","missing_api_token","invalid_api_token","rate_limit_exceeded","internal_server_error","service_unavailable"] as const;

/** How each operation is called, the statuses of its successes, and the codes that it may answer. */
export const documentedOperations: {
  [Operation in OperationName]: {
    method: string;
    path: keyof paths;
    statuses: readonly number[];
    errors: readonly PartnerErrorType<Operation>[];
  };
} = {
  createUser: { method: 'POST', path: '/api/v1/external-services/{externalServiceId}/users', statuses: [200,201], errors: [...shared, 'scope_permission_denied', 'external_service_access_denied', 'email_already_in_use', 'external_user_id_already_in_use', 'payload_too_large', 'unsupported_media_type'] },
  listUsers: { method: 'GET', path: '/api/v1/external-services/{externalServiceId}/users', statuses: [200], errors: [...shared, 'scope_permission_denied', 'external_service_access_denied'] },
  upsertCourtBooking: { method: 'PUT', path: '/api/v1/external-services/{externalServiceId}/court-bookings/by-external-id/{externalCourtBookingId}', statuses: [200,201], errors: [...shared, 'mutually_exclusive_fields_violation', 'duplicate_entries_provided', 'invalid_time_range', 'scope_permission_denied', 'external_service_access_denied', 'organization_access_denied', 'user_access_denied', 'court_not_found', 'stale_write', 'version_conflict', 'court_booking_overlap', 'payload_too_large', 'unsupported_media_type'] },
  getCourtBooking: { method: 'GET', path: '/api/v1/external-services/{externalServiceId}/court-bookings/by-external-id/{externalCourtBookingId}', statuses: [200], errors: [...shared, 'scope_permission_denied', 'external_service_access_denied', 'court_booking_not_found'] },
  cancelCourtBooking: { method: 'DELETE', path: '/api/v1/external-services/{externalServiceId}/court-bookings/by-external-id/{externalCourtBookingId}', statuses: [200], errors: [...shared, 'scope_permission_denied', 'external_service_access_denied', 'stale_write'] },
  getToken: { method: 'GET', path: '/api/v1/token', statuses: [200], errors: [...shared] },
  listCourtBookings: { method: 'GET', path: '/api/v1/external-services/{externalServiceId}/court-bookings', statuses: [200], errors: [...shared, 'invalid_filter_time_range', 'invalid_updated_filter_time_range', 'scope_permission_denied', 'external_service_access_denied'] },
  batchCourtBookings: { method: 'POST', path: '/api/v1/external-services/{externalServiceId}/court-bookings/batch', statuses: [200], errors: [...shared, 'scope_permission_denied', 'external_service_access_denied', 'batch_refused', 'payload_too_large', 'unsupported_media_type'] },
  listCourts: { method: 'GET', path: '/api/v1/external-services/{externalServiceId}/courts', statuses: [200], errors: [...shared, 'scope_permission_denied', 'external_service_access_denied'] },
  getCourtOccupancy: { method: 'GET', path: '/api/v1/external-services/{externalServiceId}/courts/{courtId}/occupancy', statuses: [200], errors: [...shared, 'invalid_filter_time_range', 'scope_permission_denied', 'external_service_access_denied', 'organization_access_denied', 'court_not_found'] },
  getUser: { method: 'GET', path: '/api/v1/external-services/{externalServiceId}/users/{userId}', statuses: [200], errors: [...shared, 'scope_permission_denied', 'external_service_access_denied', 'user_access_denied'] },
  updateUser: { method: 'PATCH', path: '/api/v1/external-services/{externalServiceId}/users/{userId}', statuses: [200], errors: [...shared, 'scope_permission_denied', 'external_service_access_denied', 'user_access_denied', 'user_not_managed', 'email_already_in_use', 'external_user_id_already_in_use', 'payload_too_large', 'unsupported_media_type'] },
  eraseUser: { method: 'DELETE', path: '/api/v1/external-services/{externalServiceId}/users/{userId}', statuses: [200], errors: [...shared, 'scope_permission_denied', 'external_service_access_denied', 'user_access_denied', 'user_not_managed'] },
  getUserByExternalId: { method: 'GET', path: '/api/v1/external-services/{externalServiceId}/users/by-external-id/{externalUserId}', statuses: [200], errors: [...shared, 'scope_permission_denied', 'external_service_access_denied', 'user_access_denied', 'user_not_found'] },
  listChanges: { method: 'GET', path: '/api/v1/external-services/{externalServiceId}/changes', statuses: [200], errors: [...shared, 'scope_permission_denied', 'external_service_access_denied', 'cursor_expired'] },
  listWebhookEndpoints: { method: 'GET', path: '/api/v1/external-services/{externalServiceId}/webhook-endpoints', statuses: [200], errors: [...shared, 'scope_permission_denied', 'external_service_access_denied'] },
};
