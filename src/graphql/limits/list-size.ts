import { badUserInput } from '../schema/checked.ts';

/** Maximum number of rows in a page, or in a nested list. */
export const maxPageSize = 100;
export const defaultPageSize = 20;

/** @throws GraphQLError `BAD_USER_INPUT` that names what exceeds the limit. */
export function checkSize(size: number, what: 'A page' | 'A list'): void {
  if (size < 0 || size > maxPageSize)
    throw badUserInput(`${what} has 0 to ${maxPageSize} rows, not ${size}.`);
}

/**
 * Returns the maximum number of rows in a nested list, from the argument `first`.
 *
 * @throws GraphQLError `BAD_USER_INPUT`.
 */
export function listSize(first: number | null | undefined): number {
  const size = first ?? defaultPageSize;
  checkSize(size, 'A list');
  return size;
}

/** The cost of a list is its maximum number of rows. */
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
