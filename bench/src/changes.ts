// `npm run bench -- changes [rows]`: the cost of a page of the changes feed with 10,000 stored changes and with many (1,000,000 by
// default). Loading 10,000,000 takes some minutes and 12 GB. Measures the CPU of service and database per call, and the blocks that
// PostgreSQL reads for the page. Both sides receive the same calls in turn, for pages at the beginning, the middle and the end.
import pg from 'pg';
import { openPostgresql } from '../../src/db/connection/open-postgresql.ts';
import { databaseFunctions } from '../../src/db/functions/functions.ts';
import { migrate } from '../../src/db/migrate.ts';
import { lowestId, selectChanges } from '../../src/db/queries/partners/changes.ts';
import { toStatement } from '../../src/db/queries/statement.ts';
import { changeTypes } from '../../src/services/changes/change-types.ts';
import { toCursor } from '../../src/services/values/cursor.ts';
import { createFactories } from '../../test/harness/data/factories.ts';
import { idOf } from '../../test/harness/data/list-data.ts';
import { startBenchServer } from './bench-server.ts';
import { type RunningContender, startContender } from './contender.ts';
import { lengthOf } from './length.ts';
import { cpuOf, note, ratios, show, spreadOf, table } from './measured.ts';
import { inTurn, type Turn, takeTurn } from './turn.ts';

const many = Number(process.argv[2] ?? 1_000_000);
const few = 10_000;
const allowed = 1.3;
const { requests, rounds } = lengthOf({ requests: 300, rounds: 7 });
const sizes = { few, many };
type Size = keyof typeof sizes;
const sizesInOrder = ['few', 'many'] as const;

/** Retention of changes. Each day has a partition. */
const days = 30;
const day = 24 * 60 * 60 * 1_000;
/** Start of today (UTC). `migrate` has created the partitions from today on. */
const end = Date.now() - (Date.now() % day);
const begin = end - days * day;
/** Half of the changes belong to the first external service. The others share the rest. */
const others = 49;
const [big, small] = [idOf('service', 0), idOf('service', 1)];
/** One in ten changes of the first service concerns a user. */
const isOfUser = (type: string) => type.startsWith('user');
const bookingTypes = changeTypes.filter((type) => !isOfUser(type));
const userTypes = changeTypes.filter(isOfUser);
const limit = 100;

const shown = {
  id: idOf('user', 0),
  externalServiceId: big,
  externalCourtBookingId: 'b-1',
  courtId: idOf('court', 0),
  startDate: '2027-01-01T10:00:00Z',
  endDate: '2027-01-01T11:00:00Z',
  participants: [{ userId: idOf('user', 1) }, { email: 'guest@example.com' }],
  externalUpdatedAt: '2026-11-01T10:00:00Z',
  createdAt: '2026-11-01T10:00:00.123456Z',
  updatedAt: '2026-11-01T10:00:00.123456Z',
  openUsers: [],
};

interface Page {
  externalServiceId: string;
  /** Share of the service's changes that lie before the page, from 0 to 1. */
  behind: number;
  types?: readonly string[];
  scopes?: ('court-bookingread' | 'userread')[];
}
const ofBookings = { types: bookingTypes, scopes: ['court-bookingread'] } satisfies Partial<Page>;
const ofUsers = { types: userTypes, scopes: ['userread'] } satisfies Partial<Page>;
const pages: Record<string, Page> = {
  'the beginning': { externalServiceId: big, behind: 0 },
  'the middle': { externalServiceId: big, behind: 0.5 },
  'the end': { externalServiceId: big, behind: 1 },
  'the beginning, bookings only': { externalServiceId: big, behind: 0, ...ofBookings },
  'the middle, bookings only': { externalServiceId: big, behind: 0.5, ...ofBookings },
  'the end, bookings only': { externalServiceId: big, behind: 1, ...ofBookings },
  'the middle, users only': { externalServiceId: big, behind: 0.5, ...ofUsers },
  'the middle, for a service with a hundredth': { externalServiceId: small, behind: 0.5 },
};

