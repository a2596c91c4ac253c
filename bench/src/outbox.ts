// `npm run bench -- outbox`: what it costs who writes a booking that the change is written down, too: the same calls to a service as it
// is, to one that writes changes and numbers none, and to one that writes none. The last two are so by their databases: there the
// function that numbers does nothing, and here the call that writes a change is cut out of the functions, with what it is told.
//
// Judged is the insert, which is what a request pays. Numbering is nobody's request: the background does it once a second, or who
// reads. What it adds is told beside.
import { databaseFunctions } from '../../src/db/functions/functions.ts';
import { startBenchServer } from './bench-server.ts';
import { callsOf } from './calls.ts';
import { type RunningContender, startContender } from './contender.ts';
import { cpuOf, note, type Spread, show, spreadOf, table } from './measured.ts';
import { lengthOf } from './results.ts';
import { seedCalls } from './seed-calls.ts';
import { inTurn, type Turn, takeTurn } from './turn.ts';

// Many short turns: what the machine does besides falls on all three alike.
const { requests, rounds } = lengthOf({ requests: 100, rounds: 60 });
/** Only to warm up. */
const before = 5 * requests;
/** Percent. */
const allowed = 5;
const figures = ['create', 'update, same court'];
const sides = ['none', 'written', 'numbered'] as const;
type Side = (typeof sides)[number];

const server = await startBenchServer();
const running = new Map<Side, RunningContender>();
const turns = new Map<string, Record<Side, Turn[]>>();
try {
  const seeded = await seedCalls(server, 'seed');
  for (const side of sides) {
    await server.run('postgres', `create database ${side} template seed`);
    if (side === 'none') await cutOut(side);
    if (side === 'written') await numberNone(side);
    const env = { RATE_LIMIT_PER_SECOND: '1000000', RATE_LIMIT_BURST: '1000000', LOG_LEVEL: 'warn' };
    const contender = { name: side, main: '../../src/main.ts', env };
    running.set(side, await startContender(contender, server.urlOf(side)));
  }
  const calls = callsOf(seeded);
  for (const figure of figures) turns.set(figure, { none: [], written: [], numbered: [] });
  for (let round = 0; round <= rounds; round += 1) {
    if (round % 10 === 0) for (const side of sides) await server.run(side, 'vacuum');
    const count = round === 0 ? before : requests;
    for (const [figure, all] of turns) {
      const sent = Array.from({ length: count }, (_, n) => calls[figure]!(n, round, requests));
      for (const side of inTurn(sides, round)) {
        const { token } = seeded.tenant;
        const turn = await takeTurn({ ...running.get(side)!, token, databasePid: server.pid }, sent, 4);
        if (round > 0) all[side].push(turn);
      }
    }
    if (round % 10 === 0) note(`round ${round} of ${rounds}`);
  }
  await checkSides((before + rounds * requests) * figures.length);
} finally {
  for (const service of running.values()) await service.stop();
  await server.stop();
}

/** Cuts every call that writes a change down out of the functions of this database. */
async function cutOut(side: Side): Promise<void> {
  const functions = await server.run<{ name: string; definition: string }>(side, {
    text: `select proname as name, pg_get_functiondef(oid) as definition from pg_proc
      where pronamespace = $1::regnamespace and prosrc ~ 'perform \\S+\\.announce_court_bookings?\\('`,
    values: [databaseFunctions().schema],
  });
  for (const { name, definition } of functions) {
    note(`without changes: ${name}`);
    await server.run(side, definition.replaceAll(/perform \S+\.announce_court_bookings?\([^;]*\);/g, ''));
  }
}

/** Of this database no change is numbered: what is written stays. */
async function numberNone(side: Side): Promise<void> {
  const { schema } = databaseFunctions();
  await server.run(
    side,
    `create or replace function ${schema}.number_changes(p_now timestamptz, p_limit int)
     returns int language sql as 'select 0'`,
  );
}

/** Whether each side did what it is said to do: else nothing was compared. */
async function checkSides(writes: number): Promise<void> {
  const expected: Record<Side, string> = { none: '0 0', written: `${writes} 0`, numbered: `0 ${writes}` };
  for (const side of sides) {
    const count = async () => {
      const [row] = await server.run<{ found: string }>(
        side,
        `select (select count(*) from change_outbox) || ' ' || (select count(*) from changes) as found`,
      );
      return row!.found;
    };
    let found = await count();
    // The background numbers the last of them within a second.
    for (let time = 0; side === 'numbered' && found !== expected[side] && time < 100; time += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      found = await count();
    }
    if (found !== expected[side])
      throw new Error(
        `${side}: of ${writes} writes ${found} changes (waiting, numbered), not ${expected[side]}`,
      );
  }
}

/**
 * What the database does more than where no change is written, as a part of the CPU of service and database that a call takes, in
 * percent: of each round, whose turns come right after each other. The service does the same in all. The median, and between what the
 * middle half of the rounds lies: of so many short ones the least and the most tell of the machine alone.
 */
function shareOf(figure: string, side: Side): Spread {
  const all = turns.get(figure)!;
  const { median: call } = spreadOf(all[side].map(cpuOf));
  const more = all[side]
    .map((turn, round) => ((turn.databaseMillis - all.none[round]!.databaseMillis) / call) * 100)
    .sort((one, other) => one - other);
  const quarter = Math.floor(more.length / 4);
  return spreadOf(more.slice(quarter, more.length - quarter));
}

const millis = (figure: string, side: Side) => show(spreadOf(turns.get(figure)![side].map(cpuOf)), 2);

process.stdout.write(`
Milliseconds of CPU a call, of service and database: the median of ${rounds} rounds (least–most) of ${requests} calls.

${table(
  ['', 'no change written', 'written', 'and numbered'],
  figures.map((figure) => [figure, ...sides.map((side) => millis(figure, side))]),
)}
Percent of it that go into the change, the middle half of the rounds in brackets; the insert may take ${allowed}.

${table(
  ['', 'the insert', '', 'and the numbering'],
  figures.map((figure) => {
    const insert = shareOf(figure, 'written');
    const verdict = insert.median <= allowed ? 'held' : 'MISSED';
    return [figure, show(insert, 1), verdict, show(shareOf(figure, 'numbered'), 1)];
  }),
)}`);
