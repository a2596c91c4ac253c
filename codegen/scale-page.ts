import { readFileSync } from 'node:fs';
import { type recordTables, retentionOf } from '../src/db/record-tables.ts';
import { variables } from '../src/env.ts';
import { fillSections } from './marked-section.ts';

/** What `npm run lab -- bytes` has measured. */
export interface ScaleResults {
  bookings: number;
  postgresql: string;
  cores: number;
  writesPerBooking: number;
  /** Bytes of each table with its indexes. */
  bytesPerBooking: Record<string, number>;
  walBytesPerBooking: number;
}

/** The part of lab/speed/results/calls.json that is used here. Times are milliseconds of processor time per call. */
interface CallResults {
  contenders: string[];
  figures: {
    figure: string;
    of: Record<'cpu' | 'database' | 'rate', { median: number }>[];
  }[];
}

// Assumptions, which the page names.
const courtsOfTheWorld = 600_000;
const slotsPerDay = 16;
const peakFactor = 5;
/** A processor that is busier than this has no room for a peak. */
const busiest = 0.7;

const readJson = <Content>(path: string) =>
  JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')) as Content;

/** Writes the measured and computed numbers into docs/scale.md. */
export function fillScalePage(page: string): string {
  const measured = readJson<ScaleResults>('lab/scale/results.json');
  const calls = readJson<CallResults>('lab/speed/results/calls.json');
  return fillSections(page, {
    bytes: bytesTable(measured),
    rates: ratesTable(calls),
    sizes: sizesTable(measured, calls),
    steps: stepsTable(measured, calls),
  });
}

/** Days for which a record is kept by default; undefined: for ever. */
function daysKept(table: string): number | undefined {
  const days = (name: 'PARTNER_REQUEST_DAYS' | 'AUDIT_EVENT_DAYS' | 'CHANGE_DAYS') =>
    Number(variables[name].default);
  const retention = retentionOf({
    partnerRequestDays: days('PARTNER_REQUEST_DAYS'),
    auditEventDays: days('AUDIT_EVENT_DAYS'),
    changeDays: days('CHANGE_DAYS'),
  });
  return retention.find(([{ name }]) => name === table)?.[1];
}

/** Emptied all the time, so their size does not follow the number of bookings. */
const queues = ['change_outbox', 'webhook_wakes'];
const stored = ({ bytesPerBooking }: ScaleResults) =>
  Object.entries(bytesPerBooking).filter(([table]) => !queues.includes(table));

/** Bytes after so many days with a number of bookings per day. */
export function storedAfter(days: number, bookingsPerDay: number, measured: ScaleResults): number {
  const each = stored(measured).map(([table, bytes]) => bytes * Math.min(days, daysKept(table) ?? days));
  return bookingsPerDay * each.reduce((sum, bytes) => sum + bytes, 0);
}

const variableOf: Record<(typeof recordTables)[number]['name'], string> = {
  audit_events: '`AUDIT_EVENT_DAYS`',
  partner_requests: '`PARTNER_REQUEST_DAYS`',
  changes: '`CHANGE_DAYS`',
  webhook_deliveries: '`CHANGE_DAYS`',
};

function bytesTable(measured: ScaleResults): string[] {
  const rows = stored(measured).map(([table, bytes]) => {
    const days = daysKept(table);
    const kept =
      days === undefined ? 'for ever' : `${days} days, ${variableOf[table as keyof typeof variableOf]}`;
    return `| \`${table}\` | ${whole(bytes)} | ${kept} |`;
  });
  const sum = stored(measured).reduce((total, [, bytes]) => total + bytes, 0);
  return [
    '| table, with its indexes | bytes per booking | kept |',
    '|---|---|---|',
    ...rows,
    `| all of them | ${whole(sum)} | |`,
    '',
    `Write-ahead log: ${whole(measured.walBytesPerBooking)} bytes per booking, which each standby receives and an archive stores. ` +
      `Measured with ${whole(measured.bookings)} bookings on PostgreSQL ${measured.postgresql}.`,
  ];
}

const timesOf = ({ contenders, figures }: CallResults) =>
  figures.map(({ figure, of }) => {
    const { cpu, database, rate } = of[contenders.indexOf('Courtbridge')]!;
    return { figure, rate: rate.median, database: database.median, service: cpu.median - database.median };
  });

function ratesTable(calls: CallResults): string[] {
  return [
    '| call | calls per second | processor time of a process | processor time of PostgreSQL |',
    '|---|---|---|---|',
    ...timesOf(calls).map(
      ({ figure, rate, service, database }) =>
        `| ${figure} | ${whole(rate)} | ${service.toFixed(2)} ms | ${database.toFixed(2)} ms |`,
    ),
  ];
}

