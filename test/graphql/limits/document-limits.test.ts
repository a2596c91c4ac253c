import { type DocumentNode, getIntrospectionQuery, Kind, parse, type SelectionSetNode } from 'graphql';
import { describe, expect, it } from 'vitest';
import { documentLimits } from '../../../src/graphql/limits/document-limits.ts';
import { postGraphql } from '../../harness/clients/graphql-client.ts';
import { type HostileRequest, hostileRequests } from '../../harness/data/hostile-documents.ts';
import { useOperator, useTestService } from '../../harness/servers/use-test-service.ts';

const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ');

/**
 * Counts the pairs of fields that validation compares. For each position in the response, it compares every field with every other field of
 * the same name. This counts by brute force, unlike the service.
 */
function comparisons(document: DocumentNode): number {
  const fragments = new Map(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one.selectionSet] as const] : [],
    ),
  );
  const counts = new Map<string, number>();
  const walk = (set: SelectionSetNode, path: string, inside: string[]) => {
    for (const selection of set.selections) {
      if (selection.kind === Kind.INLINE_FRAGMENT) walk(selection.selectionSet, path, inside);
      else if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const name = selection.name.value;
        const fragment = fragments.get(name);
        if (fragment && !inside.includes(name)) walk(fragment, path, [...inside, name]);
      } else {
        const place = `${path}/${(selection.alias ?? selection.name).value}`;
        counts.set(place, (counts.get(place) ?? 0) + 1);
        if (selection.selectionSet) walk(selection.selectionSet, place, inside);
      }
    }
  };
  document.definitions.forEach((one, index) => {
    if (one.kind === Kind.OPERATION_DEFINITION) walk(one.selectionSet, String(index), []);
  });
  return [...counts.values()].reduce((sum, count) => sum + count ** 2, 0);
}

