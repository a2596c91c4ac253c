import type { z } from 'zod';
import { optionalFields } from '../../../src/services/bookings/optional-fields.ts';

/** The examples of each optional field of a booking. */
export const optionalExamples = Object.fromEntries(
  Object.entries<z.ZodType>(optionalFields).map(([name, schema]) => [
    name,
    (schema.meta()?.examples ?? []) as string[],
  ]),
);

/** Returns all optional fields, each with the example of this number. */
export const optionalContent = (number: number): Record<string, string> =>
  Object.fromEntries(
    Object.entries(optionalExamples).map(([name, examples]) => [name, examples[number % examples.length]!]),
  );
