// `npm run lab -- size [rows]`: the cost of each partner operation with 10,000 stored bookings and with many (1,000,000 by default).
// Loading 10,000,000 takes a quarter of an hour. Measures the CPU of service and database per call, with the same calls to both sides in
// turn.

import { openPostgresql } from '../../src/db/connection/open-postgresql.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createFactories } from '../../test/harness/data/factories.ts';
import { fillWithListData, idOf } from '../../test/harness/data/list-data.ts';
import { note, table } from '../report.ts';
import { startBenchServer } from './bench-server.ts';
import { callsOf, courts, type Seeded } from './calls-of.ts';
import { courtbridge, type RunningContender, startContender } from './contender.ts';
import { lengthOf } from './length.ts';
import { cpuOf, measuredOf, ratios, show } from './measured.ts';
import { type Call, type Turns, takeRounds, takeTurn } from './turn.ts';

const many = Number(process.argv[2] ?? 1_000_000);
const few = 10_000;
const allowed = 1.3;
const { requests, rounds } = lengthOf({ requests: 1_000, rounds: 3 });
const sizes = [
  { name: 'few', bookings: few },
  { name: 'many', bookings: many },
];

interface Side {
  name: string;
  service: RunningContender;
  calls: Record<string, (n: number, round: number) => Call>;
  token: string;
}

const server = await startBenchServer();
const sides: Side[] = [];
const turns: Turns = {};
try {
  for (const { name, bookings } of sizes) sides.push(await startSide(name, bookings));
  for (const figure of Object.keys(sides[0]!.calls))
    Object.assign(
      turns,
      await takeRounds(sides, [figure], rounds, ({ service, calls, token }, _figure, round) => {
        const count = round === 0 ? Math.ceil(requests / 4) : requests;
        const sent = Array.from({ length: count }, (_, n) => calls[figure]!(n, round));
        return takeTurn({ ...service, token, databasePid: server.pid }, sent, 4);
      }),
    );
} finally {
  for (const { service } of sides) await service.stop();
  await server.stop();
}

/** Starts a service on a database with this many bookings. Its calls use the partner with most bookings. */
async function startSide(name: string, bookings: number): Promise<Side> {
  await server.run('postgres', `create database ${name}`);
  const url = server.urlOf(name);
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
    name,
    {
      text: 'insert into organization_grants (external_service_id, organization_id) values ($1, $2)',
      values: [externalServiceId, idOf('organization', 0)],
    },
    // Nothing receives these webhooks, so sending them would fail.
    'delete from webhook_endpoints',
  );
  const { id: tokenId, secret: token } = await createFactories(database).token(externalServiceId);
  await database.close();
  const rows = await server.run<{ id: string }>(name, {
    text: 'select id from users where managed_by_id = $1 order by id limit 1000',
    values: [externalServiceId],
  });
  await server.run(name, 'vacuum (analyze)');
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
  return { name, service, token, calls: operationsOf(seeded, bookings) };
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

const verdicts = Object.entries(turns).map(([name, [before = [], after = []]]) => {
  const ratio = ratios(after, before, cpuOf);
  const both = [measuredOf(before), measuredOf(after)];
  const verdict = ratio.median <= allowed ? 'met' : 'MISSED';
  const values = (['cpu', 'database'] as const).flatMap((part) => both.map((of) => show(of[part], 2)));
  return [name, ...values, show(ratio, 2), verdict];
});
process.stdout.write(`
Milliseconds of CPU per call. Median of ${rounds} rounds (minimum–maximum) of ${requests} calls. The ratio may be at most ${allowed}.

${table(
  ['operation', `${few} bookings`, `${many}`, `database, ${few}`, `database, ${many}`, 'ratio', ''],
  verdicts,
)}`);
