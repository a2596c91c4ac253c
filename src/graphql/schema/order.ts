import type { Orders } from '../../db/queries/operators/orders.ts';
import { builder } from './builder.ts';
import { enumType } from './enum-type.ts';

export interface OrderBy {
  /** A key of the list's `orders`. */
  field: string;
  direction: 'asc' | 'desc';
}

/** The default order. */
export const newestFirst: OrderBy = { field: 'CREATED_AT', direction: 'desc' };

const DirectionType = builder.enumType('OrderDirection', {
  description: 'The sort direction. Rows without a value come last in both directions.',
  values: {
    ASC: { value: 'asc', description: 'Ascending: the first or the earliest comes first.' },
    DESC: { value: 'desc', description: 'Descending: the last or the latest comes first.' },
  } as const,
});

const sortedBy = {
  CREATED_AT: 'Time of creation.',
  UPDATED_AT: 'Time of the last change.',
  NAME: 'The name, ignoring case.',
  EXPIRES_AT: 'Time of expiry. Rows that never expire come last.',
};

/**
 * Returns the input type for the order of a list.
 *
 * @param own descriptions of sort keys that only this list has, or that mean something else in it
 */
export function orderType({ name }: { name: string }, orders: Orders, own: Record<string, string> = {}) {
  const meanings: Record<string, string> = { ...sortedBy, ...own };
  const FieldType = enumType(
    `${name}OrderField`,
    'The fields that the list can be sorted by.',
    Object.fromEntries(Object.keys(orders).map((key) => [key, meanings[key]!])),
  );
  return builder.inputType(`${name}Order`, {
    description: 'A sort order. Rows with the same value are sorted by id.',
    fields: (t) => ({
      field: t.field({ type: FieldType, required: true, description: 'The field to sort by.' }),
      direction: t.field({ type: DirectionType, required: true, description: 'The sort direction.' }),
    }),
  });
}
