import { z } from 'zod';
import { uuid } from '../../services/values/fields.ts';

export const Organization = z.object({ id: uuid(), name: z.string() }).meta({ id: 'Organization' });
