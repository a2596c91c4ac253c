// generated, run npm run codegen
import type { BatchIssue, OperationName, PartnerErrorType } from '../operation.ts';

/** The document's example of every error of each operation. */
export const documentedAnswers: {
  [Operation in OperationName]: {
    errors: Record<PartnerErrorType<Operation>, { status: number; body: { error: { type: string; message: string; issues?: BatchIssue[]; [field: string]: unknown } } }>;
  };
} = {
  "createUser": {
    "errors": {
      "invalid_schema": {
        "status": 400,
        "body": {
          "error": {
            "type": "invalid_schema",
            "message": "The request does not match the schema of this operation. Every fault is listed in \"issues\".",
            "issues": [
              {
                "path": [
                  "externalUserId"
                ],
                "code": "invalid_type",
                "message": "Required."
              }
            ]
          }
        }
      },
      "missing_api_token": {
        "status": 401,
        "body": {
          "error": {
            "type": "missing_api_token",
            "message": "No API token was sent. Send it in the header \"Authorization: Bearer <token>\"."
          }
        }
      },
      "invalid_api_token": {
        "status": 401,
        "body": {
          "error": {
            "type": "invalid_api_token",
            "message": "The API token is unknown, malformed, expired or revoked. Ask an operator for a new one."
          }
        }
      },
      "scope_permission_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "scope_permission_denied",
            "message": "The API token lacks the scope that this operation needs. Ask an operator for a token with it."
          }
        }
      },
      "external_service_access_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "external_service_access_denied",
            "message": "The API token does not belong to the external service in the path. Send the id that \"GET /api/v1/token\" returns, or the token of that service."
          }
        }
      },
      "email_already_in_use": {
        "status": 409,
        "body": {
          "error": {
            "type": "email_already_in_use",
            "message": "The e-mail address is already linked to a different user. If you have this person under another \"externalUserId\", find that user by \"email\" and update it. Otherwise ask an operator for access to the user."
          }
        }
      },
      "external_user_id_already_in_use": {
        "status": 409,
        "body": {
          "error": {
            "type": "external_user_id_already_in_use",
            "message": "The \"externalUserId\" is already linked to a different user. Read the user with this external id. If it is the same person with a new address, update that user. Otherwise send another id."
          }
        }
      },
      "payload_too_large": {
        "status": 413,
        "body": {
          "error": {
            "type": "payload_too_large",
            "message": "The body is larger than 65536 bytes (64 KiB). Send less in one request."
          }
        }
      },
      "unsupported_media_type": {
        "status": 415,
        "body": {
          "error": {
            "type": "unsupported_media_type",
            "message": "The body must be JSON in UTF-8. Send the header \"Content-Type: application/json\"."
          }
        }
      },
      "rate_limit_exceeded": {
        "status": 429,
        "body": {
          "error": {
            "type": "rate_limit_exceeded",
            "message": "Too many requests. Wait for the number of seconds in the header \"Retry-After\", then resend."
          }
        }
      },
      "internal_server_error": {
        "status": 500,
        "body": {
          "error": {
            "type": "internal_server_error",
            "message": "Something unexpected went wrong. Resend the same request; if it persists, report its request id."
          }
        }
      },
      "service_unavailable": {
        "status": 503,
        "body": {
          "error": {
            "type": "service_unavailable",
            "message": "The service is temporarily unavailable. Resend the same request after \"Retry-After\" seconds."
          }
        }
      }
    }
  },
  "listUsers": {
    "errors": {
      "invalid_schema": {
        "status": 400,
        "body": {
          "error": {
            "type": "invalid_schema",
            "message": "The request does not match the schema of this operation. Every fault is listed in \"issues\".",
            "issues": [
              {
                "path": [
                  "externalUserId"
                ],
                "code": "invalid_type",
                "message": "Required."
              }
            ]
          }
        }
      },
      "invalid_updated_filter_time_range": {
        "status": 400,
        "body": {
          "error": {
            "type": "invalid_updated_filter_time_range",
            "message": "\"updatedFrom\" must be before \"updatedTo\"."
          }
        }
      },
      "missing_api_token": {
        "status": 401,
        "body": {
          "error": {
            "type": "missing_api_token",
            "message": "No API token was sent. Send it in the header \"Authorization: Bearer <token>\"."
          }
        }
      },
      "invalid_api_token": {
        "status": 401,
        "body": {
          "error": {
            "type": "invalid_api_token",
            "message": "The API token is unknown, malformed, expired or revoked. Ask an operator for a new one."
          }
        }
      },
      "scope_permission_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "scope_permission_denied",
            "message": "The API token lacks the scope that this operation needs. Ask an operator for a token with it."
          }
        }
      },
      "external_service_access_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "external_service_access_denied",
            "message": "The API token does not belong to the external service in the path. Send the id that \"GET /api/v1/token\" returns, or the token of that service."
          }
        }
      },
      "rate_limit_exceeded": {
        "status": 429,
        "body": {
          "error": {
            "type": "rate_limit_exceeded",
            "message": "Too many requests. Wait for the number of seconds in the header \"Retry-After\", then resend."
          }
        }
      },
      "internal_server_error": {
        "status": 500,
        "body": {
          "error": {
            "type": "internal_server_error",
            "message": "Something unexpected went wrong. Resend the same request; if it persists, report its request id."
          }
        }
      },
      "service_unavailable": {
        "status": 503,
        "body": {
          "error": {
            "type": "service_unavailable",
            "message": "The service is temporarily unavailable. Resend the same request after \"Retry-After\" seconds."
          }
        }
      }
    }
  },
  "upsertCourtBooking": {
    "errors": {
      "invalid_schema": {
        "status": 400,
        "body": {
          "error": {
            "type": "invalid_schema",
            "message": "The request does not match the schema of this operation. Every fault is listed in \"issues\".",
            "issues": [
              {
                "path": [
                  "externalUserId"
                ],
                "code": "invalid_type",
                "message": "Required."
              }
            ]
          }
        }
      },
      "mutually_exclusive_fields_violation": {
        "status": 400,
        "body": {
          "error": {
            "type": "mutually_exclusive_fields_violation",
            "message": "Exactly one of \"userId\" and \"email\" is required for each participant."
          }
        }
      },
      "duplicate_entries_provided": {
        "status": 400,
        "body": {
          "error": {
            "type": "duplicate_entries_provided",
            "message": "A participant is named more than once. Name each participant once, by \"userId\" or by \"email\"."
          }
        }
      },
      "invalid_time_range": {
        "status": 400,
        "body": {
          "error": {
            "type": "invalid_time_range",
            "message": "\"startDate\" must be before \"endDate\"."
          }
        }
      },
      "missing_api_token": {
        "status": 401,
        "body": {
          "error": {
            "type": "missing_api_token",
            "message": "No API token was sent. Send it in the header \"Authorization: Bearer <token>\"."
          }
        }
      },
      "invalid_api_token": {
        "status": 401,
        "body": {
          "error": {
            "type": "invalid_api_token",
            "message": "The API token is unknown, malformed, expired or revoked. Ask an operator for a new one."
          }
        }
      },
      "scope_permission_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "scope_permission_denied",
            "message": "The API token lacks the scope that this operation needs. Ask an operator for a token with it."
          }
        }
      },
      "external_service_access_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "external_service_access_denied",
            "message": "The API token does not belong to the external service in the path. Send the id that \"GET /api/v1/token\" returns, or the token of that service."
          }
        }
      },
      "organization_access_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "organization_access_denied",
            "message": "The external service is not granted access to the organization of this court. Ask an operator."
          }
        }
      },
      "user_access_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "user_access_denied",
            "message": "The external service neither manages the user with this \"userId\" nor was granted access to it. Create the user first, or ask an operator for access."
          }
        }
      },
      "court_not_found": {
        "status": 404,
        "body": {
          "error": {
            "type": "court_not_found",
            "message": "There is no court with this \"courtId\", or it was deactivated and takes no bookings. List the courts that you may book."
          }
        }
      },
      "stale_write": {
        "status": 409,
        "body": {
          "error": {
            "type": "stale_write",
            "message": "A newer version of this court booking is stored; the older one was not written. Do not resend it.",
            "stored": {
              "externalUpdatedAt": "2026-11-20T12:00:00.000Z",
              "status": "ACTIVE"
            }
          }
        }
      },
      "version_conflict": {
        "status": 409,
        "body": {
          "error": {
            "type": "version_conflict",
            "message": "The request conflicts with the stored version of this court booking. Resend it with a newer \"externalUpdatedAt\".",
            "stored": {
              "externalUpdatedAt": "2026-11-20T12:00:00.000Z",
              "status": "ACTIVE"
            }
          }
        }
      },
      "court_booking_overlap": {
        "status": 409,
        "body": {
          "error": {
            "type": "court_booking_overlap",
            "message": "Another active booking of this court overlaps the time range. Choose another time or court.",
            "conflicts": [
              {
                "startDate": "2026-12-01T09:00:00.000Z",
                "endDate": "2026-12-01T10:00:00.000Z",
                "externalCourtBookingId": "booking-41"
              }
            ]
          }
        }
      },
      "payload_too_large": {
        "status": 413,
        "body": {
          "error": {
            "type": "payload_too_large",
            "message": "The body is larger than 65536 bytes (64 KiB). Send less in one request."
          }
        }
      },
      "unsupported_media_type": {
        "status": 415,
        "body": {
          "error": {
            "type": "unsupported_media_type",
            "message": "The body must be JSON in UTF-8. Send the header \"Content-Type: application/json\"."
          }
        }
      },
      "rate_limit_exceeded": {
        "status": 429,
        "body": {
          "error": {
            "type": "rate_limit_exceeded",
            "message": "Too many requests. Wait for the number of seconds in the header \"Retry-After\", then resend."
          }
        }
      },
      "internal_server_error": {
        "status": 500,
        "body": {
          "error": {
            "type": "internal_server_error",
            "message": "Something unexpected went wrong. Resend the same request; if it persists, report its request id."
          }
        }
      },
      "service_unavailable": {
        "status": 503,
        "body": {
          "error": {
            "type": "service_unavailable",
            "message": "The service is temporarily unavailable. Resend the same request after \"Retry-After\" seconds."
          }
        }
      }
    }
  },
  "getCourtBooking": {
    "errors": {
      "invalid_schema": {
        "status": 400,
        "body": {
          "error": {
            "type": "invalid_schema",
            "message": "The request does not match the schema of this operation. Every fault is listed in \"issues\".",
            "issues": [
              {
                "path": [
                  "externalUserId"
                ],
                "code": "invalid_type",
                "message": "Required."
              }
            ]
          }
        }
      },
      "missing_api_token": {
        "status": 401,
        "body": {
          "error": {
            "type": "missing_api_token",
            "message": "No API token was sent. Send it in the header \"Authorization: Bearer <token>\"."
          }
        }
      },
      "invalid_api_token": {
        "status": 401,
        "body": {
          "error": {
            "type": "invalid_api_token",
            "message": "The API token is unknown, malformed, expired or revoked. Ask an operator for a new one."
          }
        }
      },
      "scope_permission_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "scope_permission_denied",
            "message": "The API token lacks the scope that this operation needs. Ask an operator for a token with it."
          }
        }
      },
      "external_service_access_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "external_service_access_denied",
            "message": "The API token does not belong to the external service in the path. Send the id that \"GET /api/v1/token\" returns, or the token of that service."
          }
        }
      },
      "court_booking_not_found": {
        "status": 404,
        "body": {
          "error": {
            "type": "court_booking_not_found",
            "message": "There is no court booking with this id. Check the id, which is case-sensitive, or create the booking with an upsert."
          }
        }
      },
      "rate_limit_exceeded": {
        "status": 429,
        "body": {
          "error": {
            "type": "rate_limit_exceeded",
            "message": "Too many requests. Wait for the number of seconds in the header \"Retry-After\", then resend."
          }
        }
      },
      "internal_server_error": {
        "status": 500,
        "body": {
          "error": {
            "type": "internal_server_error",
            "message": "Something unexpected went wrong. Resend the same request; if it persists, report its request id."
          }
        }
      },
      "service_unavailable": {
        "status": 503,
        "body": {
          "error": {
            "type": "service_unavailable",
            "message": "The service is temporarily unavailable. Resend the same request after \"Retry-After\" seconds."
          }
        }
      }
    }
  },
  "cancelCourtBooking": {
    "errors": {
      "invalid_schema": {
        "status": 400,
        "body": {
          "error": {
            "type": "invalid_schema",
            "message": "The request does not match the schema of this operation. Every fault is listed in \"issues\".",
            "issues": [
              {
                "path": [
                  "externalUserId"
                ],
                "code": "invalid_type",
                "message": "Required."
              }
            ]
          }
        }
      },
      "missing_api_token": {
        "status": 401,
        "body": {
          "error": {
            "type": "missing_api_token",
            "message": "No API token was sent. Send it in the header \"Authorization: Bearer <token>\"."
          }
        }
      },
      "invalid_api_token": {
        "status": 401,
        "body": {
          "error": {
            "type": "invalid_api_token",
            "message": "The API token is unknown, malformed, expired or revoked. Ask an operator for a new one."
          }
        }
      },
      "scope_permission_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "scope_permission_denied",
            "message": "The API token lacks the scope that this operation needs. Ask an operator for a token with it."
          }
        }
      },
      "external_service_access_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "external_service_access_denied",
            "message": "The API token does not belong to the external service in the path. Send the id that \"GET /api/v1/token\" returns, or the token of that service."
          }
        }
      },
      "stale_write": {
        "status": 409,
        "body": {
          "error": {
            "type": "stale_write",
            "message": "A newer version of this court booking is stored; the older one was not written. Do not resend it.",
            "stored": {
              "externalUpdatedAt": "2026-11-20T12:00:00.000Z",
              "status": "ACTIVE"
            }
          }
        }
      },
      "rate_limit_exceeded": {
        "status": 429,
        "body": {
          "error": {
            "type": "rate_limit_exceeded",
            "message": "Too many requests. Wait for the number of seconds in the header \"Retry-After\", then resend."
          }
        }
      },
      "internal_server_error": {
        "status": 500,
        "body": {
          "error": {
            "type": "internal_server_error",
            "message": "Something unexpected went wrong. Resend the same request; if it persists, report its request id."
          }
        }
      },
      "service_unavailable": {
        "status": 503,
        "body": {
          "error": {
            "type": "service_unavailable",
            "message": "The service is temporarily unavailable. Resend the same request after \"Retry-After\" seconds."
          }
        }
      }
    }
  },
  "getToken": {
    "errors": {
      "invalid_schema": {
        "status": 400,
        "body": {
          "error": {
            "type": "invalid_schema",
            "message": "The request does not match the schema of this operation. Every fault is listed in \"issues\".",
            "issues": [
              {
                "path": [
                  "externalUserId"
                ],
                "code": "invalid_type",
                "message": "Required."
              }
            ]
          }
        }
      },
      "missing_api_token": {
        "status": 401,
        "body": {
          "error": {
            "type": "missing_api_token",
            "message": "No API token was sent. Send it in the header \"Authorization: Bearer <token>\"."
          }
        }
      },
      "invalid_api_token": {
        "status": 401,
        "body": {
          "error": {
            "type": "invalid_api_token",
            "message": "The API token is unknown, malformed, expired or revoked. Ask an operator for a new one."
          }
        }
      },
      "rate_limit_exceeded": {
        "status": 429,
        "body": {
          "error": {
            "type": "rate_limit_exceeded",
            "message": "Too many requests. Wait for the number of seconds in the header \"Retry-After\", then resend."
          }
        }
      },
      "internal_server_error": {
        "status": 500,
        "body": {
          "error": {
            "type": "internal_server_error",
            "message": "Something unexpected went wrong. Resend the same request; if it persists, report its request id."
          }
        }
      },
      "service_unavailable": {
        "status": 503,
        "body": {
          "error": {
            "type": "service_unavailable",
            "message": "The service is temporarily unavailable. Resend the same request after \"Retry-After\" seconds."
          }
        }
      }
    }
  },
  "listCourtBookings": {
    "errors": {
      "invalid_schema": {
        "status": 400,
        "body": {
          "error": {
            "type": "invalid_schema",
            "message": "The request does not match the schema of this operation. Every fault is listed in \"issues\".",
            "issues": [
              {
                "path": [
                  "externalUserId"
                ],
                "code": "invalid_type",
                "message": "Required."
              }
            ]
          }
        }
      },
      "invalid_filter_time_range": {
        "status": 400,
        "body": {
          "error": {
            "type": "invalid_filter_time_range",
            "message": "\"from\" must be before \"to\"."
          }
        }
      },
      "invalid_updated_filter_time_range": {
        "status": 400,
        "body": {
          "error": {
            "type": "invalid_updated_filter_time_range",
            "message": "\"updatedFrom\" must be before \"updatedTo\"."
          }
        }
      },
      "missing_api_token": {
        "status": 401,
        "body": {
          "error": {
            "type": "missing_api_token",
            "message": "No API token was sent. Send it in the header \"Authorization: Bearer <token>\"."
          }
        }
      },
      "invalid_api_token": {
        "status": 401,
        "body": {
          "error": {
            "type": "invalid_api_token",
            "message": "The API token is unknown, malformed, expired or revoked. Ask an operator for a new one."
          }
        }
      },
      "scope_permission_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "scope_permission_denied",
            "message": "The API token lacks the scope that this operation needs. Ask an operator for a token with it."
          }
        }
      },
      "external_service_access_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "external_service_access_denied",
            "message": "The API token does not belong to the external service in the path. Send the id that \"GET /api/v1/token\" returns, or the token of that service."
          }
        }
      },
      "rate_limit_exceeded": {
        "status": 429,
        "body": {
          "error": {
            "type": "rate_limit_exceeded",
            "message": "Too many requests. Wait for the number of seconds in the header \"Retry-After\", then resend."
          }
        }
      },
      "internal_server_error": {
        "status": 500,
        "body": {
          "error": {
            "type": "internal_server_error",
            "message": "Something unexpected went wrong. Resend the same request; if it persists, report its request id."
          }
        }
      },
      "service_unavailable": {
        "status": 503,
        "body": {
          "error": {
            "type": "service_unavailable",
            "message": "The service is temporarily unavailable. Resend the same request after \"Retry-After\" seconds."
          }
        }
      }
    }
  },
  "batchCourtBookings": {
    "errors": {
      "invalid_schema": {
        "status": 400,
        "body": {
          "error": {
            "type": "invalid_schema",
            "message": "The request does not match the schema of this operation. Every fault is listed in \"issues\".",
            "issues": [
              {
                "path": [
                  "externalUserId"
                ],
                "code": "invalid_type",
                "message": "Required."
              }
            ]
          }
        }
      },
      "missing_api_token": {
        "status": 401,
        "body": {
          "error": {
            "type": "missing_api_token",
            "message": "No API token was sent. Send it in the header \"Authorization: Bearer <token>\"."
          }
        }
      },
      "invalid_api_token": {
        "status": 401,
        "body": {
          "error": {
            "type": "invalid_api_token",
            "message": "The API token is unknown, malformed, expired or revoked. Ask an operator for a new one."
          }
        }
      },
      "scope_permission_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "scope_permission_denied",
            "message": "The API token lacks the scope that this operation needs. Ask an operator for a token with it."
          }
        }
      },
      "external_service_access_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "external_service_access_denied",
            "message": "The API token does not belong to the external service in the path. Send the id that \"GET /api/v1/token\" returns, or the token of that service."
          }
        }
      },
      "batch_refused": {
        "status": 409,
        "body": {
          "error": {
            "type": "batch_refused",
            "message": "Nothing in the batch was written. Every item at fault is listed in \"issues\". Correct these items, then resend the batch.",
            "issues": [
              {
                "path": [
                  "items",
                  3
                ],
                "code": "court_booking_overlap",
                "message": "Another active booking of this court overlaps the time range. Choose another time or court.",
                "conflicts": [
                  {
                    "startDate": "2026-12-01T09:00:00.000Z",
                    "endDate": "2026-12-01T10:00:00.000Z",
                    "externalCourtBookingId": "booking-41"
                  }
                ]
              }
            ]
          }
        }
      },
      "payload_too_large": {
        "status": 413,
        "body": {
          "error": {
            "type": "payload_too_large",
            "message": "The body is larger than 65536 bytes (64 KiB). Send less in one request."
          }
        }
      },
      "unsupported_media_type": {
        "status": 415,
        "body": {
          "error": {
            "type": "unsupported_media_type",
            "message": "The body must be JSON in UTF-8. Send the header \"Content-Type: application/json\"."
          }
        }
      },
      "rate_limit_exceeded": {
        "status": 429,
        "body": {
          "error": {
            "type": "rate_limit_exceeded",
            "message": "Too many requests. Wait for the number of seconds in the header \"Retry-After\", then resend."
          }
        }
      },
      "internal_server_error": {
        "status": 500,
        "body": {
          "error": {
            "type": "internal_server_error",
            "message": "Something unexpected went wrong. Resend the same request; if it persists, report its request id."
          }
        }
      },
      "service_unavailable": {
        "status": 503,
        "body": {
          "error": {
            "type": "service_unavailable",
            "message": "The service is temporarily unavailable. Resend the same request after \"Retry-After\" seconds."
          }
        }
      }
    }
  },
  "listCourts": {
    "errors": {
      "invalid_schema": {
        "status": 400,
        "body": {
          "error": {
            "type": "invalid_schema",
            "message": "The request does not match the schema of this operation. Every fault is listed in \"issues\".",
            "issues": [
              {
                "path": [
                  "externalUserId"
                ],
                "code": "invalid_type",
                "message": "Required."
              }
            ]
          }
        }
      },
      "missing_api_token": {
        "status": 401,
        "body": {
          "error": {
            "type": "missing_api_token",
            "message": "No API token was sent. Send it in the header \"Authorization: Bearer <token>\"."
          }
        }
      },
      "invalid_api_token": {
        "status": 401,
        "body": {
          "error": {
            "type": "invalid_api_token",
            "message": "The API token is unknown, malformed, expired or revoked. Ask an operator for a new one."
          }
        }
      },
      "scope_permission_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "scope_permission_denied",
            "message": "The API token lacks the scope that this operation needs. Ask an operator for a token with it."
          }
        }
      },
      "external_service_access_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "external_service_access_denied",
            "message": "The API token does not belong to the external service in the path. Send the id that \"GET /api/v1/token\" returns, or the token of that service."
          }
        }
      },
      "rate_limit_exceeded": {
        "status": 429,
        "body": {
          "error": {
            "type": "rate_limit_exceeded",
            "message": "Too many requests. Wait for the number of seconds in the header \"Retry-After\", then resend."
          }
        }
      },
      "internal_server_error": {
        "status": 500,
        "body": {
          "error": {
            "type": "internal_server_error",
            "message": "Something unexpected went wrong. Resend the same request; if it persists, report its request id."
          }
        }
      },
      "service_unavailable": {
        "status": 503,
        "body": {
          "error": {
            "type": "service_unavailable",
            "message": "The service is temporarily unavailable. Resend the same request after \"Retry-After\" seconds."
          }
        }
      }
    }
  },
  "getCourtOccupancy": {
    "errors": {
      "invalid_schema": {
        "status": 400,
        "body": {
          "error": {
            "type": "invalid_schema",
            "message": "The request does not match the schema of this operation. Every fault is listed in \"issues\".",
            "issues": [
              {
                "path": [
                  "externalUserId"
                ],
                "code": "invalid_type",
                "message": "Required."
              }
            ]
          }
        }
      },
      "invalid_filter_time_range": {
        "status": 400,
        "body": {
          "error": {
            "type": "invalid_filter_time_range",
            "message": "\"from\" must be before \"to\"."
          }
        }
      },
      "missing_api_token": {
        "status": 401,
        "body": {
          "error": {
            "type": "missing_api_token",
            "message": "No API token was sent. Send it in the header \"Authorization: Bearer <token>\"."
          }
        }
      },
      "invalid_api_token": {
        "status": 401,
        "body": {
          "error": {
            "type": "invalid_api_token",
            "message": "The API token is unknown, malformed, expired or revoked. Ask an operator for a new one."
          }
        }
      },
      "scope_permission_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "scope_permission_denied",
            "message": "The API token lacks the scope that this operation needs. Ask an operator for a token with it."
          }
        }
      },
      "external_service_access_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "external_service_access_denied",
            "message": "The API token does not belong to the external service in the path. Send the id that \"GET /api/v1/token\" returns, or the token of that service."
          }
        }
      },
      "organization_access_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "organization_access_denied",
            "message": "The external service is not granted access to the organization of this court. Ask an operator."
          }
        }
      },
      "court_not_found": {
        "status": 404,
        "body": {
          "error": {
            "type": "court_not_found",
            "message": "There is no court with this \"courtId\", or it was deactivated and takes no bookings. List the courts that you may book."
          }
        }
      },
      "rate_limit_exceeded": {
        "status": 429,
        "body": {
          "error": {
            "type": "rate_limit_exceeded",
            "message": "Too many requests. Wait for the number of seconds in the header \"Retry-After\", then resend."
          }
        }
      },
      "internal_server_error": {
        "status": 500,
        "body": {
          "error": {
            "type": "internal_server_error",
            "message": "Something unexpected went wrong. Resend the same request; if it persists, report its request id."
          }
        }
      },
      "service_unavailable": {
        "status": 503,
        "body": {
          "error": {
            "type": "service_unavailable",
            "message": "The service is temporarily unavailable. Resend the same request after \"Retry-After\" seconds."
          }
        }
      }
    }
  },
  "getUser": {
    "errors": {
      "invalid_schema": {
        "status": 400,
        "body": {
          "error": {
            "type": "invalid_schema",
            "message": "The request does not match the schema of this operation. Every fault is listed in \"issues\".",
            "issues": [
              {
                "path": [
                  "externalUserId"
                ],
                "code": "invalid_type",
                "message": "Required."
              }
            ]
          }
        }
      },
      "missing_api_token": {
        "status": 401,
        "body": {
          "error": {
            "type": "missing_api_token",
            "message": "No API token was sent. Send it in the header \"Authorization: Bearer <token>\"."
          }
        }
      },
      "invalid_api_token": {
        "status": 401,
        "body": {
          "error": {
            "type": "invalid_api_token",
            "message": "The API token is unknown, malformed, expired or revoked. Ask an operator for a new one."
          }
        }
      },
      "scope_permission_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "scope_permission_denied",
            "message": "The API token lacks the scope that this operation needs. Ask an operator for a token with it."
          }
        }
      },
      "external_service_access_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "external_service_access_denied",
            "message": "The API token does not belong to the external service in the path. Send the id that \"GET /api/v1/token\" returns, or the token of that service."
          }
        }
      },
      "user_access_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "user_access_denied",
            "message": "The external service neither manages the user with this \"userId\" nor was granted access to it. Create the user first, or ask an operator for access."
          }
        }
      },
      "rate_limit_exceeded": {
        "status": 429,
        "body": {
          "error": {
            "type": "rate_limit_exceeded",
            "message": "Too many requests. Wait for the number of seconds in the header \"Retry-After\", then resend."
          }
        }
      },
      "internal_server_error": {
        "status": 500,
        "body": {
          "error": {
            "type": "internal_server_error",
            "message": "Something unexpected went wrong. Resend the same request; if it persists, report its request id."
          }
        }
      },
      "service_unavailable": {
        "status": 503,
        "body": {
          "error": {
            "type": "service_unavailable",
            "message": "The service is temporarily unavailable. Resend the same request after \"Retry-After\" seconds."
          }
        }
      }
    }
  },
  "updateUser": {
    "errors": {
      "invalid_schema": {
        "status": 400,
        "body": {
          "error": {
            "type": "invalid_schema",
            "message": "The request does not match the schema of this operation. Every fault is listed in \"issues\".",
            "issues": [
              {
                "path": [
                  "externalUserId"
                ],
                "code": "invalid_type",
                "message": "Required."
              }
            ]
          }
        }
      },
      "missing_api_token": {
        "status": 401,
        "body": {
          "error": {
            "type": "missing_api_token",
            "message": "No API token was sent. Send it in the header \"Authorization: Bearer <token>\"."
          }
        }
      },
      "invalid_api_token": {
        "status": 401,
        "body": {
          "error": {
            "type": "invalid_api_token",
            "message": "The API token is unknown, malformed, expired or revoked. Ask an operator for a new one."
          }
        }
      },
      "scope_permission_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "scope_permission_denied",
            "message": "The API token lacks the scope that this operation needs. Ask an operator for a token with it."
          }
        }
      },
      "external_service_access_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "external_service_access_denied",
            "message": "The API token does not belong to the external service in the path. Send the id that \"GET /api/v1/token\" returns, or the token of that service."
          }
        }
      },
      "user_access_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "user_access_denied",
            "message": "The external service neither manages the user with this \"userId\" nor was granted access to it. Create the user first, or ask an operator for access."
          }
        }
      },
      "user_not_managed": {
        "status": 403,
        "body": {
          "error": {
            "type": "user_not_managed",
            "message": "Another external service manages this user, so you cannot change or erase it. Ask that service or an operator."
          }
        }
      },
      "email_already_in_use": {
        "status": 409,
        "body": {
          "error": {
            "type": "email_already_in_use",
            "message": "The e-mail address is already linked to a different user. If you have this person under another \"externalUserId\", find that user by \"email\" and update it. Otherwise ask an operator for access to the user."
          }
        }
      },
      "external_user_id_already_in_use": {
        "status": 409,
        "body": {
          "error": {
            "type": "external_user_id_already_in_use",
            "message": "The \"externalUserId\" is already linked to a different user. Read the user with this external id. If it is the same person with a new address, update that user. Otherwise send another id."
          }
        }
      },
      "payload_too_large": {
        "status": 413,
        "body": {
          "error": {
            "type": "payload_too_large",
            "message": "The body is larger than 65536 bytes (64 KiB). Send less in one request."
          }
        }
      },
      "unsupported_media_type": {
        "status": 415,
        "body": {
          "error": {
            "type": "unsupported_media_type",
            "message": "The body must be JSON in UTF-8. Send the header \"Content-Type: application/json\"."
          }
        }
      },
      "rate_limit_exceeded": {
        "status": 429,
        "body": {
          "error": {
            "type": "rate_limit_exceeded",
            "message": "Too many requests. Wait for the number of seconds in the header \"Retry-After\", then resend."
          }
        }
      },
      "internal_server_error": {
        "status": 500,
        "body": {
          "error": {
            "type": "internal_server_error",
            "message": "Something unexpected went wrong. Resend the same request; if it persists, report its request id."
          }
        }
      },
      "service_unavailable": {
        "status": 503,
        "body": {
          "error": {
            "type": "service_unavailable",
            "message": "The service is temporarily unavailable. Resend the same request after \"Retry-After\" seconds."
          }
        }
      }
    }
  },
  "eraseUser": {
    "errors": {
      "invalid_schema": {
        "status": 400,
        "body": {
          "error": {
            "type": "invalid_schema",
            "message": "The request does not match the schema of this operation. Every fault is listed in \"issues\".",
            "issues": [
              {
                "path": [
                  "externalUserId"
                ],
                "code": "invalid_type",
                "message": "Required."
              }
            ]
          }
        }
      },
      "missing_api_token": {
        "status": 401,
        "body": {
          "error": {
            "type": "missing_api_token",
            "message": "No API token was sent. Send it in the header \"Authorization: Bearer <token>\"."
          }
        }
      },
      "invalid_api_token": {
        "status": 401,
        "body": {
          "error": {
            "type": "invalid_api_token",
            "message": "The API token is unknown, malformed, expired or revoked. Ask an operator for a new one."
          }
        }
      },
      "scope_permission_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "scope_permission_denied",
            "message": "The API token lacks the scope that this operation needs. Ask an operator for a token with it."
          }
        }
      },
      "external_service_access_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "external_service_access_denied",
            "message": "The API token does not belong to the external service in the path. Send the id that \"GET /api/v1/token\" returns, or the token of that service."
          }
        }
      },
      "user_access_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "user_access_denied",
            "message": "The external service neither manages the user with this \"userId\" nor was granted access to it. Create the user first, or ask an operator for access."
          }
        }
      },
      "user_not_managed": {
        "status": 403,
        "body": {
          "error": {
            "type": "user_not_managed",
            "message": "Another external service manages this user, so you cannot change or erase it. Ask that service or an operator."
          }
        }
      },
      "rate_limit_exceeded": {
        "status": 429,
        "body": {
          "error": {
            "type": "rate_limit_exceeded",
            "message": "Too many requests. Wait for the number of seconds in the header \"Retry-After\", then resend."
          }
        }
      },
      "internal_server_error": {
        "status": 500,
        "body": {
          "error": {
            "type": "internal_server_error",
            "message": "Something unexpected went wrong. Resend the same request; if it persists, report its request id."
          }
        }
      },
      "service_unavailable": {
        "status": 503,
        "body": {
          "error": {
            "type": "service_unavailable",
            "message": "The service is temporarily unavailable. Resend the same request after \"Retry-After\" seconds."
          }
        }
      }
    }
  },
  "getUserByExternalId": {
    "errors": {
      "invalid_schema": {
        "status": 400,
        "body": {
          "error": {
            "type": "invalid_schema",
            "message": "The request does not match the schema of this operation. Every fault is listed in \"issues\".",
            "issues": [
              {
                "path": [
                  "externalUserId"
                ],
                "code": "invalid_type",
                "message": "Required."
              }
            ]
          }
        }
      },
      "missing_api_token": {
        "status": 401,
        "body": {
          "error": {
            "type": "missing_api_token",
            "message": "No API token was sent. Send it in the header \"Authorization: Bearer <token>\"."
          }
        }
      },
      "invalid_api_token": {
        "status": 401,
        "body": {
          "error": {
            "type": "invalid_api_token",
            "message": "The API token is unknown, malformed, expired or revoked. Ask an operator for a new one."
          }
        }
      },
      "scope_permission_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "scope_permission_denied",
            "message": "The API token lacks the scope that this operation needs. Ask an operator for a token with it."
          }
        }
      },
      "external_service_access_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "external_service_access_denied",
            "message": "The API token does not belong to the external service in the path. Send the id that \"GET /api/v1/token\" returns, or the token of that service."
          }
        }
      },
      "user_access_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "user_access_denied",
            "message": "The external service neither manages the user with this \"userId\" nor was granted access to it. Create the user first, or ask an operator for access."
          }
        }
      },
      "user_not_found": {
        "status": 404,
        "body": {
          "error": {
            "type": "user_not_found",
            "message": "There is no user with this id, or the user was erased. Check the id."
          }
        }
      },
      "rate_limit_exceeded": {
        "status": 429,
        "body": {
          "error": {
            "type": "rate_limit_exceeded",
            "message": "Too many requests. Wait for the number of seconds in the header \"Retry-After\", then resend."
          }
        }
      },
      "internal_server_error": {
        "status": 500,
        "body": {
          "error": {
            "type": "internal_server_error",
            "message": "Something unexpected went wrong. Resend the same request; if it persists, report its request id."
          }
        }
      },
      "service_unavailable": {
        "status": 503,
        "body": {
          "error": {
            "type": "service_unavailable",
            "message": "The service is temporarily unavailable. Resend the same request after \"Retry-After\" seconds."
          }
        }
      }
    }
  },
  "upsertUser": {
    "errors": {
      "invalid_schema": {
        "status": 400,
        "body": {
          "error": {
            "type": "invalid_schema",
            "message": "The request does not match the schema of this operation. Every fault is listed in \"issues\".",
            "issues": [
              {
                "path": [
                  "externalUserId"
                ],
                "code": "invalid_type",
                "message": "Required."
              }
            ]
          }
        }
      },
      "missing_api_token": {
        "status": 401,
        "body": {
          "error": {
            "type": "missing_api_token",
            "message": "No API token was sent. Send it in the header \"Authorization: Bearer <token>\"."
          }
        }
      },
      "invalid_api_token": {
        "status": 401,
        "body": {
          "error": {
            "type": "invalid_api_token",
            "message": "The API token is unknown, malformed, expired or revoked. Ask an operator for a new one."
          }
        }
      },
      "scope_permission_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "scope_permission_denied",
            "message": "The API token lacks the scope that this operation needs. Ask an operator for a token with it."
          }
        }
      },
      "external_service_access_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "external_service_access_denied",
            "message": "The API token does not belong to the external service in the path. Send the id that \"GET /api/v1/token\" returns, or the token of that service."
          }
        }
      },
      "user_access_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "user_access_denied",
            "message": "The external service neither manages the user with this \"userId\" nor was granted access to it. Create the user first, or ask an operator for access."
          }
        }
      },
      "user_not_managed": {
        "status": 403,
        "body": {
          "error": {
            "type": "user_not_managed",
            "message": "Another external service manages this user, so you cannot change or erase it. Ask that service or an operator."
          }
        }
      },
      "email_already_in_use": {
        "status": 409,
        "body": {
          "error": {
            "type": "email_already_in_use",
            "message": "The e-mail address is already linked to a different user. If you have this person under another \"externalUserId\", find that user by \"email\" and update it. Otherwise ask an operator for access to the user."
          }
        }
      },
      "payload_too_large": {
        "status": 413,
        "body": {
          "error": {
            "type": "payload_too_large",
            "message": "The body is larger than 65536 bytes (64 KiB). Send less in one request."
          }
        }
      },
      "unsupported_media_type": {
        "status": 415,
        "body": {
          "error": {
            "type": "unsupported_media_type",
            "message": "The body must be JSON in UTF-8. Send the header \"Content-Type: application/json\"."
          }
        }
      },
      "rate_limit_exceeded": {
        "status": 429,
        "body": {
          "error": {
            "type": "rate_limit_exceeded",
            "message": "Too many requests. Wait for the number of seconds in the header \"Retry-After\", then resend."
          }
        }
      },
      "internal_server_error": {
        "status": 500,
        "body": {
          "error": {
            "type": "internal_server_error",
            "message": "Something unexpected went wrong. Resend the same request; if it persists, report its request id."
          }
        }
      },
      "service_unavailable": {
        "status": 503,
        "body": {
          "error": {
            "type": "service_unavailable",
            "message": "The service is temporarily unavailable. Resend the same request after \"Retry-After\" seconds."
          }
        }
      }
    }
  },
  "batchUsers": {
    "errors": {
      "invalid_schema": {
        "status": 400,
        "body": {
          "error": {
            "type": "invalid_schema",
            "message": "The request does not match the schema of this operation. Every fault is listed in \"issues\".",
            "issues": [
              {
                "path": [
                  "externalUserId"
                ],
                "code": "invalid_type",
                "message": "Required."
              }
            ]
          }
        }
      },
      "missing_api_token": {
        "status": 401,
        "body": {
          "error": {
            "type": "missing_api_token",
            "message": "No API token was sent. Send it in the header \"Authorization: Bearer <token>\"."
          }
        }
      },
      "invalid_api_token": {
        "status": 401,
        "body": {
          "error": {
            "type": "invalid_api_token",
            "message": "The API token is unknown, malformed, expired or revoked. Ask an operator for a new one."
          }
        }
      },
      "scope_permission_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "scope_permission_denied",
            "message": "The API token lacks the scope that this operation needs. Ask an operator for a token with it."
          }
        }
      },
      "external_service_access_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "external_service_access_denied",
            "message": "The API token does not belong to the external service in the path. Send the id that \"GET /api/v1/token\" returns, or the token of that service."
          }
        }
      },
      "batch_refused": {
        "status": 409,
        "body": {
          "error": {
            "type": "batch_refused",
            "message": "Nothing in the batch was written. Every item at fault is listed in \"issues\". Correct these items, then resend the batch.",
            "issues": [
              {
                "path": [
                  "items",
                  3
                ],
                "code": "court_booking_overlap",
                "message": "Another active booking of this court overlaps the time range. Choose another time or court.",
                "conflicts": [
                  {
                    "startDate": "2026-12-01T09:00:00.000Z",
                    "endDate": "2026-12-01T10:00:00.000Z",
                    "externalCourtBookingId": "booking-41"
                  }
                ]
              }
            ]
          }
        }
      },
      "payload_too_large": {
        "status": 413,
        "body": {
          "error": {
            "type": "payload_too_large",
            "message": "The body is larger than 65536 bytes (64 KiB). Send less in one request."
          }
        }
      },
      "unsupported_media_type": {
        "status": 415,
        "body": {
          "error": {
            "type": "unsupported_media_type",
            "message": "The body must be JSON in UTF-8. Send the header \"Content-Type: application/json\"."
          }
        }
      },
      "rate_limit_exceeded": {
        "status": 429,
        "body": {
          "error": {
            "type": "rate_limit_exceeded",
            "message": "Too many requests. Wait for the number of seconds in the header \"Retry-After\", then resend."
          }
        }
      },
      "internal_server_error": {
        "status": 500,
        "body": {
          "error": {
            "type": "internal_server_error",
            "message": "Something unexpected went wrong. Resend the same request; if it persists, report its request id."
          }
        }
      },
      "service_unavailable": {
        "status": 503,
        "body": {
          "error": {
            "type": "service_unavailable",
            "message": "The service is temporarily unavailable. Resend the same request after \"Retry-After\" seconds."
          }
        }
      }
    }
  },
  "listChanges": {
    "errors": {
      "invalid_schema": {
        "status": 400,
        "body": {
          "error": {
            "type": "invalid_schema",
            "message": "The request does not match the schema of this operation. Every fault is listed in \"issues\".",
            "issues": [
              {
                "path": [
                  "externalUserId"
                ],
                "code": "invalid_type",
                "message": "Required."
              }
            ]
          }
        }
      },
      "missing_api_token": {
        "status": 401,
        "body": {
          "error": {
            "type": "missing_api_token",
            "message": "No API token was sent. Send it in the header \"Authorization: Bearer <token>\"."
          }
        }
      },
      "invalid_api_token": {
        "status": 401,
        "body": {
          "error": {
            "type": "invalid_api_token",
            "message": "The API token is unknown, malformed, expired or revoked. Ask an operator for a new one."
          }
        }
      },
      "scope_permission_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "scope_permission_denied",
            "message": "The API token lacks the scope that this operation needs. Ask an operator for a token with it."
          }
        }
      },
      "external_service_access_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "external_service_access_denied",
            "message": "The API token does not belong to the external service in the path. Send the id that \"GET /api/v1/token\" returns, or the token of that service."
          }
        }
      },
      "cursor_expired": {
        "status": 410,
        "body": {
          "error": {
            "type": "cursor_expired",
            "message": "Changes after this cursor are no longer kept, so you would miss some. Start again: request \"cursor=latest\", list what you need, and continue from that cursor."
          }
        }
      },
      "rate_limit_exceeded": {
        "status": 429,
        "body": {
          "error": {
            "type": "rate_limit_exceeded",
            "message": "Too many requests. Wait for the number of seconds in the header \"Retry-After\", then resend."
          }
        }
      },
      "internal_server_error": {
        "status": 500,
        "body": {
          "error": {
            "type": "internal_server_error",
            "message": "Something unexpected went wrong. Resend the same request; if it persists, report its request id."
          }
        }
      },
      "service_unavailable": {
        "status": 503,
        "body": {
          "error": {
            "type": "service_unavailable",
            "message": "The service is temporarily unavailable. Resend the same request after \"Retry-After\" seconds."
          }
        }
      }
    }
  },
  "listWebhookEndpoints": {
    "errors": {
      "invalid_schema": {
        "status": 400,
        "body": {
          "error": {
            "type": "invalid_schema",
            "message": "The request does not match the schema of this operation. Every fault is listed in \"issues\".",
            "issues": [
              {
                "path": [
                  "externalUserId"
                ],
                "code": "invalid_type",
                "message": "Required."
              }
            ]
          }
        }
      },
      "missing_api_token": {
        "status": 401,
        "body": {
          "error": {
            "type": "missing_api_token",
            "message": "No API token was sent. Send it in the header \"Authorization: Bearer <token>\"."
          }
        }
      },
      "invalid_api_token": {
        "status": 401,
        "body": {
          "error": {
            "type": "invalid_api_token",
            "message": "The API token is unknown, malformed, expired or revoked. Ask an operator for a new one."
          }
        }
      },
      "scope_permission_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "scope_permission_denied",
            "message": "The API token lacks the scope that this operation needs. Ask an operator for a token with it."
          }
        }
      },
      "external_service_access_denied": {
        "status": 403,
        "body": {
          "error": {
            "type": "external_service_access_denied",
            "message": "The API token does not belong to the external service in the path. Send the id that \"GET /api/v1/token\" returns, or the token of that service."
          }
        }
      },
      "rate_limit_exceeded": {
        "status": 429,
        "body": {
          "error": {
            "type": "rate_limit_exceeded",
            "message": "Too many requests. Wait for the number of seconds in the header \"Retry-After\", then resend."
          }
        }
      },
      "internal_server_error": {
        "status": 500,
        "body": {
          "error": {
            "type": "internal_server_error",
            "message": "Something unexpected went wrong. Resend the same request; if it persists, report its request id."
          }
        }
      },
      "service_unavailable": {
        "status": 503,
        "body": {
          "error": {
            "type": "service_unavailable",
            "message": "The service is temporarily unavailable. Resend the same request after \"Retry-After\" seconds."
          }
        }
      }
    }
  }
};
