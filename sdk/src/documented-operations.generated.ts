// generated, run npm run codegen
import type { paths } from './openapi.generated.ts';
import type { OperationName, PartnerErrorType } from './operation.ts';

/** How each operation is called, and the codes that it may answer. */
export const documentedOperations: {
  [Operation in OperationName]: {
    method: string;
    path: keyof paths;
    errors: readonly PartnerErrorType<Operation>[];
  };
} = {
  "createUser": {
    "method": "POST",
    "path": "/api/v1/external-services/{externalServiceId}/users",
    "errors": [
      "invalid_schema",
      "missing_api_token",
      "invalid_api_token",
      "scope_permission_denied",
      "external_service_access_denied",
      "email_already_in_use",
      "external_user_id_already_in_use",
      "payload_too_large",
      "unsupported_media_type",
      "rate_limit_exceeded",
      "internal_server_error",
      "service_unavailable"
    ]
  },
  "upsertCourtBooking": {
    "method": "PUT",
    "path": "/api/v1/external-services/{externalServiceId}/court-bookings/by-external-id/{externalCourtBookingId}",
    "errors": [
      "invalid_schema",
      "mutually_exclusive_fields_violation",
      "duplicate_entries_provided",
      "invalid_time_range",
      "missing_api_token",
      "invalid_api_token",
      "scope_permission_denied",
      "external_service_access_denied",
      "organization_access_denied",
      "user_access_denied",
      "court_not_found",
      "stale_write",
      "version_conflict",
      "court_booking_overlap",
      "payload_too_large",
      "unsupported_media_type",
      "rate_limit_exceeded",
      "internal_server_error",
      "service_unavailable"
    ]
  }
};
