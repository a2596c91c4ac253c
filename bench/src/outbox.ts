// `npm run bench -- outbox`: the cost of recording a change with each written booking. Three services receive the same calls. The first
// works normally, the second writes changes but does not sequence them, and the third writes no changes. The second and third differ only
// in their database functions. In the second, the sequencing function does nothing. In the third, the calls that write a change are
// removed, with their arguments.
//
// The goal covers only the insert, because that is the cost of a request. Sequencing runs once a second in the background, or when someone
// reads. Its cost is also printed.
import { databaseFunctions } from '../../src/db/functions/functions.ts';
import { startBenchServer } from './bench-server.ts';
import { callsOf } from './calls.ts';
import { type RunningContender, startContender } from './contender.ts';
import { lengthOf } from './length.ts';
import { cpuOf, note, type Spread, show, spreadOf, table } from './measured.ts';
import { seedCalls } from './seed-calls.ts';
import { inTurn, type Turn, takeTurn } from './turn.ts';

// With many short turns, other work of the machine affects all three equally.
const { requests, rounds } = lengthOf({ requests: 100, rounds: 60 });
/** Warm-up requests. */
const before = 5 * requests;
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
    const contender = { name: side, main: '../../src/bin/main.ts', env };
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

/** Replaces the sequencing function of this database, so that changes stay in the outbox. */
async function numberNone(side: Side): Promise<void> {
  const { schema } = databaseFunctions();
  await server.run(
    side,
    `create or replace function ${schema}.number_changes(p_now timestamptz, p_limit int)
     returns int language sql as 'select 0'`,
  );
}

/** Checks that each side recorded the expected changes. Otherwise the comparison is void. */
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
    // The background sequences the last changes within a second.
    for (let time = 0; side === 'numbered' && found !== expected[side] && time < 100; time += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      found = await count();
    }
    if (found !== expected[side])
      throw new Error(
        `${side}: found ${found} changes (pending, sequenced) for ${writes} writes, expected ${expected[side]}`,
      );
  }
}

/**
 * Returns the extra database CPU compared with `none`, in percent of the CPU of a call (service and database). Compares the turns of each
 * round, which run right after each other. The service does the same work on all sides. The result is the median with the range of the
 * middle half. With many short rounds, minimum and maximum would only show the noise of the machine.
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
Milliseconds of CPU per call, service and database together. Median of ${rounds} rounds (minimum–maximum) of ${requests} calls.

${table(
  ['', 'no change', 'written', 'written and sequenced'],
  figures.map((figure) => [figure, ...sides.map((side) => millis(figure, side))]),
)}
Share of the change in percent, with the middle half of the rounds in parentheses. The insert may take at most ${allowed}.

${table(
  ['', 'insert', '', 'insert and sequencing'],
  figures.map((figure) => {
    const insert = shareOf(figure, 'written');
    const verdict = insert.median <= allowed ? 'met' : 'MISSED';
    return [figure, show(insert, 1), verdict, show(shareOf(figure, 'numbered'), 1)];
  }),
)}`);