interface Side {
  service: RunningContender;
  /** For each page: the token and cursor to read it, and the cost of its statement in PostgreSQL. */
  pages: Record<string, { token: string; cursor: string; blocks: number; milliseconds: number }>;
}

const server = await startBenchServer([
  'shared_buffers=1GB',
  'fsync=off',
  'full_page_writes=off',
  'max_wal_size=20GB',
]);
const sides = new Map<Size, Side>();
const turns = new Map<string, Record<Size, Turn[]>>();
try {
  for (const size of sizesInOrder) sides.set(size, await startSide(size));
  for (const [name, { externalServiceId }] of Object.entries(pages)) {
    const all: Record<Size, Turn[]> = { few: [], many: [] };
    turns.set(name, all);
    // The first round only warms up.
    for (let round = 0; round <= rounds; round += 1) {
      for (const size of inTurn(sizesInOrder, round)) {
        const { service, pages: read } = sides.get(size)!;
        const { token, cursor } = read[name]!;
        const path = `/api/v1/external-services/${externalServiceId}/changes?limit=${limit}${cursor}`;
        const calls = Array.from({ length: requests }, () => ({ method: 'GET', path, body: '' }));
        const turn = await takeTurn({ ...service, token, databasePid: server.pid }, calls, 4);
        if (round > 0) all[size].push(turn);
      }
    }
    note(`${name}: ${show(ratios(all.many, all.few, cpuOf), 2)}`);
  }
} finally {
  for (const { service } of sides.values()) await service.stop();
  await server.stop();
}

async function startSide(size: Size): Promise<Side> {
  const rows = sizes[size];
  await server.run('postgres', `create database ${size}`);
  const database = await openPostgresql({ url: server.urlOf(size), poolSize: 2 });
  await migrate(database);
  await fill(size, rows);
  const factories = createFactories(database);
  const side: Side['pages'] = {};
  for (const [name, { externalServiceId, behind, types, scopes }] of Object.entries(pages)) {
    const own = rows / 2 / (externalServiceId === big ? 1 : others);
    // The last page must be full, too.
    const sequence = Math.max(0, Math.min(Math.floor(own * behind), Math.floor(own) - limit));
    const [position] = await server.run<{ id: string }>(size, {
      text: 'select id from changes where external_service_id = $1 and sequence = $2',
      values: [externalServiceId, sequence],
    });
    const { secret: token } = await factories.token(externalServiceId, scopes);
    const cursor = position ? `&cursor=${toCursor(['change', position.id, String(sequence)])}` : '';
    const statement = selectChanges(externalServiceId, { after: position?.id ?? lowestId, types, limit });
    side[name] = { token, cursor, ...(await costOf(size, statement)) };
  }
  await database.close();
  const env = { RATE_LIMIT_PER_SECOND: '1000000', RATE_LIMIT_BURST: '1000000', LOG_LEVEL: 'warn' };
  const contender = { name: size, main: '../../src/bin/main.ts', env };
  return { service: await startContender(contender, server.urlOf(size)), pages: side };
}

