// `npm run lab -- webhooks`: delivers 10,000 events to each of 19 healthy endpoints of one external service. A second service, with its
// own database, has the same endpoints and a dead one (`-- webhooks hanging`: one that never responds). Measures the time until each of the
// 19 has every event. The dead endpoint may add at most 10 %.
//
// The events come in ten rounds, each to both sides in turn, so that other work of the machine affects both. Deliveries to the dead
// endpoint stay queued, and the queue grows.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPostgresql } from '../../src/db/connection/open-postgresql.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createSecretBox } from '../../src/services/webhooks/secret-box.ts';
import { createFactories } from '../../test/harness/data/factories.ts';
import { note, table } from '../report.ts';
import { startBenchServer } from './bench-server.ts';
import { courtbridge, type RunningContender, startContender } from './contender.ts';
import { cpuSeconds } from './cpu.ts';
import { lengthOf } from './length.ts';
import { show, spreadOf } from './measured.ts';
import { inTurn } from './turn.ts';

const { requests: events, rounds } = lengthOf({ requests: 10_000, rounds: 10 });
const others = 19;
const allowed = 1.1;
const trouble = process.argv[2] === 'hanging' ? 'hanging' : 'dead';
/** The endpoint in addition to the 19. */
const companies = ['nobody', trouble] as const;
type Company = (typeof companies)[number];

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

interface Side {
  externalServiceId: string;
  service: RunningContender;
  paths: string[];
}

const server = await startBenchServer();
const sides = new Map<Company, Side>();
const seconds: Record<Company, number[]> = { nobody: [], dead: [], hanging: [] };
const millis: Record<Company, number[]> = { nobody: [], dead: [], hanging: [] };
try {
  for (const company of companies) sides.set(company, await startSide(company));
  let sent = 0;
  // The first round only warms up.
  for (let round = 0; round <= rounds; round += 1) {
    const count = Math.ceil(events / rounds / (round === 0 ? 5 : 1));
    sent += count;
    for (const company of inTurn(companies, round)) {
      const { took, cpu } = await send(company, count, sent);
      note(`round ${round}, ${company}: ${took.toFixed(1)} s`);
      if (round === 0) continue;
      seconds[company].push(took);
      millis[company].push((cpu * 1_000) / (count * others));
    }
  }
} finally {
  for (const { service } of sides.values()) await service.stop();
  await server.stop();
  receiver.closeAllConnections();
  receiver.close();
}

async function startSide(company: Company): Promise<Side> {
  await server.run('postgres', `create database ${company}`);
  const database = await openPostgresql({ url: server.urlOf(company), poolSize: 2 });
  await migrate(database);
  const { externalServiceId } = await createFactories(database).tenant(1);
  await database.close();
  const paths = Array.from({ length: others }, (_, n) => `/${company}/${n}`);
  const urls = paths.map((path) => `http://127.0.0.1:${port}${path}`);
  if (company === 'dead') urls.push('http://127.0.0.1:1/');
  if (company === 'hanging') urls.push(`http://127.0.0.1:${port}/hanging`);
  await server.run(company, {
    text: `insert into webhook_endpoints (id, external_service_id, url, types, signature, secret)
      select gen_random_uuid(), $1, url, '{court.updated}', 'HMAC_SHA256', $3 from unnest($2::text[]) url`,
    values: [externalServiceId, urls, createSecretBox(key).seal(key)],
  });
  const env = {
    WEBHOOK_ALLOW_PRIVATE: '1',
    WEBHOOK_SECRETS_KEY: key.toString('base64'),
    DATABASE_POOL_SIZE: '20',
  };
  const service = await startContender({ ...courtbridge, env }, server.urlOf(company));
  return { externalServiceId, paths, service };
}

/** Adds `count` events. Returns the time until each of the 19 has all events so far, and the CPU of service and database. */
async function send(company: Company, count: number, all: number) {
  const { externalServiceId, paths, service } = sides.get(company)!;
  await server.run(company, 'vacuum');
  const cpuNow = () => cpuSeconds(service.pid) + cpuSeconds(server.pid);
  const [begun, before] = [performance.now(), cpuNow()];
  await server.run(company, {
    text: `insert into change_outbox (external_service_id, type, subject_id, at, actor_type, request_id, data)
      select $1, 'court.updated', gen_random_uuid(), now(), 'operator', 'bench',
        '{"id": "0", "name": "Court", "organization": {"id": "0", "name": "Club"}}'
      from generate_series(1, $2::int)`,
    values: [externalServiceId, count],
  });
  while (paths.some((path) => (arrived.get(path)?.size ?? 0) < all)) await sleep(10);
  return { took: (performance.now() - begun) / 1_000, cpu: cpuNow() - before };
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const ratio = sum(seconds[trouble]) / sum(seconds.nobody);
const each = spreadOf(seconds[trouble].map((took, round) => took / seconds.nobody[round]!));
process.stdout.write(`
${events} events to ${others} endpoints in ${rounds} rounds, from one process. Shows the sum, and the median of the rounds (minimum–maximum).

${table(
  [
    'additional endpoint',
    'all delivered after, s',
    'per round, s',
    'deliveries a second',
    'CPU per delivery, ms',
  ],
  companies.map((company) => [
    company,
    sum(seconds[company]).toFixed(1),
    show(spreadOf(seconds[company]), 1),
    ((others * events) / sum(seconds[company])).toFixed(0),
    show(spreadOf(millis[company]), 2),
  ]),
)}
With one ${trouble} endpoint, delivery takes ${ratio.toFixed(2)} times as long as without it (${show(each, 2)} per round).
The goal is at most ${allowed.toFixed(2)}: ${ratio <= allowed ? 'met' : 'MISSED'}.
`);
