import type { Issue } from '../../operation.ts';
import { ApiError } from './api-error.ts';
import type { Cancellation, Cancelled } from './cancel-court-booking.ts';
import type { Upsert, Upserted } from './upsert-court-booking.ts';

export type Item = ({ action: 'upsert' } & Upsert) | ({ action: 'cancel' } & Cancellation);

export type Result = Upserted | Cancelled | { outcome: 'refused'; error: ApiError };

/** An item that matches its shape, or the error of one that does not. */
export type Prepared = { item: Item } | { externalCourtBookingId: string; error: ApiError };

/** Returns the error if it is an `ApiError`. Throws any other error again, because it is a bug of the test kit. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}

/** The issue of an invalid item in a rejected atomic batch. */
export const issueOf = (
  index: number,
  { type, message, fields }: Pick<ApiError, 'type' | 'message' | 'fields'>,
): Issue => ({
  path: ['items', index],
  code: type,
  message,
  ...fields,
});
