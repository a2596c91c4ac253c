import { catalogue, type ErrorType } from '../../errors.ts';

/** The columns of a recorded request that describe its error. */
export interface RecordedOutcome {
  errorType: string | null;
  issuePaths: readonly string[];
  issueCodes: readonly string[] | null;
  /** The message and the further fields of an error that has such fields. */
  response: Record<string, unknown> | null;
  itemIndex: number | null;
}

/** An error response as the partner received it, without the messages of its issues. */
export interface RecordedResponse {
  error: {
    type: string;
    message: string;
    issues?: { path: (string | number)[]; code: string }[];
    [field: string]: unknown;
  };
}

/** Returns the error response of a recorded request. Returns undefined if it succeeded, or if the type is not known. */
export function recordedResponseOf(outcome: RecordedOutcome): RecordedResponse | undefined {
  const { errorType, issuePaths, issueCodes, response, itemIndex } = outcome;
  const error = errorType === null ? undefined : catalogue[errorType as ErrorType];
  if (errorType === null || !error) return undefined;
  const own = issueCodes?.map((code, n) => ({ path: keysOf(issuePaths[n]!, itemIndex), code }));
  // The error of an item without issues is recorded as an issue, for its place.
  const issues = own?.some(({ code }) => code === errorType) ? undefined : own;
  return { error: { type: errorType, message: error.message, ...(issues && { issues }), ...response } };
}

/** Returns the path of an issue as it was sent. For an item of a batch, it begins within the item. */
function keysOf(path: string, itemIndex: number | null): (string | number)[] {
  const keys = path === '' ? [] : path.split('.');
  return keys.slice(itemIndex === null ? 0 : 2).map((key) => (/^\d+$/.test(key) ? Number(key) : key));
}
