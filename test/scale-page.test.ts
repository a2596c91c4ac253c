import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ScaleResults, storedAfter } from '../codegen/scale-page.ts';
import { read } from './harness/assertions/pages.ts';
import { createTestDatabase, type TestDatabase } from './harness/servers/test-database.ts';

const page = read('docs/scale.md');
/** The cells of each row of the table that has this heading. */
const rowsBelow = (heading: string) => {
  const [, table] = page.split(`| ${heading} |`) as [string, string];
  return table
    .slice(0, table.indexOf('\n\n'))
    .split('\n')
    .slice(2)
    .map((row) => row.split('|').slice(1, -1) as [string, string]);
};
const codeIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);

describe('the computed numbers of docs/scale.md', () => {
  const measured: ScaleResults = {
    bookings: 1,
    postgresql: '18',
    cores: 2,
    writesPerBooking: 2,
    bytesPerBooking: {
      court_bookings: 1_000,
      audit_events: 100,
      changes: 10,
      partner_requests: 1,
      change_outbox: 5_000,
    },
    walBytesPerBooking: 1,
  };
  it.each([
    ['all records during the shortest retention', 30, 30 * 1_111],
    ['changes and requests for 30 days', 365, 365 * 1_100 + 30 * 11],
    ['audit events for two years, and bookings for ever', 3_650, 3_650 * 1_000 + 730 * 100 + 30 * 11],
  ])('what is stored has %s', (_what, days, bytes) => {
    expect(storedAfter(days, 10, measured)).toBe(10 * bytes);
  });
});

describe('the plan for Citus in docs/scale.md', () => {
  let test: TestDatabase;
  let tables: { table: string; columns: string[] }[];
  let constraints: { table: string; name: string; columns: string[] }[];
  let foreignKeys: { name: string; table: string; columns: string[]; to: string; toColumns: string[] }[];
  const rows = <Row>(text: string) => test.database.query<Row>(text, []);
  const names = (of: string, numbers: string) =>
    `(select array_agg(attname::text) from pg_attribute where attrelid = ${of} and attnum = any (${numbers}))`;
  beforeAll(async () => {
    test = await createTestDatabase('postgresql');
    tables = await rows(
      `select c.relname as table, (select array_agg(attname::text) from pg_attribute where attrelid = c.oid and attnum > 0 and attnotnull) as columns
       from pg_class c where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace`,
    );
    // An exclusion constraint contains only the columns that it compares for equality.
    constraints = await rows(
      `select c.relname as table, i.relname as name, array(
         select a.attname::text from unnest(x.indkey::int[]) with ordinality k (attnum, n)
           join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
           left join pg_constraint e on e.conindid = i.oid and e.contype = 'x'
         where e.oid is null or (select oprname from pg_operator where oid = e.conexclop[k.n]) = '='
       ) as columns
       from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
       where c.relnamespace = 'public'::regnamespace and not c.relispartition and (x.indisunique or x.indisexclusion)`,
    );
    foreignKeys = await rows(
      `select conname as name, conrelid::regclass::text as table, ${names('conrelid', 'conkey')} as columns,
         confrelid::regclass::text as to, ${names('confrelid', 'confkey')} as "toColumns"
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`,
    );
  });
  afterAll(() => test.drop());

  /** Table → the column that distributes it. Tables that are not distributed are missing. */
  const distribution = new Map<string, string>();
  const notDistributed: string[] = [];
  const copied: string[] = [];
  for (const [by, list] of rowsBelow('distributed by | tables')) {
    const [column] = codeIn(by);
    if (column !== undefined) for (const table of codeIn(list)) distribution.set(table, column);
    else notDistributed.push(...codeIn(list));
    if (by.includes('a copy on each node')) copied.push(...codeIn(list));
  }
  /** Bookings have no organization of their own, so the plan adds the column. */
  const added = ['court_bookings', 'court_booking_participants'];

  it('places each table of the schema once', () => {
    const placed = [...distribution.keys(), ...notDistributed];
    expect(
      placed.filter((table) => !added.includes(table) && table !== 'organization_id').toSorted(),
    ).toEqual(
      tables
        .map(({ table }) => table)
        .filter((table) => !added.includes(table))
        .toSorted(),
    );
    expect(added.map((table) => distribution.get(table))).toEqual(['organization_id', 'organization_id']);
  });

  it('distributes by columns that exist and are never null', () => {
    const absent = [...distribution].filter(
      ([table, column]) =>
        !added.includes(table) && !tables.find((one) => one.table === table)?.columns.includes(column),
    );
    expect(absent).toEqual([]);
  });

  it('names each unique or exclusion constraint that lacks the distribution column', () => {
    const lacking = constraints
      .filter(({ table, columns }) => {
        const column = distribution.get(table);
        return column !== undefined && !columns.includes(column);
      })
      .map(({ name }) => name);
    const named = rowsBelow('constraint | instead').flatMap(([constraint]) => codeIn(constraint));
    expect(constraints.length).toBeGreaterThan(40);
    expect(named.toSorted()).toEqual(lacking.toSorted());
  });

  it('names each foreign key that Citus does not accept', () => {
    const dropped = foreignKeys
      .filter(({ table, columns, to, toColumns }) => {
        const column = distribution.get(table);
        if (copied.includes(to) || column === undefined) return false;
        // A booking and its participants get the same new column.
        if (added.includes(table) && (added.includes(to) || distribution.get(to) === 'organization_id'))
          return false;
        return !(columns.includes(column) && toColumns.includes(distribution.get(to)!));
      })
      .map(({ name }) => name);
    const [, sentence] =
      /same distribution, or a table that has a copy on each node\. ([\s\S]+?) have neither/.exec(page)!;
    expect(codeIn(sentence!).toSorted()).toEqual(dropped.toSorted());
  });
});

describe('the table of partitioned bookings in docs/scale.md', () => {
  it('has each unique or exclusion constraint of the two tables', async () => {
    const test = await createTestDatabase('postgresql');
    const indexes = await test.database.query<{ name: string }>(
      `select i.relname as name from pg_index join pg_class i on i.oid = indexrelid
       where indrelid in ('court_bookings'::regclass, 'court_booking_participants'::regclass) and (indisunique or indisexclusion)`,
      [],
    );
    await test.drop();
    const named = rowsBelow('constraint | across partitions').flatMap(([constraint]) => codeIn(constraint));
    expect(named.toSorted()).toEqual(indexes.map(({ name }) => name).toSorted());
  });
});