/** Processor time of a write in milliseconds: the mean of a create and the updates. */
function timeOfWrite(calls: CallResults) {
  const writes = timesOf(calls).filter(({ figure }) => figure === 'create' || figure.startsWith('update'));
  const mean = (of: 'service' | 'database') =>
    writes.reduce((sum, write) => sum + write[of], 0) / writes.length;
  return { service: mean('service'), database: mean('database') };
}

const peakWrites = (courts: number, { writesPerBooking }: ScaleResults) =>
  ((courts * slotsPerDay * writesPerBooking) / 86_400) * peakFactor;

function sizesTable(measured: ScaleResults, calls: CallResults): string[] {
  const { service, database } = timeOfWrite(calls);
  const rows = [100, 1_000, 10_000, 100_000, courtsOfTheWorld].map((courts) => {
    const daily = courts * slotsPerDay;
    const writes = peakWrites(courts, measured);
    const cores = (millis: number) => ((writes * millis) / 1_000).toFixed(writes > 10 ? 1 : 3);
    return `| ${[
      whole(courts),
      whole(daily),
      writes < 10 ? writes.toFixed(1) : whole(writes),
      cores(service),
      cores(database),
      bytes(storedAfter(365, daily, measured)),
      bytes(storedAfter(5 * 365, daily, measured)),
    ].join(' | ')} |`;
  });
  return [
    '| courts | bookings per day | writes per second, peak | cores of the processes | cores of PostgreSQL | stored after a year | after five |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ];
}

function stepsTable(measured: ScaleResults, calls: CallResults): string[] {
  const { service, database } = timeOfWrite(calls);
  const courtsFor = (writes: number) => thousands(writes / peakWrites(1, measured));
  const perProcess = (busiest * 1_000) / service;
  const perCore = (busiest * 1_000) / database;
  const pool = Number(variables.DATABASE_POOL_SIZE.default) + 1;
  const processes = Math.floor((0.8 * 100) / pool);
  const bookingBytes = measured.bytesPerBooking.court_bookings!;
  const daily = 10_000 * slotsPerDay;
  const auditBytes = measured.bytesPerBooking.audit_events! * daily;
  const terabyte = 1e12 / bookingBytes;
  return [
    '| step | due when | which is about | configuration |',
    '|---|---|---|---|',
    `| a second process | from the start, so that deployments and failures lose nothing | | [haproxy.cfg](../deploy/haproxy.cfg), [Kubernetes](../deploy/kubernetes/courtbridge.yaml) |`,
    `| more processes | a process uses 70 % of a core, or \`CourtbridgeEventLoopLags\` fires | ${whole(perProcess)} writes per second each, ${courtsFor(perProcess)} courts | one \`server\` line each; \`maxReplicas\` |`,
    `| PgBouncer 1.21 or later | all pools together need 80 % of \`max_connections\` | ${processes + 1} processes of ${pool} connections, with PostgreSQL's default of 100 | [pgbouncer.ini](../deploy/pgbouncer/pgbouncer.ini) |`,
    "| read replica | operators' reads use a quarter of PostgreSQL's processor time, or `CourtbridgeConnectionsWaitedFor` fires for `operators` | | `DATABASE_REPLICA_URL` |",
    `| larger primary | PostgreSQL uses 70 % of its cores, or less than 99 % of its reads are from memory | ${whole(perCore)} writes per second for each core, ${courtsFor(perCore)} courts | \`resources\` and \`storage\` of [database.yaml](../deploy/kubernetes/database.yaml), or a larger machine |`,
    `| shorter retention | the disk is 70 % full | with 10,000 courts, a day less of \`AUDIT_EVENT_DAYS\` frees ${bytes(auditBytes)} | the \`…_DAYS\` [variables](running.md#configuration) |`,
    `| bookings partitioned by time | \`court_bookings\` with its indexes exceeds 1 TB, or you want to drop old bookings | ${whole(terabyte / 1e6)} million bookings: 10,000 courts for ${whole(terabyte / daily / 365)} years, all courts of the world for ${whole(terabyte / (courtsOfTheWorld * slotsPerDay))} days | [not built](#beyond-one-primary) |`,
    `| Citus by organization | the largest primary that you can get is too small | with 64 cores, ${whole(64 * perCore)} writes per second, ${((64 * perCore) / peakWrites(courtsOfTheWorld, measured)).toFixed(0)} times all courts of the world | [not built](#beyond-one-primary) |`,
  ];
}

const whole = (value: number) => Math.round(value).toLocaleString('en-US');
const thousands = (value: number) => whole(Math.round(value / 1_000) * 1_000);

function bytes(value: number): string {
  const [unit, divisor] = value >= 1e12 ? ['TB', 1e12] : value >= 1e9 ? ['GB', 1e9] : ['MB', 1e6];
  return `${Number((value / (divisor as number)).toPrecision(2))} ${unit}`;
}
