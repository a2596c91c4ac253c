// `npm run bench`: compares Courtbridge and three hand-written peers in turn. Each has its own database, which has grown to 100,000 bookings
// under calls and was analyzed, so that connections are older than the data. 16 connections send requests. CPU is the sum of service and PostgreSQL, including background work. Before the measurement, a few calls
// show that the full peer stores the same facts as Courtbridge.
import { startBenchServer } from './bench-server.ts';
import { callsOf } from './calls.ts';
import { startContender } from './contender.ts';
import { contenders } from './contenders.ts';
import { checkFacts, type Side } from './facts.ts';
import { connections, lengthOf } from './length.ts';
import { cpuOf, measuredOf, note, ratios, show, table } from './measured.ts';
import { keepResult } from './results.ts';
import { growUnderCalls } from './seed-calls.ts';
import { inTurn, settleMillis, type Turn, takeTurn } from './turn.ts';

const { requests, rounds } = lengthOf({ requests: 2_000, rounds: 5 });

const server = await startBenchServer();
const running: Side[] = [];
const turns = new Map<string, Map<string, Turn[]>>();

try {
  const start = async () => {
    for (const [index, contender] of contenders.entries()) {
      const database = `contender_${index}`;
      await server.run('postgres', `create database ${database} template seed`);
      running.push({ database, ...(await startContender(contender, server.urlOf(database))) });
    }
    return running;
  };
  const { seeded } = await growUnderCalls(server, 'seed', start, async (side, { tenant, userIds }, time) => {
    const taker = { ...side, token: tenant.token, databasePid: server.pid };
    // After the last round that is measured.
    const round = rounds + 1 + time;
    for (const callOf of Object.values(callsOf({ tenant, userIds })))
      await takeTurn(
        taker,
        Array.from({ length: requests / 4 }, (_, n) => callOf(n, round, requests)),
      );
  });
  await checkFacts(
    server,
    running.filter((_, index) => contenders[index]!.storesFacts),
    seeded,
  );
  // The first round only warms up.
  for (let round = 0; round <= rounds; round += 1) {
    const count = round === 0 ? Math.ceil(requests / 4) : requests;
    for (const [figure, callOf] of Object.entries(callsOf(seeded))) {
      for (const { database, name, ...contender } of inTurn(running, round)) {
        await server.run(database, 'vacuum');
        const taker = { ...contender, token: seeded.tenant.token, databasePid: server.pid, settleMillis };
        const calls = Array.from({ length: count }, (_, n) => callOf(n, round, requests));
        const turn = await takeTurn(taker, calls);
        const { serviceMillis, databaseMillis, rate, p99 } = turn;
        note(
          `round ${round}, ${figure}, ${name}: ${serviceMillis.toFixed(2)} + ${databaseMillis.toFixed(2)} ms CPU, ${rate.toFixed(0)}/s, p99 ${p99.toFixed(0)} ms`,
        );
        if (round > 0) turnsOf(figure, name).push(turn);
      }
    }
  }
} finally {
  await Promise.all(running.map((contender) => contender.stop()));
  await server.stop();
}

function turnsOf(figure: string, name: string): Turn[] {
  const ofFigure = turns.get(figure) ?? new Map<string, Turn[]>();
  turns.set(figure, ofFigure);
  const own = ofFigure.get(name) ?? [];
  ofFigure.set(name, own);
  return own;
}

const names = contenders.map(({ name }) => name);
const figures = [...turns.keys()];
const [ours, ...peers] = names as [string, ...string[]];
const rowsOf = (cell: (figure: string) => string[]) => figures.map((figure) => [figure, ...cell(figure)]);
const compare = (of: (turn: Turn) => number) => (figure: string) =>
  peers.map((peer) => show(ratios(turnsOf(figure, ours), turnsOf(figure, peer), of), 2));

process.stdout.write(`
Median of ${rounds} rounds (minimum–maximum), with ${requests} requests per turn and ${connections} connections. CPU is the sum of service and PostgreSQL.

CPU per request, Courtbridge divided by each peer. Lower is better for Courtbridge.
${table(['figure', ...peers], rowsOf(compare(cpuOf)))}
Requests a second, Courtbridge divided by each peer. Higher is better for Courtbridge.
${table(['figure', ...peers], rowsOf(compare(({ rate }) => rate)))}
CPU per request, ms
${table(
  ['figure', ...names],
  rowsOf((figure) => names.map((name) => show(measuredOf(turnsOf(figure, name)).cpu, 2))),
)}
Requests a second, and p99 in ms
${table(
  ['figure', ...names],
  rowsOf((figure) =>
    names.map((name) => {
      const { rate, p99 } = measuredOf(turnsOf(figure, name));
      return `${show(rate, 0)}; ${p99.median.toFixed(0)}`;
    }),
  ),
)}`);

keepResult('calls', {
  measuredOn: new Date().toISOString().slice(0, 10),
  requests,
  rounds,
  contenders: names,
  figures: figures.map((figure) => ({
    figure,
    of: names.map((name) => measuredOf(turnsOf(figure, name))),
    cpuRatios: peers.map((peer) => ratios(turnsOf(figure, ours), turnsOf(figure, peer), cpuOf)),
    rateRatios: peers.map((peer) => ratios(turnsOf(figure, ours), turnsOf(figure, peer), ({ rate }) => rate)),
  })),
});
