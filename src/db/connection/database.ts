import { setTimeout as sleep } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery, type Kysely } from 'kysely';
import {
  callText,
  callValues,
  databaseFunctions,
  type FunctionArguments,
  type FunctionName,
} from '../functions/functions.ts';
import { classifyFailure, databaseUnavailable, isConnectionLost } from './database-failure.ts';
import { createGuard, type WaitsFor } from './guard.ts';
import { Lease } from './lease.ts';
import { Readiness } from './readiness.ts';
import type { Replica } from './replica.ts';
import { RoundTrip } from './round-trip.ts';

const maxAttempts = 5;
const closeMillis = 5_000;

type Client = Kysely<Record<string, never>>;

/** A replica may not have the latest change yet. */
export type ReadFrom = 'primary' | 'replica';

/** The connections of one pool. */
export interface ConnectionCounts {
  /** The users of the pool. */
  of: 'partners' | 'operators' | 'readiness' | 'replica';
  in_use: number;
  idle: number;
  /** Number of callers that wait for a connection. */
  waiting: number;
  /** Maximum number of connections. */
  most: number;
}

/** PostgreSQL, or the embedded database. */
export interface Database {
  readonly orm: MikroORM;
  /** True if all calls belong to one running transaction (in-transaction.ts). */
  readonly isInTransaction?: true;
  /** A unit of work on the primary. Use `transaction` to change data. */
  em(): SqlEntityManager;
  /**
   * Runs one statement with bound parameters, prepared once per connection. For the hot path. It is its own
   * transaction, and is repeated when its connection is lost, so it must be idempotent.
   *
   * @param waitsFor for statements that may read much: they can only use a part of the connections
   * @throws ApiError `service_unavailable` if the database is unavailable or too slow, or a lock is held too long.
   */
  query<Row>(text: string, parameters: readonly unknown[], waitsFor?: WaitsFor): Promise<Row[]>;
  /**
   * Calls a function of this version with named arguments; otherwise like `query`.
   *
   * @throws ApiError `service_unavailable`, also if too many callers already wait for the same resource.
   */
  call<Name extends FunctionName>(
    name: Name,
    values: FunctionArguments<Name>,
    waitsFor?: WaitsFor,
  ): Promise<unknown>;
  /**
   * Calls two functions in one transaction: the answer of the first determines the second, or that nothing is written.
   * Takes two flights, if the server is not embedded: `begin` and the first call, the second call and `commit`. Is
   * repeated like `call`, so `next` may run more than once.
   */
  callInTurn(
    first: FunctionCall,
    next: (answer: unknown) => FunctionCall | undefined,
    waitsFor?: WaitsFor,
  ): Promise<void>;
  /** Like `call`, but uses the operators' pool. For background work. */
  callInBackground<Name extends FunctionName>(name: Name, values: FunctionArguments<Name>): Promise<unknown>;
  /**
   * Counts a call of an external service that waits before its `callInTurn`. Call the returned function when it has ended.
   *
   * @throws ApiError `service_unavailable`: too many wait for this external service.
   */
  enter(externalServiceId: string): () => void;
  /** The time on the way to the database and back, in ms. */
  roundTripMillis(): number;
  /** External services with so many queued calls that another one would be rejected immediately. */
  readonly saturated: ReadonlySet<string>;
  /** Returns true if there were single calls within the last second. Batches should then send small chunks. */
  shouldBatchesYield(): boolean;
  /** Like `call`, within a unit of work. */
  callIn<Name extends FunctionName>(
    em: SqlEntityManager,
    name: Name,
    values: FunctionArguments<Name>,
  ): Promise<unknown>;
  /** Like `query`, but uses the operators' pool, or the replica if one is configured and responds. */
  read<Row>(from: ReadFrom, text: string, parameters: readonly unknown[]): Promise<Row[]>;
  /**
   * Runs a unit of work in one transaction. Repeats `work` after a serialization failure or deadlock.
   *
   * @param waitsFor for a partner's change: it uses the partners' connections, with the same limits as `call`. Without
   * it, the operators' pool is used.
   * @throws ApiError `service_unavailable`, like `query`.
   */
  transaction<Result>(work: (em: SqlEntityManager) => Promise<Result>, waitsFor?: WaitsFor): Promise<Result>;
  /**
   * For `/readyz`. Concurrent callers share one check, which uses its own connection.
   *
   * @throws ApiError `service_unavailable` if the database is unavailable, out of resources, or read-only.
   */
  checkReady(): Promise<void>;
  /** Returns whether the replica responds, or undefined if none is configured. */
  replicaResponds(): Promise<boolean | undefined>;
  /** The current connections of this process; empty for the embedded database. */
  connections(): ConnectionCounts[];
  /** Renews this process's lease on its function schema (lease.ts). */
  renewLease(): Promise<void>;
  /** Runs `work` while holding an advisory lock, so that only one process migrates at a time. */
  withMigrationLock<Result>(onWait: () => void, work: (orm: MikroORM) => Promise<Result>): Promise<Result>;
  /** Closes all connections. Running statements get 5 s to finish. */
  close(): Promise<void>;
}

