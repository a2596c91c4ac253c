import { catalogue, type ErrorType } from './errors.ts';

/** One fault of a request. `path` is a path parameter or field, followed by keys and indexes. */
export interface Issue {
  path: (string | number)[];
  code: string;
  message: string;
}

/** The subject of a partner's request, or of an item of a batch, as operators see it. It has no personal data. */
export interface RequestSubject {
  externalId?: string | undefined;
  externalUpdatedAt?: string | undefined;
  courtId?: string | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
}

/** A rejected item of a batch. It is recorded for operators like a rejected single request. */
export interface RejectedItem {
  index: number;
  subject: RequestSubject;
  error: ApiError;
}

/** The details of an error in addition to its code. */
export interface ApiErrorDetails {
  /** Replaces the catalogue's message with a more specific one. */
  message?: string;
  issues?: Issue[];
  /** Further fields of the error, as the OpenAPI document defines them for the code. */
  fields?: Record<string, unknown>;
  /**
   * The ids of the conflicting court bookings, or of the user who has the address. Recorded for operators, never sent
   * to the caller.
   */
  conflictingIds?: readonly string[] | undefined;
  /** The rejected items of an atomic batch. Recorded for operators, never sent to the caller. */
  rejectedItems?: readonly RejectedItem[];
  /** How many e-mail addresses a batch disclosed without writing them. Each costs as much as a single request. */
  disclosed?: number | undefined;
  retryAfterSeconds?: number;
  /** If true, the connection is closed because nothing more can be read from it. */
  closesConnection?: boolean;
  /** The underlying error. It is logged, never sent to the caller. */
  cause?: unknown;
}

/** An error that a caller may see: a code of the catalogue and its details. */
export class ApiError<Type extends ErrorType = ErrorType> extends Error {
  readonly type: Type;
  readonly issues: Issue[] | undefined;
  readonly fields: Record<string, unknown>;
  readonly conflictingIds: readonly string[] | undefined;
  readonly rejectedItems: readonly RejectedItem[];
  readonly disclosed: number | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly closesConnection: boolean;

  constructor(
    type: Type,
    {
      message,
      issues,
      fields = {},
      conflictingIds,
      rejectedItems = [],
      disclosed,
      retryAfterSeconds,
      closesConnection = false,
      cause,
    }: ApiErrorDetails = {},
  ) {
    // The stack trace of an expected error is not used, and capturing it takes a twelfth of the cost of the error.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message ?? catalogue[type].message, { cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.type = type;
    this.issues = issues;
    this.fields = fields;
    this.conflictingIds = conflictingIds;
    this.rejectedItems = rejectedItems;
    this.disclosed = disclosed;
    this.retryAfterSeconds = retryAfterSeconds;
    this.closesConnection = closesConnection;
  }

  get status(): (typeof catalogue)[Type]['status'] {
    return catalogue[this.type].status;
  }
}

/**
 * Creates an error with one of the listed codes. A function with such a parameter declares which codes its caller must
 * list.
 */
export type ErrorFactory<Listed extends ErrorType> = (type: Listed, details?: ApiErrorDetails) => ApiError;

/**
 * Returns a function that creates the errors of an operation with this list of codes. Any other code does not compile.
 */
export function errorFactory<const Errors extends readonly ErrorType[]>(
  _errors: Errors,
): ErrorFactory<Errors[number]> {
  return (type, details) => new ApiError(type, details);
}
