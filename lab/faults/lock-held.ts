import { setTimeout as sleep } from 'node:timers/promises';
import { userBody } from '../../test/harness/data/factories.ts';
import { HttpClient } from '../load/http-client.ts';
import {
  type Load,
  percent,
  quantile,
  type Sample,
  slowest,
  succeeded,
  summary,
  time,
} from '../load/load.ts';
import { bookingPathOf, pathOf, requestWith } from '../load/request.ts';
import { labName, unlimited } from '../stage.ts';
import type { Fault, Row } from './fault.ts';
import { onPlatform, type Platform, poolSize, repeatedly } from './platform.ts';

/**
 * Tables that every booking reads or writes, even one on another court without participants. While one of them is locked, other partners
 * cannot be served and must receive an early error. All other table locks, and all row locks, must not affect other partners.
 */
const neededByEveryBooking = new Set([
  'api_tokens',
  'audit_events',
  'cancellation_stamps',
  'change_outbox',
  'court_booking_participants',
  'court_bookings',
  // The triggers of court_bookings count each change here.
  'court_occupancy_versions',
  'courts',
  'external_services',
  'organization_grants',
  'rate_limit_buckets',
  // The query that checks participants reads these even without participants.
  'user_grants',
  'users',
]);

interface Target {
  name: string;
  lock: string;
  /** True if bookings of other partners must succeed during the lock. */
  leavesOthersAlone: boolean;
}

export const lockHeld: Fault = ({ seconds, seed, isBroken, note }) => {
  const env = isBroken ? { ...unlimited, DATABASE_POOL_SIZE: String(2 * poolSize) } : unlimited;
  return onPlatform({ seed, env }, async (platform) => {
    const userId = await prepare(platform);
    const loads = await startLoads(platform, userId);
    await sleep(1_000);
    const rows: Row[] = [];
    for (const target of (await targetsOf(platform)).slice(0, isBroken ? 6 : undefined)) {
      note(`lock on ${target.name}`);
      rows.push(await hold(platform, loads, target, Math.min(15, seconds)));
    }
    await Promise.all(loads.map((load) => load.stop()));
    return rows;
  });
};

/** Creates a user and a booking whose rows are locked. Returns the id of the user. */
async function prepare({ port, partners: [a] }: Platform): Promise<string> {
  const http = new HttpClient(port, 10_000);
  const send = async (method: string, path: string, body: object): Promise<{ id: string }> => {
    const outcome = await http.send(requestWith(a.token, method, path, body));
    if ('error' in outcome || outcome.status !== 201)
      throw new Error(`${method} ${path}: ${JSON.stringify(outcome)}`);
    return JSON.parse(outcome.text);
  };
  const user = { email: 'held@example.com', externalUserId: 'held' };
  const { id: userId } = await send('POST', `${pathOf(a)}/users`, userBody(user));
  const booking = {
    courtId: a.courtIds[1],
    startDate: '2026-01-01T00:00:00Z',
    endDate: '2026-01-01T00:01:00Z',
    externalUpdatedAt: '2026-01-01T00:00:00Z',
    participants: [{ userId }],
  };
  await send('PUT', bookingPathOf(a, 'held'), booking);
  http.close();
  return userId;
}

