import { z } from 'zod';
import { maxBatchItems } from '../../services/batches/batch-items.ts';
import {
  BatchCourtBookingsInput,
  type BatchResult,
  batchCourtBookings,
  batchCourtBookingsErrors,
} from '../../services/bookings/batch/batch-court-bookings.ts';
import { BatchItem, batchItemErrors } from '../../services/bookings/batch/batch-item.ts';
import { demoIds } from '../../services/demo/demo-ids.ts';
import { CourtBooking, toCourtBooking } from '../../services/resources/court-booking-response.ts';
import { dryRunParameter } from '../../services/resources/schemas.ts';
import {
  documentedBatch,
  itemCount,
  itemStatus,
  maxBatchBytes,
  permitsOfBatch,
  rejectedItem,
  toRejectedItem,
} from '../transport/batch-response.ts';
import { defineOperation } from '../transport/operation.ts';
import { CancelledCourtBooking, toCancelledCourtBooking } from './cancel-court-booking.ts';

const BatchResponse = z
  .object({
    summary: z.object({
      created: itemCount('Bookings that were not stored before.'),
      updated: itemCount('Bookings that were stored with other content.'),
      replayed: itemCount('Items that were already stored with the same content, cancellations included.'),
      cancelled: itemCount('Bookings that were cancelled.'),
      refused: itemCount('Items that were rejected.'),
    }),
    results: z
      .array(
        z.union([
          z
            .object({
              status: itemStatus(),
              outcome: z.enum(['created', 'updated']),
              courtBooking: CourtBooking.optional(),
            })
            .meta({
              id: 'BatchUpsertResult',
              description:
                'An upsert that was written. With `Prefer: return=minimal`, the booking is omitted.',
            }),
          z
            .object({
              status: itemStatus(),
              outcome: z.literal('cancelled'),
              cancelled: CancelledCourtBooking,
            })
            .meta({ id: 'BatchCancellationResult', description: 'A cancellation that was written.' }),
          z
            .object({
              status: itemStatus(),
              outcome: z.literal('replayed'),
              courtBooking: CourtBooking.optional(),
              cancelled: CancelledCourtBooking.optional(),
            })
            .meta({
              id: 'BatchReplayResult',
              description:
                'An item that was already stored with the same content. An upsert has `courtBooking`, except with `Prefer: return=minimal`. A cancellation has `cancelled`.',
            }),
          rejectedItem(batchItemErrors, { result: 'BatchRefusalResult', error: 'BatchItemError' }),
        ]),
      )
      .max(maxBatchItems)
      .describe('One result per item, in the order of the request.'),
  })
  .meta({ id: 'BatchResponse', description: 'The results of a batch. New fields may be added.' });

/** `POST …/court-bookings/batch`. Not in the document. */
export const batchCourtBookingsOperation = () =>
  defineOperation({
    operationId: 'batchCourtBookings',
    tag: 'court bookings',
    method: 'POST',
    path: '/api/v1/external-services/{externalServiceId}/court-bookings/batch',
    summary: 'Upsert and cancel many court bookings',
    description:
      `Upserts and cancels up to ${maxBatchItems} court bookings. The rules of the single operation apply to each item, and each item has its own result.\n\n` +
      'By default a batch is not atomic. Items are processed in the given order, as if each were sent alone. A rejected item does ' +
      'not stop the others. If you receive no response, send the whole batch again. Items that were already written are ' +
      'returned as replayed.\n\n' +
      'An atomic batch writes all items or none. Its items are checked against the outcome of the whole batch, so two bookings ' +
      'can swap. If any item fails, the response is `batch_refused`, which lists every failing item.\n\n' +
      'An item costs a tenth of a request. With `Prefer: return=minimal`, results omit the bookings that were written.',
    scope: 'court-bookingwrite',
    query: z.object({ dryRun: dryRunParameter() }),
    body: BatchCourtBookingsInput,
    batch: {
      types: 'Batch',
      id: 'externalCourtBookingId',
      actions: {
        upsert: {
          operationId: 'upsertCourtBooking',
          outcomes: { created: 'courtBooking?', updated: 'courtBooking?', replayed: 'courtBooking?' },
        },
        cancel: {
          operationId: 'cancelCourtBooking',
          outcomes: { cancelled: 'cancelled', replayed: 'cancelled' },
        },
      },
    },
    documentedBody: BatchCourtBookingsInput.extend(documentedBatch(BatchItem, 'two bookings can swap')).meta({
      id: 'BatchRequest',
      description: `Up to ${maxBatchItems} court bookings.`,
    }),
    honorsPrefer: true,
    maxBodyBytes: maxBatchBytes,
    requestExamples: {
      week: {
        summary: 'A booking, and the cancellation of another one',
        value: {
          items: [
            {
              action: 'upsert',
              externalCourtBookingId: 'batch-1',
              courtId: demoIds.court,
              startDate: '2026-12-03T09:00:00Z',
              endDate: '2026-12-03T10:00:00Z',
              externalUpdatedAt: '2026-11-20T12:00:00Z',
            },
            {
              action: 'cancel',
              externalCourtBookingId: 'batch-2',
              externalUpdatedAt: '2026-11-20T12:00:00Z',
            },
          ],
        },
      },
    },
    response: BatchResponse,
    successes: {
      200: {
        description: 'The result of each item.',
        example: {
          summary: { created: 1, updated: 0, replayed: 0, cancelled: 1, refused: 0 },
          results: [
            { status: 201, outcome: 'created' },
            {
              status: 200,
              outcome: 'cancelled',
              cancelled: {
                externalServiceId: demoIds.externalService,
                externalCourtBookingId: 'batch-2',
                externalUpdatedAt: '2026-11-20T12:00:00.000Z',
                status: 'CANCELLED',
                cancelledAt: '2026-11-20T12:00:01.417802Z',
              },
            },
          ],
        },
      },
    },
    errors: batchCourtBookingsErrors,
    permitsOf: permitsOfBatch,
    run: async (context, partner, { query, body, prefersMinimal }) => {
      const { results, rejectedItems } = await batchCourtBookings(context, partner, body, query.dryRun);
      const summary = { created: 0, updated: 0, replayed: 0, cancelled: 0, refused: 0 };
      for (const { outcome } of results) summary[outcome] += 1;
      const shown = results.map((result) => toBatchResult(partner.externalServiceId, result, prefersMinimal));
      return { body: { summary, results: shown }, rejectedItems };
    },
  });

type BatchItemResult = z.output<typeof BatchResponse>['results'][number];

function toBatchResult(
  externalServiceId: string,
  result: BatchResult,
  prefersMinimal: boolean,
): BatchItemResult {
  if (result.outcome === 'refused') return toRejectedItem(result.error);
  const { externalCourtBookingId } = result;
  if ('cancellation' in result) {
    const cancelled = toCancelledCourtBooking(externalServiceId, externalCourtBookingId, result.cancellation);
    return { status: 200, outcome: result.outcome, cancelled } as BatchItemResult;
  }
  const status = result.outcome === 'created' ? 201 : 200;
  const { outcome } = result;
  if (prefersMinimal) return { status, outcome } as BatchItemResult;
  const courtBooking = toCourtBooking(externalServiceId, externalCourtBookingId, result.booking);
  return { status, outcome, courtBooking } as BatchItemResult;
}
