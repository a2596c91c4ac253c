import { z } from 'zod';
import {
  getOrganizationOccupancy,
  getOrganizationOccupancyErrors,
} from '../../services/bookings/get-organization-occupancy.ts';
import { maxWaitSeconds } from '../../services/changes/list-changes.ts';
import { demoIds } from '../../services/demo/demo-ids.ts';
import { occupancyRange, occupiedTime, wholeNumberParameter } from '../../services/resources/schemas.ts';
import { uuid } from '../../services/values/fields.ts';
import { defineOperation } from '../transport/operation.ts';

const CourtTimes = z
  .object({
    courtId: uuid(),
    occupied: z
      .array(
        z.object(occupiedTime()).meta({ id: 'CourtTime', description: 'A time when a court is occupied.' }),
      )
      .describe('Sorted by start. Entries never overlap. The court is free at all other times.'),
  })
  .meta({ id: 'CourtTimes', description: 'When a court is occupied.' });

/** `GET …/organizations/{organizationId}/occupancy`. */
export const getOrganizationOccupancyOperation = () =>
  defineOperation({
    operationId: 'getOrganizationOccupancy',
    tag: 'courts',
    method: 'GET',
    path: '/api/v1/external-services/{externalServiceId}/organizations/{organizationId}/occupancy',
    summary: 'Get the occupancy of all courts of an organization',
    description:
      'Returns when the courts of an organization are occupied, in one response. Deactivated courts are omitted. It does not ' +
      'say whose bookings they are.\n\n' +
      'Keep `version` with your copy and send it with the next request. If nothing has changed, the response has no `courts`. ' +
      'With `wait` it arrives as soon as something changes. The `ETag` of the response is the version: with `If-None-Match` an ' +
      'unchanged occupancy is 304 without a body.\n\n' +
      'A version belongs to its range. With another range, all courts are returned.',
    scope: 'court-bookingread',
    pathParameters: z.object({
      organizationId: uuid().describe('The organization.').meta({ example: demoIds.organization }),
    }),
    query: z.object({
      ...occupancyRange(),
      version: uuid()
        .describe('The `version` of the copy that you have. Ignored with `If-None-Match`.')
        .optional(),
      wait: wholeNumberParameter(0, maxWaitSeconds, 0).describe(
        'The maximum number of seconds that the response waits for a change if your version is current.',
      ),
    }),
    response: z
      .object({
        version: uuid().describe('Changes with each change of an occupancy or of the list of courts.'),
        courts: z.array(CourtTimes).describe('By id. Absent if your version is current.').optional(),
      })
      .meta({
        id: 'OrganizationOccupancy',
        description: 'The times when the courts of an organization are occupied. New fields may be added.',
      }),
    successes: {
      200: {
        description: 'The times when the courts are occupied.',
        example: {
          version: '5f0c2b9a-1d7e-4c3a-9b8e-2f6d1a7c4e90',
          courts: [
            {
              courtId: demoIds.court,
              occupied: [{ startDate: '2026-12-01T09:00:00.000Z', endDate: '2026-12-01T10:00:00.000Z' }],
            },
          ],
        },
      },
    },
    hasVersion: true,
    errors: getOrganizationOccupancyErrors,
    run: async (context, partner, { parameters: { organizationId }, query, knownVersions, pause }) => {
      const { version: ofCopy, ...asked } = query;
      const isConditional = knownVersions.length > 0;
      const known = isConditional || ofCopy === undefined ? knownVersions : [ofCopy];
      const input = { organizationId, ...asked, known };
      const { version, courts } = await getOrganizationOccupancy(context, partner, input, pause);
      const shown = courts?.map(({ courtId, occupied }) => ({ courtId, occupied }));
      const body = { version, ...(shown && { courts: shown }) };
      return { body, version, isKnown: isConditional && !courts };
    },
  });