/** A function with its arguments. */
export type FunctionCall = {
  [Name in FunctionName]: { name: Name; values: FunctionArguments<Name> };
}[FunctionName];

/** Lends a connection that sends statements without waiting for the answers of earlier ones. */
export type Lend = <Result>(work: (query: Database['query']) => Promise<Result>) => Promise<Result>;

interface Parts {
  orm: MikroORM;
  replica?: Replica | undefined;
  /** For the hot path, with this number of connections. */
  partners: { client: Client; connections: number; lend?: Lend };
  /** For `/readyz`. */
  readiness: Client;
  alone: Database['withMigrationLock'];
  connections?: Database['connections'];
  /** Closes what the ORM does not own. */
  close?: () => Promise<void>;
  afterClose?: () => Promise<void>;
}

/** Combines the parts of a database. */
export function toDatabase({ orm, replica, partners, readiness: probe, alone, ...ends }: Parts): Database {
  const entityManager = orm.em as SqlEntityManager;
  const readiness = new Readiness(async () => {
    if (!lease.holds) return 'functions';
    const [row] = await run<{ answer: string | null }>(probe, callText('check_writable'), []);
    return row!.answer;
  });
  const lease = new Lease();
  const mustHold = () => {
    if (!lease.holds) throw databaseUnavailable('the functions of this version may have been dropped');
  };
  const attempt = <Result>(work: () => Promise<Result>, isRepeatable: boolean) =>
    withRetries(work, isRepeatable, (error) => readiness.observe(error));
  const query = <Row>(text: string, parameters: readonly unknown[], waitsFor?: WaitsFor) => {
    const ask = () => attempt(() => run<Row>(partners.client, text, parameters), true);
    return waitsFor ? guard.run(waitsFor, ask) : ask();
  };
  const clientOf = ({ em }: MikroORM): Client => (em as SqlEntityManager).getKysely();
  const operators = clientOf(orm);
  const guard = createGuard(partners.connections);
  const roundTrip = new RoundTrip();
  const lend: Lend =
    partners.lend ??
    ((work) => partners.client.connection().execute((one) => work((text, values) => run(one, text, values))));

  return {
    orm,
    em: () => entityManager.fork(),
    read: <Row>(from: ReadFrom, text: string, parameters: readonly unknown[]) => {
      const onPrimary = () => attempt(() => run<Row>(operators, text, parameters), true);
      if (from === 'primary' || !replica) return onPrimary();
      // A replica without connections or disk space does not affect whether partners can be served.
      return replica.read((client) => withRetries(() => run<Row>(client, text, parameters), true), onPrimary);
    },
    query,
    call: async (name, values, waitsFor) => {
      mustHold();
      const call = async () =>
        (await query<{ answer: unknown }>(callText(name), callValues(name, values)))[0]!;
      return (await (waitsFor ? guard.run(waitsFor, call) : call())).answer;
    },
    callInTurn: async (first, next, waitsFor) => {
      mustHold();
      const call = () => attempt(() => lend((send) => inTurn(send, first, next, roundTrip)), true);
      await (waitsFor ? guard.run(waitsFor, call) : call());
    },
    callInBackground: async (name, values) => {
      mustHold();
      const ask = () => run<{ answer: unknown }>(operators, callText(name), callValues(name, values));
      return (await attempt(ask, true))[0]!.answer;
    },
    enter: guard.enter,
    roundTripMillis: () => roundTrip.millis,
    saturated: guard.saturated,
    shouldBatchesYield: guard.bulkYields,
    callIn: async (em, name, values) => {
      const kysely = em.getKysely<Record<string, never>>();
      const [row] = await run<{ answer: unknown }>(kysely, callText(name), callValues(name, values));
      return row!.answer;
    },
    // Not MikroORM's `transactional`: when its BEGIN fails, the connection never returns to the pool.
    transaction: (work, waitsFor) => {
      const client = waitsFor ? partners.client : clientOf(orm);
      const once = () =>
        client.transaction().execute(async (trx) => {
          const em = entityManager.fork({ clear: true });
          em.setTransactionContext(trx);
          const result = await work(em);
          await em.flush();
          return result;
        });
      return waitsFor ? guard.run(waitsFor, () => attempt(once, false)) : attempt(once, false);
    },
    checkReady: () => readiness.check(),
    replicaResponds: async () => replica?.probe(),
    connections: ends.connections ?? (() => []),
    renewLease: async () => {
      const values = callValues('renew_lease', { name: databaseFunctions().schema });
      await query(callText('renew_lease'), values);
      lease.renewed();
    },
    withMigrationLock: alone,
    close: async () => {
      // A blocked connection must not prevent the process from ending.
      replica?.close();
      const closed = Promise.all([orm.close(), ends.close?.()]);
      await Promise.race([closed, sleep(closeMillis, undefined, { ref: false })]);
      await ends.afterClose?.();
    },
  };
}

