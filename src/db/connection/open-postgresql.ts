import { setTimeout as sleep } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { toConnectionOptions } from '../../database-address.ts';
import { BoundConnection, BoundDriver } from './bound-driver.ts';
import { type ConnectionCounts, type Database, type Lend, toDatabase } from './database.ts';
import { ormOptions } from './orm-options.ts';
import { PreparedClient, type PreparedClientConfig, type TraceStatement } from './prepared-client.ts';
import { probeServer, Replica } from './replica.ts';
import { sessionSettings, toOptions } from './session-settings.ts';
import { giveUpMillis, limitStatements } from './time-limits.ts';

export interface PostgresqlOptions {
  /** `postgres://user:password@host:port/database`, with the parameters of `toConnectionOptions`. */
  url: string;
  /** A read replica for the reads of operators. */
  replicaUrl?: string | undefined;
  /** Maximum number of connections to each server. The primary has one more, for `/readyz`. */
  poolSize: number;
  /** Whether statements are named, so that the server caches their plans. */
  prepareStatements?: boolean;
  traceStatement?: TraceStatement | undefined;
  /** Receives errors of idle connections. */
  onWarning?: (message: string) => void;
}

/** The share of the connections that is reserved for operators. Partners use the rest, so neither waits for the other. */
const shareOfOperators = 0.3;

/** Opens a PostgreSQL database, version 15 or later. */
export async function openPostgresql({
  url,
  replicaUrl,
  poolSize,
  prepareStatements = true,
  traceStatement,
  onWarning = () => {},
}: PostgresqlOptions): Promise<Database> {
  const limited = async (address: string) => ({
    prepareStatements,
    traceStatement,
    giveUpMillis,
    ...(await limitStatements(address, onWarning)),
  });
  const client = await limited(url);
  const pipelining: PreparedClientConfig = { ...client, pipeline: true };
  const pools: [ConnectionCounts['of'], Pool][] = [];
  const watched = (of: ConnectionCounts['of']) => ({ onPoolCreated: (pool: Pool) => pools.push([of, pool]) });
  const init = (address: string, max: number, config: PreparedClientConfig, of?: ConnectionCounts['of']) =>
    MikroORM.init({
      ...ormOptions,
      driver: BoundDriver,
      dbName: toConnectionOptions(address).database!,
      logger: (message: string) => {
        // `migrate` reports its own progress.
        if (!message.startsWith('[migrator]')) onWarning(message);
      },
      pool: { min: 0, max, idleTimeoutMillis: 30_000 },
      driverOptions: { ...clientOptions(address, config), ...(of ? watched(of) : {}) },
    });
  const operators = Math.max(1, Math.round(poolSize * shareOfOperators));
  const partners = Math.max(1, poolSize - operators);
  const orm = await init(url, operators, client, 'operators');
  // Separate pools that share the discovered entities.
  const connect = (
    of: ConnectionCounts['of'],
    max: number,
    address = url,
    config: PreparedClientConfig = client,
  ) =>
    new BoundConnection(orm.config, {
      driverOptions: { ...clientOptions(address, config), ...watched(of), max },
    });
  const opened = [connect('partners', partners, url, pipelining), connect('readiness', 1)];
  const [hot, probe] = opened as [BoundConnection, BoundConnection];
  const openReplica = async (address: string) => {
    const connection = connect('replica', poolSize, address, await limited(address));
    opened.push(connection);
    return connection.getClient();
  };
  const replica =
    replicaUrl === undefined
      ? undefined
      : new Replica({
          probe: () => probeServer(replicaUrl),
          open: () => openReplica(replicaUrl),
          onWarning,
        });
  await replica?.probe();
  // Kysely sends a statement of a connection only when the one before has been answered.
  const lend: Lend = async (work) => {
    const one = await pools.find(([of]) => of === 'partners')![1].connect();
    try {
      return await work(async (text, parameters) => (await one.query(text, [...parameters])).rows);
    } finally {
      one.release();
    }
  };

  return toDatabase({
    orm,
    replica,
    partners: { client: hot.getClient(), connections: partners, lend },
    readiness: probe.getClient(),
    alone: async (onWait, work) => {
      // One connection for the lock, one for the work, and one for additional queries of the migrator. Without time
      // limits. Behind a pooler, the role has the other settings.
      const options = client.options === undefined ? {} : { options: toOptions(sessionSettings) };
      const unlimited = await init(url, 3, { prepareStatements, ...options, statement_timeout: 0 });
      try {
        return await inTurn(unlimited, onWait, () => work(unlimited));
      } finally {
        await unlimited.close();
      }
    },
    connections: () => pools.map(countsOf),
    close: async () => {
      await Promise.all(opened.map((connection) => connection.close()));
    },
  });
}

function countsOf([of, pool]: [ConnectionCounts['of'], Pool]): ConnectionCounts {
  const { totalCount, idleCount, waitingCount, options } = pool;
  return { of, in_use: totalCount - idleCount, idle: idleCount, waiting: waitingCount, most: options.max };
}

function clientOptions(address: string, client: PreparedClientConfig) {
  return {
    Client: PreparedClient,
    ...toConnectionOptions(address),
    ...client,
    // How long a request waits for a connection, if the pool is exhausted or the server does not respond.
    connectionTimeoutMillis: 2_000,
    keepAlive: true,
  };
}

/** Only one transaction can hold this lock. It holds no snapshot meanwhile. */
const takeTurn = "select pg_try_advisory_xact_lock(hashtextextended('courtbridge/migrate', 0)) as taken";
const turnMillis = 250;

/**
 * Waiting processes try the lock in a new transaction each time. A concurrent index build waits for every transaction
 * with an older snapshot. A transaction that keeps trying would wait for the index build, and the index build for it.
 */
async function inTurn<Result>(
  orm: MikroORM,
  onWait: () => void,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const turn = await ifAlone(orm, work);
    if (turn) return turn.result;
    if (attempt === 1) onWait();
    await sleep(turnMillis);
  }
}

function ifAlone<Result>(
  orm: MikroORM,
  work: () => Promise<Result>,
): Promise<{ result: Result } | undefined> {
  return (
    orm.em
      .getKysely<Record<string, never>>()
      .transaction()
      // Behind a pooler, a connection may still have another default, with which the transaction has a snapshot.
      .setIsolationLevel('read committed')
      .execute(async (trx) => {
        const em = orm.em.fork({ clear: true });
        em.setTransactionContext(trx);
        await em.execute('set local idle_in_transaction_session_timeout = 0');
        await em.execute('set local statement_timeout = 0');
        const [row] = await em.execute<{ taken: boolean }[]>(takeTurn);
        return row!.taken ? { result: await work() } : undefined;
      })
  );
}
