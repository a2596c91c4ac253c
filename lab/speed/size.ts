// `npm run lab -- size [rows]`: the cost of each partner operation with 10,000 stored bookings and with many (1,000,000 by default).
// Loading 10,000,000 takes a quarter of an hour. Measures the CPU of service and database per call, with the same calls to both sides in
// turn.

import { openPostgresql } from '../../src/db/connection/open-postgresql.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createFactories } from '../../test/harness/data/factories.ts';
import { fillWithListData, idOf } from '../../test/harness/data/list-data.ts';
import { note, table } from '../report.ts';
import { startBenchServer } from './bench-server.ts';
import type { Seeded } from './calls-of.ts';
import { callsOf, courts } from './calls-of.ts';
import { courtbridge, type RunningContender, startContender } from './contender.ts';
import { lengthOf } from './length.ts';
import { cpuOf, ratios, show, spreadOf } from './measured.ts';
import { type Call, inTurn, type Turn, takeTurn } from './turn.ts';

const many = Number(process.argv[2] ?? 1_000_000);
const few = 10_000;
const allowed = 1.3;
const { requests, rounds } = lengthOf({ requests: 1_000, rounds: 3 });
const sizes = { few, many };
type Size = keyof typeof sizes;

interface Side {
  service: RunningContender;
  calls: Record<string, (n: number, round: number) => Call>;
  token: string;
}

const server = await startBenchServer();
const sides = new Map<Size, Side>();
const turns = new Map<string, Record<Size, Turn[]>>();
try {
  for (const size of ['few', 'many'] as const) sides.set(size, await startSide(size));
  for (const name of Object.keys(sides.get('few')!.calls)) {
    const all: Record<Size, Turn[]> = { few: [], many: [] };
    turns.set(name, all);
    // The first round only warms up.
    for (let round = 0; round <= rounds; round += 1) {
      const count = round === 0 ? Math.ceil(requests / 4) : requests;
      for (const size of inTurn(['few', 'many'] as const, round)) {
        const { service, calls, token } = sides.get(size)!;
        const sent = Array.from({ length: count }, (_, n) => calls[name]!(n, round));
        const turn = await takeTurn({ ...service, token, databasePid: server.pid }, sent, 4);
        if (round > 0) all[size].push(turn);
      }
    }
    note(`${name}: ${show(ratios(all.many, all.few, cpuOf), 2)}`);
  }
} finally {
  for (const { service } of sides.values()) await service.stop();
  await server.stop();
}

/** Starts a service on a database with this many bookings. Its calls use the partner with most bookings. */
async function startSide(size: Size): Promise<Side> {
  const bookings = sizes[size];
  await server.run('postgres', `create database ${size}`);
  const url = server.urlOf(size);
  const database = await openPostgresql({ url, poolSize: 2 });
  await migrate(database);
  const counts = {
    bookings,
    // No partner operation reads these tables, and loading them takes as long as loading the bookings.
    auditEvents: Math.min(bookings, 1_000_000),
    partnerRequests: Math.min(bookings, 1_000_000),
    // At most 500 bookings per court, a day and a half apart, so that none overlap.
    courts: Math.max(10 * courts, bookings / 500),
    services: 100,
  };
  await fillWithListData(url, { ...counts, days: 730, requestDays: 30 }, (line) =>
    note(`${bookings} bookings, ${line.replaceAll(/\s+/g, ' ')}`),
  );
  const externalServiceId = idOf('service', 0);
  await server.run(
    size,
    {
      text: 'insert into organization_grants (external_service_id, organization_id) values ($1, $2)',
      values: [externalServiceId, idOf('organization', 0)],
    },
    // Nothing receives these webhooks, so sending them would fail.
    'delete from webhook_endpoints',
  );
  const { id: tokenId, secret: token } = await createFactories(database).token(externalServiceId);
  await database.close();
  const rows = await server.run<{ id: string }>(size, {
    text: 'select id from users where managed_by_id = $1 order by id limit 1000',
    values: [externalServiceId],
  });
  await server.run(size, 'vacuum (analyze)');
  const courtIds: Seeded['tenant']['courtIds'] = [
    idOf('court', 0),
    idOf('court', 1),
    ...Array.from({ length: courts - 2 }, (_, n) => idOf('court', n + 2)),
  ];
  const organizationId = idOf('organization', 0);
  const seeded = {
    tenant: { externalServiceId, organizationId, token, tokenId, courtIds },
    // The calls need 1,000 users. With few bookings there are fewer, so ids repeat.
    userIds: Array.from({ length: 1_000 }, (_, n) => rows[n % rows.length]!.id),
  };
  const service = await startContender(
    { ...courtbridge, env: { ...courtbridge.env, LOG_LEVEL: 'warn' } },
    url,
  );
  return { service, token, calls: operationsOf(seeded, bookings) };
}

