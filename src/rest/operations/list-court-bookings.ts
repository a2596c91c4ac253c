import { z } from 'zod';
import { listCourtBookings, listCourtBookingsErrors } from '../../services/bookings/list-court-bookings.ts';
import { demoIds } from '../../services/demo/demo-ids.ts';
import {
  CourtBooking,
  exampleCourtBooking,
  toCourtBooking,
} from '../../services/resources/court-booking-response.ts';
import { instantParameter, page, pageDescription, pageParameters } from '../../services/resources/schemas.ts';
import { cursor, toCursor } from '../../services/values/cursor.ts';
import { emailAddress, instant, uuid } from '../../services/values/fields.ts';
import { defineOperation } from '../transport/operation.ts';

const Query = z.object({
  courtId: uuid().describe('Only bookings of this court.').meta({ example: demoIds.court }).optional(),
  from: instantParameter().describe('Only bookings that end after this time.').optional(),
  to: instantParameter().describe('Only bookings that start before this time.').optional(),
  updatedFrom: instantParameter()
    .describe(
      'Only bookings whose `updatedAt` is at or after this time. To follow changes use `listChanges`, because a transaction that commits late can have an earlier `updatedAt`.',
    )
    .optional(),
  updatedTo: instantParameter().describe('Only bookings whose `updatedAt` is before this time.').optional(),
  status: z
    .enum(['ACTIVE', 'CANCELLED', 'ANY'])
    .default('ACTIVE')
    .describe('Only bookings with this status.'),
  participantUserId: uuid()
    .describe(
      'Only bookings that name this user by id, or by email address if your external service has access to the user.',
    )
    .optional(),
  participantEmail: emailAddress()
    .describe(
      'Only bookings that name this email address, or by id a user with this address to whom your external service has access.',
    )
    .optional(),
  ...pageParameters(cursor([instant(), uuid()])),
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
      'Lists your court bookings, the most recently changed first. Filters are combined with AND.\n\n' +
      'Each page begins where the previous page ended. A booking that does not change meanwhile is listed once. A booking ' +
      'that changes meanwhile moves to the front.',
    scope: 'court-bookingread',
    query: Query,
    response: page(CourtBooking).meta({ id: 'CourtBookingPage', description: 'A page of court bookings.' }),
    successes: {
      200: {
        description: pageDescription,
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
        body: {
          items: items.map(({ externalCourtBookingId, ...booking }) =>
            toCourtBooking(partner.externalServiceId, externalCourtBookingId, booking),
          ),
          nextCursor,
        },
      };
    },
  });
