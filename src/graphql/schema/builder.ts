import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import RelayPlugin from '@pothos/plugin-relay';
import { maxCounted } from '../../db/queries/operators/list.ts';
import { formatInstant } from '../../services/values/instant.ts';
import { limits, operationRefusal } from '../limits/operation-limits.ts';
import type { GraphqlContext } from './context.ts';

/** The schema builder: scalars and limits; the types stand in the files beside. */
export const builder = new SchemaBuilder<{
  Context: GraphqlContext;
  DefaultFieldNullability: false;
  /** What every connection can tell beside its page. */
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
    // Lists that may be long say themselves what they cost; see listCost.
    defaultListMultiplier: 1,
    limit: limits,
    complexityError: operationRefusal,
  },
});

/** What the builder knows, for functions that add fields. */
export type Types = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer Builder> ? Builder : never;

builder.globalConnectionField('totalCount', (t) =>
  t.int({
    nullable: true,
    description: `How many rows the list has, counted when it is asked for; null: more than ${maxCounted.toLocaleString('en')}.`,
    resolve: ({ count }) => count(),
  }),
);

builder.queryType({});
builder.mutationType({});

// The services read and check the texts; here they only have a name.
builder.scalarType('DateTime', {
  description:
    'RFC 3339 with an offset, to the microsecond, such as 2026-12-01T10:00:00.000001Z; answered in UTC.',
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
