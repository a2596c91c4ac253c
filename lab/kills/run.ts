import { setTimeout as sleep } from 'node:timers/promises';
import { Clients } from '../load/clients.ts';
import { FeedReader } from '../load/feed-reader.ts';
import { Ledger } from '../load/ledger.ts';
import { type Measured, type Options, scaled } from '../proof/promised.ts';
import type { Row } from '../report.ts';
import { faultsOf } from '../stored.ts';
import { startEmbedded, startOnPostgresql, type Target } from './targets.ts';

const kills = 20;
/** Acknowledged writes before each kill. It then comes after a random time, in the middle of other writes. */
const writesBetween = 30;

const targets: Record<string, () => Promise<Target>> = {
  'the service': () => startOnPostgresql({ service: true, database: false }),
  PostgreSQL: () => startOnPostgresql({ service: false, database: true }),
  'the service and PostgreSQL': () => startOnPostgresql({ service: true, database: true }),
  'a service with the embedded database': startEmbedded,
};

/** Clients write during `kill -9` and resend until they get a response. The checker is first shown broken variants. */
export async function measureDurability(options: Options): Promise<Measured> {
  const broken = await showBroken(options);
  const figures: Row[] = [];
  for (const [name, start] of Object.entries(targets).slice(options.isQuick ? 2 : 0))
    figures.push(await measure(`kill -9 of ${name}`, start, scaled(kills, options), options));
  return { figures, broken };
}

/** PostgreSQL that acknowledges before it writes its log loses writes. A missing audit event is a partial write. */
async function showBroken(options: Options): Promise<Measured['broken']> {
  const losing = ['synchronous_commit=off', 'wal_writer_delay=10s', 'wal_writer_flush_after=0'];
  const variants: [variant: string, start: () => Promise<Target>, count: number][] = [
    [
      'PostgreSQL with synchronous_commit off',
      () => startOnPostgresql({ service: false, database: true }, losing),
      3,
    ],
    ['an audit event is missing', async () => withoutAuditEvent(await targets['the service']!()), 1],
  ];
  const shown: Measured['broken'] = [];
  for (const [variant, start, count] of variants.slice(options.isQuick ? 1 : 0)) {
    const { met, measured } = await measure(variant, start, count, options);
    shown.push({ variant, found: met ? undefined : measured });
  }
  return shown;
}

function withoutAuditEvent(target: Target): Target {
  return {
    ...target,
    open: async () => {
      const database = await target.open();
      await database.query(
        'delete from audit_events where id = (select id from audit_events where actor_id = $1 limit 1)',
        [target.tenant.tokenId],
      );
      return database;
    },
  };
}

async function measure(
  figure: string,
  start: () => Promise<Target>,
  count: number,
  { note }: Options,
): Promise<Row> {
  note(`${figure}: ${count} times`);
  const target = await start();
  try {
    const ledger = new Ledger();
    const clients = new Clients(target.port, target.tenant, ledger, 'booking');
    const reader = new FeedReader(target.port, target.tenant);
    for (let kill = 0; kill < count; kill += 1) {
      await untilWritten(ledger, ledger.writes + writesBetween);
      await sleep(Math.random() * 500);
      await target.killAndRestart();
    }
    await untilWritten(ledger, ledger.writes + writesBetween);
    await clients.stop();
    await reader.stop();
    const database = await target.open();
    const query = (text: string, values: unknown[]) => database.query(text, values);
    const found = await faultsOf(query, target.tenant, ledger, reader).finally(() => database.close());
    const faults = Object.values(found).flat();
    return {
      figure,
      goal: `${count} times: 0 lost, 0 partial, 0 unresolved`,
      measured: `${count} times, ${ledger.writes.toLocaleString('en')} writes: ${
        faults.length === 0 ? '0' : `${faults.length} faults, such as ${faults[0]}`
      }`,
      met: faults.length === 0,
    };
  } finally {
    await target.close();
  }
}

/** @throws Error if the clients do not get that far within a minute */
async function untilWritten(ledger: Ledger, writes: number): Promise<void> {
  for (const until = Date.now() + 60_000; ledger.writes < writes; await sleep(20))
    if (Date.now() > until)
      throw new Error(`no more writes: ${ledger.unexpected[0] ?? 'the service does not respond'}`);
}
