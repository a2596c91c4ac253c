import type { Orders } from '../../db/queries/operators/orders.ts';
import { builder } from './builder.ts';

/** How a list is sorted, as it was asked for. */
export interface OrderBy {
  /** One of the list's `orders`. */
  field: string;
  direction: 'asc' | 'desc';
}

/** Of a list that is not said to be sorted. */
export const newestFirst: OrderBy = { field: 'CREATED_AT', direction: 'desc' };

const DirectionType = builder.enumType('OrderDirection', {
  description: 'Which goes first. What has no value stands last in either.',
  values: { ASC: { value: 'asc' }, DESC: { value: 'desc' } } as const,
});

/** The input that says what a list of these is sorted by. */
export function orderType({ name }: { name: string }, orders: Orders) {
  const FieldType = builder.enumType(`${name}OrderField`, {
    description: 'What the list can be sorted by.',
    values: Object.keys(orders) as [string, ...string[]],
  });
  return builder.inputType(`${name}Order`, {
    description: 'How the list is sorted. Rows of the same value are sorted by their ids.',
    fields: (t) => ({
      field: t.field({ type: FieldType, required: true, description: 'By what.' }),
      direction: t.field({ type: DirectionType, required: true, description: 'From which end.' }),
    }),
  });
}
