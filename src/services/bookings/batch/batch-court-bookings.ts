import { z } from 'zod';
import { ApiError, errorFactory } from '../../../api-error.ts';
import type { FunctionArguments, FunctionName } from '../../../db/functions/functions.ts';
import type { Partner } from '../../access/authorize-partner.ts';
import { type FunctionError, readResult } from '../../function-results.ts';
import type { ServiceContext } from '../../service-context.ts';
import { validate } from '../../values/validate.ts';
import { cancelCourtBookingResults, type StoredCancellation } from '../cancel-court-booking.ts';
import { rejectAmbiguousParticipants } from '../participant.ts';
import { rejectionDetails } from '../rejection-details.ts';
import type { StoredCourtBooking } from '../stored-court-booking.ts';
import { upsertCourtBookingResults } from '../upsert-court-booking.ts';
import { issueOf, type Prepared, sortOut } from './atomic-batch-issues.ts';
import { BatchItem, batchItemErrors, maxBatchItems } from './batch-item.ts';

/** Items per transaction. Small transactions release their locks soon. */
const usualSize = 25;
/**
 * The same while single calls are queued. 25 items lock their courts while PostgreSQL works for 6 ms, six items for 3
 * ms.
 */
const sizeUnderLoad = 6;
/** Items validated at a time, which takes 0.3 ms. All 200 take 3 ms, which would block other requests. */
const readAtOnce = 25;
/** No further transaction begins after this time, so that the response is sent in time. */
const beginMillis = 1_500;

/** Errors of the batch itself. Those of its items are `batchItemErrors`. */
export const batchCourtBookingsErrors = [
  'invalid_schema',
  'missing_api_token',
  'invalid_api_token',
  'scope_permission_denied',
  'external_service_access_denied',
  'batch_refused',
  'internal_server_error',
] as const;

const createError = errorFactory(batchCourtBookingsErrors);
const createItemError = errorFactory(batchItemErrors);

/** The envelope. A fault in it rejects the whole request. */
export const BatchCourtBookingsInput = z.strictObject({
  atomic: z.boolean().default(false),
  items: z
    .array(z.looseObject({ action: z.enum(['upsert', 'cancel']), externalCourtBookingId: z.string() }))
    .min(1, 'Must have at least one item.')
    .max(maxBatchItems, `Must have at most ${maxBatchItems} items.`),
});
export type BatchCourtBookingsInput = z.output<typeof BatchCourtBookingsInput>;

export type BatchResult =
  | {
      externalCourtBookingId: string;
      outcome: 'created' | 'updated' | 'replayed';
      booking: StoredCourtBooking;
    }
  | { externalCourtBookingId: string; outcome: 'cancelled' | 'replayed'; cancellation: StoredCancellation }
  | { externalCourtBookingId: string; outcome: 'refused'; error: ApiError };

/**
 * Upserts and cancels many bookings by the rules of the single operations. Returns one result per item, in the given
 * order.
 *
 * Not atomic: like single requests, one after the other. Atomic: all or nothing, checked against the result of the
 * whole batch.
 *
 * @throws ApiError `batch_refused` (atomic: an item is at fault), `service_unavailable` (nothing was done).
 */
export async function batchCourtBookings(
  context: ServiceContext,
  partner: Partner<'court-bookingwrite'>,
  { atomic, items }: BatchCourtBookingsInput,
): Promise<BatchResult[]> {
  const prepared: Prepared[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % readAtOnce === 0) await othersFirst();
    prepared.push(prepare(item));
  }
  return atomic ? runAtomically(context, partner, prepared) : runInPieces(context, partner, items, prepared);
}

/** Lets the event loop handle other requests first. */
const othersFirst = () => new Promise((resolve) => setImmediate(resolve));

function prepare(given: BatchCourtBookingsInput['items'][number]): Prepared {
  try {
    const item = validate(BatchItem, given);
    if (item.action === 'upsert') rejectAmbiguousParticipants(item, createItemError);
    return { item };
  } catch (error) {
    if (error instanceof ApiError) return { externalCourtBookingId: given.externalCourtBookingId, error };
    throw error;
  }
}

