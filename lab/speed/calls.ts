// `npm run lab -- calls`: compares Courtbridge with the hand-written peer, in turn. Each has its own database, which has grown to 100,000 bookings
// under calls and was analyzed, so that connections are older than the data. 16 connections send requests. CPU is the sum of service and
// PostgreSQL, including background work. Before the measurement, a few calls show that both store the same facts.

import { startBenchServer } from './bench-server.ts';
import { callsOf } from './calls-of.ts';
import { reportCompared } from './compare.ts';
import { courtbridge, startContender } from './contender.ts';
import { checkFacts, type Side } from './facts.ts';
import { lengthOf } from './length.ts';
import { growUnderCalls } from './seed-calls.ts';
import { settleMillis, takeRounds, takeTurn } from './turn.ts';

const { requests, rounds } = lengthOf({ requests: 2_000, rounds: 5 });
const contenders = [courtbridge, { name: 'Fastify + pg', main: 'lab/peers/calls/main.ts', env: {} }] as const;

const server = await startBenchServer();
const running: Side[] = [];

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
  const calls = callsOf(seeded);
  const turns = await takeRounds(running, Object.keys(calls), rounds, async (side, figure, round) => {
    await server.run(side.database, 'vacuum');
    const taker = { ...side, token: seeded.tenant.token, databasePid: server.pid, settleMillis };
    const count = round === 0 ? Math.ceil(requests / 4) : requests;
    return takeTurn(
      taker,
      Array.from({ length: count }, (_, n) => calls[figure]!(n, round, requests)),
    );
  });
  reportCompared('calls', { requests, rounds, contenders: [contenders[0].name, contenders[1].name] }, turns);
} finally {
  await Promise.all(running.map((contender) => contender.stop()));
  await server.stop();
}
