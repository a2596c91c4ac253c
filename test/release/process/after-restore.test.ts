import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { minimumSkip } from '../../../src/db/advance-sequences.ts';
import type { Database } from '../../../src/db/connection/database.ts';
import { openEmbedded } from '../../../src/db/connection/open-embedded.ts';
import { openPostgresql } from '../../../src/db/connection/open-postgresql.ts';
import { WebhookEndpoint } from '../../../src/db/entities/webhook.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { testBox, testKey, testSecret } from '../../harness/clients/webhook-sending.ts';
import { bookingBody, createFactories, type Tenant } from '../../harness/data/factories.ts';
import { withDatabase } from '../../harness/global-setup.ts';
import { addressOf, createRoles } from '../../harness/servers/create-roles.ts';
import { startOwnPostgresql } from '../../harness/servers/own-postgresql.ts';
import type { PostgresqlServer } from '../../harness/servers/postgresql.ts';
import { runScript, startProcess } from '../../harness/servers/process.ts';
import { copyOfDataDir } from '../../harness/servers/test-database.ts';
import { forTest } from '../../harness/servers/use-test-service.ts';
import { type Received, startReceiver } from '../../harness/servers/webhook-receiver.ts';

/** From Debian, because the npm packages have no pg_dump. */
const bin = '/usr/lib/postgresql/15/bin';
const run = (program: string, ...args: string[]) => execFileSync(join(bin, program), args, { stdio: 'pipe' });

/** A database that is backed up and later restored elsewhere. */
interface Restorable {
  env: Record<'service' | 'owner', Record<string, string>>;
  /** As the owner of the tables. */
  migrate(): Promise<void>;
  open(): Promise<Database>;
  backUp(): Promise<void>;
  /** Restores the state at the time of the backup. */
  restore(): Promise<Restorable>;
  stop(): Promise<void>;
}

const as = ({ url }: PostgresqlServer, role: 'courtbridge' | 'courtbridge_owner') =>
  addressOf(withDatabase(url, 'courtbridge'), role);
const onPostgresql = (
  server: PostgresqlServer,
  methods: Pick<Restorable, 'backUp' | 'restore'>,
): Restorable => ({
  env: {
    service: { DATABASE_URL: as(server, 'courtbridge') },
    owner: { DATABASE_URL: as(server, 'courtbridge_owner') },
  },
  migrate: async () => {
    const database = await openPostgresql({ url: as(server, 'courtbridge_owner'), poolSize: 2 });
    await migrate(database).finally(() => database.close());
  },
  open: () => openPostgresql({ url: as(server, 'courtbridge'), poolSize: 2 }),
  stop: () => server.stop(),
  ...methods,
});
/** A server with the roles and the empty database, as `docs/restore.md` begins. */
const newServer = async (settings: string[] = []) => {
  const server = await startOwnPostgresql({ bin, settings: ['fsync=off', ...settings] });
  await createRoles(server);
  return server;
};

const byDump = async (folder: string): Promise<Restorable> => {
  const dump = join(folder, 'dump');
  const withServer = (server: PostgresqlServer): Restorable =>
    onPostgresql(server, {
      backUp: async () => {
        run('pg_dump', '--format=custom', `--file=${dump}`, as(server, 'courtbridge_owner'));
      },
      restore: async () => {
        const fresh = await newServer();
        run('pg_restore', '--exit-on-error', `--dbname=${as(fresh, 'courtbridge_owner')}`, dump);
        return withServer(fresh);
      },
    });
  return withServer(await newServer());
};

const ask = (url: string, statement: string) =>
  String(run('psql', '--tuples-only', '--no-align', `--command=${statement}`, url)).trim();

