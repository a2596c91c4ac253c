import type { Issue } from '../../operation.ts';
import type { Cancellation, Cancelled } from './cancel-court-booking.ts';
import { Refusal } from './refusal.ts';
import type { Upsert, Upserted } from './upsert-court-booking.ts';

/** An item in its shape. */
export type Item = ({ action: 'upsert' } & Upsert) | ({ action: 'cancel' } & Cancellation);

/** What became of an item. */
export type Result = Upserted | Cancelled | { outcome: 'refused'; refusal: Refusal };

/** An item that can be judged, or why it cannot. */
export type Prepared = { item: Item } | { externalCourtBookingId: string; refusal: Refusal };

/** What was thrown, where it is a refusal; anything else is a fault of the kit, and goes on. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

/** An item at fault, as a refused atomic batch names it. */
export const issueOf = (
  index: number,
  { type, message, fields }: Pick<Refusal, 'type' | 'message' | 'fields'>,
): Issue => ({
  path: ['items', index],
  code: type,
  message,
  ...fields,
});
