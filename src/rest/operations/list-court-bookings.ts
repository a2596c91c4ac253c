import { z } from 'zod';
import { listCourtBookings, listCourtBookingsErrors } from '../../services/bookings/list-court-bookings.ts';
import { demoIds } from '../../services/demo/demo-ids.ts';
import { cursor, toCursor } from '../../services/values/cursor.ts';
import { emailAddress, instant, uuid } from '../../services/values/fields.ts';
import { CourtBooking, exampleCourtBooking, toCourtBooking } from '../resources/court-booking-response.ts';
import {
  cursorParameter,
  externalServiceIdParameter,
  instantParameter,
  limitParameter,
  page,
} from '../resources/schemas.ts';
import { defineOperation } from '../transport/operation.ts';

const Query = z.strictObject({
  courtId: uuid().describe('Of this court.').meta({ example: demoIds.court }).optional(),
  from: instantParameter()
    .describe('Bookings that touch the time from here on: that end after it.')
    .optional(),
  to: instantParameter()
    .describe('Bookings that touch the time up to here: that start before it.')
    .optional(),
  updatedFrom: instantParameter()
    .describe(
      'Bookings whose `updatedAt` is then or later. A commit that comes late may have an earlier one.',
    )
    .optional(),
  updatedTo: instantParameter().describe('Bookings whose `updatedAt` is before.').optional(),
  status: z
    .enum(['ACTIVE', 'CANCELLED', 'ANY'])
    .default('ACTIVE')
    .describe('Whether active, cancelled, or all bookings are listed.'),
  participantUserId: uuid()
    .describe(
      'Bookings that name this user: by its id, or by its address where the user is open to the external service.',
    )
    .optional(),
  participantEmail: emailAddress()
    .describe(
      'Bookings that name this address, or by its id a user who has it and is open to the external service.',
    )
    .optional(),
  limit: limitParameter(),
  cursor: cursorParameter(cursor([instant(), uuid()])),
});

/** `GET …/court-bookings`. */
export const listCourtBookingsOperation = () =>
  defineOperation({
    operationId: 'listCourtBookings',
    tag: 'court bookings',
    method: 'GET',
    path: '/api/v1/external-services/{externalServiceId}/court-bookings',
    summary: 'List court bookings',
    description:
      "The external service's own bookings, last updated first. Filters hold together.\n\n" +
      'Pages begin where the one before ended: what does not change while you walk them is listed once, and what changes ' +
      'meanwhile moves to the front.',
    scope: 'court-bookingread',
    pathParameters: z.object({ externalServiceId: externalServiceIdParameter() }),
    query: Query,
    response: page(CourtBooking).meta({ id: 'CourtBookingPage' }),
    successes: {
      200: {
        description: 'A page. Without `nextCursor` it is the last one.',
        example: {
          items: [exampleCourtBooking],
          nextCursor: toCursor([exampleCourtBooking.updatedAt, '01990b2e-7f6c-7c1e-9a53-0f2a5a6f1c05']),
        },
      },
    },
    errors: listCourtBookingsErrors,
    run: async (context, partner, { query }) => {
      const { items, nextCursor } = await listCourtBookings(context, partner, query);
      return {
        status: 200,
        body: {
          items: items.map(({ externalCourtBookingId, ...booking }) =>
            toCourtBooking(partner.externalServiceId, externalCourtBookingId, booking),
          ),
          nextCursor,
        },
      };
    },
  });
