// `npm run lab -- page`: the operators' page of 50 bookings, with court, organization, external service, participants and users. Compares
// Courtbridge's GraphQL and PostGraphile 5, in turn, on one database. The connections are older than its data.
import { startBenchServer } from '../bench-server.ts';
import { reportCompared } from '../compare.ts';
import { courtbridge, type RunningContender, startContender } from '../contender.ts';
import { connections, lengthOf } from '../length.ts';
import { type Call, takeRounds, takeTurn } from '../turn.ts';
import { checkSame, document, pageOf, postgraphileDocument } from './documents.ts';
import { growPage, reader, seedPage } from './seed.ts';

const { requests, rounds } = lengthOf({ requests: 1_000, rounds: 5 });
const database = 'page';
const rows = 50;

const contenders = [
  // The operators' pool has three in ten of these, so 10 connections, as many as the peer.
  { ...courtbridge, env: { DATABASE_POOL_SIZE: '33' }, document, role: 'postgres' },
  {
    name: 'PostGraphile 5',
    main: 'lab/peers/postgraphile.ts',
    env: {},
    document: postgraphileDocument,
    role: reader,
  },
] as const;

const callOf = (query: string, first: number): Call => ({
  method: 'POST',
  path: '/graphql',
  body: JSON.stringify({ query, variables: { first } }),
});

const server = await startBenchServer();
const running: (RunningContender & { document: string })[] = [];

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
  const turns = await takeRounds(running, [`${rows} bookings`], rounds, (one) =>
    takeTurn(
      { ...one, token, databasePid: server.pid },
      Array<Call>(requests).fill(callOf(one.document, rows)),
    ),
  );
  reportCompared('page', { requests, rounds, contenders: [contenders[0].name, contenders[1].name] }, turns);
} finally {
  await Promise.all(running.map((contender) => contender.stop()));
  await server.stop();
}
