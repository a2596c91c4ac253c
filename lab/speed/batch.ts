// `npm run lab -- batch`: compares single upserts with batches of 200, in turn, on one service and one database, over 16 connections. All
// figures are per booking. The connections are older than the data. It then measures the response time of single upserts, first alone and then while 16 clients import.
// `npm run lab -- batch users`: compares single creations of users with batches, without the second part.
import { setTimeout as sleep } from 'node:timers/promises';
import { note, table } from '../report.ts';
import { startBenchServer } from './bench-server.ts';
import { callsOf, type Seeded } from './calls-of.ts';
import { courtbridge, startContender } from './contender.ts';
import { startImporters } from './importers.ts';
import { connections, lengthOf } from './length.ts';
import { cpuOf, measuredOf, ratios, show, spreadOf } from './measured.ts';
import { growUnderCalls } from './seed-calls.ts';
import { type Call, inTurn, type Turn, takeTurn } from './turn.ts';

const { requests: bookings, rounds } = lengthOf({ requests: 10_000, rounds: 3 });
const ofUsers = process.argv[2] === 'users';
const batchSize = 200;
/** Single upserts that are measured alone and during an import. They use few connections, so that they do not wait for each other. */
const singles = Math.ceil(bookings / 2);
const singleConnections = 4;
const importers = 16;
/** Batches slow down for one second after the last single call, so a turn begins later than that. The second part measures this effect. */
const restMillis = 1_500;

const manners: Record<string, (calls: Call[]) => Call[]> = {
  single: (calls) => calls,
  batch: (calls) =>
    Array.from({ length: Math.ceil(calls.length / batchSize) }, (_, n) =>
      batchOf(calls.slice(n * batchSize, (n + 1) * batchSize)),
    ),
};

function batchOf(calls: Call[]): Call {
  const items = calls.map(({ path, body }) => ({
    action: 'upsert',
    ...(ofUsers ? {} : { externalCourtBookingId: path.slice(path.lastIndexOf('/') + 1) }),
    ...JSON.parse(body),
  }));
  const path = calls[0]!.path.replace(/users$/, 'users/batch').replace(/by-external-id\/.*/, 'batch');
  return { method: 'POST', path, body: JSON.stringify({ items }) };
}

const server = await startBenchServer();
const turns: Record<string, Turn[]> = { single: [], batch: [] };
const beside: Record<string, Turn[]> = { alone: [], importing: [] };
const imported: number[] = [];
try {
  const createOf = (seeded: Seeded) => callsOf(seeded)[ofUsers ? 'create user' : 'create']!;
  const { seeded, sides } = await growUnderCalls(
    server,
    'seed',
    async () => [{ database: 'seed', ...(await startContender(courtbridge, server.urlOf('seed'))) }],
    async (side, seeded, time) => {
      const taker = { ...side, token: seeded.tenant.token, databasePid: server.pid };
      for (const [index, manner] of Object.values(manners).entries()) {
        const round = 300 + 2 * time + index;
        const calls = Array.from({ length: bookings / 4 }, (_, n) => createOf(seeded)(n, round, bookings));
        await takeTurn(taker, manner(calls));
      }
    },
  );
  const { tenant } = seeded;
  const service = sides[0]!;
  try {
    const create = createOf(seeded);
    // The first round only warms up.
    for (let round = 0; round <= rounds; round += 1) {
      const count = round === 0 ? Math.ceil(bookings / 10) : bookings;
      for (const [index, manner] of inTurn(Object.keys(manners), round).entries()) {
        await server.run('seed', 'vacuum');
        await sleep(restMillis);
        const calls = Array.from({ length: count }, (_, n) => create(n, round * 2 + index, bookings));
        const sent = manners[manner]!(calls);
        const taker = { ...service, token: tenant.token, databasePid: server.pid };
        const each = ofABooking(await takeTurn(taker, sent), sent.length / count);
        note(
          `round ${round}, ${manner}: ${each.serviceMillis.toFixed(3)} + ${each.databaseMillis.toFixed(3)} ms CPU, ${each.rate.toFixed(0)} bookings/s`,
        );
        if (round > 0) turns[manner]!.push(each);
      }
    }
    let next = 0;
    const nextBatch = () => {
      next += batchSize;
      return batchOf(Array.from({ length: batchSize }, (_, n) => create(next + n, 200, bookings)));
    };
    const taker = { ...service, token: tenant.token, databasePid: server.pid };
    for (let round = 0; round <= rounds && !ofUsers; round += 1) {
      for (const [index, company] of inTurn(Object.keys(beside), round).entries()) {
        await server.run('seed', 'vacuum');
        const calls = Array.from({ length: singles }, (_, n) => create(n, 100 + round * 2 + index, bookings));
        const clients = company === 'importing' ? startImporters(taker, importers, nextBatch) : undefined;
        const turn = await takeTurn(taker, calls, singleConnections);
        const rate = await clients?.stop();
        note(
          `round ${round}, singles ${company}: p99 ${turn.p99.toFixed(1)} ms, ${turn.rate.toFixed(0)}/s${rate === undefined ? '' : `; ${rate.toFixed(0)} imported/s`}`,
        );
        if (round > 0) beside[company]!.push(turn);
        if (round > 0 && rate !== undefined) imported.push(rate);
      }
    }
  } finally {
    await service.stop();
  }
} finally {
  await server.stop();
}

function ofABooking({ serviceMillis, databaseMillis, rate, p99 }: Turn, share: number): Turn {
  return {
    serviceMillis: serviceMillis * share,
    databaseMillis: databaseMillis * share,
    rate: rate / share,
    p99,
  };
}

const compare = (of: (turn: Turn) => number) => show(ratios(turns.batch!, turns.single!, of), 2);
process.stdout.write(`
Median of ${rounds} rounds (minimum–maximum), with ${bookings} new ${ofUsers ? 'users' : 'bookings'} per turn and ${connections} connections.

${table(
  [ofUsers ? 'per user' : 'per booking', 'single calls', `batches of ${batchSize}`, 'batch / single'],
  [
    ['CPU, ms', ...Object.values(turns).map((of) => show(measuredOf(of).cpu, 3)), compare(cpuOf)],
    [
      'a second',
      ...Object.values(turns).map((of) => show(measuredOf(of).rate, 0)),
      compare(({ rate }) => rate),
    ],
  ],
)}
`);
if (!ofUsers) {
  const [alone, importing] = [measuredOf(beside.alone!), measuredOf(beside.importing!)];
  const growth = (of: (turn: Turn) => number) => show(ratios(beside.importing!, beside.alone!, of), 2);
  process.stdout.write(`
Single upserts over ${singleConnections} connections, alone and while ${importers} clients import batches of ${batchSize}. The clients import ${show(spreadOf(imported), 0)} bookings a second.

${table(
  ['single upserts', 'alone', 'during an import', 'import / alone'],
  [
    ['p99, ms', show(alone.p99, 1), show(importing.p99, 1), growth(({ p99 }) => p99)],
    ['a second', show(alone.rate, 0), show(importing.rate, 0), growth(({ rate }) => rate)],
  ],
)}
`);
}
