// generated, run npm run codegen
import type { OperationName } from '../documented-responses.ts';
import type { Scope } from '../../../src/rules/requests/scope.ts';
import type { Shape } from './platform/shape.ts';

/** The request of an operation: its scopes, and the shapes of its parts. */
export interface DocumentedRequest {
  /** One of these is required. If empty, any token is accepted. */
  readonly scopes: readonly Scope[];
  /** No token is needed. */
  readonly isPublic?: boolean;
  /** Without it, the query must be empty. */
  readonly query?: Shape;
  readonly body?: Shape;
  /** If there is a body. */
  readonly maxBodyBytes?: number;
}

/** Every operation of the interface. */
export const documentedRequests: Record<OperationName, DocumentedRequest> = {
  createUser: {"scopes":["userwrite"],"body":{"type":"named","name":"CreateUserRequest"},"maxBodyBytes":65536},
  upsertCourtBooking: {"scopes":["court-bookingwrite"],"query":{"type":"object","fields":{"dryRun":{"type":"boolean","default":false}},"required":[]},"body":{"type":"named","name":"UpsertCourtBookingRequest"},"maxBodyBytes":65536},
  getToken: {"scopes":[]},
  getCourtBooking: {"scopes":["court-bookingread"]},
  listCourtBookings: {"scopes":["court-bookingread"],"query":{"type":"object","fields":{"courtId":{"type":"uuid"},"from":{"type":"date-time"},"to":{"type":"date-time"},"updatedFrom":{"type":"date-time"},"updatedTo":{"type":"date-time"},"status":{"type":"choice","values":["ACTIVE","CANCELLED","ANY"],"default":"ACTIVE"},"participantUserId":{"type":"uuid"},"participantEmail":{"type":"email","pattern":"^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$","maximum":254},"limit":{"type":"integer","minimum":1,"maximum":100,"default":50},"cursor":{"type":"cursor","maximum":2000}},"required":[]}},
  cancelCourtBooking: {"scopes":["court-bookingwrite"],"query":{"type":"object","fields":{"externalUpdatedAt":{"type":"date-time"},"dryRun":{"type":"boolean","default":false}},"required":["externalUpdatedAt"]}},
  batchCourtBookings: {"scopes":["court-bookingwrite"],"query":{"type":"object","fields":{"dryRun":{"type":"boolean","default":false}},"required":[]},"body":{"type":"named","name":"BatchRequest"},"maxBodyBytes":524288},
  listCourts: {"scopes":["court-bookingread"],"query":{"type":"object","fields":{"organizationId":{"type":"uuid"},"limit":{"type":"integer","minimum":1,"maximum":100,"default":50},"cursor":{"type":"cursor","maximum":2000}},"required":[]}},
  getCourtOccupancy: {"scopes":["court-bookingread"],"query":{"type":"object","fields":{"from":{"type":"date-time"},"to":{"type":"date-time"}},"required":["from","to"]}},
  getOrganizationOccupancy: {"scopes":["court-bookingread"],"query":{"type":"object","fields":{"from":{"type":"date-time"},"to":{"type":"date-time"},"version":{"type":"uuid"},"wait":{"type":"integer","minimum":0,"maximum":30,"default":0}},"required":["from","to"]}},
  getUser: {"scopes":["userread"]},
  getUserByExternalId: {"scopes":["userread"]},
  listUsers: {"scopes":["userread"],"query":{"type":"object","fields":{"email":{"type":"email","pattern":"^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$","maximum":254},"externalUserId":{"type":"text","minimum":1,"maximum":255,"notDots":true},"updatedFrom":{"type":"date-time"},"updatedTo":{"type":"date-time"},"cursor":{"type":"cursor","maximum":2000},"limit":{"type":"integer","minimum":1,"maximum":100,"default":50}},"required":[]}},
  upsertUser: {"scopes":["userwrite"],"body":{"type":"named","name":"UpsertUserRequest"},"maxBodyBytes":65536},
  batchUsers: {"scopes":["userwrite"],"body":{"type":"named","name":"BatchUsersRequest"},"maxBodyBytes":524288},
  updateUser: {"scopes":["userwrite"],"body":{"type":"named","name":"UpdateUserRequest"},"maxBodyBytes":65536},
  eraseUser: {"scopes":["userwrite"]},
  listChanges: {"scopes":["court-bookingread","userread"],"query":{"type":"object","fields":{"cursor":{"type":"cursor","maximum":2000},"limit":{"type":"integer","minimum":1,"maximum":100,"default":50},"wait":{"type":"integer","minimum":0,"maximum":30,"default":0}},"required":[]}},
  listWebhookEndpoints: {"scopes":["court-bookingread","userread","webhookwrite"]},
  createWebhookEndpoint: {"scopes":["webhookwrite"],"body":{"type":"named","name":"CreateWebhookEndpointRequest"},"maxBodyBytes":65536},
  deleteWebhookEndpoint: {"scopes":["webhookwrite"]},
  testWebhookEndpoint: {"scopes":["webhookwrite"]},
  rotateWebhookSecret: {"scopes":["webhookwrite"],"body":{"type":"named","name":"RotateWebhookSecretRequest"},"maxBodyBytes":65536},
  updateWebhookEndpoint: {"scopes":["webhookwrite"],"body":{"type":"named","name":"UpdateWebhookEndpointRequest"},"maxBodyBytes":65536},
  pauseWebhookEndpoint: {"scopes":["webhookwrite"]},
  resumeWebhookEndpoint: {"scopes":["webhookwrite"]},
  resendWebhookDeliveries: {"scopes":["webhookwrite"],"body":{"type":"named","name":"ResendWebhookDeliveriesRequest"},"maxBodyBytes":65536},
  listWebhookDeliveries: {"scopes":["court-bookingread","userread","webhookwrite"],"query":{"type":"object","fields":{"status":{"type":"choice","values":["PENDING","DELIVERED","FAILED"]},"failed":{"type":"boolean","default":false},"from":{"type":"date-time"},"to":{"type":"date-time"},"limit":{"type":"integer","minimum":1,"maximum":100,"default":50},"cursor":{"type":"cursor","maximum":2000}},"required":[]}},
  listApiTokens: {"scopes":[],"query":{"type":"object","fields":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":50},"cursor":{"type":"cursor","maximum":2000}},"required":[]}},
  rotateApiToken: {"scopes":[],"body":{"type":"named","name":"RotateApiTokenRequest"},"maxBodyBytes":65536},
  revokeApiToken: {"scopes":[],"isPublic":true,"body":{"type":"named","name":"RevokeApiTokenRequest"},"maxBodyBytes":2048},
  getRequest: {"scopes":["court-bookingread","userread"]},
  listRequests: {"scopes":["court-bookingread","userread"],"query":{"type":"object","fields":{"failed":{"type":"boolean","default":false},"externalId":{"type":"text","minimum":1,"maximum":255,"notDots":true},"operation":{"type":"choice","values":["createUser","upsertCourtBooking","getToken","getCourtBooking","listCourtBookings","cancelCourtBooking","batchCourtBookings","listCourts","getCourtOccupancy","getOrganizationOccupancy","getUser","getUserByExternalId","listUsers","upsertUser","batchUsers","updateUser","eraseUser","listChanges","listWebhookEndpoints","createWebhookEndpoint","deleteWebhookEndpoint","testWebhookEndpoint","rotateWebhookSecret","updateWebhookEndpoint","pauseWebhookEndpoint","resumeWebhookEndpoint","resendWebhookDeliveries","listWebhookDeliveries","listApiTokens","rotateApiToken","revokeApiToken","getRequest","listRequests"]},"from":{"type":"date-time"},"to":{"type":"date-time"},"limit":{"type":"integer","minimum":1,"maximum":100,"default":50},"cursor":{"type":"cursor","maximum":2000}},"required":[]}},
};

/** The shapes of the parameters in paths, by their names. */
export const pathParameters: Record<string, Shape> = {"externalServiceId":{"type":"uuid"},"externalCourtBookingId":{"type":"text","minimum":1,"maximum":255,"notDots":true},"courtId":{"type":"uuid"},"organizationId":{"type":"uuid"},"userId":{"type":"uuid"},"externalUserId":{"type":"text","minimum":1,"maximum":255,"notDots":true},"webhookEndpointId":{"type":"uuid"},"requestId":{"type":"text","minimum":1,"maximum":255,"notDots":true}};

/** The shapes of request bodies, by their names in the document. */
export const requestShapes: Record<string, Shape> = {
  CreateUserRequest: {"type":"object","fields":{"email":{"type":"email","pattern":"^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$","maximum":254},"externalUserId":{"type":"text","minimum":1,"maximum":255,"notDots":true},"firstName":{"type":"text","minimum":1,"maximum":255,"isName":true},"lastName":{"type":"text","minimum":1,"maximum":255,"isName":true},"birthday":{"type":"date","nullable":true}},"required":["email","externalUserId","firstName","lastName"]},
  UpsertCourtBookingRequest: {"type":"object","fields":{"courtId":{"type":"uuid"},"startDate":{"type":"date-time"},"endDate":{"type":"date-time"},"externalUpdatedAt":{"type":"date-time"},"participants":{"type":"array","of":{"type":"named","name":"ParticipantRequest"},"maximum":50,"default":[]}},"required":["courtId","startDate","endDate","externalUpdatedAt"]},
  ParticipantRequest: {"type":"object","fields":{"userId":{"type":"uuid"},"email":{"type":"email","pattern":"^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$","maximum":254},"erased":{"type":"true"}},"required":[]},
  BatchRequest: {"type":"object","fields":{"atomic":{"type":"boolean","default":false},"items":{"type":"array","of":{"type":"object","fields":{"action":{"type":"choice","values":["upsert","cancel"]},"externalCourtBookingId":{"type":"any"}},"required":["action","externalCourtBookingId"],"open":true},"minimum":1,"maximum":200}},"required":["items"]},
  BatchUpsert: {"type":"object","fields":{"courtId":{"type":"uuid"},"startDate":{"type":"date-time"},"endDate":{"type":"date-time"},"externalUpdatedAt":{"type":"date-time"},"participants":{"type":"array","of":{"type":"named","name":"ParticipantRequest"},"maximum":50,"default":[]},"action":{"type":"choice","values":["upsert"]},"externalCourtBookingId":{"type":"text","minimum":1,"maximum":255,"notDots":true}},"required":["courtId","startDate","endDate","externalUpdatedAt","action","externalCourtBookingId"]},
  BatchCancellation: {"type":"object","fields":{"action":{"type":"choice","values":["cancel"]},"externalCourtBookingId":{"type":"text","minimum":1,"maximum":255,"notDots":true},"externalUpdatedAt":{"type":"date-time"}},"required":["action","externalCourtBookingId","externalUpdatedAt"]},
  UpdateUserRequest: {"type":"object","fields":{"firstName":{"type":"text","minimum":1,"maximum":255,"isName":true},"lastName":{"type":"text","minimum":1,"maximum":255,"isName":true},"birthday":{"type":"date","nullable":true},"email":{"type":"email","pattern":"^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$","maximum":254},"externalUserId":{"type":"text","minimum":1,"maximum":255,"notDots":true}},"required":[]},
  UpsertUserRequest: {"type":"object","fields":{"email":{"type":"email","pattern":"^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$","maximum":254},"firstName":{"type":"text","minimum":1,"maximum":255,"isName":true},"lastName":{"type":"text","minimum":1,"maximum":255,"isName":true},"birthday":{"type":"date","nullable":true}},"required":["email","firstName","lastName"]},
  BatchUsersRequest: {"type":"object","fields":{"atomic":{"type":"boolean","default":false},"items":{"type":"array","of":{"type":"object","fields":{"action":{"type":"choice","values":["upsert","erase"]},"externalUserId":{"type":"any"}},"required":["action","externalUserId"],"open":true},"minimum":1,"maximum":200}},"required":["items"]},
  BatchUserUpsert: {"type":"object","fields":{"email":{"type":"email","pattern":"^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$","maximum":254},"externalUserId":{"type":"text","minimum":1,"maximum":255,"notDots":true},"firstName":{"type":"text","minimum":1,"maximum":255,"isName":true},"lastName":{"type":"text","minimum":1,"maximum":255,"isName":true},"birthday":{"type":"date","nullable":true},"action":{"type":"choice","values":["upsert"]}},"required":["email","externalUserId","firstName","lastName","action"]},
  BatchUserErasure: {"type":"object","fields":{"action":{"type":"choice","values":["erase"]},"externalUserId":{"type":"text","minimum":1,"maximum":255,"notDots":true}},"required":["action","externalUserId"]},
  CreateWebhookEndpointRequest: {"type":"object","fields":{"url":{"type":"text","minimum":1,"maximum":2000},"types":{"type":"array","of":{"type":"choice","values":["court_booking.created","court_booking.updated","court_booking.cancelled","court_booking.reinstated","court_booking.version_reset","user.created","user.updated","user.erased","organization_access.granted","organization_access.revoked","user_access.granted","user_access.revoked","court.created","court.updated","court.deactivated","webhook_endpoint.paused","webhook_endpoint.resumed"]},"minimum":1,"maximum":100},"signature":{"type":"choice","values":["HMAC_SHA256","ED25519"],"default":"HMAC_SHA256"}},"required":["url","types"]},
  UpdateWebhookEndpointRequest: {"type":"object","fields":{"url":{"type":"text","minimum":1,"maximum":2000},"types":{"type":"array","of":{"type":"choice","values":["court_booking.created","court_booking.updated","court_booking.cancelled","court_booking.reinstated","court_booking.version_reset","user.created","user.updated","user.erased","organization_access.granted","organization_access.revoked","user_access.granted","user_access.revoked","court.created","court.updated","court.deactivated","webhook_endpoint.paused","webhook_endpoint.resumed"]},"minimum":1,"maximum":100}},"required":[]},
  RotateWebhookSecretRequest: {"type":"object","fields":{"overlapHours":{"type":"integer","minimum":0,"maximum":168,"default":24}},"required":[]},
  ResendWebhookDeliveriesRequest: {"type":"object","fields":{"fromSequence":{"type":"integer","minimum":1,"maximum":9007199254740991},"toSequence":{"type":"integer","minimum":1,"maximum":9007199254740991},"from":{"type":"date-time"},"to":{"type":"date-time"}},"required":[]},
  RotateApiTokenRequest: {"type":"object","fields":{"overlapMinutes":{"type":"integer","minimum":5,"maximum":43200,"default":1440}},"required":[]},
  RevokeApiTokenRequest: {"type":"object","fields":{"token":{"type":"text","minimum":1,"maximum":255}},"required":["token"]},
};

/** The status and the general message of each error code that partners can receive, and examples of its further fields. */
export const documentedErrors = {
  invalid_schema: {"status":400,"message":"The request does not match the schema of this operation. Every fault is listed in \"issues\".","fields":{"issues":[{"path":["externalUserId"],"code":"invalid_type","message":"Required."}]}},
  mutually_exclusive_fields_violation: {"status":400,"message":"Exactly one of \"userId\" and \"email\" is required for each participant."},
  duplicate_entries_provided: {"status":400,"message":"A participant is named more than once. Name each participant once, by \"userId\" or by \"email\"."},
  invalid_time_range: {"status":400,"message":"\"startDate\" must be before \"endDate\"."},
  missing_api_token: {"status":401,"message":"No API token was sent. Send it in the header \"Authorization: Bearer <token>\"."},
  invalid_api_token: {"status":401,"message":"The API token is unknown, malformed, expired or revoked. Ask an operator for a new one."},
  scope_permission_denied: {"status":403,"message":"The API token lacks the scope that this operation needs. Ask an operator for a token with it."},
  external_service_access_denied: {"status":403,"message":"The API token does not belong to the external service in the path. Send the id that \"GET /api/v1/token\" returns, or the token of that service."},
  organization_access_denied: {"status":403,"message":"The external service is not granted access to the organization of this court. Ask an operator."},
  user_access_denied: {"status":403,"message":"The external service neither manages the user with this \"userId\" nor was granted access to it. Create the user first, or ask an operator for access."},
  court_not_found: {"status":404,"message":"There is no court with this \"courtId\", or it was deactivated and takes no bookings. List the courts that you may book."},
  email_already_in_use: {"status":409,"message":"The e-mail address is already linked to a different user. If you have this person under another \"externalUserId\", find that user by \"email\" and update it. Otherwise ask an operator for access to the user."},
  external_user_id_already_in_use: {"status":409,"message":"The \"externalUserId\" is already linked to a different user. Read the user with this external id. If it is the same person with a new address, update that user. Otherwise send another id."},
  stale_write: {"status":409,"message":"A newer version of this court booking is stored; the older one was not written. Do not resend it.","fields":{"stored":{"externalUpdatedAt":"2026-11-20T12:00:00.000Z","status":"ACTIVE"}}},
  version_conflict: {"status":409,"message":"The request conflicts with the stored version of this court booking. Resend it with a newer \"externalUpdatedAt\".","fields":{"stored":{"externalUpdatedAt":"2026-11-20T12:00:00.000Z","status":"ACTIVE"}}},
  court_booking_overlap: {"status":409,"message":"Another active booking of this court overlaps the time range. Choose another time or court.","fields":{"conflicts":[{"startDate":"2026-12-01T09:00:00.000Z","endDate":"2026-12-01T10:00:00.000Z","externalCourtBookingId":"booking-41"}]}},
  court_booking_not_found: {"status":404,"message":"There is no court booking with this id. Check the id, which is case-sensitive, or create the booking with an upsert."},
  request_not_found: {"status":404,"message":"There is no recorded request of yours with this \"X-Request-Id\". Check the id, or read it again after a second, when a new request is recorded."},
  user_not_found: {"status":404,"message":"There is no user with this id, or the user was erased. Check the id."},
  user_not_managed: {"status":403,"message":"Another external service manages this user, so you cannot change or erase it. Ask that service or an operator."},
  invalid_filter_time_range: {"status":400,"message":"\"from\" must be before \"to\"."},
  invalid_updated_filter_time_range: {"status":400,"message":"\"updatedFrom\" must be before \"updatedTo\"."},
  batch_refused: {"status":409,"message":"Nothing in the batch was written. Every item at fault is listed in \"issues\". Correct these items, then resend the batch.","fields":{"issues":[{"path":["items",3],"code":"court_booking_overlap","message":"Another active booking of this court overlaps the time range. Choose another time or court.","conflicts":[{"startDate":"2026-12-01T09:00:00.000Z","endDate":"2026-12-01T10:00:00.000Z","externalCourtBookingId":"booking-41"}]}]}},
  cursor_expired: {"status":410,"message":"Changes after this cursor are no longer kept, so you would miss some. Start again: request \"cursor=latest\", list what you need, and continue from that cursor."},
  api_token_not_active: {"status":409,"message":"This API token is revoked, expired, or was rotated already. Rotate the one that replaced it, or use a new one."},
  too_many_api_tokens: {"status":409,"message":"Your external service has 100 valid API tokens. Revoke those that you do not use first."},
  webhook_endpoint_not_found: {"status":404,"message":"There is no webhook endpoint with this id. Check the id, or list the webhook endpoints."},
  webhook_endpoint_paused: {"status":409,"message":"An operator paused this webhook endpoint, so that only an operator can resume it. Ask one."},
  webhook_url_refused: {"status":400,"message":"Nothing can be sent to this address. Choose an https address that is reachable from the internet."},
  too_many_webhook_endpoints: {"status":409,"message":"An external service has at most 20 webhook endpoints. Delete one first."},
  webhook_secrets_key_missing: {"status":409,"message":"Webhook secrets are stored encrypted, but no key is configured. Ask an administrator of the service to set WEBHOOK_SECRETS_KEY in every process to the same 32 random bytes in base64 (`openssl rand -base64 32`), and to restart it."},
  webhook_secret_unreadable: {"status":409,"message":"The secret of this webhook endpoint was encrypted with a key that is no longer configured. Ask an administrator of the service to set it as WEBHOOK_SECRETS_KEY_FORMER, or rotate the secret with an overlap of 0 hours."},
  internal_server_error: {"status":500,"message":"Something unexpected went wrong. Resend the same request; if it persists, report its request id."},
  route_not_found: {"status":404,"message":"This path does not exist. See the list of operations in /api/v1/openapi.json."},
  method_not_allowed: {"status":405,"message":"This path does not support the method. Send one that the header \"Allow\" lists."},
  payload_too_large: {"status":413,"message":"The body is larger than 65536 bytes (64 KiB). Send less in one request."},
  headers_too_large: {"status":431,"message":"The address and the headers are larger than 16384 bytes (16 KiB) together. Send less."},
  unsupported_media_type: {"status":415,"message":"The body must be JSON in UTF-8. Send the header \"Content-Type: application/json\"."},
  transfer_coding_unsupported: {"status":501,"message":"The body has a \"Transfer-Encoding\" other than \"chunked\". Send it uncompressed, with \"Content-Length\" or in chunks."},
  rate_limit_exceeded: {"status":429,"message":"Too many requests. Wait for the number of seconds in the header \"Retry-After\", then resend."},
  service_unavailable: {"status":503,"message":"The service is temporarily unavailable. Resend the same request after \"Retry-After\" seconds."},
} as const;
