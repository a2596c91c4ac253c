import { shapeError } from './api-error.ts';

/** A decoded cursor: the position at the end of a page, and the fingerprint of the filters of its list. */
export interface Cursor {
  position: string[];
  filters: string;
}

/** Encodes the end of a page like the service: the position as base64url of JSON, and a fingerprint of the filters. */
export function toCursor(position: readonly string[], filters: object = {}): string {
  return encode(position, fingerprintOf(filters));
}

function encode(position: readonly string[], fingerprint: string): string {
  const bytes = new TextEncoder().encode(JSON.stringify(position));
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const text = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return fingerprint === '' ? text : `${text}.${fingerprint}`;
}

/** A hash of the filters. Empty if the list has none. */
function fingerprintOf(filters: object): string {
  const text = JSON.stringify(filters);
  if (text === '{}') return '';
  let hash = 0;
  for (const char of text) hash = (Math.imul(hash, 31) + char.codePointAt(0)!) >>> 0;
  return hash.toString(36);
}

/** The checks of the values in a cursor. */
export type PositionChecks = readonly ((value: string) => boolean)[];

/**
 * Decodes a cursor. Returns undefined if no such cursor was issued.
 *
 * @param orders the checks of the position in each order that the list has
 */
export function readCursor(text: string, orders: readonly PositionChecks[]): Cursor | undefined {
  const [encoded = '', filters = ''] = text.split('.');
  const position = decoded(encoded);
  const isRight =
    Array.isArray(position) &&
    orders.some(
      (checks) =>
        position.length === checks.length &&
        position.every((value, index) => typeof value === 'string' && checks[index]!(value)),
    ) &&
    encode(position, filters) === text;
  return isRight ? { position, filters } : undefined;
}

/**
 * Returns the position of a cursor.
 *
 * @param size the number of sort columns, if the list has several orders
 * @throws ApiError `invalid_schema` if the cursor was issued for other filters
 */
export function positionIn(
  cursor: Cursor | undefined,
  filters: object,
  size = cursor?.position.length,
): string[] | undefined {
  const isOwn = cursor?.filters === fingerprintOf(filters) && cursor.position.length === size;
  if (cursor === undefined || isOwn) return cursor?.position;
  const message = 'Must be the "nextCursor" of a page with the same filters.';
  throw shapeError([{ path: ['cursor'], code: 'invalid_format', message }]);
}

function decoded(text: string): unknown {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, (one) => one.charCodeAt(0))));
  } catch {
    return undefined;
  }
}

interface Page<Row> {
  limit: number;
  cursor: Cursor | undefined;
  filters: object;
  /** The sort columns of a row. */
  position: (row: Row) => readonly string[];
  /** The number of sort columns, if the list has several orders. */
  size?: number;
  /** Otherwise, the last position comes first. */
  isAscending?: boolean;
}

/**
 * Returns the rows behind the cursor, and the cursor of the next page. The last page has no cursor.
 *
 * @throws ApiError `invalid_schema` if the cursor was issued for other filters
 */
export function pageOf<Row, Item>(
  rows: Iterable<Row>,
  { limit, cursor, filters, position, size, isAscending = false }: Page<Row>,
  toItem: (row: Row) => Item,
): { items: Item[]; nextCursor?: string } {
  const after = positionIn(cursor, filters, size);
  const order = (a: readonly string[], b: readonly string[]) => (isAscending ? compare(a, b) : compare(b, a));
  const left = [...rows]
    .filter((row) => !after || order(after, position(row)) < 0)
    .sort((a, b) => order(position(a), position(b)));
  const page = left.slice(0, limit);
  const items = page.map(toItem);
  return left.length > limit ? { items, nextCursor: toCursor(position(page.at(-1)!), filters) } : { items };
}

/** Returns whether an instant is in a range. An end that is left out is unbounded. */
export const isWithin = (instant: string, from = '', to = '~') => instant >= from && instant < to;

/** Compares positions by their first value, then by the next. */
function compare(a: readonly string[], b: readonly string[]): number {
  const index = a.findIndex((value, n) => value !== b[n]);
  return index === -1 ? 0 : a[index]! < b[index]! ? -1 : 1;
}
