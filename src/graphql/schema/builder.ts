import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import RelayPlugin from '@pothos/plugin-relay';
import { maxCounted } from '../../db/queries/operators/list.ts';
import { formatInstant } from '../../rules/instant.ts';
import { limits, operationError } from '../limits/operation-limits.ts';
import type { GraphqlContext } from './context.ts';

/** The schema builder with scalars and limits. The types are in the other files. */
export const builder = new SchemaBuilder<{
  Context: GraphqlContext;
  DefaultFieldNullability: false;
  /** Fields of every connection in addition to its page. */
  Connection: { count: () => Promise<number | null> };
  Scalars: {
    DateTime: { Input: string; Output: string };
    Date: { Input: string; Output: string };
    JSON: { Input: unknown; Output: unknown };
    ID: { Input: string; Output: string };
  };
}>({
  defaultFieldNullability: false,
  plugins: [RelayPlugin, ComplexityPlugin],
  relay: {
    cursorType: 'String',
    clientMutationId: 'omit',
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    nodesOnConnection: true,
  },
  complexity: {
    defaultComplexity: 1,
    // Long lists declare their own cost; see listCost.
    defaultListMultiplier: 1,
    limit: limits,
    complexityError: operationError,
  },
});

/** The type parameters of the builder, for functions that add fields. */
export type Types = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer Builder> ? Builder : never;

builder.globalConnectionField('totalCount', (t) =>
  t.int({
    nullable: true,
    description: `Number of rows in the list, counted only when this field is selected; null if there are more than ${maxCounted.toLocaleString('en')}.`,
    resolve: ({ count }) => count(),
  }),
);

builder.queryType({});
builder.mutationType({});

// The services parse and validate the texts.
builder.scalarType('DateTime', {
  description:
    'RFC 3339 with an offset and up to microseconds, such as 2026-12-01T10:00:00.000001Z. Returned in UTC, with three or six digits after the second, so it does not sort as text.',
  serialize: (value) => formatInstant(value),
  parseValue: text,
});
builder.scalarType('Date', {
  description: 'A calendar date, YYYY-MM-DD.',
  serialize: (value) => value,
  parseValue: text,
});
builder.scalarType('JSON', { description: 'Any JSON value.', serialize: (value) => value });

function text(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('Must be a string.');
  return value;
}
