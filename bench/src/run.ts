// `npm run bench`: Courtbridge and the hand-written Fastify + pg version in turn, each on its own copy of one
// database with 100,000 bookings, loaded by 16 connections. CPU is that of service and PostgreSQL together.
import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate } from '../../src/db/migrate.ts';
import { openPostgresql } from '../../src/db/open-postgresql.ts';
import { createFactories, type Tenant } from '../../test/harness/factories.ts';
import { freePort, startPostgresql } from '../../test/harness/postgresql.ts';
import { type Bar, chart } from './chart.ts';

const connections = 16;
const requests = Number(process.env.BENCH_REQUESTS ?? 4_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const courts = 200;
const day = Date.UTC(2027, 0, 1);
const hour = 60 * 60 * 1_000;

interface Call {
  method: string;
  path: string;
  body: string;
}
interface Contender {
  name: string;
  main: string;
  env: Record<string, string>;
}

const contenders: Contender[] = [
  {
    name: 'Courtbridge',
    main: fileURLToPath(new URL('../../src/main.ts', import.meta.url)),
    env: {
      RATE_LIMIT_PER_SECOND: '1000000',
      RATE_LIMIT_BURST: '1000000',
    },
  },
  { name: 'Fastify + pg', main: fileURLToPath(new URL('fastify-pg.ts', import.meta.url)), env: {} },
];

const server = await startPostgresql({ settings: ['shared_buffers=512MB', 'max_wal_size=4GB'] });
const databaseUrl = (name: string) => server.url.replace(/postgres$/, name);
const execute = async (url: string, ...statements: string[]) => {
  const client = new pg.Client(url);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
};

const note = (text: string) => process.stderr.write(`${text}\n`);

/** One database with everything that the calls need. */
async function seed(): Promise<{ tenant: Tenant; userIds: string[] }> {
  note('seeding 100,000 bookings…');
  await execute(server.url, 'create database seed');
  const database = await openPostgresql({ url: databaseUrl('seed'), poolSize: 2 });
  await migrate(database);
  const tenant = await createFactories(database).tenant(courts);
  await database.close();
  const client = new pg.Client(databaseUrl('seed'));
  await client.connect();
  await client.query(
    `insert into users (id, email, first_name, last_name, managed_by_id)
     select gen_random_uuid(), 'seed-' || n || '@example.com', 'Seed', 'User', $1 from generate_series(1, 20000) n`,
    [tenant.externalServiceId],
  );
  await client.query(
    `insert into user_links (external_service_id, external_user_id, user_id) select managed_by_id, email, id from users`,
  );
  await client.query(
    `insert into court_bookings (id, external_service_id, external_court_booking_id, court_id, start_date, end_date, external_updated_at)
     select gen_random_uuid(), $1, 'seed-' || n, ($2::uuid[])[1 + n % ${courts}],
       timestamptz '2020-01-01 00:00Z' + (n / ${courts}) * interval '1 hour',
       timestamptz '2020-01-01 01:00Z' + (n / ${courts}) * interval '1 hour', '2019-12-31'
     from generate_series(1, 100000) n`,
    [tenant.externalServiceId, tenant.courtIds],
  );
  await client.query(
    `insert into court_booking_participants (court_booking_id, position, email) select id, 0, 'guest@example.com' from court_bookings`,
  );
  await client.query('vacuum analyze');
  const { rows } = await client.query<{ id: string }>('select id from users order by email limit 1000');
  await client.end();
  return { tenant, userIds: rows.map(({ id }) => id) };
}

/** The calls of each figure; run in this order, so that updates and replays find what was created. */
function figures({
  tenant,
  userIds,
}: {
  tenant: Tenant;
  userIds: string[];
}): Record<string, (n: number, round: number) => Call> {
  const base = `/api/v1/external-services/${tenant.externalServiceId}`;
  const put = (id: string, court: number, slot: number, stamp: number, n: number): Call => ({
    method: 'PUT',
    path: `${base}/court-bookings/by-external-id/${id}`,
    body: JSON.stringify({
      courtId: tenant.courtIds[court % courts],
      startDate: new Date(day + slot * hour).toISOString(),
      endDate: new Date(day + (slot + 1) * hour).toISOString(),
      externalUpdatedAt: new Date(Date.UTC(2026, 0, 1) + stamp).toISOString(),
      participants: [{ userId: userIds[n % 1_000] }, { email: `guest-${n % 500}@example.com` }],
    }),
  });
  const slotOf = (n: number, round: number) => round * 1_000 + Math.floor(n / courts);
  return {
    // A court for each of `courts` in turn; the hours of a round follow those of the round before.
    create: (n, round) => put(`b-${round}-${n}`, n, slotOf(n, round), 0, n),
    'update, same court': (n, round) => put(`b-${round}-${n}`, n, slotOf(n, round) + 200, 1_000, n + 1),
    'update, another court': (n, round) =>
      put(`b-${round}-${n}`, n + 1, slotOf(n, round) + 400, 2_000, n + 2),
    replay: (n, round) => put(`b-${round}-${n}`, n + 1, slotOf(n, round) + 400, 2_000, n + 2),
    'hot court': (n, round) => put(`hot-${round}-${n}`, 0, 100_000 + round * requests + n, 0, n),
    'create user': (n, round) => ({
      method: 'POST',
      path: `${base}/users`,
      body: JSON.stringify({
        email: `new-${round}-${n}@example.com`,
        externalUserId: `new-${round}-${n}`,
        firstName: 'Ada',
        lastName: 'Lovelace',
        birthday: '1985-12-10',
      }),
    }),
  };
}

/** CPU seconds of a process and of what it has started, by `/proc`. */
function cpuSeconds(pid: number): number {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const text = readFileSync(`/proc/${name}/stat`, 'utf8');
        const fields = text
          .slice(text.lastIndexOf(')') + 2)
          .split(' ')
          .map(Number);
        return [{ pid: Number(name), parent: fields[1]!, ticks: fields[11]! + fields[12]! }];
      } catch {
        return [];
      }
    });
  const own = stats.filter((stat) => stat.pid === pid || stat.parent === pid);
  return own.reduce((sum, { ticks }) => sum + ticks, 0) / 100;
}

