/** Not in the document: the maximum body size, 64 KiB. */
export const maxBodyBytes = 65_536;

/** Not in the document: the maximum size of the request line and headers together, 16 KiB. */
export const maxHeaderBytes = 16_384;

/**
 * The catalogue of errors. Each code is defined only here. Statuses, OpenAPI, GraphQL types, the SDK, the table in
 * docs/partners/errors.md and the tests are derived from it. `origin` distinguishes codes of the document from added
 * ones (docs/decisions.md).
 */
export const catalogue = {
  invalid_schema: {
    status: 400,
    origin: 'document',
    condition: 'request validation failed',
    message: 'The request does not match the schema of this operation. Every fault is listed in "issues".',
  },
  mutually_exclusive_fields_violation: {
    status: 400,
    origin: 'document',
    condition: 'exactly one field of a mutually exclusive set is required and that does not hold',
    message: 'Exactly one of "userId" and "email" is required for each participant.',
  },
  duplicate_entries_provided: {
    status: 400,
    origin: 'document',
    condition: 'duplicates where uniqueness is required',
    message: 'A participant is named more than once. Name each participant once, by "userId" or by "email".',
  },
  invalid_time_range: {
    status: 400,
    origin: 'document',
    condition: 'a primary time range is ordered incorrectly',
    message: '"startDate" must be before "endDate".',
  },
  missing_api_token: {
    status: 401,
    origin: 'document',
    condition: 'no authentication token provided',
    message: 'No API token was sent. Send it in the header "Authorization: Bearer <token>".',
  },
  invalid_api_token: {
    status: 401,
    origin: 'document',
    condition: 'token invalid or expired',
    message: 'The API token is unknown, malformed, expired or revoked. Ask an operator for a new one.',
  },
  scope_permission_denied: {
    status: 403,
    origin: 'document',
    condition: 'insufficient permissions',
    message: 'The API token lacks the scope that this operation needs. Ask an operator for a token with it.',
  },
  external_service_access_denied: {
    status: 403,
    origin: 'document',
    condition: 'token does not match the requested external service',
    message:
      'The API token does not belong to the external service in the path. Send the id that "GET /api/v1/token" returns, or the token of that service.',
  },
  organization_access_denied: {
    status: 403,
    origin: 'document',
    condition: 'service is not granted access to the organization',
    message: 'The external service is not granted access to the organization of this court. Ask an operator.',
  },
  user_access_denied: {
    status: 403,
    origin: 'document',
    condition: 'service is not granted access to the user',
    message:
      'The external service neither manages the user with this "userId" nor was granted access to it. Create the user first, or ask an operator for access.',
  },
  court_not_found: {
    status: 404,
    origin: 'document',
    condition: 'court was not found',
    message:
      'There is no court with this "courtId", or it was deactivated and takes no bookings. List the courts that you may book.',
  },
  email_already_in_use: {
    status: 409,
    origin: 'document',
    condition: 'submitted email is already linked to a different user',
    message:
      'The e-mail address is already linked to a different user. If you have this person under another "externalUserId", find that user by "email" and update it. Otherwise ask an operator for access to the user.',
  },
  external_user_id_already_in_use: {
    status: 409,
    origin: 'document',
    condition: 'submitted external user ID is already linked to a different user',
    message:
      'The "externalUserId" is already linked to a different user. Read the user with this external id. If it is the same person with a new address, update that user. Otherwise send another id.',
  },
  stale_write: {
    status: 409,
    origin: 'document',
    condition: 'request is older than the stored resource version',
    message:
      'A newer version of this court booking is stored; the older one was not written. Do not resend it.',
  },
  version_conflict: {
    status: 409,
    origin: 'document',
    condition: 'request conflicts with the current resource version',
    message:
      'The request conflicts with the stored version of this court booking. Resend it with a newer "externalUpdatedAt".',
  },
  court_booking_overlap: {
    status: 409,
    origin: 'document',
    condition: 'booking overlaps another active booking of the court',
    message: 'Another active booking of this court overlaps the time range. Choose another time or court.',
  },
  // Not in the document: the codes of the operations beyond its two.
  court_booking_not_found: {
    status: 404,
    origin: 'operations',
    condition: 'no court booking has this id',
    message:
      'There is no court booking with this id. Check the id, which is case-sensitive, or create the booking with an upsert.',
  },
  request_not_found: {
    status: 404,
    origin: 'operations',
    condition: 'no recorded request has this id',
    message:
      'There is no recorded request of yours with this "X-Request-Id". Check the id, or read it again after a second, when a new request is recorded.',
  },
  user_not_found: {
    status: 404,
    origin: 'operations',
    condition: 'no user has this id',
    message: 'There is no user with this id, or the user was erased. Check the id.',
  },
  user_not_managed: {
    status: 403,
    origin: 'operations',
    condition: 'the user is accessible, but another external service manages it',
    message:
      'Another external service manages this user, so you cannot change or erase it. Ask that service or an operator.',
  },
  invalid_filter_time_range: {
    status: 400,
    origin: 'operations',
    condition: 'the time range of a filter is reversed, empty, or too long',
    message: '"from" must be before "to".',
  },
  invalid_updated_filter_time_range: {
    status: 400,
    origin: 'operations',
    condition: 'the range of times of the last update is reversed or empty',
    message: '"updatedFrom" must be before "updatedTo".',
  },
  batch_refused: {
    status: 409,
    origin: 'operations',
    condition: 'an item of an atomic batch was rejected, so no item was written',
    message:
      'Nothing in the batch was written. Every item at fault is listed in "issues". Correct these items, then resend the batch.',
  },
  cursor_expired: {
    status: 410,
    origin: 'operations',
    condition: 'changes after the cursor are no longer kept, or the cursor is not of this database',
    message:
      'Changes after this cursor are no longer kept, so you would miss some. Start again: request "cursor=latest", list what you need, and continue from that cursor.',
  },
  api_token_not_active: {
    status: 409,
    origin: 'operations',
    condition: 'the API token is revoked, expired, or already rotated',
    message:
      'This API token is revoked, expired, or was rotated already. Rotate the one that replaced it, or use a new one.',
  },
  too_many_api_tokens: {
    status: 409,
    origin: 'operations',
    condition: 'the external service has 100 valid API tokens',
    message: 'Your external service has 100 valid API tokens. Revoke those that you do not use first.',
  },
  webhook_endpoint_not_found: {
    status: 404,
    origin: 'operations',
    condition: 'no webhook endpoint has this id',
    message: 'There is no webhook endpoint with this id. Check the id, or list the webhook endpoints.',
  },
  webhook_endpoint_paused: {
    status: 409,
    origin: 'operations',
    condition: 'an operator paused the webhook endpoint',
    message: 'An operator paused this webhook endpoint, so that only an operator can resume it. Ask one.',
  },
  webhook_url_refused: {
    status: 400,
    origin: 'operations',
    condition: 'the address of a webhook endpoint is not allowed; the message says why',
    message:
      'Nothing can be sent to this address. Choose an https address that is reachable from the internet.',
  },
  too_many_webhook_endpoints: {
    status: 409,
    origin: 'operations',
    condition: 'the external service has 20 webhook endpoints',
    message: 'An external service has at most 20 webhook endpoints. Delete one first.',
  },
  webhook_secrets_key_missing: {
    status: 409,
    origin: 'operations',
    condition: 'no key is configured to encrypt webhook secrets',
    message:
      'Webhook secrets are stored encrypted, but no key is configured. Ask an administrator of the service to set WEBHOOK_SECRETS_KEY in every process to the same 32 random bytes in base64 (`openssl rand -base64 32`), and to restart it.',
  },
  webhook_secret_unreadable: {
    status: 409,
    origin: 'operations',
    condition: 'a secret of a webhook endpoint was encrypted by another key',
    message:
      'The secret of this webhook endpoint was encrypted with a key that is no longer configured. Ask an administrator of the service to set it as WEBHOOK_SECRETS_KEY_FORMER, or rotate the secret with an overlap of 0 hours.',
  },
  internal_server_error: {
    status: 500,
    origin: 'document',
    condition: 'unexpected server error',
    message:
      'Something unexpected went wrong. Resend the same request; if it persists, report its request id.',
  },
  // Not in the document: the following codes. They use the same envelope.
  route_not_found: {
    status: 404,
    origin: 'transport',
    condition: 'no operation has this path',
    message: 'This path does not exist. See the list of operations in /api/v1/openapi.json.',
  },
  method_not_allowed: {
    status: 405,
    origin: 'transport',
    condition: 'the path has no operation with this method; `Allow` names those it has',
    message: 'This path does not support the method. Send one that the header "Allow" lists.',
  },
  payload_too_large: {
    status: 413,
    origin: 'transport',
    condition: 'the body is over 64 KiB',
    message: `The body is larger than ${maxBodyBytes} bytes (64 KiB). Send less in one request.`,
  },
  headers_too_large: {
    status: 431,
    origin: 'transport',
    condition: 'the address and the headers are over 16 KiB together',
    message: `The address and the headers are larger than ${maxHeaderBytes} bytes (16 KiB) together. Send less.`,
  },
  unsupported_media_type: {
    status: 415,
    origin: 'transport',
    condition: 'the body is not JSON by its content type, or it is compressed',
    message: 'The body must be JSON in UTF-8. Send the header "Content-Type: application/json".',
  },
  transfer_coding_unsupported: {
    status: 501,
    origin: 'transport',
    condition: 'the body has a `Transfer-Encoding` other than `chunked`',
    message:
      'The body has a "Transfer-Encoding" other than "chunked". Send it uncompressed, with "Content-Length" or in chunks.',
  },
  rate_limit_exceeded: {
    status: 429,
    origin: 'transport',
    condition: 'too many requests; `Retry-After` says when to continue',
    message: 'Too many requests. Wait for the number of seconds in the header "Retry-After", then resend.',
  },
  service_unavailable: {
    status: 503,
    origin: 'transport',
    condition: 'overloaded, or the database is unavailable; `Retry-After` says when to try again',
    message: 'The service is temporarily unavailable. Resend the same request after "Retry-After" seconds.',
  },
  organization_not_found: {
    status: 404,
    origin: 'operators',
    condition: 'no organization has this id',
    message: 'There is no organization with this id. Check the id, or find it by its name.',
  },
  external_service_not_found: {
    status: 404,
    origin: 'operators',
    condition: 'no external service has this id',
    message: 'There is no external service with this id. Check the id, or find it by its name.',
  },
  cancellation_not_found: {
    status: 404,
    origin: 'operators',
    condition: 'no cancellation without a booking is stored under this id',
    message:
      'No cancellation is remembered under this id of this external service. Check the id. If a booking is stored, reset its version.',
  },
  name_already_in_use: {
    status: 409,
    origin: 'operators',
    condition: 'the name must be unique and is already in use',
    message: 'This name is already in use. Choose another one.',
  },
  nothing_to_change: {
    status: 409,
    origin: 'operators',
    condition: 'nothing would change, or the change is not possible; the message says why',
    message: 'Nothing was changed, because the stored values are the same already.',
  },
  court_booking_over: {
    status: 409,
    origin: 'operators',
    condition: 'a booking is over, and the input does not confirm that it is changed anyway',
    message:
      'A booking is over, so nothing was changed. Send "changesPast" with the value true to change it anyway.',
  },
  sandbox_report_rejected: {
    status: 409,
    origin: 'operators',
    condition:
      'the partner may not go live: a passed, current report of its client is missing; the message says why',
    message:
      'This service issues tokens only with a passed, current report of the sandbox. Ask the partner for the signed report.',
  },
  confirmation_outdated: {
    status: 409,
    origin: 'operators',
    condition: 'the affected data changed after the dry run, or the confirmation was used or expired',
    message:
      'The dry run is out of date: it was confirmed already, the records have changed, ten minutes have passed, or the input differs. Nothing was changed now. Start again with a new dry run.',
  },
  api_token_not_found: {
    status: 404,
    origin: 'operators',
    condition: 'no API token has this id',
    message: 'There is no API token with this id. Check the id, or find it in the list of API tokens.',
  },
  alert_endpoint_not_found: {
    status: 404,
    origin: 'operators',
    condition: 'no alert endpoint has this id',
    message:
      'There is no alert endpoint with this id. Check the id, or find it in the list of alert endpoints.',
  },
  change_not_found: {
    status: 404,
    origin: 'operators',
    condition: 'the external service has no change with this id, or the change is no longer kept',
    message:
      'The external service of this endpoint has no change with this id, or the change is no longer kept. Check the id.',
  },
  email_of_user: {
    status: 409,
    origin: 'operators',
    condition: 'the address is that of a user account',
    message: 'This address belongs to a user account, not to a guest. Erase the user instead.',
  },
  signature_invalid: {
    status: 401,
    origin: 'operators',
    condition: 'a report of secret scanning is not signed by a known key',
    message:
      'The report is not signed by a known key. Sign its bytes with ECDSA (P-256, SHA-256), and name the key in "Github-Public-Key-Identifier".',
  },
  operator_not_found: {
    status: 404,
    origin: 'operators',
    condition: 'no operator has this id',
    message: 'There is no operator with this id. Check the id, or find it in the list of operators.',
  },
  operator_token_not_rotatable: {
    status: 409,
    origin: 'operators',
    condition: 'the operator has no token that can be rotated; the message says why',
    message: 'This operator has no token that could be replaced. Create another operator.',
  },
  last_administrator: {
    status: 409,
    origin: 'operators',
    condition: 'the operator is the last administrator',
    message:
      'This is the last administrator, so nobody could change anything afterwards. Create another one first.',
  },
  operator_permission_denied: {
    status: 403,
    origin: 'operators',
    condition: "the operator's role does not allow it",
    message: 'Your role does not allow this. Ask an operator with the role ADMIN.',
  },
  operator_token_invalid: {
    status: 401,
    origin: 'operators',
    condition: 'the operator is not signed in',
    message:
      'You are not signed in, or your operator token was revoked or has ended. Sign in at /sign-in, or send "Authorization: Bearer <operator token>".',
  },
} as const satisfies Record<string, CatalogueEntry>;

interface CatalogueEntry {
  status: number;
  /**
   * The source of the code: the document, the operations beyond the document, the transport, or the operators'
   * interface.
   */
  origin: 'document' | 'operations' | 'transport' | 'operators';
  /** When the error is returned, in the document's words where it has some. */
  condition: string;
  message: string;
}

/** A code of the catalogue. It is `error.type` in the document. */
export type ErrorType = keyof typeof catalogue;
