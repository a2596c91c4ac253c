import {
  type FieldNode,
  type GraphQLField,
  type GraphQLOutputType,
  getNullableType,
  isListType,
  Kind,
} from 'graphql';
import { defaultPageSize, maxPageSize } from '../limits/list-size.ts';

/** The number of rows of a list that a page shows; undefined for a list without the argument `first`. */
export function sizeOf(
  node: FieldNode,
  { args, type }: Pick<GraphQLField<unknown, unknown>, 'args' | 'type'>,
): number | undefined {
  if (!isListType(getNullableType(type as GraphQLOutputType)) || args.every(({ name }) => name !== 'first'))
    return undefined;
  const first = node.arguments?.find(({ name }) => name.value === 'first')?.value;
  return Math.min(first?.kind === Kind.INT ? Number(first.value) : defaultPageSize, maxPageSize - 1);
}

/** A list with one more row than a page shows, so that the page can say whether there are more. */
export function withOneMore(node: FieldNode, size: number): FieldNode {
  const first = {
    kind: Kind.ARGUMENT,
    name: { kind: Kind.NAME, value: 'first' },
    value: { kind: Kind.INT, value: String(size + 1) },
  } as const;
  return {
    ...node,
    arguments: [...(node.arguments ?? []).filter(({ name }) => name.value !== 'first'), first],
  };
}

export interface ShownRows<Row> {
  rows: readonly Row[];
  hasMore: boolean;
}

/** @param size the number of rows that a page shows, if the list is limited. Courts that are all shown are in the order of names. */
export function shownRows<Row>(
  { name, size }: { name: string; size: number | undefined },
  rows: readonly Row[],
): ShownRows<Row> {
  if (size !== undefined && rows.length > size) return { rows: rows.slice(0, size), hasMore: true };
  return { rows: name === 'courts' ? rows.toSorted(byName as never) : rows, hasMore: false };
}

/** The order of courts: `Court 2` is before `Court 10`. */
export const byName = (one: { name: string }, other: { name: string }): number =>
  one.name.localeCompare(other.name, 'en', { numeric: true });

/** How many rows a list has: `3`, `20 of 29`, or `20, and more`. */
export function countName({ rows, hasMore }: ShownRows<unknown>, total?: unknown): string {
  if (!hasMore) return String(rows.length);
  return typeof total === 'number' ? `${rows.length} of ${total}` : `${rows.length}, and more`;
}
