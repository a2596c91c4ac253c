import type { z } from 'zod';
import { type ApiError, errorFactory } from '../../../api-error.ts';
import { judgeAtomically, judgeInOrder } from '../../../rules/batch-court-bookings.ts';
import { limitCourts, type Prepared, sortOut } from '../../../rules/batch-items.ts';
import type { Item, Result } from '../../../rules/court-booking-item.ts';
import type { Known } from '../../../rules/known.ts';
import { rejectionDetails } from '../../../rules/rejection.ts';
import type { Partner } from '../../access/authorize-partner.ts';
import { partnerErrors } from '../../access/partner-errors.ts';
import {
  type BatchResults,
  batchInput,
  batchRefused,
  inChunks,
  prepareItems,
  type SentItem,
  withRejectedItems,
} from '../../batches/batch-items.ts';
import type { ServiceContext } from '../../service-context.ts';
import { validate } from '../../values/validate.ts';
import { rejectAmbiguousParticipants } from '../participant.ts';
import { contentOf, type StoredCancellation, type StoredCourtBooking } from '../stored-court-booking.ts';
import { openUsersOf, toSnapshot, toStoredCancellation } from '../writes/known-court-bookings.ts';
import { authorOf, type Writes, writeCourtBookings } from '../writes/write-court-bookings.ts';
import { BatchItem, batchItemErrors } from './batch-item.ts';

/** Errors of the batch itself. Those of its items are `batchItemErrors`. */
export const batchCourtBookingsErrors = [...partnerErrors, 'batch_refused'] as const;

const createItemError = errorFactory(batchItemErrors);

export const BatchCourtBookingsInput = batchInput(['upsert', 'cancel'], 'externalCourtBookingId');
export type BatchCourtBookingsInput = z.output<typeof BatchCourtBookingsInput>;

export type BatchResult =
  | {
      externalCourtBookingId: string;
      outcome: 'created' | 'updated' | 'replayed';
      booking: StoredCourtBooking;
    }
  | { externalCourtBookingId: string; outcome: 'cancelled' | 'replayed'; cancellation: StoredCancellation }
  | { outcome: 'refused'; error: ApiError };

/**
 * Upserts and cancels many bookings by the rules of the single operations. Returns one result per item, in the given
 * order.
 *
 * Not atomic: like single requests, one after the other. Atomic: all or nothing, checked against the result of the
 * whole batch.
 *
 * A dry run returns or throws what the batch would, and writes nothing.
 *
 * @throws ApiError `batch_refused` (atomic: an item is at fault), `service_unavailable` (nothing was done).
 */
export async function batchCourtBookings(
  context: ServiceContext,
  partner: Partner<'court-bookingwrite'>,
  { atomic, items }: BatchCourtBookingsInput,
  isDryRun = false,
): Promise<BatchResults<BatchResult>> {
  const prepared = await prepareItems(items, 'externalCourtBookingId', prepare);
  const run = atomic ? runAtomically : runInChunks;
  return withRejectedItems(prepared, await run(context, partner, prepared, isDryRun));
}

function prepare(given: SentItem): BatchItem {
  const item = validate(BatchItem, given);
  if (item.action === 'upsert') rejectAmbiguousParticipants(item, createItemError);
  return item;
}

async function runInChunks(
  context: ServiceContext,
  partner: Partner<'court-bookingwrite'>,
  prepared: Prepared<BatchItem, ApiError>[],
  isDryRun: boolean,
): Promise<BatchResult[]> {
  const results: BatchResult[] = prepared.map((one) => ({
    outcome: 'refused',
    // The default for items that are not reached because of a failure or a timeout. They may be sent again.
    error: 'error' in one ? one.error : createItemError('service_unavailable'),
  }));
  const wellFormed = prepared.flatMap((one, index) => ('item' in one ? [{ index, item: one.item }] : []));
  const run = async (from: number, to: number) => {
    const chunk = wellFormed.slice(from, to);
    const items = chunk.map(({ item }) => toItem(item));
    const { judged, known } = await writeCourtBookings(
      toWrites(context, partner, items, isDryRun),
      (state, writing) => {
        const inTurn = judgeInOrder(state, items, writing);
        return { judged: inTurn, results: inTurn };
      },
      waiting(partner),
    );
    for (const [n, { index }] of chunk.entries())
      results[index] = toBatchResult(items[n]!, judged[n]!, known, context.now());
    return chunk.length;
  };
  // Without writes, a later chunk would not see the results of an earlier one.
  if (!isDryRun) await inChunks(context, wellFormed.length, run);
  else if (wellFormed.length > 0) await run(0, wellFormed.length);
  return results;
}

async function runAtomically(
  context: ServiceContext,
  partner: Partner<'court-bookingwrite'>,
  prepared: Prepared<BatchItem, ApiError>[],
  isDryRun: boolean,
): Promise<BatchResult[]> {
  const limit = limitCourts();
  const { issues, judgeable } = sortOut(prepared, 'booking', (item) =>
    limit(item.action === 'upsert' ? item.courtId : undefined),
  );
  if (judgeable.length === 0) throw batchRefused(prepared, issues);
  const items = judgeable.map(({ item }) => toItem(item));
  const { judged, known } = await writeCourtBookings(
    toWrites(context, partner, items, isDryRun),
    (state, writing) => {
      const together = judgeAtomically(state, items, writing);
      const isWritten = issues.length === 0 && 'results' in together;
      return { judged: together, results: isWritten ? together.results : [] };
    },
    waiting(partner),
  );
  const refused = 'refused' in judged ? judged.refused : [];
  const errors = refused.map(
    ({ index, rejection }) =>
      [
        judgeable[index]!.index,
        createItemError(rejection.error, rejectionDetails(rejection, context.now())),
      ] as const,
  );
  if (issues.length > 0 || 'refused' in judged) throw batchRefused(prepared, issues, new Map(errors));
  return items.map((item, index) => toBatchResult(item, judged.results[index]!, known, context.now()));
}

const waiting = ({ externalServiceId }: Partner<'court-bookingwrite'>) => ({
  resource: `batch ${externalServiceId}`,
  externalServiceId,
  isBulk: true,
});

function toWrites(
  context: ServiceContext,
  partner: Partner<'court-bookingwrite'>,
  items: Item[],
  isDryRun: boolean,
): Writes {
  const { database, newId } = context;
  const { externalServiceId } = partner;
  const author = authorOf(context, partner);
  return { database, newId, externalServiceId, items, authors: items.map(() => author), isDryRun };
}

function toItem(item: BatchItem): Item {
  const { action, externalCourtBookingId } = item;
  return action === 'cancel' ? item : { action, externalCourtBookingId, content: contentOf(item) };
}

function toBatchResult(
  { externalCourtBookingId }: Item,
  result: Result,
  known: Known,
  now: number,
): BatchResult {
  if (result.outcome === 'refused') {
    const error = createItemError(result.rejection.error, rejectionDetails(result.rejection, now));
    return { outcome: 'refused', error };
  }
  if (result.action === 'cancel')
    return { externalCourtBookingId, outcome: result.outcome, cancellation: toStoredCancellation(result) };
  const booking = { ...toSnapshot(result.booking), openUsers: openUsersOf(known, result.booking) };
  return { externalCourtBookingId, outcome: result.outcome, booking };
}
