import { z } from 'zod';

// Not in the document: how lists are read. From the place of the last row on, never by a number of rows: what is inserted
// or removed meanwhile neither hides a row nor shows one twice.

/** How many rows a page of a list has, unless it is asked for. */
export const defaultLimit = 50;

/** How many rows a page of a list has at most. */
export const maxLimit = 100;

/** Where a page ended, as the client keeps it: opaque to it. */
export function toCursor(place: readonly string[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/**
 * Where a page is to begin, as a value of a query: the values of the order, of these shapes. Another one than was given
 * out is `invalid_schema`.
 *
 * @param words what may be said instead
 */
export function cursor<
  const Place extends readonly [z.ZodType<string>, ...z.ZodType<string>[]],
  const Word extends string = never,
>(place: Place, words: readonly Word[] = []) {
  const shape = z.tuple(place as never) as unknown as z.ZodType<{ [Index in keyof Place]: string }>;
  return z
    .string()
    .max(2_000)
    .transform((text, ctx) => {
      const word = words.find((one) => one === text);
      if (word !== undefined) return word;
      const parsed = shape.safeParse(parsedJson(Buffer.from(text, 'base64url').toString('utf8')));
      if (parsed.success && toCursor(parsed.data as readonly string[]) === text) return parsed.data;
      const message = 'Must be the "nextCursor" of the page before, unchanged.';
      ctx.issues.push({ code: 'invalid_format', format: 'cursor', input: text, message });
      return z.NEVER;
    });
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The rows of a page out of one more than was asked for, and where the next page begins: absent on the last one. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  placeOf: (row: Row) => readonly string[],
): { items: Row[]; nextCursor?: string } {
  const items = rows.slice(0, limit);
  return rows.length > limit ? { items, nextCursor: toCursor(placeOf(items.at(-1)!)) } : { items };
}