/** In one transaction of two flights. */
async function inTurn(
  send: Database['query'],
  first: FunctionCall,
  next: (answer: unknown) => FunctionCall | undefined,
  roundTrip: RoundTrip,
): Promise<void> {
  const call = ({ name, values }: FunctionCall) =>
    send<{ answer: unknown }>(callText(name), callValues(name, values));
  try {
    const [, [row]] = await Promise.all([roundTrip.of(send('begin', [])), call(first)]);
    const second = next(row!.answer);
    const end = Promise.all([second && call(second), send('commit', [])]);
    // Nothing was written, so nobody waits for the end of the transaction.
    if (!second) end.catch(() => {});
    else await end;
  } catch (error) {
    // Fails if the connection is lost, which ends the transaction, too.
    await send('rollback', []).catch(() => {});
    throw error;
  }
}

async function run<Row>(client: Client, text: string, parameters: readonly unknown[]): Promise<Row[]> {
  const result = await client.executeQuery(CompiledQuery.raw(text, [...parameters]));
  return result.rows as Row[];
}

/**
 * Runs the work, and repeats it after a lost race. The failed attempt was rolled back and is not visible. If the work
 * is repeatable, it is also repeated after a lost connection, which shows whether it was done before.
 */
async function withRetries<Result>(
  work: () => Promise<Result>,
  isRepeatable: boolean,
  onFailure: (error: unknown) => void = () => {},
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      onFailure(error);
      const failure = classifyFailure(error);
      const isLast = attempt === maxAttempts;
      if (failure === 'lost_race' && !isLast) continue;
      if (isRepeatable && isConnectionLost(error) && !isLast) continue;
      if (failure === 'unavailable') throw databaseUnavailable(error);
      throw error;
    }
  }
}