async function load(
  port: number,
  token: string,
  calls: Call[],
): Promise<{ seconds: number; latencies: number[] }> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const latencies: number[] = [];
  let next = 0;
  const send = ({ method, path, body }: Call) =>
    new Promise<void>((resolve, reject) => {
      const startedAt = performance.now();
      const call = request(
        {
          agent,
          port,
          host: '127.0.0.1',
          method,
          path,
          headers: {
            Authorization: `Bearer ${token}`,
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(body),
          },
        },
        (response) => {
          let text = '';
          response.on('data', (chunk) => {
            text += chunk;
          });
          response.on('end', () => {
            latencies.push(performance.now() - startedAt);
            if (response.statusCode === 200 || response.statusCode === 201) resolve();
            else reject(new Error(`${response.statusCode} ${text} for ${method} ${path} ${body}`));
          });
        },
      );
      call.on('error', reject);
      call.end(body);
    });
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (next < calls.length) await send(calls[next++]!);
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  agent.destroy();
  return { seconds, latencies: latencies.sort((a, b) => a - b) };
}

async function start(contender: Contender, database: string): Promise<{ child: ChildProcess; port: number }> {
  const port = await freePort();
  const child = spawn(process.execPath, [contender.main], {
    env: {
      PATH: process.env.PATH ?? '',
      PORT: String(port),
      DATABASE_URL: databaseUrl(database),
      ...contender.env,
    },
    // Its log goes where a log goes: to a file, here one that keeps nothing.
    stdio: ['ignore', openSync('/dev/null', 'w'), 'inherit'],
  });
  for (let attempt = 0; ; attempt += 1) {
    const answers = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      () => true,
      () => false,
    );
    if (answers) return { child, port };
    if (attempt > 200) throw new Error(`${contender.name} did not start`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

interface Sample {
  figure: string;
  name: string;
  /** CPU of service and PostgreSQL a request. */
  cpuMillis: number;
  databaseShare: number;
  rate: number;
  p99: number;
}
const samples: Sample[] = [];
interface Summary {
  cpu: number;
  rate: number;
  p99: number;
}
const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

try {
  const seeded = await seed();
  const running = [];
  for (const [index, contender] of contenders.entries()) {
    await execute(server.url, `create database contender_${index} template seed`);
    running.push({ contender, ...(await start(contender, `contender_${index}`)) });
  }
  const all = figures(seeded);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [figure, callOf] of Object.entries(all)) {
      // In turn, and the other way round each round, so that neither always comes after the other.
      for (const { contender, child, port } of round % 2 ? [...running].reverse() : running) {
        const calls = Array.from({ length: round === 0 ? Math.ceil(requests / 4) : requests }, (_, n) =>
          callOf(n, round),
        );
        const [serviceBefore, databaseBefore] = [cpuSeconds(child.pid!), cpuSeconds(server.pid)];
        const { seconds, latencies } = await load(port, seeded.tenant.token, calls);
        const service = cpuSeconds(child.pid!) - serviceBefore;
        const database = cpuSeconds(server.pid) - databaseBefore;
        const sample = {
          cpuMillis: ((service + database) * 1_000) / calls.length,
          databaseShare: database / (service + database),
          rate: calls.length / seconds,
          p99: latencies[Math.floor(latencies.length * 0.99)]!,
        };
        // The first round only warms up.
        if (round > 0) samples.push({ figure, name: contender.name, ...sample });
        note(
          `round ${round}, ${figure}, ${contender.name}: ${sample.cpuMillis.toFixed(2)} ms CPU (${(sample.databaseShare * 100).toFixed(0)} % in PostgreSQL), ${sample.rate.toFixed(0)}/s, p99 ${sample.p99.toFixed(0)} ms`,
        );
      }
    }
  }
  for (const { child } of running) child.kill('SIGTERM');
  process.stdout.write(
    '| figure | CPU a request | ratio | requests a second | ratio | p99 |\n|---|---|---|---|---|---|\n',
  );
  const bars: Bar[] = [];
  for (const figure of new Set(samples.map((sample) => sample.figure))) {
    const [ours, theirs] = contenders.map(({ name }) => {
      const own = samples.filter((sample) => sample.figure === figure && sample.name === name);
      return {
        cpu: median(own.map(({ cpuMillis }) => cpuMillis)),
        rate: median(own.map(({ rate }) => rate)),
        p99: median(own.map(({ p99 }) => p99)),
      };
    }) as [Summary, Summary];
    bars.push({ figure, ours: ours.cpu, theirs: theirs.cpu });
    const ratio = (key: keyof Summary) => (ours[key] / theirs[key]).toFixed(2);
    process.stdout.write(
      `| ${figure} | ${ours.cpu.toFixed(2)} / ${theirs.cpu.toFixed(2)} ms | ${ratio('cpu')} | ${ours.rate.toFixed(0)} / ${theirs.rate.toFixed(0)} | ${ratio('rate')} | ${ours.p99.toFixed(0)} / ${theirs.p99.toFixed(0)} ms |\n`,
    );
  }
  writeFileSync(new URL('../../docs/speed.svg', import.meta.url), chart(bars));
} finally {
  await server.stop();
}