/** Inserts changes as sequencing would leave them: ordered by time, and without gaps within each external service. */
async function fill(size: Size, rows: number): Promise<void> {
  const { schema } = databaseFunctions();
  await server.run(
    size,
    {
      text: `insert into external_services (id, name)
        select md5('service' || n)::uuid, 'Partner ' || n from generate_series(0, $1::int) n`,
      values: [others],
    },
    // Recreated after the load, which takes a tenth of the time.
    'drop index changes_subject_index',
  );
  for (let at = begin; at < end; at += day)
    await server.run(
      size,
      `do $$ begin
         execute format('create table changes_of_%s partition of changes for values from (%L) to (%L)', ${at},
           ${schema}.first_id_of(to_timestamp(${at / 1_000})), ${schema}.first_id_of(to_timestamp(${(at + day) / 1_000})));
       end $$`,
    );
  const parts = Math.max(1, Math.floor(rows / 500_000));
  for (let part = 0; part < parts; part += 1) {
    await server.run(size, {
      text: `insert into changes (external_service_id, id, sequence, type, subject_id, external_court_booking_id, at, actor_type, request_id, data)
        select service, ${schema}.change_id(millis, service, sequence), sequence,
          case when n % 20 = 0 then 'user.updated' else 'court_booking.updated' end, gen_random_uuid(), 'b-' || n,
          to_timestamp(millis / 1000.0), 'api_token', 'request-' || n, $4::jsonb
        from generate_series($1::bigint, $2::bigint - 1) n,
          lateral (select
            $3::bigint + n * ${days * day} / ${rows} as millis,
            md5('service' || case when n % 2 = 0 then 0 else 1 + n / 2 % ${others} end)::uuid as service,
            1 + n / 2 / case when n % 2 = 0 then 1 else ${others} end as sequence) o`,
      values: [(part * rows) / parts, ((part + 1) * rows) / parts, begin, JSON.stringify(shown)],
    });
    note(`${((part + 1) * rows) / parts} of ${rows} changes`);
  }
  await server.run(
    size,
    'create index changes_subject_index on changes (subject_id, id)',
    `insert into change_counters (external_service_id, sequence, change_id)
     select s.id, c.sequence, c.id from external_services s,
       lateral (select id, sequence from changes where external_service_id = s.id order by id desc limit 1) c`,
    'vacuum (analyze)',
  );
  const [row] = await server.run<{ strays: string }>(size, 'select count(*) as strays from changes_default');
  if (row!.strays !== '0') throw new Error(`${row!.strays} changes are not in the partition of their day`);
}

/**
 * Returns the cost of the page's statement without planning. Takes the larger value of the custom and the generic plan, because prepared
 * statements can use either.
 */
async function costOf(size: Size, statement: ReturnType<typeof selectChanges>) {
  const { text, parameters } = toStatement(statement);
  const values = parameters.map((value) =>
    value === null ? 'null' : pg.escapeLiteral(Array.isArray(value) ? `{${value}}` : String(value)),
  );
  const explain = `explain (analyze, buffers, timing off, format json) execute page(${values.join(', ')})`;
  const cost = { blocks: 0, milliseconds: 0 };
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    let least = Number.POSITIVE_INFINITY;
    for (let time = 0; time < 7; time += 1) {
      const [row] = await server.run<{ 'QUERY PLAN': [Explained] }>(
        size,
        `set plan_cache_mode = ${mode}`,
        `prepare page as ${text}`,
        explain,
        explain,
      );
      const [{ Plan: plan, 'Execution Time': milliseconds }] = row!['QUERY PLAN'];
      least = Math.min(least, milliseconds);
      cost.blocks = Math.max(cost.blocks, plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!);
    }
    cost.milliseconds = Math.max(cost.milliseconds, least);
  }
  return cost;
}

interface Explained {
  Plan: Record<string, number>;
  'Execution Time': number;
}

const verdicts = [...turns].map(([name, { few: before, many: after }]) => {
  const ratio = ratios(after, before, cpuOf);
  const costs = [before, after].map((of) => show(spreadOf(of.map(cpuOf)), 2));
  const ofDatabase = [before, after].map((of) =>
    show(spreadOf(of.map(({ databaseMillis }) => databaseMillis)), 2),
  );
  const run = (of: 'blocks' | 'milliseconds', digits: number) =>
    sizesInOrder.map((size) => sides.get(size)!.pages[name]![of].toFixed(digits));
  const verdict = ratio.median <= allowed ? 'met' : 'MISSED';
  return [
    name,
    ...run('blocks', 0),
    ...run('milliseconds', 2),
    ...ofDatabase,
    ...costs,
    show(ratio, 2),
    verdict,
  ];
});
process.stdout.write(`
Pages of ${limit} changes. "blocks" are the blocks of 8 kB that the statement reads. "run" is its time in milliseconds without planning. The other columns are
milliseconds of CPU per page, including planning. Median of ${rounds} rounds (minimum–maximum) of ${requests} pages. The ratio may be at most ${allowed}.

${table(
  [
    'page',
    `blocks, ${few}`,
    `${many}`,
    `run, ${few}`,
    `${many}`,
    `database, ${few}`,
    `${many}`,
    `total, ${few}`,
    `${many}`,
    'ratio',
    '',
  ],
  verdicts,
)}`);
