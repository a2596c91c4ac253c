import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { slowest, succeeded, summary, time } from '../load/load.ts';
import { fillDisk } from '../processes.ts';
import { connect, labName } from '../stage.ts';
import type { Fault, FaultOptions, Row } from './fault.ts';
import { onPlatform, type Platform, repeatedly } from './platform.ts';

/** The database runs but cannot accept writes or connections: disk full, read-only, or no connection left. */
export const databaseExhausted: Fault = async (options) => [
  ...(await diskFull(options)),
  ...(await readOnly(options)),
  ...(await tooManyConnections(options)),
];

/** Puts the data folder on a small tmpfs and fills it. Reports a missed goal if mounting is not possible. */
async function diskFull(options: FaultOptions): Promise<Row[]> {
  const disk = mkdtempSync(join(tmpdir(), 'courtbridge-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', disk]);
  if (mounted.status !== 0) {
    rmdirSync(disk);
    return [
      {
        figure: 'disk full',
        goal: '503, also from /readyz',
        measured: 'cannot mount a disk here',
        met: false,
      },
    ];
  }
  chmodSync(disk, 0o755);
  const filler = join(disk, 'filler');
  const settings = ['min_wal_size=32MB', 'max_wal_size=32MB', 'wal_recycle=off'];
  try {
    return await onPlatform({ ...options, postgresql: { folder: disk, settings } }, (platform) =>
      exhaust(platform, options, 'disk full', {
        begin: async () => fillDisk(filler),
        end: async () => {
          rmSync(filler);
          // PostgreSQL stops when its WAL has no room. That is correct.
          const isUp = await platform.query('select 1').then(
            () => true,
            () => false,
          );
          if (isUp) return;
          options.note('PostgreSQL has stopped and is restarted');
          await platform.server.kill();
          await platform.server.restart();
        },
      }),
    );
  } finally {
    spawnSync('umount', ['-l', disk]);
    rmdirSync(disk);
  }
}

/** The state after a failover to a standby, or after an operator has set it. */
const readOnly = (options: FaultOptions): Promise<Row[]> =>
  onPlatform(options, (platform) => {
    const set = async (value: 'on' | 'off') => {
      await platform.query(`alter system set default_transaction_read_only = ${value}`);
      await platform.query('select pg_reload_conf()');
    };
    return exhaust(platform, options, 'read-only', { begin: () => set('on'), end: () => set('off') });
  });

const tooManyConnections = (options: FaultOptions): Promise<Row[]> =>
  onPlatform({ ...options, postgresql: { settings: ['max_connections=40'] } }, (platform) => {
    const idle: pg.Client[] = [];
    const takeAll = async () => {
      try {
        for (;;) idle.push(await connect(platform.server.url));
      } catch {
        // No connection is left.
      }
    };
    return exhaust(platform, options, 'too many connections', {
      begin: async () => {
        // The service could continue on its open connections, so they are terminated. It is paused meanwhile, so that it does not take
        // the first free ones.
        const admin = await platform.connect();
        const { child } = platform.services[0]!;
        child.kill('SIGSTOP');
        await admin.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where backend_type = 'client backend' and application_name <> '${labName}'`,
        );
        await sleep(200);
        await takeAll();
        child.kill('SIGCONT');
        await admin.end();
        await takeAll();
      },
      end: async () => {
        await Promise.all(idle.map((client) => client.end()));
      },
    });
  });

async function exhaust(
  platform: Platform,
  { seconds, note }: FaultOptions,
  name: string,
  { begin, end }: { begin: () => Promise<void>; end: () => Promise<void> },
): Promise<Row[]> {
  const [tenant] = platform.partners;
  const load = await platform.load({
    requests: [
      { kind: 'create booking', tenant, courtIds: tenant.courtIds },
      { kind: 'create user', tenant },
    ],
    arrivals: { clients: 8, pauseMillis: 5 },
  });
  await sleep(1_000);
  note(`${name}: begins`);
  await begin();
  // Some writes succeed until the remaining room in pages and WAL segments is used up.
  await sleep(1_000);
  const begunAt = Date.now();
  const asking = repeatedly(500, platform.ready);
  await sleep(1_000 * Math.min(10, Math.max(3, seconds / 4)));
  const ready = await asking.stop();
  const endedAt = Date.now();
  await end();
  const backAt = Date.now();
  note(`${name}: ends`);
  await sleep(6_000);
  const samples = await load.stop();

  const during = samples.filter(({ at }) => at >= begunAt && at < endedAt);
  const rejected = during.filter((sample) => !succeeded(sample));
  const after = samples.filter(succeeded).map(({ at, millis }) => at + millis - backAt);
  const firstSuccess = Math.min(...after.filter((millis) => millis >= 0));
  const lost = await platform.lost(samples.flatMap(({ acknowledged }) => acknowledged ?? []));
  return [
    {
      figure: `${name}: responses`,
      goal: '503 with Retry-After, within 3 s',
      measured: `${summary(during)}; at most ${time(slowest(during))}`,
      met:
        rejected.length > 0 &&
        rejected.every(({ status, documented }) => status === 503 && documented) &&
        slowest(during) <= 3_000,
    },
    {
      figure: `${name}: /readyz`,
      goal: '503',
      measured: ready.map(({ status }) => status).join(' '),
      // /readyz caches its result for one second.
      met: ready.slice(2).every(({ status }) => status === 503),
    },
    {
      figure: `${name}: afterwards`,
      goal: 'first success within 5 s, no acknowledged booking lost',
      measured: `${Number.isFinite(firstSuccess) ? time(firstSuccess) : 'none in 6 s'}, ${lost.length} lost`,
      met: firstSuccess <= 5_000 && lost.length === 0,
    },
  ];
}
