import { createHash } from 'node:crypto';
import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { validateErrors } from './validate.ts';

// Not in the document: pagination. A page starts after the position of the last row and not at a row number. Rows
// that are inserted or deleted meanwhile neither hide a row nor show one twice.

export const defaultLimit = 50;

export const maxLimit = 100;

const createError = errorFactory(validateErrors);

/** A decoded cursor: the position at the end of a page, and the fingerprint of the filters of its list. */
export interface Cursor<Position extends readonly string[]> {
  position: Position;
  filters: string;
}

/** Which page of a list to return. */
export interface PageInput<Position extends readonly string[]> {
  limit: number;
  /** The end of the previous page. */
  cursor?: Cursor<Position> | undefined;
}

/** Encodes the end of a page as a cursor, which is opaque to the client. `filters`: those of the list. */
export function toCursor(position: readonly string[], filters: object = {}): string {
  return encode(position, fingerprintOf(filters));
}

/** Without filters, a cursor is the position alone. */
function encode(position: readonly string[], fingerprint: string): string {
  const text = Buffer.from(JSON.stringify(position)).toString('base64url');
  return fingerprint === '' ? text : `${text}.${fingerprint}`;
}

/** Filters may contain personal data, and cursors are kept in logs of proxies. So a cursor has only their hash. */
function fingerprintOf(filters: object): string {
  const text = JSON.stringify(filters);
  return text === '{}' ? '' : createHash('sha256').update(text).digest('base64url').slice(0, 12);
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
      const [encoded = '', filters = ''] = text.split('.');
      const parsed = shape.safeParse(parsedJson(Buffer.from(encoded, 'base64url').toString('utf8')));
      if (parsed.success && encode(parsed.data as readonly string[], filters) === text)
        return { position: parsed.data, filters };
      const message = 'Must be the "nextCursor" of the page before, unchanged.';
      ctx.issues.push({ code: 'invalid_format', format: 'cursor', input: text, message });
      return z.NEVER;
    });
}

/** The value of a JSON text; undefined if it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns the position of a cursor. With other filters, it would be a position in another list.
 *
 * @param size the number of sort columns, if the list has several orders
 * @throws ApiError `invalid_schema`: the cursor was issued for other filters.
 */
export function positionIn<Position extends readonly string[]>(
  cursor: Cursor<Position> | undefined,
  filters: object,
  size = cursor?.position.length,
): Position | undefined {
  const isOwn = cursor?.filters === fingerprintOf(filters) && cursor.position.length === size;
  if (cursor === undefined || isOwn) return cursor?.position;
  const message = 'Must be the "nextCursor" of a page with the same filters.';
  throw createError('invalid_schema', { issues: [{ path: ['cursor'], code: 'invalid_format', message }] });
}

/**
 * Returns the rows of a page, given one more than its length, and the next cursor, which is missing on the last page.
 */
export function pageOf<Row>(
  rows: readonly Row[],
  { limit, filters }: { limit: number; filters: object },
  positionOf: (row: Row) => readonly string[],
): { items: Row[]; nextCursor?: string } {
  const items = rows.slice(0, limit);
  return rows.length > limit
    ? { items, nextCursor: toCursor(positionOf(items.at(-1)!), filters) }
    : { items };
}
