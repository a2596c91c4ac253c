import type { SortKey } from '../../db/queries/operators/orders.ts';
import type { PagePosition } from '../../db/queries/operators/page.ts';
import { parseInstant } from '../../rules/instant.ts';
import { isUuid } from '../../rules/requests/uuid.ts';
import { parsedJson } from '../../services/values/cursor.ts';
import { badUserInput } from './checked.ts';
import { newestFirst, type OrderBy } from './order.ts';

/**
 * Returns the position of a row in a list. In an unsorted list it is the row's id. Otherwise it is the order, the id
 * and the values that the row is sorted by. So the next page starts at the same position, even if the row changes or
 * disappears.
 */
export function cursorOf(row: { id: string }, order: OrderBy, key: SortKey | null): string {
  if (isSame(order, newestFirst)) return row.id;
  const values = (key?.columns ?? []).map((name) => (row as unknown as Record<string, string | null>)[name]);
  const position = [order.field, inWords(order.direction), row.id, ...values];
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/**
 * Returns the position in a cursor.
 *
 * @throws GraphQLError `BAD_USER_INPUT` if the cursor is invalid or belongs to another order.
 */
export function positionOf(
  cursor: string,
  what: 'after' | 'before',
  order: OrderBy,
  key: SortKey | null,
): PagePosition {
  const read = readCursor(cursor);
  if (read && !isSame(read.order, order))
    throw badUserInput(
      `${what} is a cursor of ${shown(read.order)}, and this list is sorted by ${shown(order)}. Send the orderBy that the cursor was returned with, or start again without ${what}.`,
    );
  const columns = key?.columns.length ?? 0;
  if (read?.values.length !== columns || !read.values.every((value) => fits(value, key!)))
    throw badUserInput(
      `${what} is not a cursor of this list. Send a cursor that the list returned, unchanged.`,
    );
  return read;
}

function readCursor(cursor: string): (PagePosition & { order: OrderBy }) | undefined {
  if (isUuid(cursor)) return { order: newestFirst, id: cursor.toLowerCase(), values: [] };
  const parts = parsedJson(Buffer.from(cursor, 'base64url').toString('utf8'));
  if (!Array.isArray(parts)) return undefined;
  const [field, direction, id, ...values] = parts as unknown[];
  if (typeof field !== 'string' || (direction !== 'ASC' && direction !== 'DESC')) return undefined;
  if (typeof id !== 'string' || !isUuid(id)) return undefined;
  if (!values.every((value) => value === null || typeof value === 'string')) return undefined;
  return { order: { field, direction: direction === 'ASC' ? 'asc' : 'desc' }, id, values };
}

/** Returns whether PostgreSQL can parse the value as this type. */
function fits(value: string | null, { type, isNullable }: SortKey): boolean {
  if (value === null) return isNullable;
  return type === 'text' ? value.isWellFormed() && !value.includes('\0') : 'instant' in parseInstant(value);
}

function isSame(one: OrderBy, other: OrderBy): boolean {
  return one.field === other.field && one.direction === other.direction;
}

function shown({ field, direction }: OrderBy): string {
  return `${field} ${inWords(direction)}`;
}

function inWords(direction: OrderBy['direction']): 'ASC' | 'DESC' {
  return direction === 'asc' ? 'ASC' : 'DESC';
}
