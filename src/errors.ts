/**
 * The catalogue of errors. A code stands here once; statuses, OpenAPI, GraphQL types, the SDK, the README's table and
 * the tests read it. `documented: false` marks what the document does not list (see the README, "Where the document
 * is silent").
 */
export const catalogue = {
  invalid_schema: {
    status: 400,
    documented: true,
    condition: 'request validation failed',
    message: 'The request does not match the schema of this operation. Every fault is listed in "issues".',
  },
  mutually_exclusive_fields_violation: {
    status: 400,
    documented: true,
    condition: 'exactly one field of a mutually exclusive set is required and that does not hold',
    message: 'Exactly one of "userId" and "email" is required for each participant.',
  },
  duplicate_entries_provided: {
    status: 400,
    documented: true,
    condition: 'duplicates where uniqueness is required',
    message: 'A participant is named more than once. Name each participant once, by "userId" or by "email".',
  },
  invalid_time_range: {
    status: 400,
    documented: true,
    condition: 'a primary time range is ordered incorrectly',
    message: '"startDate" must be before "endDate".',
  },
  missing_api_token: {
    status: 401,
    documented: true,
    condition: 'no authentication token provided',
    message: 'No API token was sent. Send it in the header "Authorization: Bearer <token>".',
  },
  invalid_api_token: {
    status: 401,
    documented: true,
    condition: 'token invalid or expired',
    message: 'The API token is unknown, malformed, expired or revoked. Ask an operator for a new one.',
  },
  scope_permission_denied: {
    status: 403,
    documented: true,
    condition: 'insufficient permissions',
    message: 'The API token lacks the scope that this operation needs.',
  },
  external_service_access_denied: {
    status: 403,
    documented: true,
    condition: 'token does not match the requested external service',
    message: 'The API token does not belong to the external service in the path.',
  },
  organization_access_denied: {
    status: 403,
    documented: true,
    condition: 'service is not granted access to the organization',
    message: 'The external service is not granted access to the organization of this court. Ask an operator.',
  },
  user_access_denied: {
    status: 403,
    documented: true,
    condition: 'service is not granted access to the user',
    message: 'A "userId" is not of a user that the external service manages or was granted.',
  },
  court_not_found: {
    status: 404,
    documented: true,
    condition: 'court was not found',
    message: 'There is no court with this "courtId".',
  },
  email_already_in_use: {
    status: 409,
    documented: true,
    condition: 'submitted email is already linked to a different user',
    message: 'The e-mail address is already linked to a different user.',
  },
  external_user_id_already_in_use: {
    status: 409,
    documented: true,
    condition: 'submitted external user ID is already linked to a different user',
    message: 'The "externalUserId" is already linked to a different user.',
  },
  stale_write: {
    status: 409,
    documented: true,
    condition: 'request is older than the stored resource version',
    message:
      'A newer version of this court booking is stored; the older one was not written. Do not resend it.',
  },
  version_conflict: {
    status: 409,
    documented: true,
    condition: 'request conflicts with the current resource version',
    message: 'The request conflicts with the stored version of this court booking.',
  },
  court_booking_overlap: {
    status: 409,
    documented: true,
    condition: 'booking overlaps another active booking of the court',
    message: 'Another active booking of this court overlaps the time range. Choose another time or court.',
  },
  internal_server_error: {
    status: 500,
    documented: true,
    condition: 'unexpected server error',
    message:
      'Something unexpected went wrong. Resend the same request; if it persists, report its request id.',
  },
  // Not in the document: what follows, in the same envelope.
  route_not_found: {
    status: 404,
    documented: false,
    condition: 'no operation has this path',
    message: 'There is no such path. The operations are listed in /api/v1/openapi.json.',
  },
  method_not_allowed: {
    status: 405,
    documented: false,
    condition: 'the path has no operation with this method; `Allow` names those it has',
    message: 'This path does not support the method. The header "Allow" names those that it does.',
  },
  payload_too_large: {
    status: 413,
    documented: false,
    condition: 'the body is over 64 KiB',
    message: 'The body is larger than 64 KiB (65,536 bytes).',
  },
  unsupported_media_type: {
    status: 415,
    documented: false,
    condition: 'the body is not JSON by its content type',
    message: 'The body must be JSON in UTF-8. Send the header "Content-Type: application/json".',
  },
  rate_limit_exceeded: {
    status: 429,
    documented: false,
    condition: 'too many requests; `Retry-After` says when to go on',
    message: 'Too many requests. Wait for the number of seconds in the header "Retry-After", then resend.',
  },
  service_unavailable: {
    status: 503,
    documented: false,
    condition: 'overloaded, or the database is away; `Retry-After` says when to try again',
    message: 'The service cannot answer right now. Resend the same request after "Retry-After" seconds.',
  },
} as const satisfies Record<string, CatalogueEntry>;

interface CatalogueEntry {
  /** HTTP status. */
  status: number;
  /** Whether the document lists it. */
  documented: boolean;
  /** When it is answered, in the document's words where it has some. */
  condition: string;
  /** What the caller reads unless more is known. */
  message: string;
}

/** A code of the catalogue: `error.type` of the document. */
export type ErrorType = keyof typeof catalogue;

/** One fault of a request: where it is (path parameter or field, then keys and indexes), which, and why. */
export interface Issue {
  path: (string | number)[];
  code: string;
  message: string;
}

interface ApiErrorDetails {
  /** Instead of the catalogue's message, when more can be said. */
  message?: string;
  issues?: Issue[];
  /** For `Retry-After`: seconds. */
  retryAfterSeconds?: number;
  /** What went wrong underneath: for the log, never for the caller. */
  cause?: unknown;
}

/** A refusal that a caller may see: a code of the catalogue and what is to be said about it. */
export class ApiError<Type extends ErrorType = ErrorType> extends Error {
  readonly type: Type;
  readonly issues: Issue[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(type: Type, { message, issues, retryAfterSeconds, cause }: ApiErrorDetails = {}) {
    super(message ?? catalogue[type].message, { cause });
    this.type = type;
    this.issues = issues;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get status(): (typeof catalogue)[Type]['status'] {
    return catalogue[this.type].status;
  }
}
