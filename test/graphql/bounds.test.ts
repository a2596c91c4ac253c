import { getIntrospectionQuery, Kind } from 'graphql';
import { describe, expect, it } from 'vitest';
import { readPlaybook } from '../../src/graphql/graphiql/read-playbook.ts';
import { postGraphql } from '../harness/clients/graphql-client.ts';
import { useOperator, useTestService } from '../harness/servers/use-test-service.ts';

describe('limits of a request', () => {
  const service = useTestService('postgresql');
  const admin = useOperator(service);

  // A list costs 1 plus the cost of a row for each row that it may have. Every other field costs 1.
  const history = (...sizes: number[]) =>
    sizes.map((size, n) => `h${n}: history(first: ${size}) { id }`).join(' ');
  const deliveries = (...sizes: number[]) =>
    sizes.map((size, n) => `d${n}: deliveries(first: ${size}) { id }`).join(' ');
  const ofBookings = (page: string, ofRow: string) => `courtBookings${page} { nodes { ${ofRow} } }`;
  const five = (name: string) => `${name}: history(first: 100) { id at action requestId before }`;
  const newest = Array.from({ length: 14 }, (_, n) => `n${n}: history { id }`).join(' ');
  // A row costs 299 together with its node.
  const ofRow = 298;
  it.each([
    ['a page', 100, ofRow, ofBookings('(first: 100)', history(99, 99, 97))],
    [
      'a page of webhook endpoints',
      100,
      ofRow,
      `webhookEndpoints(first: 100) { nodes { ${deliveries(99, 99, 97)} } }`,
    ],
    ['a page backwards', 100, ofRow, ofBookings('(last: 100)', history(99, 99, 97))],
    [
      'a page without a size, which has 20 rows',
      20,
      1_498,
      ofBookings('', `${five('x')} ${five('y')} ${history(99, 99, 99, 99, 95)}`),
    ],
    [
      'neighbors without a size, which are 20',
      100,
      ofRow,
      ofBookings('(first: 100)', `${newest} ${history(3)}`),
    ],
    [
      'participants, of which there may be 50',
      100,
      ofRow,
      ofBookings('(first: 100)', `participants { email } ${history(99, 99, 46)}`),
    ],
  ])(
    'accepts %s with a cost of 30,000, and rejects a cost of 30,001',
    async (_what, rows, costOfRow, list) => {
      const filled = (cost: number) => {
        const missing = cost - (1 + rows * (1 + costOfRow)) - 1;
        return `{ ${list} me { ${Array.from({ length: missing }, (_, n) => (n % 2 ? 'id' : 'name')).join(' ')} } }`;
      };
      expect((await admin.ask(filled(30_000))).errors).toBeUndefined();
      const { errors } = await admin.ask(filled(30_001));
      expect(errors![0]!.extensions).toMatchObject({
        code: 'OPERATION_TOO_COSTLY',
        asked: 30_001,
        limit: 30_000,
      });
    },
  );

  it('accepts 50 bookings with all relations, and rejects 100 with the most expensive field', async () => {
    const page = (first: number) => `query ($first: Int = ${first}) { courtBookings(first: $first) {
      nodes { ...Booking } pageInfo { hasNextPage endCursor } } }
      fragment Booking on CourtBooking { id externalCourtBookingId startDate endDate status
        court { id name organization { id name } } externalService { id name }
        participants { email user { id email firstName lastName } } }`;
    expect((await admin.ask(page(50))).errors).toBeUndefined();
    const { errors } = await admin.ask(page(100));
    expect(errors![0]!.message).toMatch(
      /^Too costly: this operation costs 3\d,\d{3}, and at most 30,000 is allowed\..+ courtBookings\.nodes\.participants\.user costs 25,000 of it\. Select fewer fields, or fewer rows with "first"\.$/,
    );
  });

  it('counts fields in fragments like fields outside of them, and names the most expensive one', async () => {
    // The query has the maximum depth. Each argument wraps one of its levels.
    const asked = (...around: string[]) => {
      const [a = '', b = '', c = ''] = around;
      const open = `{ courtBookings(first: 100) { ${a} nodes { ${b} court { courtBookings(first: 100) { ${c} history(first: 100) { id`;
      return admin.ask(open + ' }'.repeat(open.split('{').length - 1));
    };
    const plain = await asked();
    const typeless = await asked('... {', '... @include(if: true) {', '... {');
    const typed = await asked('... {', '... on CourtBooking {', '... on CourtBooking {');
    expect(plain.errors).toMatchObject([
      {
        message:
          'Too costly: this operation costs 1,010,301, and at most 30,000 is allowed. A list costs the fields of one row, multiplied by the maximum number of rows. courtBookings.nodes.court.courtBookings.history.id costs 1,000,000 of it. Select fewer fields, or fewer rows with "first".',
        extensions: { code: 'OPERATION_TOO_COSTLY', asked: 1_010_301, limit: 30_000 },
      },
    ]);
    expect(typeless.errors).toEqual(plain.errors);
    expect(typed.errors).toEqual(plain.errors);
  });

  const deep = (depth: number) => {
    const path = Array.from({ length: depth - 3 }, (_, n) =>
      n % 2 === 0 ? 'organization' : 'courts(first: 1)',
    );
    return `{ ${['courts(first: 1)', 'nodes', ...path, 'id'].join(' { ')}${' }'.repeat(depth)}`;
  };
  const broad = (fields: number) => {
    const names = ['id', 'name', 'role', 'createdAt', 'revokedAt'];
    const all = Array.from({ length: fields - 1 }, (_, n) => (n < 250 ? names[n % 5] : `a${n}: id`));
    return `{ me { ${all.join(' ')} } }`;
  };
  it.each([
    ['depth', 12, deep, 'OPERATION_TOO_DEEP'],
    ['fields', 300, broad, 'OPERATION_TOO_BROAD'],
  ] as const)('%s: accepts %i and rejects one more', async (_what, most, of, code) => {
    expect((await admin.ask(of(most))).errors).toBeUndefined();
    const { errors } = await admin.ask(of(most + 1));
    expect(errors![0]!.extensions).toMatchObject({ code, asked: most + 1, limit: most });
  });

  it.each([
    ['a page of 101', 'courts(first: 101)', 'A page has 0 to 100 rows, not 101.'],
    ['a page backwards of 101', 'courts(last: 101)', 'A page has 0 to 100 rows, not 101.'],
    ['a page of -1', 'courts(first: -1)', 'A page has 0 to 100 rows, not -1.'],
    [
      'an invalid cursor',
      'courts(after: "x")',
      'after is not a cursor of this list. Send a cursor that the list returned, unchanged.',
    ],
    ['an invalid filter', 'courtBookings(filter: { courtId: "x" })', 'courtId must be a UUID.'],
    [
      'an invalid endpoint id',
      'webhookDeliveries(webhookEndpointId: "x")',
      'webhookEndpointId must be a UUID.',
    ],
    ['an invalid time', 'courtBookings(filter: { from: "soon" })', /^from: Must be a date-time/],
    ['an invalid id', 'court(id: "x") { id } courts', 'id must be a UUID.'],
  ])('%s: returns a clear error', async (_what, list, message) => {
    const { status, errors } = await admin.ask(`{ ${list} { nodes { id } } }`);
    expect(status).toBe(200);
    expect(errors![0]!.message).toMatch(message);
  });

  it('accepts the documents of the playbook and the introspection of GraphiQL, and no mutation without values', async () => {
    const documents = (await readPlaybook()).flatMap(({ operations }) => operations);
    expect(documents.length).toBeGreaterThanOrEqual(80);
    for (const { name, document, definition, isMutation } of documents) {
      const response = await postGraphql(service, admin.secret, { query: document });
      const { errors = [] } = (await response.json()) as { errors?: { extensions: { code: string } }[] };
      const isIncomplete = (definition.variableDefinitions ?? []).some(
        ({ type, defaultValue }) => type.kind === Kind.NON_NULL_TYPE && (isMutation || !defaultValue),
      );
      // A dry run changes nothing.
      const isDryRun = (definition.variableDefinitions ?? []).some(
        ({ variable }) => variable.name.value === 'confirmToken',
      );
      expect(isIncomplete || !isMutation || isDryRun, name).toBe(true);
      const codes = errors.map(({ extensions }) => extensions.code);
      expect(codes, name).toEqual(isIncomplete ? ['BAD_USER_INPUT'] : []);
    }
    expect((await admin.ask(getIntrospectionQuery())).errors).toBeUndefined();
  });

  it('masks an unexpected error, returns its path and request id, and logs it with both ids', async () => {
    await service.database.em().execute('alter table courts rename to courts_away');
    const { data, errors } = await admin.ask('{ courts { nodes { id } } }', undefined, {
      'X-Request-Id': 'surprise',
    });
    await service.database.em().execute('alter table courts_away rename to courts');
    expect(data).toBeNull();
    expect(errors).toEqual([expect.objectContaining({ path: ['courts'] })]);
    expect(JSON.stringify(errors)).not.toMatch(/relation|select|courts_away/);
    expect(errors![0]!.extensions).toEqual({
      code: 'internal_server_error',
      type: 'internal_server_error',
      requestId: 'surprise',
    });
    expect(
      service.logLines.find((line) => line.callerRequestId === 'surprise' && 'err' in line),
    ).toMatchObject({
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      err: { code: '42P01' },
    });
  });
});
