import { z } from 'zod';
import { formatInstant } from '../../rules/instant.ts';
import { getCourtOccupancy, getCourtOccupancyErrors } from '../../services/bookings/get-court-occupancy.ts';
import { demoIds } from '../../services/demo/demo-ids.ts';
import { occupancyRange, occupiedTime } from '../../services/resources/schemas.ts';
import { uuid } from '../../services/values/fields.ts';
import { defineOperation } from '../transport/operation.ts';

const OccupiedTime = z
  .object({
    ...occupiedTime(),
    externalCourtBookingId: z.string().describe('Present only for your own bookings.').optional(),
  })
  .meta({ id: 'OccupiedTime', description: 'A time when the court is occupied.' });

/** `GET …/courts/{courtId}/occupancy`. */
export const getCourtOccupancyOperation = () =>
  defineOperation({
    operationId: 'getCourtOccupancy',
    tag: 'courts',
    method: 'GET',
    path: '/api/v1/external-services/{externalServiceId}/courts/{courtId}/occupancy',
    summary: 'Get court occupancy',
    description:
      'Returns when a court is occupied by any booking. There is one entry per active booking that overlaps the ' +
      'range, clipped to the range and sorted by start. A new booking at these times would be rejected with ' +
      '`court_booking_overlap`. Deactivated courts can be queried too.',
    scope: 'court-bookingread',
    pathParameters: z.object({ courtId: uuid().describe('The court.').meta({ example: demoIds.court }) }),
    query: z.object(occupancyRange()),
    response: z
      .object({ occupied: z.array(OccupiedTime).describe('Sorted by start. Entries never overlap.') })
      .meta({
        id: 'CourtOccupancy',
        description: 'The times when a court is occupied by any booking. New fields may be added.',
      }),
    successes: {
      200: {
        description: 'The times when the court is occupied.',
        example: {
          occupied: [
            {
              startDate: '2026-12-01T09:00:00.000Z',
              endDate: '2026-12-01T10:00:00.000Z',
              externalCourtBookingId: 'booking-42',
            },
            { startDate: '2026-12-01T18:00:00.000Z', endDate: '2026-12-01T19:30:00.000Z' },
          ],
        },
      },
    },
    errors: getCourtOccupancyErrors,
    subjectOf: ({ courtId }) => ({ courtId }),
    run: async (context, partner, { parameters: { courtId }, query: { from, to } }) => {
      const occupied = await getCourtOccupancy(context, partner, { courtId, from, to });
      return {
        body: {
          occupied: occupied.map(({ startDate, endDate, ...own }) => ({
            startDate: formatInstant(startDate),
            endDate: formatInstant(endDate),
            ...own,
          })),
        },
      };
    },
  });
