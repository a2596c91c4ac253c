import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { skippedSequences } from '../../src/db/advance-sequences.ts';
import { openPostgresql } from '../../src/db/open-postgresql.ts';
import { WebhookEndpoint } from '../../src/db/webhook.ts';
import { newId } from '../../src/services/values/new-id.ts';
import { bookingBody, createFactories, type Tenant } from '../harness/factories.ts';
import { execute, withDatabase } from '../harness/global-setup.ts';
import { type PostgresqlServer, startPostgresql } from '../harness/postgresql.ts';
import { startProcess } from '../harness/process.ts';
import { type Received, startReceiver } from '../harness/webhook-receiver.ts';
import { testBox, testKey, testSecret } from '../harness/webhook-sending.ts';

/** Debian's: the npm packages have no pg_dump. */
const bin = '/usr/lib/postgresql/15/bin';
const run = (program: string, ...args: string[]) => execFileSync(join(bin, program), args, { stdio: 'pipe' });
const createRoles = readFileSync(new URL('../../deploy/create-roles.sql', import.meta.url), 'utf8');

const password = randomUUID();
/** The address of the database for a role. */
const as = ({ url }: PostgresqlServer, role: 'courtbridge' | 'courtbridge_owner') => {
  const address = new URL(withDatabase(url, 'courtbridge'));
  [address.username, address.password] = [role, password];
  return address.href;
};
/** A server with the roles and the empty database, as `docs/restore.md` begins. */
const newServer = async () => {
  const server = await startPostgresql({ bin });
  await execute(server.url, 'create database courtbridge');
  await execute(withDatabase(server.url, 'courtbridge'), createRoles);
  for (const role of ['courtbridge', 'courtbridge_owner'])
    await execute(server.url, `alter role ${role} password '${password}'`);
  return server;
};
const script = async (name: string, server: PostgresqlServer) => {
  const process = startProcess(
    { DATABASE_URL: as(server, 'courtbridge_owner') },
    [],
    ['src/start.cjs', name],
  );
  expect({ code: await process.exited, faults: process.stderr() }).toEqual({ code: 0, faults: '' });
  return process.stdout();
};

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

describe.runIf(existsSync(`${bin}/pg_dump`))('after a restore to an earlier time (needs pg_dump)', () => {
  it.each([
    ['with db:after-restore the receiver of the guide accepts every new change', true],
    ['without it the receiver drops new changes as old ones', false],
  ])('%s', async (_title, isPrepared) => {
    const folder = mkdtempSync(join(tmpdir(), 'courtbridge-restore-'));
    const [old, fresh] = [await newServer(), await newServer()];
    const receiver = await startReceiver();
    const guide = new GuideReceiver();
    receiver.answer = (webhook) => guide.take(webhook);
    let tenant: Tenant;
    let version = 0;
    /** A service on the server, until the work is done. */
    const serving = async (server: PostgresqlServer, work: (base: string) => Promise<void>) => {
      const service = startProcess({
        DATABASE_URL: as(server, 'courtbridge'),
        MIGRATE_ON_START: '0',
        WEBHOOK_ALLOW_PRIVATE: '1',
        WEBHOOK_SECRETS_KEY: testKey.toString('base64'),
      });
      try {
        await work(`${await service.ready}/api/v1/external-services/${tenant.externalServiceId}`);
      } finally {
        service.child.kill('SIGTERM');
        await service.exited;
      }
    };
    const headers = () => ({ Authorization: `Bearer ${tenant.token}`, 'Content-Type': 'application/json' });
    /** Updates the booking with a newer version, and waits for its webhook. */
    const update = async (base: string) => {
      version += 1;
      const before = receiver.received.length;
      const externalUpdatedAt = `2026-11-20T12:00:0${version}.000Z`;
      const response = await fetch(`${base}/court-bookings/by-external-id/a`, {
        method: 'PUT',
        headers: headers(),
        body: JSON.stringify(bookingBody(tenant.courtIds[0], { externalUpdatedAt })),
      });
      expect(response.ok).toBe(true);
      await expect.poll(() => receiver.received.length).toBeGreaterThan(before);
      return `a ${externalUpdatedAt}`;
    };
    const changes = async (base: string, cursor: string) => {
      const response = await fetch(`${base}/changes?cursor=${cursor}`, { headers: headers() });
      return {
        status: response.status,
        body: (await response.json()) as { nextCursor: string; items: { sequence: number }[] },
      };
    };

    try {
      await script('db-migrate', old);
      const database = await openPostgresql({ url: as(old, 'courtbridge'), poolSize: 2 });
      tenant = await createFactories(database).tenant();
      await database.transaction(async (em) => {
        em.create(WebhookEndpoint, {
          id: newId(),
          externalService: tenant.externalServiceId,
          url: receiver.urlOf('/hook'),
          types: ['court_booking.created', 'court_booking.updated'],
          signature: 'HMAC_SHA256',
          secret: testBox.seal(testSecret),
        } as never);
      });
      await database.close();

      const dump = join(folder, 'dump');
      let cursor = '';
      await serving(old, async (base) => {
        await update(base);
        run('pg_dump', '--format=custom', `--file=${dump}`, as(old, 'courtbridge_owner'));
        // What the restore loses.
        for (let lost = 0; lost < 3; lost += 1) await update(base);
        cursor = (await changes(base, 'latest')).body.nextCursor;
      });

      run('pg_restore', '--exit-on-error', `--dbname=${as(fresh, 'courtbridge_owner')}`, dump);
      if (isPrepared)
        expect(await script('db-after-restore', fresh)).toContain('1,000,000,000 numbers later');
      await serving(fresh, async (base) => {
        if (isPrepared) {
          expect((await changes(base, cursor)).status).toBe(410);
          const { body } = await changes(base, 'latest');
          const change = await update(base);
          const next = await changes(base, body.nextCursor);
          expect(next.body.items.map(({ sequence }) => sequence)).toEqual([skippedSequences + 2]);
          expect([guide.applied.at(-1), guide.dropped]).toEqual([change, []]);
        } else {
          await update(base);
          expect(guide.dropped).toEqual(['court_booking.updated']);
        }
      });
    } finally {
      await Promise.all([old.stop(), fresh.stop(), receiver.stop()]);
      rmSync(folder, { recursive: true });
    }
  });
});
