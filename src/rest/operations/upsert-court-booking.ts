import { z } from 'zod';
import {
  UpsertCourtBookingInput,
  upsertCourtBooking,
  upsertCourtBookingErrors,
} from '../../services/bookings/upsert-court-booking.ts';
import {
  CourtBookingResponse,
  exampleCourtBooking,
  toCourtBookingResponse,
} from '../../services/resources/court-booking-response.ts';
import { dryRunParameter, externalCourtBookingIdParameter } from '../../services/resources/schemas.ts';
import { defineOperation } from '../transport/operation.ts';

const { status: _status, ...exampleResponse } = exampleCourtBooking;

/** `PUT …/court-bookings/by-external-id/{externalCourtBookingId}`: section 4.2 of the document. */
export const upsertCourtBookingOperation = () =>
  defineOperation({
    operationId: 'upsertCourtBooking',
    tag: 'court bookings',
    section: '4.2',
    method: 'PUT',
    path: '/api/v1/external-services/{externalServiceId}/court-bookings/by-external-id/{externalCourtBookingId}',
    summary: 'Upsert court booking',
    description:
      'Creates the court booking with your own booking id, or replaces it.\n\n' +
      'Versions are compared by `externalUpdatedAt`. A newer version is written. An older version is rejected with ' +
      '`stale_write`. An equal version with the same content returns 200 with the stored booking, so a request can be ' +
      'repeated. An equal version with other content is rejected with `version_conflict`. If an operator has cancelled the ' +
      'booking, every upsert is rejected with `version_conflict` until an operator reinstates it.\n\n' +
      'A booking occupies the court from `startDate` up to, but not including, `endDate`. Back-to-back bookings do not overlap.',
    scope: 'court-bookingwrite',
    pathParameters: z.object({ externalCourtBookingId: externalCourtBookingIdParameter() }),
    query: z.object({ dryRun: dryRunParameter() }),
    body: UpsertCourtBookingInput,
    requestExamples: {
      // A single example, the same as in the README. Different content with the same id and time would conflict with
      // it.
      guest: {
        summary: 'For a guest',
        value: {
          courtId: exampleResponse.courtId,
          startDate: '2026-12-01T10:00:00+01:00',
          endDate: '2026-12-01T11:00:00+01:00',
          externalUpdatedAt: '2026-11-20T12:00:00.000123Z',
          participants: [{ email: 'guest@example.com' }],
        },
      },
    },
    response: CourtBookingResponse,
    // Not in the document: the statuses of success.
    successes: {
      201: { description: 'The booking was created.', example: exampleResponse },
      200: {
        description:
          'The booking was updated, or it was already stored with the same content and nothing changed.',
        example: { ...exampleResponse, updatedAt: '2026-11-20T12:30:00.5Z' },
      },
    },
    errors: upsertCourtBookingErrors,
    subjectOf: ({ externalCourtBookingId }, _query, body) => ({
      externalId: externalCourtBookingId,
      externalUpdatedAt: body?.externalUpdatedAt,
      courtId: body?.courtId,
      startDate: body?.startDate,
      endDate: body?.endDate,
    }),
    run: async (context, partner, { parameters: { externalCourtBookingId }, query, body }) => {
      const { created, booking } = await upsertCourtBooking(context, partner, externalCourtBookingId, body, {
        isDryRun: query.dryRun,
      });
      const answer = toCourtBookingResponse(partner.externalServiceId, externalCourtBookingId, booking);
      return { status: created ? 201 : 200, body: answer };
    },
  });
