import { z } from 'zod';
import { getCourtBooking, getCourtBookingErrors } from '../../services/bookings/get-court-booking.ts';
import {
  CourtBooking,
  exampleCourtBooking,
  toCourtBooking,
} from '../../services/resources/court-booking-response.ts';
import { externalCourtBookingIdParameter } from '../../services/resources/schemas.ts';
import { defineOperation } from '../transport/operation.ts';

/** `GET …/court-bookings/by-external-id/{externalCourtBookingId}`. */
export const getCourtBookingOperation = () =>
  defineOperation({
    operationId: 'getCourtBooking',
    tag: 'court bookings',
    method: 'GET',
    path: '/api/v1/external-services/{externalServiceId}/court-bookings/by-external-id/{externalCourtBookingId}',
    summary: 'Get court booking',
    description:
      'Returns one of your court bookings, active or cancelled. If only a cancellation has arrived so far, the booking does ' +
      'not exist yet.',
    scope: 'court-bookingread',
    pathParameters: z.object({ externalCourtBookingId: externalCourtBookingIdParameter() }),
    response: CourtBooking,
    successes: {
      200: { description: 'The stored booking.', example: exampleCourtBooking },
    },
    errors: getCourtBookingErrors,
    subjectOf: ({ externalCourtBookingId }) => ({ externalId: externalCourtBookingId }),
    run: async (context, partner, { parameters: { externalCourtBookingId } }) => {
      const booking = await getCourtBooking(context, partner, externalCourtBookingId);
      const body = toCourtBooking(partner.externalServiceId, externalCourtBookingId, booking);
      return { body };
    },
  });
