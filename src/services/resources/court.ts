import { z } from 'zod';
import { demoIds } from '../demo/demo-ids.ts';
import { uuid } from '../values/fields.ts';
import { Organization } from './organization.ts';

export const Court = z
  .object({
    id: uuid().describe('The `courtId` of a booking.'),
    name: z.string(),
    organization: Organization,
  })
  .meta({ id: 'Court', description: 'A court. New fields may be added.' });

export const exampleCourt = {
  id: demoIds.court,
  name: 'Centre Court',
  organization: { id: demoIds.organization, name: 'Demo Tennis Club', timeZone: 'UTC' },
};