/** Returns the calls of each operation. Writes come first, so that the others read the final data. */
function operationsOf(seeded: Seeded, bookings: number): Side['calls'] {
  const { create, 'update, another court': update, replay, 'create user': createUser } = callsOf(seeded);
  const base = `/api/v1/external-services/${seeded.tenant.externalServiceId}`;
  const { courtIds } = seeded.tenant;
  const get = (path: string): Call => ({ method: 'GET', path: base + path, body: '' });
  const now = Date.now();
  const day = 24 * 60 * 60 * 1_000;
  const at = (n: number) => new Date(now + n * day).toISOString();
  // The reads return the same amount on both sides. With more bookings, the time range is shorter and limited to four bookings, and a
  // court's list to two.
  /** The id of an existing booking of this partner, which owns four in ten. */
  const stored = (n: number) => `b-${10 * ((n * 7_919) % (bookings / 10 - 1)) + 10}`;
  /** Moves a round a year past the stored bookings, so that nothing overlaps. */
  const later = (round: number) => round + 10;
  return {
    create: (n, round) => create!(n, later(round), requests),
    'update, another court': (n, round) => update!(n, later(round), requests),
    replay: (n, round) => replay!(n, later(round), requests),
    cancel: (n, round) => ({
      method: 'DELETE',
      path: `${base}/court-bookings/by-external-id/b-${later(round)}-${n}?externalUpdatedAt=2027-01-01T00:00:00Z`,
      body: '',
    }),
    'create user': (n, round) => createUser!(n, round, requests),
    'get booking': (n) => get(`/court-bookings/by-external-id/${stored(n)}`),
    'list bookings': () => get('/court-bookings'),
    'list bookings of a court': (n) => get(`/court-bookings?limit=2&courtId=${courtIds[n % courts]}`),
    'list bookings of a time': (n) =>
      get(`/court-bookings?limit=4&from=${at(-(n % 300))}&to=${at(few / bookings - (n % 300))}`),
    'list courts': () => get('/courts'),
    occupancy: (n) =>
      get(`/courts/${courtIds[n % courts]}/occupancy?from=${at(-(n % 300))}&to=${at(1 - (n % 300))}`),
    'get user': (n) => get(`/users/${seeded.userIds[n % seeded.userIds.length]}`),
    'list users': () => get('/users'),
    'list changes': () => get('/changes?cursor=latest'),
  };
}

const verdicts = [...turns].map(([name, { few: before, many: after }]) => {
  const ratio = ratios(after, before, cpuOf);
  const costs = [before, after].map((of) => show(spreadOf(of.map(cpuOf)), 2));
  const ofDatabase = [before, after].map((of) =>
    show(spreadOf(of.map(({ databaseMillis }) => databaseMillis)), 2),
  );
  const verdict = ratio.median <= allowed ? 'met' : 'MISSED';
  return [name, ...costs, ...ofDatabase, show(ratio, 2), verdict];
});
process.stdout.write(`
Milliseconds of CPU per call. Median of ${rounds} rounds (minimum–maximum) of ${requests} calls. The ratio may be at most ${allowed}.

${table(
  ['operation', `${few} bookings`, `${many}`, `database, ${few}`, `database, ${many}`, 'ratio', ''],
  verdicts,
)}`);
