import type { z } from 'zod';
import { type ApiError, errorFactory } from '../../../api-error.ts';
import type { FunctionArguments, FunctionName } from '../../../db/functions/functions.ts';
import { inOrder, issueOf, limitCourts, type Prepared, sortOut } from '../../../rules/batch-items.ts';
import { rejectionDetails } from '../../../rules/rejection.ts';
import type { Partner } from '../../access/authorize-partner.ts';
import { batchInput, inChunks, prepareItems, type SentItem } from '../../batches/batch-items.ts';
import { type FunctionError, readResult } from '../../function-results.ts';
import type { ServiceContext } from '../../service-context.ts';
import { validate } from '../../values/validate.ts';
import { cancelCourtBookingResults, type StoredCancellation } from '../cancel-court-booking.ts';
import { rejectAmbiguousParticipants } from '../participant.ts';
import type { StoredCourtBooking } from '../stored-court-booking.ts';
import { upsertCourtBookingResults } from '../upsert-court-booking.ts';
import { BatchItem, batchItemErrors } from './batch-item.ts';

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
 * @throws ApiError `batch_refused` (atomic: an item is at fault), `service_unavailable` (nothing was done).
 */
export async function batchCourtBookings(
  context: ServiceContext,
  partner: Partner<'court-bookingwrite'>,
  { atomic, items }: BatchCourtBookingsInput,
): Promise<BatchResult[]> {
  const prepared = await prepareItems(items, 'externalCourtBookingId', prepare);
  return atomic ? runAtomically(context, partner, prepared) : runInChunks(context, partner, prepared);
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
): Promise<BatchResult[]> {
  const results: BatchResult[] = prepared.map((one) => ({
    outcome: 'refused',
    // The default for items that are not reached because of a failure or a timeout. They may be sent again.
    error: 'error' in one ? one.error : createItemError('service_unavailable'),
  }));
  const wellFormed = prepared.flatMap((one, index) => ('item' in one ? [{ index, item: one.item }] : []));
  await inChunks(context, wellFormed.length, async (from, to) => {
    const chunk = wellFormed.slice(from, to);
    const items = chunk.map(({ item }) => item);
    const answers = (await call(context, partner, 'batch_court_bookings', items, {})) as unknown[];
    for (const [n, { index, item }] of chunk.entries())
      results[index] = resultOf(item, answers[n], context.now());
    return chunk.length;
  });
  return results;
}

async function runAtomically(
  context: ServiceContext,
  partner: Partner<'court-bookingwrite'>,
  prepared: Prepared<BatchItem, ApiError>[],
): Promise<BatchResult[]> {
  const limit = limitCourts();
  const { issues, judgeable } = sortOut(prepared, 'booking', (item) =>
    limit(item.action === 'upsert' ? item.courtId : undefined),
  );
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
    throw createError('batch_refused', { issues: inOrder(issues) });
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
    return { outcome: 'refused', error };
  }
  if ('participants' in result) {
    const { outcome, ...booking } = result;
    return { externalCourtBookingId, outcome, booking };
  }
  const { outcome, ...cancellation } = result;
  return { externalCourtBookingId, outcome, cancellation };
}