/** Restores from a base backup and the WAL archived since then. */
const toPointInTime = async (folder: string): Promise<Restorable> => {
  const [archive, base] = [join(folder, 'archive'), join(folder, 'base')];
  mkdirSync(archive);
  chmodSync(folder, 0o755);
  chmodSync(archive, 0o777);
  const to = `${archive}/%f`;
  const server = await newServer(['archive_mode=on', `archive_command=cp %p ${to}.t && mv ${to}.t ${to}`]);
  run('pg_basebackup', `--pgdata=${base}`, `--dbname=${server.url}`, '--checkpoint=fast');
  // PostgreSQL does not run as root, and its data must belong to its own user.
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', 'nobody', base]);
  let target = '';
  const withServer = (current: PostgresqlServer): Restorable =>
    onPostgresql(current, {
      backUp: async () => {
        // PostgreSQL does not accept the T and the Z here.
        target = new Date().toISOString().replace('T', ' ').replace('Z', '+00');
      },
      restore: async () => {
        const file = ask(current.url, 'select pg_walfile_name(pg_current_wal_lsn())');
        ask(current.url, 'select pg_switch_wal()');
        await expect.poll(() => existsSync(join(archive, file))).toBe(true);
        const restored = await startOwnPostgresql({
          bin,
          initialized: base,
          files: { 'recovery.signal': '' },
          settings: [
            'fsync=off',
            `restore_command=cp ${to} %p`,
            `recovery_target_time=${target}`,
            'recovery_target_action=promote',
          ],
        });
        const isRecovering = () => ask(restored.url, 'select pg_is_in_recovery()');
        await expect.poll(isRecovering).toBe('f');
        return withServer(restored);
      },
    });
  return withServer(server);
};

/** A copy of the embedded database's folder, made while nothing runs. */
const byCopy = async (folder: string): Promise<Restorable> => {
  const backup = join(folder, 'backup');
  // `cpSync` takes five times as long for thousands of files.
  const copy = (from: string, to: string) => void execFileSync('cp', ['-R', from, to]);
  const inFolder = (data: string): Restorable => {
    const env = { DATABASE_URL: 'embedded', DATA_DIR: data, DEMO_DATA: '0' };
    return {
      env: { service: env, owner: env },
      // The copy is migrated.
      migrate: async () => {},
      open: () => openEmbedded(data),
      backUp: async () => copy(data, backup),
      restore: async () => {
        copy(backup, join(folder, 'restored'));
        return inFolder(join(folder, 'restored'));
      },
      stop: async () => {},
    };
  };
  return inFolder(await copyOfDataDir());
};

const succeeds = async (name: string, env: Record<string, string>) =>
  expect(await runScript(name, env)).toMatchObject({ code: 0, stderr: '' });

/** The receiver of the webhooks guide: the newest `sequence` of each booking wins, and older ones are dropped. */
class GuideReceiver {
  readonly sequences = new Map<string, number>();
  readonly applied: string[] = [];
  readonly dropped: string[] = [];
  take({ body: { type, sequence, data } }: Received) {
    const key = `court_booking:${data.externalCourtBookingId}`;
    if ((this.sequences.get(key) ?? 0) >= sequence) this.dropped.push(type);
    else {
      this.sequences.set(key, sequence);
      this.applied.push(`${data.externalCourtBookingId} ${data.externalUpdatedAt}`);
    }
    return { status: 204 };
  }
}

/** A partner with a booking, a webhook endpoint and a reader of changes. */
class Stage {
  readonly guide = new GuideReceiver();
  readonly #receiver: Awaited<ReturnType<typeof startReceiver>>;
  #tenant!: Tenant;
  #version = 0;
  #base = '';

  private constructor(receiver: Awaited<ReturnType<typeof startReceiver>>) {
    this.#receiver = receiver;
    receiver.answer = (webhook) => this.guide.take(webhook);
  }

  static async start(at: Restorable): Promise<Stage> {
    await at.migrate();
    const stage = new Stage(await startReceiver());
    const database = await at.open();
    stage.#tenant = await createFactories(database).tenant();
    await database.transaction(async (em) => {
      em.create(WebhookEndpoint, {
        id: newId(),
        externalService: stage.#tenant.externalServiceId,
        url: stage.#receiver.urlOf('/hook'),
        types: ['court_booking.created', 'court_booking.updated'],
        signature: 'HMAC_SHA256',
        secret: testBox.seal(testSecret),
      } as never);
    });
    await database.close();
    return stage;
  }

  stop = () => this.#receiver.stop();

  async serving(at: Restorable, work: () => Promise<void>) {
    const service = startProcess({
      ...at.env.service,
      MIGRATE_ON_START: '0',
      WEBHOOK_ALLOW_PRIVATE: '1',
      WEBHOOK_SECRETS_KEY: testKey.toString('base64'),
    });
    try {
      this.#base = `${await service.ready}/api/v1/external-services/${this.#tenant.externalServiceId}`;
      await work();
    } finally {
      service.child.kill('SIGTERM');
      await service.exited;
    }
  }

