// `npm run lab -- calls`: compares Courtbridge with the hand-written peer, in turn. Each has its own database, which has grown to 100,000 bookings
// under calls and was analyzed, so that connections are older than the data. 16 connections send requests. CPU is the sum of service and
// PostgreSQL, including background work. Before the measurement, a few calls show that both store the same facts.

import { note } from '../report.ts';
import { startBenchServer } from './bench-server.ts';
import { callsOf } from './calls-of.ts';
import { reportCompared, type Turns } from './compare.ts';
import { courtbridge, startContender } from './contender.ts';
import { checkFacts, type Side } from './facts.ts';
import { lengthOf } from './length.ts';
import { growUnderCalls } from './seed-calls.ts';
import { inTurn, settleMillis, takeTurn } from './turn.ts';

const { requests, rounds } = lengthOf({ requests: 2_000, rounds: 5 });
const contenders = [courtbridge, { name: 'Fastify + pg', main: 'lab/peers/calls/main.ts', env: {} }] as const;

const server = await startBenchServer();
const running: Side[] = [];
const turns: Turns = {};

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
  await checkFacts(server, running, seeded);
  // The first round only warms up.
  for (let round = 0; round <= rounds; round += 1) {
    const count = round === 0 ? Math.ceil(requests / 4) : requests;
    for (const [figure, callOf] of Object.entries(callsOf(seeded))) {
      turns[figure] ??= [[], []];
      for (const side of inTurn(running, round)) {
        await server.run(side.database, 'vacuum');
        const taker = { ...side, token: seeded.tenant.token, databasePid: server.pid, settleMillis };
        const calls = Array.from({ length: count }, (_, n) => callOf(n, round, requests));
        const turn = await takeTurn(taker, calls);
        const { serviceMillis, databaseMillis, rate, p99 } = turn;
        note(
          `round ${round}, ${figure}, ${side.name}: ${serviceMillis.toFixed(2)} + ${databaseMillis.toFixed(2)} ms CPU, ${rate.toFixed(0)}/s, p99 ${p99.toFixed(0)} ms`,
        );
        if (round > 0) turns[figure][running.indexOf(side)]!.push(turn);
      }
    }
  }
} finally {
  await Promise.all(running.map((contender) => contender.stop()));
  await server.stop();
}

reportCompared('calls', { requests, rounds, contenders: [contenders[0].name, contenders[1].name] }, turns);
