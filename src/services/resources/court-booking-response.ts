import { z } from 'zod';
import { copyFields } from '../../rules/court-booking-fields.ts';
import { cancellers, maxCancellers, statuses } from '../../rules/court-booking-status.ts';
import { formatInstant } from '../../rules/instant.ts';
import {
  courtBookingFields,
  courtBookingFormats,
  maxParticipants,
  type StoredCourtBooking,
} from '../bookings/stored-court-booking.ts';
import { demoIds } from '../demo/demo-ids.ts';
import { dateTime, uuid } from '../values/fields.ts';
import { openEnumeration } from './schemas.ts';

const { courtId, ...otherFields } = courtBookingFields;

const comparison = { 'x-sdk-note': 'Date-times do not sort as text: use `compareInstants`.' };

export const CourtBookingResponse = z
  .object({
    externalServiceId: uuid(),
    courtId,
    externalCourtBookingId: z.string().describe('Your own id of the booking.'),
    ...otherFields,
    participants: z
      .array(
        z
          .object({
            userId: uuid()
              .describe(
                'Present if the request named the participant by id, or if the email address belongs to a user that your external service has access to.',
              )
              .optional(),
            email: z
              .string()
              .describe('Present if the request named the participant by email address.')
              .optional(),
            erased: z
              .literal(true)
              .describe('Present instead of `userId` and `email` if the participant was erased.')
              .optional(),
          })
          .meta({ id: 'ParticipantResponse', description: 'A participant of a booking.' }),
      )
      .max(maxParticipants)
      .describe('In the order of the request.'),
    createdAt: dateTime(),
    updatedAt: dateTime(),
  })
  .meta({
    id: 'CourtBookingResponse',
    description: 'The court booking as stored. Date-times are in UTC. New fields may be added.',
    ...comparison,
  });

/** Converts a stored booking to the format of the document (section 2). Date-times are in UTC. */
export function toCourtBookingResponse(
  externalServiceId: string,
  externalCourtBookingId: string,
  booking: StoredCourtBooking,
): z.output<typeof CourtBookingResponse> {
  return {
    externalServiceId,
    externalCourtBookingId,
    ...copyFields(courtBookingFormats, booking, formatInstant),
    participants: booking.participants.map((participant) => {
      if (!('email' in participant)) return participant;
      const userId = booking.openUsers[participant.email];
      return userId === undefined ? participant : { userId, ...participant };
    }),
    createdAt: formatInstant(booking.createdAt),
    updatedAt: formatInstant(booking.updatedAt),
  };
}

/** A booking as operations beyond the document return it: the documented response and its status. */
export const CourtBooking = z
  .object({
    ...CourtBookingResponse.shape,
    status: openEnumeration(statuses).describe('Accept values that you do not know.'),
    cancelledAt: dateTime().optional(),
    cancelledBy: z
      .array(openEnumeration(cancellers).describe('Accept values that you do not know.'))
      .max(maxCancellers)
      .describe('The partner, an operator, or both.')
      .optional(),
    cancellationReason: z.string().describe('The reason that an operator entered.').optional(),
  })
  .meta({
    id: 'CourtBooking',
    description:
      'A court booking: the stored booking, its status, and who cancelled it. Date-times are in UTC. New fields may be added.',
    ...comparison,
  });

export const exampleCourtBooking = {
  externalServiceId: demoIds.externalService,
  courtId: demoIds.court,
  externalCourtBookingId: 'booking-42',
  startDate: '2026-12-01T09:00:00.000Z',
  endDate: '2026-12-01T10:00:00.000Z',
  externalUpdatedAt: '2026-11-20T12:00:00.000123Z',
  participants: [{ userId: demoIds.user }, { email: 'guest@example.com' }],
  createdAt: '2026-11-20T12:00:01.417802Z',
  updatedAt: '2026-11-20T12:00:01.417802Z',
  status: 'ACTIVE',
};

export function toCourtBooking(
  externalServiceId: string,
  externalCourtBookingId: string,
  booking: StoredCourtBooking,
): z.output<typeof CourtBooking> {
  const { cancelledAt, cancelledBy, cancellationReason } = booking;
  return {
    ...toCourtBookingResponse(externalServiceId, externalCourtBookingId, booking),
    status: cancelledAt === undefined ? 'ACTIVE' : 'CANCELLED',
    cancelledAt: cancelledAt === undefined ? undefined : formatInstant(cancelledAt),
    cancelledBy,
    cancellationReason,
  };
}
