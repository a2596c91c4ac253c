import { buildSchema, GraphQLScalarType, print } from 'graphql';
import { describe, expect, it } from 'vitest';
import { exportableLists, exportDocument } from '../../../src/graphql/export/export-document.ts';
import { exportFormats, sheetFormat } from '../../../src/graphql/export/export-format.ts';
import { sheetColumns } from '../../../src/graphql/export/readable-columns.ts';

const schema = buildSchema(`
  interface Node { id: ID! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Query {
    bookings(first: Int, last: Int, after: String, before: String, filter: Filter, courtId: ID!): BookingConnection!
    courts(first: Int, after: String): CourtConnection!
    me: Court
    all: [Court!]!
  }
  input Filter { name: String }
  type BookingConnection { nodes: [Booking!]! pageInfo: PageInfo! }
  type CourtConnection { nodes: [Court!]! pageInfo: PageInfo! }
  type Court implements Node { name: String! id: ID! secret: String }
  type Address { street: String town: String history(first: Int): [String!] owner: Court }
  type Person { court: Court email: String courts(first: Int): [Court!]! address: Address }
  type Service implements Node { id: ID! note: String }
  enum Status { ACTIVE CANCELLED }
  union Actor = Court | Service
  type Booking implements Node {
    start: String
    id: ID!
    status: Status!
    tags: [String!]!
    court: Court!
    services: [Service!]!
    others: [Court!]!
    address: Address
    people: [Person!]!
    actor: Node
    either: Actor
    actors: [Node!]!
    history(first: Int): [Court!]!
    label(upper: Boolean): String
  }
`);

const made = () => exportDocument(schema, 'bookings');

describe('export document', () => {
  it('exists for every list with pages', () => {
    expect(exportableLists(schema)).toEqual(['bookings', 'courts']);
  });

  it('selects the values of a row with its id first, the id and name of relations, and whole short lists', () => {
    const { document } = made();
    expect(print(document)).toBe(`query Export($filter: Filter, $courtId: ID!, $first: Int!, $after: String) {
  page: bookings(filter: $filter, courtId: $courtId, first: $first, after: $after) {
    nodes {
      id
      start
      status
      tags
      court {
        id
        name
      }
      services {
        id
      }
      others {
        id
        name
      }
      address {
        street
        town
      }
      people {
        email
        court {
          id
        }
      }
      actor {
        __typename
        ... on Node {
          id
        }
      }
      either {
        __typename
        ... on Node {
          id
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}`);
    expect(document.loc).toBeUndefined();
  });

  it('has a column for each value, and one for each list', () => {
    expect(made().columns.map((path) => path.join('.'))).toEqual([
      ...['id', 'start', 'status', 'tags', 'court.id', 'court.name', 'services', 'others'],
      ...[
        'address.street',
        'address.town',
        'people',
        'actor.__typename',
        'actor.id',
        'either.__typename',
        'either.id',
      ],
    ]);
  });

  it('accepts the arguments of the list, except for paging', () => {
    expect(made().args.map(({ name }) => name)).toEqual(['filter', 'courtId']);
    expect(exportDocument(schema, 'courts').args).toEqual([]);
  });
});

describe('CSV row', () => {
  const csv = exportFormats.csv!;
  const columns = [['a'], ['b', 'c'], ['d']];
  const row = (a: unknown, b: unknown = null, d: unknown = undefined) => csv.row({ a, b, d }, columns);

  it('has a cell for each column, JSON for lists, and ends as RFC 4180 requires', () => {
    expect(csv.head(columns)).toBe('a,b.c,d\r\n');
    expect(row(1, { c: true }, false)).toBe('1,true,false\r\n');
    expect(row('', { c: null }, null)).toBe(',,\r\n');
    expect(row(null, null)).toBe(',,\r\n');
    expect(row(['x', { y: 1 }])).toBe('"[""x"",{""y"":1}]",,\r\n');
  });

  it.each(['a"b', 'a,b', 'a\rb', 'a\nb'])('quotes %j', (text) => {
    expect(row(text)).toBe(`"${text.replace('"', '""')}",,\r\n`);
  });

  it.each([...'=+-@\t＝＋－＠'])(
    'prevents a text that begins with %j from becoming a spreadsheet formula',
    (sign) => {
      expect(row(`${sign}1`)).toBe(`'${sign}1,,\r\n`);
      expect(row(`1${sign}`)).toBe(`1${sign},,\r\n`);
    },
  );

  it.each([
    ["a;=cmd|' /C calc'!A0;b", "a;'=cmd|' /C calc'!A0;b"],
    ['a\t+1', "a\t'+1"],
    ['a; \u00a0 -1', "a;' \u00a0 -1"],
    ['  @SUM(1)', "'  @SUM(1)"],
    ['a;b=1', 'a;b=1'],
  ])('prevents a part of %j from becoming a formula with other cell separators', (text, written) => {
    expect(row(text)).toBe(`${written},,\r\n`);
  });

  it('prevents a formula after a line break or a quote, also in a list', () => {
    expect(row('a\n=1')).toBe(`"a\n'=1",,\r\n`);
    expect(row('a;"=1"')).toBe(`"a;'""=1""",,\r\n`);
    expect(row(['a;=1'])).toBe(`"[""a;'=1""]",,\r\n`);
  });

  it('keeps a negative number as it is', () => {
    expect(row(-1)).toBe('-1,,\r\n');
  });
});

describe('row of a file for spreadsheets', () => {
  const format = (separator: string) => sheetFormat(separator, [{ heading: 'A, or B', cell: ({ a }) => a }]);

  it('begins with a byte order mark, and quotes the separator only', () => {
    expect(format(',').head([])).toBe('\u{feff}"A, or B"\r\n');
    expect(format(';').head([])).toBe('\u{feff}A, or B\r\n');
    expect(format('\t').row({ a: 'a\tb' }, [])).toBe('"a\tb"\r\n');
  });

  it.each([',', ';', '\t'])('separated by %j, prevents a formula wherever the file is split', (separator) => {
    for (const other of [',', ';', '\t', '\n'])
      expect(format(separator).row({ a: `a${other}=1` }, [])).toContain(`a${other}'=1`);
  });
});

it('tells the two hours apart when clocks go back, and names UTC where rows have no club', () => {
  const dateTime = new GraphQLScalarType({ name: 'DateTime' });
  const written = (fields: string[], startDate: string) =>
    sheetColumns('startDate', dateTime, fields).map(({ heading, cell }) => [
      heading,
      cell({ startDate, organization: { timeZone: 'Europe/Berlin' } }),
    ]);
  const times = ['2027-10-31T00:30:00Z', '2027-10-31T01:30:00Z'];
  expect(times.map((time) => written(['organization'], time))).toEqual(
    ['CEST', 'CET'].map((zone) => [
      ['Start date (time of the club)', '2027-10-31 02:30:00'],
      ['Start date (zone)', zone],
    ]),
  );
  const [[heading]] = written([], times[0]!) as [[string]];
  expect(heading).toBe('Start date (UTC)');
});

it('writes a JSON Lines row unchanged, without a header', () => {
  const jsonl = exportFormats.jsonl!;
  expect(jsonl.head([['a']])).toBe('');
  expect(jsonl.row({ a: '=1\n', b: [null] }, [['a']])).toBe('{"a":"=1\\n","b":[null]}\n');
});
