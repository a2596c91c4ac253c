import type { Prepared } from '../../../../src/rules/batch-items.ts';
import { ApiError } from './api-error.ts';

/** Checks an item by its shape. */
export function prepareItem<One>(id: unknown, check: () => One): Prepared<One, ApiError> {
  try {
    return { id, item: check() };
  } catch (error) {
    return { id, error: asApiError(error) };
  }
}

/** Returns the error if it is an `ApiError`. Throws any other error again, because it is a bug of the test kit. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}

/** An item that a rule rejects would be rejected again if it were sent unchanged. */
export const toRefused = ({ status, error }: ApiError) => ({
  status,
  outcome: 'refused',
  error,
  retryable: false,
});
