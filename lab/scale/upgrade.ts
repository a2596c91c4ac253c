import type { Tenant } from '../../test/harness/data/factories.ts';
import type { PostgresqlServer } from '../../test/harness/servers/postgresql.ts';
import { call, operate } from '../load/call.ts';
import { faultsOfFeed, Reader, Writers } from '../load/feed.ts';
import type { Row } from '../report.ts';
import { databaseOf, query } from '../stage.ts';
import type { Cleanup, ScalePart } from './cleanup.ts';
import { dump, hasUpgrade, upgrade } from './move-to-18.ts';
import { notMeasured, rowOf, seenFailing } from './seen-failing.ts';
import { type Service, startService } from './service.ts';
import { postgresql15, startDatabase } from './setup.ts';

const millis = 3_000;

/** Moves a database to PostgreSQL 18, with a feed reader and tokens that continue there. */
export const upgrade15to18: ScalePart = async ({ cleanup, note }) => {
  const measured = (how: string, early = false) => {
    note(early ? `${how}, before the last writes` : how);
    return cleanup.within((inner) => move(inner, how, early));
  };
  const rows = hasUpgrade
    ? await measured('pg_upgrade')
    : [
        notMeasured(
          'PostgreSQL 15 to 18 by pg_upgrade',
          'TEST_POSTGRESQL_18_BIN',
          'a folder of PostgreSQL 18 with pg_upgrade',
        ),
      ];
  const [feed, tokens] = await measured('dump', true);
  return [
    ...rows,
    ...(await measured('dump')),
    seenFailing('the dump is made before the last writes (feed)', feed!),
    seenFailing('the dump is made before the last writes (tokens)', tokens!),
  ];
};

/** @param early whether the dump is made too early, and so lacks the last writes */
async function move(cleanup: Cleanup, how: string, early: boolean): Promise<Row[]> {
  const before = await startDatabase(cleanup, { bin: postgresql15 });
  const service = await startService(cleanup, before.url, { count: 2 });
  const tenant = await before.factories.tenant(8);
  const writers = new Writers(tenant);
  const reader = new Reader(tenant);
  await writers.run(service.address, 4, millis);
  const earlyDump = early ? dump(before.server) : undefined;
  await writers.run(service.address, 4, millis);
  const tokens = await makeTokens(before.factories, tenant);
  // The reader stops in the middle, with a cursor of PostgreSQL 15.
  await reader.page([service.address]);
  const unread = writers.acknowledged.length - reader.read.length;
  if (unread <= 0) throw new Error('the reader has nothing left to read');
  await stop(service);
  await before.database.close();

  const server = await movedServer(cleanup, how, before.server, earlyDump);
  const [row] = await query<{ version: string }>(
    server.url,
    "select current_setting('server_version') as version",
  );
  const moved = await startService(cleanup, databaseOf(server), { count: 2 });
  await writers.run(moved.address, 4, millis);
  await reader.untilCaughtUp([moved.address]);
  const faults = [...writers.rejected, ...faultsOfFeed(writers.acknowledged, reader.read)];
  const figure = `PostgreSQL 15 to 18 by ${how}`;
  return [
    rowOf(
      `${figure}: a feed reader continues with its cursor`,
      faults,
      `${writers.acknowledged.length} changes, ${unread} unread at the move, 0 faults (PostgreSQL ${row!.version})`,
    ),
    rowOf(
      `${figure}: tokens stay valid, and a revoked one stays revoked`,
      await faultsOfTokens(moved.address, tokens),
      `${tokens.length} tokens, 0 faults`,
    ),
  ];
}

const movedServer = (
  cleanup: Cleanup,
  how: string,
  old: PostgresqlServer,
  earlyDump: ReturnType<typeof dump> | undefined,
): Promise<PostgresqlServer> => {
  if (how === 'pg_upgrade') return upgrade(cleanup, old);
  return (earlyDump ?? dump(old))(cleanup);
};

/** Ends the processes as an administrator does. */
async function stop({ processes }: Service): Promise<void> {
  for (const { service } of processes) service.child.kill('SIGTERM');
  await Promise.all(processes.map(({ service }) => service.exited));
}

interface Token {
  secret: string;
  kind: 'partner' | 'revoked' | 'operator';
}

async function makeTokens(
  factories: Awaited<ReturnType<typeof startDatabase>>['factories'],
  { externalServiceId, token }: Tenant,
): Promise<Token[]> {
  const [issued, revoked] = [
    await factories.token(externalServiceId),
    await factories.token(externalServiceId),
  ];
  await factories.revokeToken(revoked.id);
  const operator = await factories.operator('ADMIN');
  return [
    { secret: token, kind: 'partner' },
    { secret: issued.secret, kind: 'partner' },
    { secret: revoked.secret, kind: 'revoked' },
    { secret: operator.secret, kind: 'operator' },
  ];
}

async function faultsOfTokens(address: string, tokens: Token[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { secret, kind } of tokens) {
    if (kind === 'operator') {
      await operate(address, secret, '{ me { id } }').catch((error: Error) => faults.push(error.message));
      continue;
    }
    const { status } = await call(address, secret, 'GET', '/api/v1/token');
    if (status !== (kind === 'revoked' ? 401 : 200)) faults.push(`a ${kind} token: ${status}`);
  }
  return faults;
}
