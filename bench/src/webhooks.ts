// `npm run bench -- webhooks`: the same events to 20 endpoints of one external service, all of them well; one where nobody
// listens; one that never answers. Figures are those of the 19 others: how long until each of them has every event.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '../../src/db/migrate.ts';
import { openPostgresql } from '../../src/db/open-postgresql.ts';
import { createSecretBox } from '../../src/services/webhooks/secret-box.ts';
import { createFactories } from '../../test/harness/factories.ts';
import { startBenchServer } from './bench-server.ts';
import { startContender } from './contender.ts';
import { note, show, spreadOf, table } from './measured.ts';
import { lengthOf } from './results.ts';
import { inTurn } from './turn.ts';

const { requests: events, rounds } = lengthOf({ requests: 10_000, rounds: 3 });
const endpoints = 20;
/** What becomes of the last endpoint. */
const fates = ['well', 'dead', 'hanging'] as const;
type Fate = (typeof fates)[number];

const key = Buffer.alloc(32, 'k');
const arrived = new Map<string, Set<string>>();
const receiver = createServer((request, response) => {
  request.resume();
  if (request.url!.endsWith('/hanging')) return;
  const ids = arrived.get(request.url!) ?? new Set();
  arrived.set(request.url!, ids.add(String(request.headers['webhook-id'])));
  request.on('end', () => response.writeHead(204).end());
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const { port } = receiver.address() as AddressInfo;

const server = await startBenchServer();
const seconds: Record<Fate, number[]> = { well: [], dead: [], hanging: [] };
try {
  // The first round only warms up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const fate of inTurn([...fates], round) as Fate[]) {
      const took = await turn(fate, `${fate}_${round}`, round === 0 ? Math.ceil(events / 10) : events);
      note(`round ${round}, one ${fate}: ${took.toFixed(1)} s`);
      if (round > 0) seconds[fate].push(took);
    }
  }
} finally {
  await server.stop();
  receiver.closeAllConnections();
  receiver.close();
}

/** On a database of its own, so that no turn has the rest of another. */
async function turn(fate: Fate, name: string, count: number): Promise<number> {
  await server.run('postgres', `create database ${name}`);
  const database = await openPostgresql({ url: server.urlOf(name), poolSize: 2 });
  await migrate(database);
  const { externalServiceId } = await createFactories(database).tenant(1);
  await database.close();
  const last = { well: 'last', dead: 'last', hanging: 'hanging' }[fate];
  const others = Array.from({ length: endpoints - 1 }, (_, n) => `/${name}/${n}`);
  const urls = others.map((path) => `http://127.0.0.1:${port}${path}`);
  urls.push(`http://127.0.0.1:${fate === 'dead' ? 1 : port}/${name}/${last}`);
  await server.run(name, {
    text: `insert into webhook_endpoints (id, external_service_id, url, types, signature, secret)
      select gen_random_uuid(), $1, url, '{court.updated}', 'HMAC_SHA256', $3 from unnest($2::text[]) url`,
    values: [externalServiceId, urls, createSecretBox(key).seal(key)],
  });
  const env = {
    WEBHOOK_ALLOW_PRIVATE: '1',
    WEBHOOK_SECRETS_KEY: key.toString('base64'),
    DATABASE_POOL_SIZE: '20',
  };
  const service = await startContender(
    { name: 'Courtbridge', main: '../../src/main.ts', env },
    server.urlOf(name),
  );
  try {
    const begun = performance.now();
    await server.run(name, {
      text: `insert into change_outbox (external_service_id, type, subject_id, at, actor_type, request_id, data)
        select $1, 'court.updated', gen_random_uuid(), now(), 'operator', 'bench',
          '{"id": "0", "name": "Court", "organization": {"id": "0", "name": "Club"}}'
        from generate_series(1, $2::int)`,
      values: [externalServiceId, count],
    });
    while (others.some((path) => (arrived.get(path)?.size ?? 0) < count)) await sleep(20);
    return (performance.now() - begun) / 1_000;
  } finally {
    await service.stop();
    arrived.clear();
  }
}

const ratioOf = (fate: Fate) => spreadOf(seconds[fate].map((took, round) => took / seconds.well[round]!));
process.stdout.write(`
The median of ${rounds} rounds (least–most): ${events} events to each of ${endpoints} endpoints, in one process.

${table(
  ['the last endpoint is', 'the others have theirs after, s', 'deliveries a second', 'over all well'],
  fates.map((fate) => [
    fate,
    show(spreadOf(seconds[fate]), 1),
    show(spreadOf(seconds[fate].map((took) => ((endpoints - 1) * events) / took)), 0),
    show(ratioOf(fate), 2),
  ]),
)}
`);
