import type { Orders } from '../../db/queries/operators/orders.ts';
import { builder } from './builder.ts';

export interface OrderBy {
  /** A key of the list's `orders`. */
  field: string;
  direction: 'asc' | 'desc';
}

/** The default order. */
export const newestFirst: OrderBy = { field: 'CREATED_AT', direction: 'desc' };

const DirectionType = builder.enumType('OrderDirection', {
  description: 'The sort direction. Rows without a value come last in both directions.',
  values: { ASC: { value: 'asc' }, DESC: { value: 'desc' } } as const,
});

/** Returns the input type for the order of a list. */
export function orderType({ name }: { name: string }, orders: Orders) {
  const FieldType = builder.enumType(`${name}OrderField`, {
    description: 'The fields that the list can be sorted by.',
    values: Object.keys(orders) as [string, ...string[]],
  });
  return builder.inputType(`${name}Order`, {
    description: 'A sort order. Rows with the same value are sorted by id.',
    fields: (t) => ({
      field: t.field({ type: FieldType, required: true, description: 'The field to sort by.' }),
      direction: t.field({ type: DirectionType, required: true, description: 'The sort direction.' }),
    }),
  });
}
