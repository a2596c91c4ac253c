import { z } from 'zod';
import { catalogue } from '../../errors.ts';
import {
  BatchCourtBookingsInput,
  type BatchResult,
  batchCourtBookings,
  batchCourtBookingsErrors,
} from '../../services/bookings/batch/batch-court-bookings.ts';
import { BatchItem, batchItemErrors, maxBatchItems } from '../../services/bookings/batch/batch-item.ts';
import { demoIds } from '../../services/demo/demo-ids.ts';
import { CourtBooking, toCourtBooking } from '../resources/court-booking-response.ts';
import { externalServiceIdParameter } from '../resources/schemas.ts';
import { errorOf } from '../transport/error-response.ts';
import { defineOperation } from '../transport/operation.ts';
import { CancelledCourtBooking, toCancelledCourtBooking } from './cancel-court-booking.ts';

export const maxBatchBytes = 512 * 1024;

const count = (description: string) => z.int().min(0).max(maxBatchItems).describe(description);

const status = () => z.int().min(100).max(599).describe('As the single operation returns it.');

const BatchResponse = z
  .object({
    summary: z.object({
      created: count('Bookings that were not stored before.'),
      updated: count('Bookings that were stored otherwise.'),
      replayed: count('Items that were stored just so before, cancellations included.'),
      cancelled: count('Bookings that were cancelled.'),
      refused: count('Items that were not done.'),
    }),
    results: z
      .array(
        z.union([
          z
            .object({
              status: status(),
              outcome: z.enum(['created', 'updated']),
              courtBooking: CourtBooking.optional(),
            })
            .meta({
              id: 'BatchUpsertResult',
              description: 'An upsert that was written. With `Prefer: return=minimal` without the booking.',
            }),
          z
            .object({ status: status(), outcome: z.literal('cancelled'), cancelled: CancelledCourtBooking })
            .meta({ id: 'BatchCancellationResult', description: 'A cancellation that was written.' }),
          z
            .object({
              status: status(),
              outcome: z.literal('replayed'),
              courtBooking: CourtBooking.optional(),
              cancelled: CancelledCourtBooking.optional(),
            })
            .meta({
              id: 'BatchReplayResult',
              description:
                'An item that was stored just so before: an upsert has `courtBooking`, except with `Prefer: return=minimal`, and a cancellation `cancelled`.',
            }),
          z
            .object({
              status: status(),
              outcome: z.literal('refused'),
              error: errorOf(batchItemErrors, 'BatchItemError'),
              retryable: z.boolean().describe('Whether the same item may be sent again as it is.'),
            })
            .meta({ id: 'BatchRefusalResult', description: 'An item that was not done.' }),
        ]),
      )
      .max(maxBatchItems)
      .describe('One an item, in the order of the request.'),
  })
  .meta({ id: 'BatchResponse', description: 'New fields may be added.' });

/** `POST …/court-bookings/batch`. Not in the document. */
export const batchCourtBookingsOperation = () =>
  defineOperation({
    operationId: 'batchCourtBookings',
    tag: 'court bookings',
    method: 'POST',
    path: '/api/v1/external-services/{externalServiceId}/court-bookings/batch',
    summary: 'Upsert and cancel many court bookings',
    description:
      `Up to ${maxBatchItems} items; each is judged by the rules of the single operation, and has its own result.\n\n` +
      'Not atomic, the default: each item as if it came alone, in the order given; what is refused stops no other. After a ' +
      'lost answer send the whole batch again: what was done is answered as replayed.\n\n' +
      'Atomic: all or nothing, judged on the outcome of the whole, so that two bookings can swap their places. Where an item ' +
      'is at fault the answer is `batch_refused`, which names each.\n\n' +
      'An item costs a tenth of a request. `Prefer: return=minimal` leaves out the bookings that were written.',
    scope: 'court-bookingwrite',
    pathParameters: z.object({ externalServiceId: externalServiceIdParameter() }),
    body: BatchCourtBookingsInput,
    documentedBody: BatchCourtBookingsInput.extend({
      atomic: z.boolean().default(false).describe('All or nothing.'),
      items: z.array(BatchItem).min(1).max(maxBatchItems),
    }).meta({ id: 'BatchRequest' }),
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
        description: 'What became of each item.',
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
    permitsOf: ({ items }) => Math.ceil(items.length / 10),
    run: async (context, partner, { body, prefersMinimal }) => {
      const results = await batchCourtBookings(context, partner, body);
      const summary = { created: 0, updated: 0, replayed: 0, cancelled: 0, refused: 0 };
      for (const { outcome } of results) summary[outcome] += 1;
      const shown = results.map((result) => toBatchResult(partner.externalServiceId, result, prefersMinimal));
      return { status: 200, body: { summary, results: shown } };
    },
  });

/** Errors after which a client may resend an item unchanged. */
const retryable: readonly string[] = ['service_unavailable', 'rate_limit_exceeded', 'internal_server_error'];

type BatchItemResult = z.output<typeof BatchResponse>['results'][number];

function toBatchResult(
  externalServiceId: string,
  result: BatchResult,
  prefersMinimal: boolean,
): BatchItemResult {
  const { externalCourtBookingId } = result;
  if (result.outcome === 'refused') {
    const { type, message, issues, fields } = result.error;
    const error = { type, message, ...(issues === undefined ? {} : { issues }), ...fields };
    return {
      status: catalogue[type].status,
      outcome: 'refused',
      error: error as never,
      retryable: retryable.includes(type),
    };
  }
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
