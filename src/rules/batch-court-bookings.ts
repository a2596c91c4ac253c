import { judgeCancellation } from './cancel-court-booking.ts';
import { overlap } from './court-booking.ts';
import {
  type Done,
  type Item,
  type Refused,
  type Result,
  resultOf,
  resultOfCancellation,
  resultOfUpsert,
  type Writing,
} from './court-booking-item.ts';
import type { Known } from './known.ts';
import { overlapError, toConflict } from './overlap.ts';
import type { Rejection } from './rejection.ts';
import { judgeUpsertExceptPlace, type UpsertError } from './upsert-court-booking.ts';
import { WorkingState } from './working-state.ts';

/** Judges each item as if it were sent alone, in the given order. */
export function judgeInOrder(known: Known, items: readonly Item[], writing: Writing): Result[] {
  const state = new WorkingState(known);
  return items.map((item) => {
    const result = resultOf(state, item, writing);
    state.apply(item.externalCourtBookingId, result);
    return result;
  });
}

/** An item of an atomic batch that violates a rule, by its position. */
export interface RefusedItem {
  index: number;
  rejection: Rejection<UpsertError>;
}

/**
 * Judges all items together: either all are carried out or none. The places are checked in the final state, so bookings can
 * swap them. Each booking occurs once.
 *
 * @returns the result of each item, or every item that violates a rule, in their order
 */
export function judgeAtomically(
  known: Known,
  items: readonly Item[],
  { newId, now }: Writing,
): { results: Done[] } | { refused: RefusedItem[] } {
  const verdicts = items.map((item) =>
    item.action === 'upsert' ? judgeUpsertExceptPlace(known, item) : judgeCancellation(known, item),
  );
  const isWritten = (index: number) => !['refused', 'replayed'].includes(verdicts[index]!.outcome);

  // The stored place of a booking that this batch writes is free.
  const moving = new Set(
    items.flatMap(({ externalCourtBookingId }, index) =>
      isWritten(index) ? (known.booking(externalCourtBookingId)?.id ?? []) : [],
    ),
  );
  const placed = items.flatMap((item, index) =>
    item.action === 'upsert' && isWritten(index) ? { index, ...item } : [],
  );
  const overlaps = placed.flatMap(({ index, content }): RefusedItem | [] => {
    const stored = known
      .occupants(content)
      .filter(({ id }) => !moving.has(id))
      .map((occupant) => toConflict(occupant, known.externalServiceId, content));
    const inBatch = placed
      .filter(
        (other) =>
          other.index !== index &&
          other.content.courtId === content.courtId &&
          overlap(other.content, content),
      )
      .map(({ externalCourtBookingId, content: { startDate, endDate } }) => ({
        startDate,
        endDate,
        externalCourtBookingId,
      }));
    const conflicts = [...stored, ...inBatch];
    return conflicts.length === 0 ? [] : { index, rejection: overlapError(conflicts) };
  });
  const refused = [
    ...verdicts.flatMap((verdict, index) =>
      verdict.outcome === 'refused' ? { index, rejection: verdict.rejection } : [],
    ),
    ...overlaps,
  ].sort((a, b) => a.index - b.index);
  if (refused.length > 0) return { refused };

  const at = now();
  const writing = { newId, now: () => at };
  const results = items.map((item, index) =>
    item.action === 'upsert'
      ? resultOfUpsert(known, item, verdicts[index] as ReturnType<typeof judgeUpsertExceptPlace>, writing)
      : resultOfCancellation(known, item, writing),
  );
  return { results: results as Exclude<(typeof results)[number], Refused>[] };
}
