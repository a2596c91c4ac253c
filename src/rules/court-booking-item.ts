import { type Cancellation, cancelled, judgeCancellation, remembered } from './cancel-court-booking.ts';
import type { StoredBooking, Tombstone } from './court-booking.ts';
import type { Known } from './known.ts';
import type { Rejection } from './rejection.ts';
import {
  judgeUpsert,
  type Upsert,
  type UpsertError,
  type UpsertVerdict,
  upserted,
} from './upsert-court-booking.ts';

/** A single request, or an item of a batch. */
export type Item = ({ action: 'upsert' } & Upsert) | ({ action: 'cancel' } & Cancellation);

export interface Refused {
  outcome: 'refused';
  rejection: Rejection<UpsertError>;
}

/** The result of an upsert. `before` is the booking that an update replaces. */
export interface Upserted {
  action: 'upsert';
  outcome: 'created' | 'updated' | 'replayed';
  before?: StoredBooking | undefined;
  booking: StoredBooking;
}

/** The result of a cancellation. Without a booking, only the cancellation itself is stored. */
export type Cancelled = { action: 'cancel'; outcome: 'cancelled' | 'replayed' } & (
  | { before: StoredBooking; booking: StoredBooking }
  | { tombstone: Tombstone }
);

/** An item that is not refused, with what is stored afterwards. A replay changes nothing. */
export type Done = Upserted | Cancelled;

export type Result = Done | Refused;

/** The sources of what a write needs and the rules do not have: new ids, and times that grow. */
export interface Writing {
  newId(): string;
  /** An instant. */
  now(): string;
}

/** Judges an item on its own. Returns what is stored afterwards. */
export function resultOf(known: Known, item: Item, writing: Writing): Result {
  if (item.action === 'cancel') return resultOfCancellation(known, item, writing);
  return resultOfUpsert(known, item, judgeUpsert(known, item), writing);
}

export function resultOfUpsert(
  { externalServiceId }: Known,
  upsert: Upsert,
  verdict: UpsertVerdict,
  { newId, now }: Writing,
): Upserted | Refused {
  const action = 'upsert' as const;
  switch (verdict.outcome) {
    case 'refused':
      return verdict;
    case 'replayed':
      return { action, outcome: 'replayed', booking: verdict.before };
    default: {
      const before = verdict.outcome === 'updated' ? verdict.before : undefined;
      const booking = upserted(upsert, before, { externalServiceId, newId, at: now() });
      return { action, outcome: verdict.outcome, before, booking };
    }
  }
}

export function resultOfCancellation(
  known: Known,
  cancellation: Cancellation,
  { now }: Writing,
): Cancelled | Refused {
  const verdict = judgeCancellation(known, cancellation);
  if (verdict.outcome === 'refused') return verdict;
  const { externalCourtBookingId, externalUpdatedAt } = cancellation;
  const done = { action: 'cancel' as const, outcome: verdict.outcome };
  const isReplay = verdict.outcome === 'replayed';
  const before = known.booking(externalCourtBookingId);
  if (before)
    return { ...done, before, booking: isReplay ? before : cancelled(before, externalUpdatedAt, now()) };
  const tombstone = known.tombstone(externalCourtBookingId);
  return {
    ...done,
    tombstone: isReplay ? tombstone! : remembered(tombstone, externalUpdatedAt, now()),
  };
}
