import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import RelayPlugin from '@pothos/plugin-relay';
import { maxCounted } from '../../db/queries/operators/list.ts';
import { formatInstant } from '../../rules/instant.ts';
import { limits, operationError } from '../limits/operation-limits.ts';
import { maxRows } from './common-fields.ts';
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
    nodesOnConnection: { description: 'The rows.' },
    defaultConnectionTypeOptions: { description: 'A page of a list.' },
    defaultEdgeTypeOptions: { description: 'A row of a list with its cursor.' },
    pageInfoTypeOptions: { description: 'The position of a page in its list.' },
    pageInfoFieldOptions: { description: 'The position of the page in the list.' },
    hasNextPageFieldOptions: { description: 'True if more rows follow.' },
    hasPreviousPageFieldOptions: { description: 'True if rows come before this page.' },
    startCursorFieldOptions: { description: 'Cursor of the first row; null if the page is empty.' },
    endCursorFieldOptions: {
      description: 'Cursor of the last row, to continue with after; null if the page is empty.',
    },
    edgesFieldOptions: { description: 'The rows, each with its cursor.' },
    nodeFieldOptions: { description: 'The row.' },
    cursorFieldOptions: { description: 'The cursor of the row, for after and before.' },
    firstArgOptions: maxRows,
    lastArgOptions: { description: 'Maximum number of rows from the end of the list, 0 to 100.' },
    afterArgOptions: { description: 'Only rows after the row with this cursor.' },
    beforeArgOptions: { description: 'Only rows before the row with this cursor.' },
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

builder.queryType({
  description: 'Everything that operators can read. Every operator who is signed in can run every query.',
});
builder.mutationType({
  description:
    'Everything that operators can change. VIEWER can change nothing. SUPPORT can change bookings and users.',
});

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
