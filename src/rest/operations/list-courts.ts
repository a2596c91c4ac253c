import { z } from 'zod';
import { listCourts, listCourtsErrors } from '../../services/organizations/list-courts.ts';
import { Court, exampleCourt } from '../../services/resources/court.ts';
import { page, pageDescription, pageParameters } from '../../services/resources/schemas.ts';
import { cursor } from '../../services/values/cursor.ts';
import { text, uuid } from '../../services/values/fields.ts';
import { defineOperation } from '../transport/operation.ts';

/** `GET …/courts`. */
export const listCourtsOperation = () =>
  defineOperation({
    operationId: 'listCourts',
    tag: 'courts',
    method: 'GET',
    path: '/api/v1/external-services/{externalServiceId}/courts',
    summary: 'List courts',
    description:
      'Lists the courts that you may book, sorted by name. They belong to the organizations that your external service was ' +
      'granted. Deactivated courts are omitted; their bookings remain.',
    scope: 'court-bookingread',
    query: z.object({
      organizationId: uuid()
        .describe('Only courts of this organization. The list is empty if access was not granted.')
        .optional(),
      // The literal distinguishes it from cursors of other lists, because a name may be any text.
      ...pageParameters(cursor([z.literal('court'), text(1, 255), uuid()])),
    }),
    response: page(Court).meta({ id: 'CourtPage', description: 'A page of courts.' }),
    successes: { 200: { description: pageDescription, example: { items: [exampleCourt] } } },
    errors: listCourtsErrors,
    run: async (context, partner, { query }) => ({ body: await listCourts(context, partner, query) }),
  });
