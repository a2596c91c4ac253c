import type { z } from 'zod';
import { optionalFields } from '../src/services/bookings/optional-fields.ts';

/** Returns the table of the optional fields of a booking, for the page of the upsert. */
export function optionalFieldsTable(): string[] {
  const rows = Object.entries<z.ZodType>(optionalFields).map(
    ([name, { description }]) => `| \`${name}\` | ${description} |`,
  );
  return rows.length === 0 ? [] : ['| optional field | value |', '|---|---|', ...rows];
}
