import { z } from 'zod';
import { uuid } from '../values/fields.ts';

export const Organization = z
  .object({
    id: uuid(),
    name: z.string(),
    timeZone: z
      .string()
      .describe(
        'The IANA name of the time zone of the club, such as `Europe/Berlin`. Absent only from changes that are older than this field.',
      )
      .optional(),
  })
  .meta({ id: 'Organization', description: 'The organization that a court belongs to.' });
