import type { Issue } from '../../operation.ts';
import type { Cancellation, Cancelled } from './cancel-court-booking.ts';
import { Refusal } from './refusal.ts';
import type { Upsert, Upserted } from './upsert-court-booking.ts';

export type Item = ({ action: 'upsert' } & Upsert) | ({ action: 'cancel' } & Cancellation);

export type Result = Upserted | Cancelled | { outcome: 'refused'; refusal: Refusal };

/** An item that matches its shape, or the error of one that does not. */
export type Prepared = { item: Item } | { externalCourtBookingId: string; refusal: Refusal };

/** Returns the error if it is a `Refusal`. Throws any other error again, because it is a bug of the test kit. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

/** The issue of an invalid item in a rejected atomic batch. */
export const issueOf = (
  index: number,
  { type, message, fields }: Pick<Refusal, 'type' | 'message' | 'fields'>,
): Issue => ({
  path: ['items', index],
  code: type,
  message,
  ...fields,
});
