import type { StoredBooking } from './court-booking.ts';
import type { Rejection } from './rejection.ts';

type Outcomes = 'cancelled' | 'reinstated' | 'version_reset';

/** An operator's change of a booking. `before` is the booking that it replaces. */
export interface ChangedByOperator<Outcome extends Outcomes = Outcomes> {
  action: 'change';
  outcome: Outcome;
  before: StoredBooking;
  booking: StoredBooking;
}

/** The result of an operator's request for a booking. */
export type ChangeResult<Outcome extends Outcomes = Outcomes, Fault extends string = string> =
  | ChangedByOperator<Outcome>
  | { outcome: 'unchanged' }
  | { outcome: 'refused'; rejection: Rejection<Fault> };

export const unchanged = { outcome: 'unchanged' } as const;

/** @param at when it changes, an instant */
export const changed = <Outcome extends Outcomes>(
  outcome: Outcome,
  before: StoredBooking,
  fields: Partial<StoredBooking>,
  at: string,
): ChangedByOperator<Outcome> => ({
  action: 'change',
  outcome,
  before,
  booking: { ...before, ...fields, updatedAt: at },
});
