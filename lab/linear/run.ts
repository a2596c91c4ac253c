import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { changedVersion } from '../../test/harness/data/versions.ts';
import { seed } from '../faults/fault.ts';
import { atLeast, firstMissed, type Measured, none, type Options, scaled } from '../proof/promised.ts';
import type { Row } from '../report.ts';
import { openStage, type Stage } from '../stage.ts';
import { type Load, type Sample, sendLoad } from './clients.ts';
import { described, unexplained } from './explain.ts';

const operations = 50_000;
const limitMillis = 1_000;

/** Linearizability of each booking over HTTP, with two service processes. The checkers are first shown broken variants. */
export async function measureBookings(options: Options): Promise<Measured> {
  const broken = await showBroken(options);
  const stage = await openStage({ processes: 2, courts: 4 });
  try {
    options.note('16 clients');
    const load = await sendLoad(stage, scaled(operations, options), seed, options.note);
    options.note('searching for an order that explains every response');
    const figures = await figuresOf(stage, load, scaled(operations, options));
    // In CI, other work may slow the service down until it responds 503.
    return { figures: [...figures, ...(options.isQuick ? [] : responsesOf(load.samples))], broken };
  } finally {
    await stage.close();
  }
}

async function figuresOf(stage: Stage, load: Load, count: number): Promise<Row[]> {
  return [sentOf(load, count), violationsOf(load), await overlapsOf(stage), await deadlocksOf(stage)];
}

const sentOf = ({ samples }: Load, count: number): Row =>
  // Operators' requests for bookings that do not exist yet are not sent.
  atLeast('requests by 16 clients', samples.length, Math.floor(count * 0.97));

function violationsOf({ histories }: Load): Row {
  const unexplainable = [...histories].flatMap(([key, history]) => {
    const operation = unexplained(history);
    return operation ? [`${key}: ${described(operation)}`] : [];
  });
  const total = [...histories.values()].reduce((sum, { length }) => sum + length, 0);
  return none(
    `bookings with a response that no order explains, of ${histories.size.toLocaleString('en')} with ${total.toLocaleString('en')} operations`,
    unexplainable.length,
    unexplainable,
  );
}

async function overlapsOf({ query }: Stage): Promise<Row> {
  const rows = await query<{ id: string }>(
    `select x.external_court_booking_id as id from court_bookings x join court_bookings y
       on x.court_id = y.court_id and x.id < y.id and x.active and y.active
       and tstzrange(x.start_date, x.end_date) && tstzrange(y.start_date, y.end_date)`,
  );
  return none(
    'overlapping bookings',
    rows.length,
    rows.map(({ id }) => id),
  );
}

async function deadlocksOf({ query }: Stage): Promise<Row> {
  // Backends report their statistics once a second.
  await sleep(1_500);
  const [row] = await query<{ n: number }>(
    'select deadlocks::int as n from pg_stat_database where datname = current_database()',
  );
  return none('deadlocks', row!.n);
}

function responsesOf(samples: readonly Sample[]): Row[] {
  const failed = samples.filter(({ status }) => status === 0 || status >= 500);
  const slowest = samples.reduce((most, { millis }) => Math.max(most, millis), 0);
  return [
    none(
      '5xx and missing responses',
      failed.length,
      failed.map(({ what, status }) => `${what}: ${status}`),
    ),
    {
      figure: 'slowest response',
      goal: 'at most 1 s',
      measured: `${slowest.toFixed(0)} ms`,
      met: slowest <= limitMillis,
    },
  ];
}

/** A service whose version rule is broken, and then each other figure with a planted fault. */
async function showBroken({ note }: Options): Promise<Measured['broken']> {
  note('the broken variant: a service that lets older versions replace newer ones');
  const version = changedVersion({
    'src/rules/upsert-court-booking.ts': (source) =>
      source.replace('if (externalUpdatedAt < versionOf(stored))', 'if (false)'),
  });
  const stage = await openStage({ processes: 2, courts: 4, entry: version.entry });
  try {
    const load = await sendLoad(stage, 500, seed, note);
    const shown: [variant: string, rows: Row[]][] = [
      ['a service that lets older versions replace newer ones', [violationsOf(load)]],
    ];
    await plantOverlap(stage);
    shown.push(['a second booking of a taken place, without the constraint', [await overlapsOf(stage)]]);
    await plantDeadlock(stage);
    shown.push(['two transactions that lock two courts in opposite order', [await deadlocksOf(stage)]]);
    const slow = { what: 'planted', status: 500, millis: 1_001 };
    for (const row of responsesOf([slow])) shown.push(['a planted 500 after 1,001 ms', [row]]);
    return shown.map(([variant, rows]) => ({ variant, found: firstMissed(rows) }));
  } finally {
    await stage.close();
    version.remove();
  }
}

async function plantOverlap({ query }: Stage): Promise<void> {
  await query('alter table court_bookings drop constraint court_bookings_no_overlap');
  await query(
    `insert into court_bookings (id, external_service_id, external_court_booking_id, court_id, start_date, end_date, external_updated_at)
     select gen_random_uuid(), external_service_id, 'planted', court_id, start_date, end_date, external_updated_at
     from court_bookings where active limit 1`,
  );
}

async function plantDeadlock({ connect, tenant: { courtIds } }: Stage): Promise<void> {
  const clients = [await connect(), await connect()] as const;
  const lock = (client: pg.Client, court: 0 | 1) =>
    client.query('select from courts where id = $1 for update', [courtIds[court]]);
  for (const client of clients) await client.query('begin');
  await lock(clients[0], 0);
  await lock(clients[1], 1);
  // PostgreSQL cancels one of the two.
  await Promise.allSettled([lock(clients[0], 1), lock(clients[1], 0)]);
  for (const client of clients) await client.end();
}
