/** What operators see of a partner's request: no token, no body. */
export interface PartnerRequestRecord {
  id: string;
  /** ISO 8601. */
  at: string;
  /** Of the token; undefined where none has passed. */
  externalServiceId: string | undefined;
  apiTokenId?: string | undefined;
  /** Of the path, where it is not that of the token. */
  pathExternalServiceId?: string | undefined;
  operation: string;
  /** Where no operation answers: what was asked for. */
  target?: string | undefined;
  /** The external court booking id, or the external user id. */
  externalId?: string | undefined;
  externalUpdatedAt?: string | undefined;
  courtId?: string | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
  status: number;
  errorType: string | undefined;
  issuePaths: string[];
  /** One for each of the paths. */
  issueCodes?: string[] | undefined;
  /** The bookings that were in the way. */
  conflictingIds?: readonly string[] | undefined;
  milliseconds: number;
  /** Of our own. */
  requestId: string;
  /** The `X-Request-Id` that the partner sent. */
  callerRequestId: string | undefined;
  sdkVersion?: string | undefined;
}

/** A row: of one request, or of many that were only counted. */
export type PartnerRequestRow = PartnerRequestRecord & { requestCount: number };
