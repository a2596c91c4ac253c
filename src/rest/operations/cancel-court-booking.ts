import { z } from 'zod';
import { statuses } from '../../rules/court-booking-status.ts';
import { formatInstant } from '../../rules/instant.ts';
import {
  cancelCourtBooking,
  cancelCourtBookingErrors,
} from '../../services/bookings/cancel-court-booking.ts';
import type { StoredCancellation } from '../../services/bookings/stored-court-booking.ts';
import { demoIds } from '../../services/demo/demo-ids.ts';
import {
  dryRunParameter,
  externalCourtBookingIdParameter,
  instantParameter,
  openEnumeration,
} from '../../services/resources/schemas.ts';
import { dateTime, uuid } from '../../services/values/fields.ts';
import { defineOperation } from '../transport/operation.ts';

/** A cancelled booking. It has the same few fields, whatever was stored. */
export const CancelledCourtBooking = z
  .object({
    externalServiceId: uuid(),
    externalCourtBookingId: z.string(),
    externalUpdatedAt: dateTime().describe('The version of the cancellation.'),
    status: openEnumeration(statuses).describe('Accept values that you do not know.'),
    cancelledAt: dateTime().describe(
      'When the booking was first cancelled, by the partner or by an operator.',
    ),
  })
  .meta({
    id: 'CancelledCourtBooking',
    description:
      'The response to a cancellation. It has the same few fields in every case. New fields may be added.',
  });

/** `DELETE …/court-bookings/by-external-id/{externalCourtBookingId}`. Not in the document. */
export const cancelCourtBookingOperation = () =>
  defineOperation({
    operationId: 'cancelCourtBooking',
    tag: 'court bookings',
    method: 'DELETE',
    path: '/api/v1/external-services/{externalServiceId}/court-bookings/by-external-id/{externalCourtBookingId}',
    summary: 'Cancel court booking',
    description:
      'Cancels one of your court bookings. Its court is free at once.\n\n' +
      'Versions are compared by `externalUpdatedAt`, as for an upsert. A cancellation that is newer than the stored version, or ' +
      'equal to it, is written. Repeating it returns 200 and changes nothing. An older one is rejected with `stale_write`. ' +
      'If no booking exists under the id, the service stores the version only. A create that was sent earlier and ' +
      'arrives later is then rejected.\n\n' +
      'A newer upsert makes the booking active again.',
    scope: 'court-bookingwrite',
    pathParameters: z.object({ externalCourtBookingId: externalCourtBookingIdParameter() }),
    query: z.object({
      externalUpdatedAt: instantParameter()
        .describe('When it was cancelled in your system, to the microsecond.')
        .meta({ example: '2026-11-20T13:00:00Z' }),
      dryRun: dryRunParameter(),
    }),
    response: CancelledCourtBooking,
    successes: {
      200: {
        description: 'The booking is cancelled, by this request or an earlier one.',
        example: {
          externalServiceId: demoIds.externalService,
          externalCourtBookingId: 'booking-42',
          externalUpdatedAt: '2026-11-20T13:00:00.000Z',
          status: 'CANCELLED',
          cancelledAt: '2026-11-20T13:00:01.204518Z',
        },
      },
    },
    errors: cancelCourtBookingErrors,
    subjectOf: ({ externalCourtBookingId }, query) => ({
      externalId: externalCourtBookingId,
      externalUpdatedAt: query?.externalUpdatedAt,
    }),
    run: async (context, partner, { parameters: { externalCourtBookingId }, query }) => {
      const { externalUpdatedAt, dryRun } = query;
      const stored = await cancelCourtBooking(
        context,
        partner,
        externalCourtBookingId,
        externalUpdatedAt,
        dryRun,
      );
      return { body: toCancelledCourtBooking(partner.externalServiceId, externalCourtBookingId, stored) };
    },
  });

export function toCancelledCourtBooking(
  externalServiceId: string,
  externalCourtBookingId: string,
  { externalUpdatedAt, cancelledAt }: StoredCancellation,
): z.output<typeof CancelledCourtBooking> {
  return {
    externalServiceId,
    externalCourtBookingId,
    externalUpdatedAt: formatInstant(externalUpdatedAt),
    status: 'CANCELLED',
    cancelledAt: formatInstant(cancelledAt),
  };
}