async function runInPieces(
  context: ServiceContext,
  partner: Partner<'court-bookingwrite'>,
  items: BatchCourtBookingsInput['items'],
  prepared: Prepared[],
): Promise<BatchResult[]> {
  const results: BatchResult[] = prepared.map((one, index) => ({
    externalCourtBookingId: items[index]!.externalCourtBookingId,
    outcome: 'refused',
    // The default for items that are not reached because of a failure or a timeout. They may be sent again.
    error: 'error' in one ? one.error : createItemError('service_unavailable'),
  }));
  const wellFormed = prepared.flatMap((one, index) => ('item' in one ? [{ index, item: one.item }] : []));
  const startedAt = context.now();
  for (let from = 0, size = 0; from < wellFormed.length; from += size) {
    if (context.now() - startedAt > beginMillis) break;
    size = context.database.shouldBatchesYield() ? sizeUnderLoad : usualSize;
    const piece = wellFormed.slice(from, from + size);
    try {
      const answers = await call(
        context,
        partner,
        'batch_court_bookings',
        piece.map(({ item }) => item),
        {},
      );
      for (const [n, { index, item }] of piece.entries())
        results[index] = resultOf(item, (answers as unknown[])[n], context.now());
    } catch (error) {
      // If nothing was done, the whole request may fail.
      const isPassing = error instanceof ApiError && error.type === 'service_unavailable';
      if (from === 0 || !isPassing) throw error;
      break;
    }
  }
  return results;
}

async function runAtomically(
  context: ServiceContext,
  partner: Partner<'court-bookingwrite'>,
  prepared: Prepared[],
): Promise<BatchResult[]> {
  const { issues, judgeable } = sortOut(prepared);
  if (judgeable.length === 0) throw createError('batch_refused', { issues });
  const items = judgeable.map(({ item }) => item);
  const answer = (await call(context, partner, 'batch_court_bookings_atomically', items, {
    onlyJudge: issues.length > 0,
  })) as
    | { answers: unknown[] }
    | { items: ({ index: number } & FunctionError<(typeof batchItemErrors)[number]>)[] };
  if ('items' in answer) {
    for (const { index, ...rejection } of answer.items) {
      const error = createItemError(rejection.error, rejectionDetails(rejection, context.now()));
      issues.push(issueOf(judgeable[index]!.index, error));
    }
    issues.sort((a, b) => Number(a.path[1]) - Number(b.path[1]));
    throw createError('batch_refused', { issues });
  }
  return items.map((item, index) => resultOf(item, answer.answers[index], context.now()));
}

type BatchFunction = Extract<FunctionName, 'batch_court_bookings' | 'batch_court_bookings_atomically'>;

function call<Name extends BatchFunction>(
  { database, newId, requestId, callerRequestId = requestId }: ServiceContext,
  { externalServiceId, actor }: Partner<'court-bookingwrite'>,
  name: Name,
  items: BatchItem[],
  more: Omit<FunctionArguments<Name>, keyof FunctionArguments<'batch_court_bookings'>>,
): Promise<unknown> {
  const withIds = items.map((item) => ({
    ...item,
    auditEventId: newId(),
    ...(item.action === 'upsert' ? { newId: newId() } : {}),
  }));
  const values = {
    externalServiceId,
    items: JSON.stringify(withIds),
    actorType: actor.type,
    actorId: actor.id,
    requestId,
    shownRequestId: callerRequestId,
    ...more,
  } as FunctionArguments<Name>;
  const waitsFor = { resource: `batch ${externalServiceId}`, externalServiceId, isBulk: true };
  return database.call(name, values, waitsFor);
}

function resultOf({ action, externalCourtBookingId }: BatchItem, answer: unknown, now: number): BatchResult {
  const result =
    action === 'upsert'
      ? readResult('upsert_court_booking', upsertCourtBookingResults, answer)
      : readResult('cancel_court_booking', cancelCourtBookingResults, answer);
  if ('error' in result) {
    const error = createItemError(result.error, rejectionDetails(result, now));
    return { externalCourtBookingId, outcome: 'refused', error };
  }
  if ('participants' in result) {
    const { outcome, ...booking } = result;
    return { externalCourtBookingId, outcome, booking };
  }
  const { outcome, ...cancellation } = result;
  return { externalCourtBookingId, outcome, cancellation };
}