  #headers() {
    return { Authorization: `Bearer ${this.#tenant.token}`, 'Content-Type': 'application/json' };
  }

  /** Updates the booking with a newer version, and waits for its webhook. Returns what the receiver is to apply. */
  async update() {
    this.#version += 1;
    const before = this.#receiver.received.length;
    const externalUpdatedAt = `2026-11-20T12:00:0${this.#version}.000Z`;
    const response = await fetch(`${this.#base}/court-bookings/by-external-id/a`, {
      method: 'PUT',
      headers: this.#headers(),
      body: JSON.stringify(bookingBody(this.#tenant.courtIds[0], { externalUpdatedAt })),
    });
    expect(response.ok).toBe(true);
    await expect.poll(() => this.#receiver.received.length).toBeGreaterThan(before);
    return `a ${externalUpdatedAt}`;
  }

  async changes(cursor: string) {
    const response = await fetch(`${this.#base}/changes?cursor=${cursor}`, { headers: this.#headers() });
    const body = (await response.json()) as { nextCursor: string; items: { sequence: number }[] };
    return { status: response.status, nextCursor: body.nextCursor, items: body.items };
  }
}

const hasTools = existsSync(`${bin}/pg_dump`);
if (!hasTools) process.stderr.write('PostgreSQL 15 is not installed: restoring its backups is not tested.\n');

/** Backs up after the first of four changes, and restores to that time. */
const withRestored = async (
  start: (folder: string) => Promise<Restorable>,
  work: (stage: Stage, restored: Restorable, cursors: { kept: string; lost: string }) => Promise<void>,
) => {
  const folder = mkdtempSync(join(tmpdir(), 'courtbridge-restore-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const old = await forTest(start(folder));
  const stage = await forTest(Stage.start(old));
  const cursors = { kept: '', lost: '' };
  await stage.serving(old, async () => {
    await stage.update();
    cursors.kept = (await stage.changes('latest')).nextCursor;
  });
  await old.backUp();
  await stage.serving(old, async () => {
    for (let lost = 0; lost < 3; lost += 1) await stage.update();
    cursors.lost = (await stage.changes('latest')).nextCursor;
  });
  await work(stage, await forTest(old.restore()), cursors);
};

describe('restore to an earlier time', () => {
  const methods: [string, typeof byDump][] = [
    ...(hasTools
      ? ([
          ['a dump', byDump],
          ['a point in time', toPointInTime],
        ] as [string, typeof byDump][])
      : []),
    ['a copy of the embedded database', byCopy],
  ];
  it.each(methods)(
    'from %s, db:after-restore makes the receiver of the guide accept every new change',
    async (_of, start) => {
      await withRestored(start, async (stage, restored, cursors) => {
        await succeeds('db-after-restore', restored.env.owner);
        // A second run is harmless.
        if (start === byDump) await succeeds('db-after-restore', restored.env.owner);
        await stage.serving(restored, async () => {
          expect((await stage.changes(cursors.lost)).status).toBe(410);
          const change = await stage.update();
          expect([stage.guide.applied.at(-1), stage.guide.dropped]).toEqual([change, []]);
          const { status, items } = await stage.changes(cursors.kept);
          expect([status, items.length]).toEqual([200, 1]);
          expect(items[0]!.sequence).toBeGreaterThan(minimumSkip);
        });
      });
    },
  );

  it.runIf(hasTools)(
    'db:after-restore changes nothing while a service runs and reports the reason, and the receiver drops new changes as old ones',
    async () => {
      await withRestored(byDump, async (stage, restored, cursors) => {
        await stage.serving(restored, async () => {
          const { code, stderr } = await runScript('db-after-restore', restored.env.owner);
          expect({ code, stderr }).toEqual({
            code: 1,
            stderr: expect.stringMatching(/role: courtbridge\)\. Stop every process.*Nothing was changed/),
          });
          expect((await stage.changes('latest')).nextCursor).toBe(cursors.kept);
          await stage.update();
          expect(stage.guide.dropped).toEqual(['court_booking.updated']);
        });
      });
    },
  );
});
