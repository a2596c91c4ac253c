// Four processes behind PgBouncer in transaction mode: Debian's, and a newer one that keeps prepared statements.
import { findPgbouncer, type Pgbouncer, startPgbouncer } from '../../test/harness/servers/pgbouncer.ts';
import { type Row, rowOfFailure } from '../report.ts';
import type { Cleanup, ScalePart } from './cleanup.ts';
import { measureFeedAndWebhooks } from './feed-and-webhooks.ts';
import { measureProcesses } from './four-processes.ts';
import { notMeasured, seenFailing } from './seen-failing.ts';
import { type Service, startService } from './service.ts';
import { type MigratedDatabase, startDatabase } from './setup.ts';

/** Fewer than the 32 connections of four processes, so that PgBouncer reassigns them. */
const poolSize = 16;

export const poolers: ScalePart = async ({ cleanup, note }) => {
  const found = [findPgbouncer('pgbouncer'), findPgbouncer(process.env.TEST_PGBOUNCER || 'pgbouncer')];
  const older = found.find((one) => one?.keepsPreparedStatements === false);
  const newer = found.find((one) => one?.keepsPreparedStatements);

  const measure = <T>(
    pgbouncer: Pgbouncer,
    prepares: boolean,
    work: (inner: Cleanup, data: MigratedDatabase, service: Service) => Promise<T>,
  ): Promise<T> =>
    cleanup.within(async (inner) => {
      const data = await startDatabase(inner);
      const settings = { default_pool_size: poolSize };
      const pooler = await inner.use(startPgbouncer(data.url, settings, pgbouncer), (one) => one.stop());
      const env = { PREPARE_STATEMENTS: prepares ? '1' : '0' };
      return work(inner, data, await startService(inner, pooler.url, { env }));
    });

  const rowsOf = async (pgbouncer: Pgbouncer): Promise<Row[]> => {
    note(`PgBouncer ${pgbouncer.version}`);
    const rows = await measure(pgbouncer, pgbouncer.keepsPreparedStatements, (inner, data, service) =>
      measureProcesses(inner, data, service, note),
    );
    return Object.values(rows).map((row) => ({
      ...row,
      figure: `PgBouncer ${pgbouncer.version}, ${poolSize} connections: ${row.figure}`,
    }));
  };

  const prepared = async (pgbouncer: Pgbouncer): Promise<Row> => {
    note(`PgBouncer ${pgbouncer.version} with prepared statements, which it cannot keep`);
    const measured = await measure(pgbouncer, true, async (inner, data, service) => {
      const tenant = await data.factories.tenant();
      return (await measureFeedAndWebhooks(inner, { service, data, tenant })).feed;
    }).catch(rowOfFailure);
    return seenFailing(`PgBouncer ${pgbouncer.version} without PREPARE_STATEMENTS=0`, measured);
  };

  return [
    ...(older
      ? [...(await rowsOf(older)), await prepared(older)]
      : [notMeasured('PgBouncer before 1.21', 'TEST_PGBOUNCER', 'such a PgBouncer')]),
    ...(newer
      ? await rowsOf(newer)
      : [notMeasured('PgBouncer 1.21 or later', 'TEST_PGBOUNCER', 'such a PgBouncer')]),
  ];
};
