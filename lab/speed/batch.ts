// `npm run lab -- batch`: compares single upserts with batches of 200, in turn, on one service and one database. All figures are per booking.
// The connections are older than the data.
import { setTimeout as sleep } from 'node:timers/promises';
import { table } from '../report.ts';
import { startBenchServer } from './bench-server.ts';
import { callsOf } from './calls-of.ts';
import { courtbridge, startContender } from './contender.ts';
import { connections, lengthOf } from './length.ts';
import { cpuOf, measuredOf, ratios, show } from './measured.ts';
import { growUnderCalls } from './seed-calls.ts';
import { type Call, takeRounds, takeTurn } from './turn.ts';

const { requests: bookings, rounds } = lengthOf({ requests: 10_000, rounds: 3 });
const batchSize = 200;
/** Batches slow down for one second after the last single call, so a turn begins later than that. */
const restMillis = 1_500;

const single = { name: 'single', sent: (calls: Call[]) => calls };
const batch = {
  name: 'batch',
  sent: (calls: Call[]) =>
    Array.from({ length: Math.ceil(calls.length / batchSize) }, (_, n) =>
      batchOf(calls.slice(n * batchSize, (n + 1) * batchSize)),
    ),
};
const manners = [single, batch];

function batchOf(calls: Call[]): Call {
  const items = calls.map(({ path, body }) => ({
    action: 'upsert',
    externalCourtBookingId: path.slice(path.lastIndexOf('/') + 1),
    ...JSON.parse(body),
  }));
  const path = calls[0]!.path.replace(/by-external-id\/.*/, 'batch');
  return { method: 'POST', path, body: JSON.stringify({ items }) };
}

const server = await startBenchServer();
try {
  const { seeded, sides } = await growUnderCalls(
    server,
    'seed',
    async () => [{ database: 'seed', ...(await startContender(courtbridge, server.urlOf('seed'))) }],
    async (side, { tenant, userIds }, time) => {
      const { create } = callsOf({ tenant, userIds });
      for (const [index, { sent }] of manners.entries()) {
        const round = 300 + 2 * time + index;
        const calls = Array.from({ length: bookings / 4 }, (_, n) => create!(n, round, bookings));
        await takeTurn({ ...side, token: tenant.token, databasePid: server.pid }, sent(calls));
      }
    },
  );
  const { create } = callsOf(seeded);
  const service = sides[0]!;
  try {
    const turns = await takeRounds(manners, ['bookings'], rounds, async (manner, _figure, round) => {
      await server.run('seed', 'vacuum');
      await sleep(restMillis);
      const count = round === 0 ? Math.ceil(bookings / 10) : bookings;
      const ownRound = round * 2 + manners.indexOf(manner);
      const sent = manner.sent(Array.from({ length: count }, (_, n) => create!(n, ownRound, bookings)));
      const taker = { ...service, token: seeded.tenant.token, databasePid: server.pid };
      const { serviceMillis, databaseMillis, rate, p99 } = await takeTurn(taker, sent);
      // Per booking instead of per call.
      const share = sent.length / count;
      return {
        serviceMillis: serviceMillis * share,
        databaseMillis: databaseMillis * share,
        rate: rate / share,
        p99,
      };
    });
    const [singles, batches] = turns.bookings!;
    const rowOf = (name: string, value: 'cpu' | 'rate', digits: number, of: Parameters<typeof ratios>[2]) => [
      name,
      ...[singles!, batches!].map((each) => show(measuredOf(each)[value], digits)),
      show(ratios(batches!, singles!, of), 2),
    ];
    process.stdout.write(`
Median of ${rounds} rounds (minimum–maximum), with ${bookings} new bookings per turn and ${connections} connections.

${table(
  ['per booking', 'single calls', `batches of ${batchSize}`, 'batch / single'],
  [rowOf('CPU, ms', 'cpu', 3, cpuOf), rowOf('a second', 'rate', 0, ({ rate }) => rate)],
)}`);
  } finally {
    await service.stop();
  }
} finally {
  await server.stop();
}
