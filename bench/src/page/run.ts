// `npm run bench -- page`: the operators' page of 50 bookings, with court, organization, external service, participants and users. Compares
// Courtbridge's GraphQL, PostGraphile 5 and a hand-written Yoga service with DataLoader, in turn, on one database. The connections are older
// than its data.
import { startBenchServer } from '../bench-server.ts';
import { type Contender, type RunningContender, startContender } from '../contender.ts';
import { connections, lengthOf } from '../length.ts';
import { cpuOf, measuredOf, note, ratios, show, table } from '../measured.ts';
import { keepResult } from '../results.ts';
import { type Call, inTurn, type Turn, takeTurn } from '../turn.ts';
import { checkSame, document, pageOf, postgraphileDocument } from './documents.ts';
import { growPage, reader, seedPage } from './seed.ts';
import { countingSettings, countStatements } from './statements.ts';

const { requests, rounds } = lengthOf({ requests: 1_000, rounds: 5 });
const database = 'page';
const rows = 50;

const contenders: (Contender & { document: string; role: string })[] = [
  {
    name: 'Courtbridge',
    main: '../../src/bin/main.ts',
    // The operators' pool has three in ten of these, so 10 connections, as many as the peers.
    env: { DATABASE_POOL_SIZE: '33' },
    document,
    role: 'postgres',
  },
  {
    name: 'PostGraphile 5',
    main: 'page/postgraphile.ts',
    env: {},
    document: postgraphileDocument,
    role: reader,
  },
  { name: 'Yoga + DataLoader', main: 'page/yoga.ts', env: {}, document, role: reader },
];
const [ours, ...peers] = contenders.map(({ name }) => name) as [string, ...string[]];

const callOf = (query: string, first: number): Call => ({
  method: 'POST',
  path: '/graphql',
  body: JSON.stringify({ query, variables: { first } }),
});

const server = await startBenchServer(countingSettings);
const running: (RunningContender & { document: string })[] = [];
const turns = new Map<string, Turn[]>(contenders.map(({ name }) => [name, []]));
const statements: { rows5: number; rows50: number }[] = [];

try {
  const token = await seedPage(server, database);
  for (const contender of contenders) {
    const started = await startContender(contender, server.urlOf(database, contender.role));
    running.push({ ...started, document: contender.document });
  }
  await growPage(server, database, async () => {
    for (const { document, ...contender } of running)
      await takeTurn(
        { ...contender, token, databasePid: server.pid },
        Array<Call>(20 * connections).fill(callOf(document, rows)),
      );
  });
  const ask = async ({ port, document }: (typeof running)[number], first: number) => {
    const { path, ...call } = callOf(document, first);
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    return pageOf(await (await fetch(`http://127.0.0.1:${port}${path}`, { ...call, headers })).text());
  };
  for (const first of [5, rows]) {
    const pages = running.map(async (one) => ({ name: one.name, page: await ask(one, first) }));
    checkSame(await Promise.all(pages), first);
  }
  for (const one of running) {
    statements.push({
      rows5: await countStatements(server, database, () => ask(one, 5)),
      rows50: await countStatements(server, database, () => ask(one, rows)),
    });
  }
  // The first round only warms up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, document, ...contender } of inTurn(running, round)) {
      const calls = Array<Call>(requests).fill(callOf(document, rows));
      const turn = await takeTurn({ ...contender, token, databasePid: server.pid }, calls);
      const { serviceMillis, databaseMillis, rate } = turn;
      note(
        `round ${round}, ${name}: ${serviceMillis.toFixed(2)} + ${databaseMillis.toFixed(2)} ms CPU, ${rate.toFixed(0)}/s`,
      );
      if (round > 0) turns.get(name)!.push(turn);
    }
  }
} finally {
  await Promise.all(running.map((contender) => contender.stop()));
  await server.stop();
}

const of = contenders.map(({ name }) => measuredOf(turns.get(name)!));
const compare = (value: (turn: Turn) => number) =>
  peers.map((peer) => ratios(turns.get(ours)!, turns.get(peer)!, value));
const cpuRatios = compare(cpuOf);
const rateRatios = compare(({ rate }) => rate);

process.stdout.write(`
A page of ${rows} bookings, with the same rows for each contender. Median of ${rounds} rounds (minimum–maximum), with ${requests} pages per turn and ${connections} connections.

${table(
  ['', 'CPU, ms', 'PostgreSQL part, ms', 'pages a second', 'p99, ms', 'statements: 5 rows, 50 rows'],
  contenders.map(({ name }, index) => {
    const { cpu, database: inDatabase, rate, p99 } = of[index]!;
    const { rows5, rows50 } = statements[index]!;
    return [
      name,
      show(cpu, 2),
      show(inDatabase, 2),
      show(rate, 0),
      p99.median.toFixed(0),
      `${rows5}, ${rows50}`,
    ];
  }),
)}
Courtbridge divided by each peer. For CPU, lower is better for Courtbridge. For pages a second, higher is better.
${table(
  ['', 'CPU', 'pages a second'],
  peers.map((peer, index) => [peer, show(cpuRatios[index]!, 2), show(rateRatios[index]!, 2)]),
)}`);

keepResult('page', {
  requests,
  rounds,
  contenders: [ours, ...peers],
  of,
  cpuRatios,
  rateRatios,
  statements,
});
