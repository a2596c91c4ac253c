import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPostgresql } from '../../../src/db/connection/open-postgresql.ts';
import { ask } from '../../harness/clients/graphql-client.ts';
import { execute } from '../../harness/global-setup.ts';
import { startPrimaryAndReplica } from '../../harness/servers/replica.ts';
import { startServiceAt, startServiceOn, type TestService } from '../../harness/servers/test-service.ts';
import { forTest, use, useService } from '../../harness/servers/use-test-service.ts';

describe('reads with a replica', () => {
  const servers = use(
    () => startPrimaryAndReplica(),
    ({ stop }) => stop(),
  );
  let operator: string;
  const warnings: string[] = [];

  const startOn = async (replicaUrl: string) => {
    const { url } = servers.primary;
    const onWarning = (message: string) => warnings.push(message);
    const database = await openPostgresql({ url, replicaUrl, poolSize: 4, onWarning });
    return startServiceOn({ database, url, drop: () => database.close() });
  };

  const service = useService(async () => {
    await (await startServiceAt(servers.primary.url)).stop();
    return startOn(servers.replica.url);
  });
  beforeAll(async () => {
    operator = (await service.factories.operator('VIEWER')).secret;
    const now = await service.database.read<{ at: string }>(
      'primary',
      'select pg_current_wal_lsn()::text as at',
      [],
    );
    const replayed = 'select from (select pg_last_wal_replay_lsn() >= $1::pg_lsn as done) d where done';
    const rows = () => service.database.read('replica', replayed, [now[0]!.at]);
    await vi.waitUntil(async () => (await rows()).length === 1, { timeout: 120_000 });
  });

  /** Returns the server that serves the reads of operators. */
  const reads = async (from: TestService = service) => {
    const [row] = await from.database.read<{ standby: boolean }>(
      'replica',
      'select pg_is_in_recovery() as standby',
      [],
    );
    return row!.standby ? 'replica' : 'primary';
  };
  const query = async (from: TestService = service) => {
    const { errors } = await ask(from, operator, '{ organizations { nodes { name } } }');
    return errors?.[0]?.message;
  };
  const metric = async (from: TestService = service) => {
    const headers = { Authorization: `Bearer ${operator}` };
    const text = await (await fetch(`${from.address}/metrics`, { headers })).text();
    return /^courtbridge_replica_up (\d)$/m.exec(text)?.[1];
  };
  const elapsed = async (work: () => Promise<unknown>) => {
    const begun = performance.now();
    await work();
    return performance.now() - begun;
  };
  /** Works while the replica is away in one of two ways. */
  const away = {
    'is killed': async (work: () => Promise<unknown>) => {
      await servers.replica.kill();
      await work().finally(() => servers.replica.restart());
    },
    hangs: async (work: () => Promise<unknown>) => {
      servers.replica.pause();
      await work().finally(() => servers.replica.resume());
    },
  };
  const ways = Object.entries(away);
  const untilReplica = (from: TestService = service) =>
    expect.poll(() => reads(from), { interval: 100 }).toBe('replica');
  beforeEach(() => untilReplica());

  it('reads from the replica while it responds', async () => {
    expect([await query(), await metric()]).toEqual([undefined, '1']);
  });

  const expectPrimary = async () => {
    const messages = await Promise.all(Array.from({ length: 8 }, () => query()));
    expect(messages).toEqual(Array(8).fill(undefined));
    expect([await reads(), await metric()]).toEqual(['primary', '0']);
  };

  it.each(ways)(
    'reads from the primary while the replica %s, and from the replica afterwards',
    async (_way, away) => {
      // Open connections hang differently from new ones.
      await Promise.all(Array.from({ length: 4 }, () => query()));
      await away(expectPrimary);
      await untilReplica();
      expect(await metric()).toBe('1');
    },
  );

  it('waits for a hanging replica only in the first reads', () =>
    away.hangs(async () => {
      await query();
      // Each would wait for 300 ms or more if it tried the replica.
      const twenty = async () => {
        for (let count = 0; count < 20; count += 1) expect(await query()).toBeUndefined();
      };
      expect(await elapsed(twenty)).toBeLessThan(20 * 300);
    }));

  it('warns once when the replica is away, and once when it is back', async () => {
    warnings.length = 0;
    await away['is killed'](async () => {
      for (let count = 0; count < 3; count += 1) await query();
    });
    await untilReplica();
    const about = warnings.filter((message) => message.includes('replica'));
    expect(about).toEqual([
      expect.stringMatching(/^The replica does not respond \(.+\)\. Operators read from the primary/),
      'The replica responds again. Operators read from it.',
    ]);
  });

  it.each(ways)('starts while the replica %s, and reads from it when it is back', async (_way, away) => {
    let other!: TestService;
    await away(async () => {
      other = await forTest(startOn(servers.replica.url));
      expect([await query(other), await reads(other), await metric(other)]).toEqual([
        undefined,
        'primary',
        '0',
      ]);
    });
    await untilReplica(other);
    expect(await metric(other)).toBe('1');
  });

  it('reads from the primary what the replica has not replayed yet', async () => {
    await execute(servers.replica.url, 'select pg_wal_replay_pause()');
    try {
      await execute(
        servers.primary.url,
        `create schema migrated; create table migrated.things (id int);
         create function migrated.one() returns int language sql as 'select 1'`,
      );
      const read = (text: string) => service.database.read('replica', text, []);
      expect(await read('select id from migrated.things')).toEqual([]);
      expect(await read('select migrated.one() as one')).toEqual([{ one: 1 }]);
      expect(await reads()).toBe('replica');
    } finally {
      await execute(servers.replica.url, 'select pg_wal_replay_resume()');
      await execute(servers.primary.url, 'drop schema migrated cascade');
    }
  });

  it('rejects a statement that fails on a replica that responds', async () => {
    const failing = service.database.read('replica', 'select 1 / (1 - $1::int) as fails', ['1']);
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(await reads()).toBe('replica');
  });

  it('rejects a slow read on a replica that responds, and not on the primary', async () => {
    const slow = service.database.read('replica', 'select pg_sleep(60)', []);
    await expect(slow).rejects.toMatchObject({ type: 'service_unavailable' });
    expect(await reads()).toBe('replica');
  });

  it('stays ready for partners while the replica takes no connections', async () => {
    const role = 'courtbridge_crowded';
    await execute(servers.primary.url, `create role ${role} login superuser password 'crowded'`);
    const crowded = new URL(servers.replica.url);
    [crowded.username, crowded.password] = [role, 'crowded'];
    await expect.poll(() => execute(crowded.href, 'select 1').then(() => 'connects')).toBe('connects');
    const other = await forTest(startOn(crowded.href));
    await untilReplica(other);
    // SQLSTATE 53300, which means "starved" when the primary reports it.
    await execute(servers.primary.url, `alter role ${role} nosuperuser connection limit 0`);
    await execute(
      servers.replica.url,
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`,
    );
    await expect.poll(() => reads(other)).toBe('primary');
    expect((await other.call('/readyz', {})).status).toBe(200);
  });

  it('has no metric without a replica', async () => {
    const other = await forTest(startServiceAt(servers.primary.url));
    expect(await metric(other)).toBeUndefined();
  });
});
