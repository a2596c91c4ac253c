import type { z } from 'zod';
import type { OptionalField } from '../../db/entities/court-booking-columns.ts';

/**
 * The optional fields of a booking. Each has a column in `optionalColumns`, a description, and at least two `examples`, which
 * differ in whatever a conversion could lose, such as case and spaces. The tests send them.
 *
 * A text for people has the rules of a name: `personName()`, with a description that begins with `nameRule`.
 */
export const optionalFields = {} satisfies Record<OptionalField, z.ZodType<string>>;
