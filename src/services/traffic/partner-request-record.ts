/** A partner's request as operators see it, without token and body. */
export interface PartnerRequestRecord {
  id: string;
  /** ISO 8601. */
  at: string;
  /** The external service of the token, or undefined without a valid token. */
  externalServiceId: string | undefined;
  apiTokenId?: string | undefined;
  /** The external service in the path, if it is not that of the token. */
  pathExternalServiceId?: string | undefined;
  operation: string;
  /** The target, if no operation matches. */
  target?: string | undefined;
  externalId?: string | undefined;
  externalUpdatedAt?: string | undefined;
  courtId?: string | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
  status: number;
  errorType: string | undefined;
  issuePaths: string[];
  /** One for each path. */
  issueCodes?: string[] | undefined;
  conflictingIds?: readonly string[] | undefined;
  milliseconds: number;
  /** The service's own request id. */
  requestId: string;
  /** The `X-Request-Id` that the partner sent. */
  callerRequestId: string | undefined;
  sdkVersion?: string | undefined;
}

/** A row for one request, or for many requests that were only counted. */
export type PartnerRequestRow = PartnerRequestRecord & { requestCount: number };
