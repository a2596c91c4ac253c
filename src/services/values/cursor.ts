import { z } from 'zod';

// Not in the document: pagination. A page starts after the position of the last row and not at a row number. Rows
// that are inserted or deleted meanwhile neither hide a row nor show one twice.

export const defaultLimit = 50;

export const maxLimit = 100;

/** Encodes the end of a page as a cursor, which is opaque to the client. */
export function toCursor(position: readonly string[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/**
 * A cursor as a query parameter: the values of the sort columns, with these schemas. Any other value than an issued
 * cursor is `invalid_schema`.
 *
 * @param words alternative values, such as `latest`
 * @param other the position in another order of the same list
 */
export function cursor<
  const Position extends readonly [z.ZodType<string>, ...z.ZodType<string>[]],
  const Word extends string = never,
  const Other extends readonly [z.ZodType<string>, ...z.ZodType<string>[]] = Position,
>(position: Position, words: readonly Word[] = [], other?: Other) {
  const shape = z.union([
    z.tuple(position as never),
    ...(other ? [z.tuple(other as never)] : []),
  ]) as unknown as z.ZodType<{ [Index in keyof Position]: string } | { [Index in keyof Other]: string }>;
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

/**
 * Returns the rows of a page, given one more than its length, and the next cursor, which is missing on the last page.
 */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => readonly string[],
): { items: Row[]; nextCursor?: string } {
  const items = rows.slice(0, limit);
  return rows.length > limit ? { items, nextCursor: toCursor(positionOf(items.at(-1)!)) } : { items };
}