async function targetsOf({ query, partners: [a], operatorId }: Platform): Promise<Target[]> {
  const tables = await query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname <> 'mikro_orm_migrations' order by 1`,
  );
  const rows = [
    ['courts', `id = '${a.courtIds[0]}'`],
    ['court_bookings', `external_court_booking_id = 'held'`],
    ['users', `email = 'held@example.com'`],
    ['api_tokens', `id = '${a.tokenId}'`],
    ['rate_limit_buckets', `key like '%${a.tokenId}%'`],
    ['operators', `id = '${operatorId}'`],
  ] as const;
  return [
    ...tables.map(({ name }) => ({
      name: `table ${name}`,
      lock: `lock table ${name} in access exclusive mode`,
      leavesOthersAlone: !neededByEveryBooking.has(name),
    })),
    ...rows.map(([table, where]) => ({
      name: `a row of ${table}`,
      lock: `select from ${table} where ${where} for update`,
      leavesOthersAlone: true,
    })),
  ];
}

/** Loads that run during all locks: the partner that meets the locks, another partner, the operators, and a load balancer. */
function startLoads(platform: Platform, userId: string): Promise<Load[]> {
  const [a, b] = platform.partners;
  return Promise.all([
    platform.load({
      requests: [
        { kind: 'create booking', tenant: a, courtIds: [a.courtIds[0]], userId },
        { kind: 'update booking', tenant: a, courtIds: [a.courtIds[1]], id: 'held', userId },
        { kind: 'create user', tenant: a },
      ],
      arrivals: { clients: 24, pauseMillis: 10 },
    }),
    platform.load({
      requests: [{ kind: 'create booking', tenant: b, courtIds: b.courtIds, userId: null }],
      arrivals: { clients: 4, pauseMillis: 50 },
    }),
    platform.load({
      requests: platform.operators.map((token) => ({ kind: 'operator', token }) as const),
      arrivals: { rate: 12 },
    }),
    platform.load({ requests: [{ kind: 'page', path: '/readyz' }], arrivals: { rate: 5 } }),
  ]);
}

async function hold(platform: Platform, loads: Load[], target: Target, seconds: number): Promise<Row> {
  const holder = await platform.connect();
  const watcher = await platform.connect();
  await holder.query('begin');
  const { rowCount, command } = await holder.query(target.lock);
  if (command === 'SELECT' && rowCount === 0) throw new Error(`no row to lock: ${target.lock}`);
  const beganAt = Date.now();
  const backends = repeatedly(200, async () => {
    const { rows } = await watcher.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and application_name <> '${labName}'`,
    );
    return rows[0]!.n;
  });
  await sleep(1_000 * seconds);
  const most = Math.max(...(await backends.stop()));
  const endedAt = Date.now();
  await holder.query('rollback');
  await Promise.all([holder.end(), watcher.end()]);
  // Only requests that were sent during the lock. Waiting ones complete soon after its release.
  const told = await Promise.all(
    loads.map(async (load) => (await load.collect()).filter(({ at }) => at >= beganAt && at < endedAt)),
  );
  const [ofA, ofB, ofOperators, ready] = told as [Sample[], Sample[], Sample[], Sample[]];
  const answers = [...ofA, ...ofB, ...ofOperators];
  const isBServed = ofB.length > 0 && ofB.every(succeeded) && quantile(ofB, 0.99) < 1_000;
  const isReady = ready.every(({ status }) => status === 200) && quantile(ready, 0.99) < 250;
  return {
    figure: target.name,
    goal: `backends ≤ ${poolSize + 2}; 503 within 2.5 s; the other partner ${target.leavesOthersAlone ? '100 % 2xx, p99 < 1 s' : 'has responses'}; /readyz unaffected`,
    measured: [
      `backends ${most}`,
      `A ${percent(ofA.filter(succeeded).length, ofA.length)} 2xx (${summary(ofA.filter((sample) => !succeeded(sample)))}), at most ${time(slowest(ofA))}`,
      `B ${percent(ofB.filter(succeeded).length, ofB.length)} of ${ofB.length}, p99 ${time(quantile(ofB, 0.99))}`,
      `operators ${percent(ofOperators.filter((sample) => succeeded(sample) && !sample.type).length, ofOperators.length)}, at most ${time(slowest(ofOperators))}`,
      `/readyz ${percent(ready.filter(succeeded).length, ready.length)}, p99 ${time(quantile(ready, 0.99))}`,
    ].join('; '),
    met:
      told.every(({ length }) => length > 0) &&
      most <= poolSize + 2 &&
      answers.every(({ documented }) => documented) &&
      slowest([...ofA, ...ofB]) <= 2_500 &&
      slowest(ofOperators) <= 3_000 &&
      (!target.leavesOthersAlone || isBServed) &&
      isReady,
  };
}