describe('cost of a single document', () => {
  const service = useTestService('postgresql');
  const admin = useOperator(service);

  const send = async ({ query, variables }: HostileRequest) => {
    const response = await postGraphql(service, admin.secret, { query, variables });
    return { status: response.status, text: await response.text() };
  };

  it.each([
    ['a whole document of tokens', 3_900],
    ['a quarter of the limit', 950],
    ['a tenth of the limit', 390],
  ])('limits validation and the size of the response, whatever is repeated in %s', async (_what, size) => {
    for (const request of hostileRequests(size, 130_000)) {
      const { status, text } = await send(request);
      expect(status, request.name).toBeLessThan(500);
      expect(text.length, `${request.name}: ${text.slice(0, 200)}`).toBeLessThan(65_536);
      // All other documents were validated, or rejected by the parser.
      if (/Too large|Syntax Error/.test(text)) continue;
      expect(comparisons(parse(request.query)), request.name).toBeLessThanOrEqual(
        documentLimits.fields * documentLimits.repeats,
      );
    }
  });

  const names = ['id', 'name', 'role', 'createdAt'];
  const nest = (depth: number): string => {
    const path = Array.from({ length: depth - 3 }, (_, i) => (i % 2 === 0 ? 'organization' : 'courts'));
    return `${['{ courts', 'nodes', ...path].join(' { ')} { id ${'}'.repeat(depth)}`;
  };
  // The documents need not be valid, because limits are checked before validation.
  const exactly: Record<Exclude<keyof typeof documentLimits, 'values'>, [number, (n: number) => string]> = {
    tokens: [4_000, (n) => `{ me { ${times(n - 5, (i) => `f${i}`)} } }`],
    brackets: [100, (n) => `{ courts(first: ${'['.repeat(n - 2)}1${']'.repeat(n - 2)}) { nodes { id } } }`],
    aliases: [50, (n) => `{ ${times(n, (i) => `a${i}: me { id }`)} }`],
    operations: [30, (n) => times(n, (i) => `query Q${i} { me { id } }`)],
    fragments: [50, (n) => `{ me { id } } ${times(n, (i) => `fragment F${i} on Query { me { id } }`)}`],
    variables: [100, (n) => `query (${times(n, (i) => `$v${i}: Int`)}) { me { id } }`],
    arguments: [500, (n) => `{ courts(a: 1, b: { ${times(n - 2, (i) => `c${i}: 1`)} }) { nodes { id } } }`],
    directives: [100, (n) => `{ me { ${times(n, (i) => `${names[i % 4]} @include(if: true)`)} } }`],
    spreads: [
      200,
      (n) =>
        `{ me { ${times(n, (i) => `...F${i % 4}`)} } } ${times(4, (i) => `fragment F${i} on Operator { ${names[i]} }`)}`,
    ],
    fields: [
      1_000,
      (n) => `{ me { ...F ...F ${times(n - 5, (i) => `f${i}`)} } } fragment F on Operator { id }`,
    ],
    repeats: [
      50,
      (n) => `{ me { ... { id } ...F ${times(n - 2, () => 'id')} } } fragment F on Operator { id }`,
    ],
    depth: [20, nest],
  };

  it.each(Object.entries(exactly))(
    '%s: accepts the maximum, and rejects one more with a code, the limit and advice',
    async (name, [most, of]) => {
      expect((await send({ query: of(most) })).text).not.toContain(`"counted":"${name}"`);
      const { text } = await send({ query: of(most + 1) });
      expect(JSON.parse(text)).toEqual({
        errors: [
          expect.objectContaining({
            message: expect.stringMatching(
              new RegExp(
                `^Too large: a document has at most ${most.toLocaleString('en')} [^.]+\\. [A-Z].+\\.$`,
              ),
            ),
            extensions: expect.objectContaining({ code: 'DOCUMENT_TOO_LARGE', counted: name, limit: most }),
          }),
        ],
      });
    },
  );

  it.each([
    ['mutations', 'operations', times(31, (i) => `mutation M${i} { me { id } }`)],
    [
      'the fields of several operations',
      'fields',
      times(2, (i) => `query Q${i} { me { ${times(600, (n) => `f${n}`)} } }`),
    ],
  ])('counts %s together', async (_what, counted, query) => {
    const { errors } = JSON.parse((await send({ query })).text);
    expect(errors).toEqual([
      expect.objectContaining({
        extensions: expect.objectContaining({ code: 'DOCUMENT_TOO_LARGE', counted }),
      }),
    ]);
  });

  it('accepts the maximum number of values in variables, and rejects one more', async () => {
    const query = 'query ($filter: CourtBookingFilter) { courtBookings(filter: $filter) { nodes { id } } }';
    const filter = (n: number) => ({ filter: { courtId: Array.from({ length: n - 2 }, () => 1) } });
    const { text, status } = await send({ query, variables: filter(5_000) });
    expect(status).toBe(400);
    expect(JSON.parse(text).errors[0].message).toMatch(/^Variable "\$filter.courtId": ID cannot represent/);
    expect(JSON.parse((await send({ query, variables: filter(5_001) })).text).errors).toEqual([
      expect.objectContaining({
        message:
          'Too large: a document has at most 5,000 values in the variables. Send them in several requests.',
        extensions: expect.objectContaining({ code: 'VARIABLES_TOO_LARGE', counted: 'values', limit: 5_000 }),
      }),
    ]);
  });

  it('reports only the first error in a variable, and shortens what it quotes', async () => {
    const query = 'query ($filter: CourtBookingFilter) { courtBookings(filter: $filter) { nodes { id } } }';
    const unknown = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, i) => [`unknown${i}`, 'x'.repeat(50)]),
    );
    const { errors } = JSON.parse((await send({ query, variables: { filter: unknown } })).text);
    expect(errors).toHaveLength(1);
    expect(errors[0].message).toMatch(/^Variable "\$filter": .*unknown0/);
    expect(errors[0].message.length).toBeLessThanOrEqual(500);
  });

  it('accepts a long document of an operator, and a full introspection', async () => {
    const id = '"01990b2e-0000-7000-8000-000000000000"';
    const booking =
      'id externalCourtBookingId startDate endDate status court { id name organization { id name } } externalService { id name } participants { user { id email } email } history(first: 5) { at action actor { ... on Operator { id name } ... on ApiToken { id label } } }';
    const query = `query Long { me { id } ${times(10, (i) => `b${i}: courtBooking(id: ${id}) { ${booking} }`)} }`;
    const { data, errors } = await admin.ask<Record<string, unknown>>(query);
    expect(errors).toBeUndefined();
    expect(Object.keys(data)).toHaveLength(11);
    const everything = { inputValueDeprecation: true, oneOf: true, schemaDescription: true, typeDepth: 9 };
    const introspection = getIntrospectionQuery({ ...everything, specifiedByUrl: true });
    expect((await admin.ask(introspection)).errors).toBeUndefined();
  });

  it('accepts full introspection once in a document', async () => {
    const all = getIntrospectionQuery({ inputValueDeprecation: true });
    const [, asked] = /query IntrospectionQuery \{([\s\S]*?)\n {4}\}\n/.exec(all)!;
    expect((await admin.ask(all)).errors).toBeUndefined();
    const twice = all.replace(asked!, `${asked} ${asked!.replace('__schema', 'again: __schema')}`);
    const { errors } = await admin.ask(twice);
    expect(errors![0]!.message).toMatch(/^Too large: a document has at most .* entries of introspection/);
  });
});
