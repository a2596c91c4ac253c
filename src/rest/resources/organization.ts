import { z } from 'zod';
import { uuid } from '../../services/values/fields.ts';

/** An organization, as answers show it. */
export const Organization = z.object({ id: uuid(), name: z.string() }).meta({ id: 'Organization' });
