// `npm run bench -- pgbench`: the rate that the database alone can reach. PostgreSQL's pgbench runs one prepared statement per booking,
// without checks, locks or a response. Courtbridge makes the same writes, on its own database.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBenchServer } from './bench-server.ts';
import type { Seeded } from './calls.ts';
import { callsOf, courts } from './calls.ts';
import { startContender } from './contender.ts';
import { connections, lengthOf } from './length.ts';
import { note, show, spreadOf, table } from './measured.ts';
import { keepResult } from './results.ts';
import { seedCalls } from './seed-calls.ts';
import { takeTurn } from './turn.ts';

const { requests, rounds } = lengthOf({ requests: 4_000, rounds: 5 });
const figures = ['create', 'update, another court'] as const;

/** Returns the statement of each figure. A sequence numbers the bookings, because pgbench cannot. */
function scripts({ tenant, userIds }: Seeded): Record<(typeof figures)[number], string> {
  const courtOf = (n: string) => `(array['${tenant.courtIds.join("','")}']::uuid[])[1 + ${n} % ${courts}]`;
  const hoursOf = (n: string) => `timestamptz '2027-01-01 00:00Z' + (${n} / ${courts}) * interval '1 hour'`;
  const user = userIds[0]!;
  return {
    create: `with n as (select nextval('created') as n), booking as (
  insert into court_bookings (id, external_service_id, external_court_booking_id, court_id, start_date, end_date, external_updated_at)
  select gen_random_uuid(), '${tenant.externalServiceId}', 'b-' || n, ${courtOf('n')}, ${hoursOf('n')}, ${hoursOf('n')} + interval '1 hour', '2026-01-01'
  from n returning id)
insert into court_booking_participants (court_booking_id, position, user_id, email)
select id, 0, '${user}'::uuid, null from booking union all select id, 1, null, 'guest@example.com' from booking;
`,
    'update, another court': `with n as (select nextval('updated') as n), booking as (
  update court_bookings b set court_id = ${courtOf('(n + 1)')}, start_date = ${hoursOf('n')} + interval '10 years',
    end_date = ${hoursOf('n')} + interval '10 years 1 hour', external_updated_at = '2026-01-02', updated_at = clock_timestamp()
  from n where external_service_id = '${tenant.externalServiceId}' and external_court_booking_id = 'b-' || n returning id)
update court_booking_participants p set email = 'other@example.com' from booking where court_booking_id = booking.id and position = 1;
`,
  };
}

function findPgbench(): string | undefined {
  const folder = '/usr/lib/postgresql';
  const versions = spawnSync('ls', [folder]).status === 0 ? readdirSync(folder) : [];
  const candidates = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((v) => join(folder, v, 'bin/pgbench'));
  return ['pgbench', ...candidates].find((file) => spawnSync(file, ['--version']).status === 0);
}

const pgbench = findPgbench();
if (!pgbench) {
  note('pgbench is not installed (on Debian, apt-get install postgresql-15). Nothing was measured.');
  process.exit(0);
}

/** Returns transactions a second, over as many connections as Courtbridge gets. */
function runPgbench(url: string, file: string, transactions: number): number {
  const each = String(Math.ceil(transactions / connections));
  const options = ['-n', '-M', 'prepared', '-c', String(connections), '-t', each, '-f', file, url];
  const { stdout, stderr } = spawnSync(pgbench!, options, { encoding: 'utf8' });
  const rate = /tps = ([\d.]+)/.exec(stdout)?.[1];
  if (rate === undefined || !/failed transactions: 0 /.test(stdout)) throw new Error(`${stdout}${stderr}`);
  return Number(rate);
}

const folder = mkdtempSync(join(tmpdir(), 'courtbridge-pgbench-'));
const server = await startBenchServer();
const rates = new Map(figures.map((figure) => [figure, { ours: [] as number[], theirs: [] as number[] }]));
try {
  const seeded = await seedCalls(server, 'seed');
  await server.run('postgres', 'create database ours template seed', 'create database theirs template seed');
  await server.run('theirs', 'create sequence created', 'create sequence updated');
  const limits = { RATE_LIMIT_PER_SECOND: '1000000', RATE_LIMIT_BURST: '1000000' };
  const courtbridge = await startContender(
    { name: 'Courtbridge', main: '../../src/bin/main.ts', env: limits },
    server.urlOf('ours'),
  );
  const taker = { ...courtbridge, token: seeded.tenant.token, databasePid: server.pid };
  const files = Object.fromEntries(
    Object.entries(scripts(seeded)).map(([figure, text], index) => {
      const file = join(folder, `${index}.sql`);
      writeFileSync(file, text);
      return [figure, file];
    }),
  );
  // The first round only warms up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const figure of figures) {
      await server.run('ours', 'vacuum');
      const calls = Array.from({ length: requests }, (_, n) => callsOf(seeded)[figure]!(n, round, requests));
      const { rate: ours } = await takeTurn(taker, calls);
      await server.run('theirs', 'vacuum');
      const theirs = runPgbench(server.urlOf('theirs'), files[figure]!, requests);
      note(`round ${round}, ${figure}: Courtbridge ${ours.toFixed(0)}/s, pgbench ${theirs.toFixed(0)}/s`);
      if (round === 0) continue;
      rates.get(figure)!.ours.push(ours);
      rates.get(figure)!.theirs.push(theirs);
    }
  }
  await courtbridge.stop();
  // Statements that find no row to write would be fast.
  const [written] = await server.run<{ isWhole: boolean }>(
    'theirs',
    `select (select last_value from created) = count(*) and (select last_value from updated) =
       count(*) filter (where external_updated_at = '2026-01-02') as "isWhole"
     from court_bookings where external_court_booking_id like 'b-%'`,
  );
  if (!written?.isWhole) throw new Error('pgbench did not write all bookings');
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

const result = figures.map((figure) => {
  const { ours, theirs } = rates.get(figure)!;
  const ratio = spreadOf(ours.map((rate, round) => rate / theirs[round]!));
  return { figure, ours: spreadOf(ours), theirs: spreadOf(theirs), ratio };
});
process.stdout.write(`
Writes a second. Median of ${rounds} rounds (minimum–maximum), with ${requests} writes per turn and ${connections} connections. The ratio is Courtbridge divided by pgbench, higher is better.

${table(
  ['', 'Courtbridge', 'pgbench, one prepared statement', 'ratio'],
  result.map(({ figure, ours, theirs, ratio }) => [figure, show(ours, 0), show(theirs, 0), show(ratio, 2)]),
)}`);
keepResult('pgbench', { requests, rounds, figures: result });
