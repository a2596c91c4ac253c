import { type Rejection, rejectionDetails } from '../../../../src/rules/rejection.ts';
import { listIssues } from '../../../../src/rules/requests/list-issues.ts';
import type { Issue } from '../../documented-responses.ts';
import { amountFault } from '../../from-outside.ts';
import { documentedErrors } from '../documented-interface.generated.ts';
import type { Named } from './world.ts';

export type ApiErrorType = keyof typeof documentedErrors;

/** An item of a batch that was rejected. */
export interface RejectedItem {
  index: number;
  named: Named;
  error: ApiError;
}

interface ApiErrorDetails {
  message?: string | undefined;
  issues?: Issue[];
  /** The additional fields of the error, such as `stored` or `conflicts`. */
  fields?: Record<string, unknown>;
  headers?: Record<string, string>;
  conflictingIds?: readonly string[] | undefined;
  /** The rejected items of an atomic batch. */
  rejectedItems?: readonly RejectedItem[];
}

export class ApiError extends Error {
  readonly type: ApiErrorType;
  readonly issues: Issue[] | undefined;
  readonly fields: Record<string, unknown>;
  readonly headers: Record<string, string>;
  readonly conflictingIds: readonly string[] | undefined;
  readonly rejectedItems: readonly RejectedItem[];

  constructor(
    type: ApiErrorType,
    { message, issues, fields = {}, headers = {}, conflictingIds, rejectedItems = [] }: ApiErrorDetails = {},
  ) {
    super(message ?? documentedErrors[type].message);
    this.type = type;
    this.issues = issues;
    this.fields = fields;
    this.headers = headers;
    this.conflictingIds = conflictingIds;
    this.rejectedItems = rejectedItems;
  }

  get status(): number {
    return documentedErrors[this.type].status;
  }

  get error(): { type: ApiErrorType; message: string; issues?: Issue[]; [field: string]: unknown } {
    const { type, message, issues, fields } = this;
    return { type, message, ...(issues ? { issues } : {}), ...fields };
  }
}

/**
 * The error of a violated rule.
 * @param now Unix milliseconds
 */
export const toApiError = (rejection: Rejection<ApiErrorType>, now: number) =>
  new ApiError(rejection.error, rejectionDetails(rejection, now));

/** The error of an action of an operator that is not possible. */
export const actionError = (type: string, message: string) => Object.assign(new Error(message), { type });

/** The error for an operator if something does not exist. Its `type` is `…_not_found`. */
export const notFound = (thing: string, where: string) =>
  actionError(`${thing}_not_found`, `There is no ${thing.replaceAll('_', ' ')} ${where}.`);

/** The error for an operator if nothing would change. */
export const nothingToChange = (why: string) =>
  actionError('nothing_to_change', `${why} Nothing was changed.`);

/** @throws an error of type `invalid_options` for a negative number and for NaN */
export function checkAmounts(options: Record<string, unknown>): void {
  const fault = amountFault(options);
  if (fault) throw actionError('invalid_options', `${fault} Nothing was changed.`);
}

/** The error of a request that does not match its shape. */
export const shapeError = (issues: Issue[]): ApiError => new ApiError('invalid_schema', listIssues(issues));
