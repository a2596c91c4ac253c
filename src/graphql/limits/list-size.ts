import { refused } from '../schema/checked.ts';

/** The most rows of a page, or of a list in a row. */
export const maxPageSize = 100;
export const defaultPageSize = 20;

/** @throws GraphQLError `BAD_USER_INPUT` that says what has so many rows. */
export function checkSize(size: number, what: 'A page' | 'A list'): void {
  if (size < 0 || size > maxPageSize) throw refused(`${what} has 0 to ${maxPageSize} rows, not ${size}.`);
}

/**
 * How many rows a list in a row has at most; `first` as the argument says.
 *
 * @throws GraphQLError `BAD_USER_INPUT`.
 */
export function listSize(first: number | null | undefined): number {
  const size = first ?? defaultPageSize;
  checkSize(size, 'A list');
  return size;
}

/** What a list costs: as much as it may have rows. */
export function listCost({
  first,
  last,
}: {
  first?: number | null | undefined;
  last?: number | null | undefined;
}): {
  field: number;
  multiplier: number;
} {
  return { field: 1, multiplier: Math.max(1, first ?? last ?? defaultPageSize) };
}
