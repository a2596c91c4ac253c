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

const maxAttempts = 5;
const closeMillis = 5_000;

type Client = Kysely<Record<string, never>>;

/** A replica may not have the newest change yet. */
export type ReadFrom = 'primary' | 'replica';

/** The connections of one pool. */
export interface ConnectionCounts {
  /** Whom they are for. */
  of: 'partners' | 'operators' | 'readiness' | 'replica';
  in_use: number;
  idle: number;
  /** Who waits for one. */
  waiting: number;
  /** As many as there may be. */
  most: number;
}

/** The database, whichever it is: PostgreSQL, or the embedded one. */
export interface Database {
  readonly orm: MikroORM;
  /** A unit of work on the primary. What changes something goes through `transaction`. */
  em(): SqlEntityManager;
  /**
   * One statement with bound parameters, prepared once a connection: for the hot path. It is its own transaction, and
   * is sent again when its connection was lost, so it must be one that may be done twice.
   *
   * @param waitsFor of what may read much: then it holds only a part of the connections
   * @throws ApiError `service_unavailable` when the database is away, too slow, or a lock is held too long.
   */
  query<Row>(text: string, parameters: readonly unknown[], waitsFor?: WaitsFor): Promise<Row[]>;
  /**
   * Calls a function of this version by named arguments; otherwise like `query`.
   *
   * @throws ApiError `service_unavailable`, also when too many wait for the same already.
   */
  call<Name extends FunctionName>(
    name: Name,
    values: FunctionArguments<Name>,
    waitsFor?: WaitsFor,
  ): Promise<unknown>;
  /** `call`, on the connections of operators: for what is done beside answering partners. */
  callInBackground<Name extends FunctionName>(name: Name, values: FunctionArguments<Name>): Promise<unknown>;
  /** External services on whose behalf so many calls wait that another one would be refused at once. */
  readonly saturated: ReadonlySet<string>;
  /** Whether single calls were seen within the last second: then who has much to do asks for little at once. */
  shouldBatchesYield(): boolean;
  /** `call`, in a unit of work. */
  callIn<Name extends FunctionName>(
    em: SqlEntityManager,
    name: Name,
    values: FunctionArguments<Name>,
  ): Promise<unknown>;
  /** Like `query`, but uses the operators' pool, or the replica if one is configured and responds. */
  read<Row>(from: ReadFrom, text: string, parameters: readonly unknown[]): Promise<Row[]>;
  /**
   * A unit of work in one transaction. `work` is done again when a race was lost.
   *
   * @param waitsFor of a partner's change: it is on the partners' connections, and has its share of them like a `call`.
   * Without, it is an operator's.
   * @throws ApiError `service_unavailable`, as `query`.
   */
  transaction<Result>(work: (em: SqlEntityManager) => Promise<Result>, waitsFor?: WaitsFor): Promise<Result>;
  /**
   * For `/readyz`: shared by all who ask, and beside everything else.
   *
   * @throws ApiError `service_unavailable` when the database is away, starved, or takes no writes.
   */
  checkReady(): Promise<void>;
  /** Returns whether the replica responds, or undefined if none is configured. */
  replicaResponds(): Promise<boolean | undefined>;
  /** The connections of this process just now; of the embedded database there are none. */
  connections(): ConnectionCounts[];
  /** Says that this process still uses its functions (lease.ts). */
  renewLease(): Promise<void>;
  /** Does something that may take long, and that no other process does at the same time: migrating. */
  withMigrationLock<Result>(onWait: () => void, work: (orm: MikroORM) => Promise<Result>): Promise<Result>;
  /** Ends every connection; statements under way are let finish, for 5 s. */
  close(): Promise<void>;
}

interface Parts {
  orm: MikroORM;
  replica?: Replica | undefined;
  /** For the hot path, of so many connections. */
  partners: { client: Client; connections: number };
  /** For `/readyz`. */
  readiness: Client;
  alone: Database['withMigrationLock'];
  connections?: Database['connections'];
  /** Ends what is not the ORM's. */
  close?: () => Promise<void>;
  afterClose?: () => Promise<void>;
}

/** Puts the parts of a database behind its interface. */
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

  return {
    orm,
    em: () => entityManager.fork(),
    read: <Row>(from: ReadFrom, text: string, parameters: readonly unknown[]) => {
      const onPrimary = () => attempt(() => run<Row>(operators, text, parameters), true);
      if (from === 'primary' || !replica) return onPrimary();
      // A replica that lacks connections or disk says nothing about whether partners can be served.
      return replica.read((client) => withRetries(() => run<Row>(client, text, parameters), true), onPrimary);
    },
    query,
    call: async (name, values, waitsFor) => {
      mustHold();
      const call = async () =>
        (await query<{ answer: unknown }>(callText(name), callValues(name, values)))[0]!;
      return (await (waitsFor ? guard.run(waitsFor, call) : call())).answer;
    },
    callInBackground: async (name, values) => {
      mustHold();
      const ask = () => run<{ answer: unknown }>(operators, callText(name), callValues(name, values));
      return (await attempt(ask, true))[0]!.answer;
    },
    saturated: guard.saturated,
    shouldBatchesYield: guard.bulkYields,
    callIn: async (em, name, values) => {
      const kysely = em.getKysely<Record<string, never>>();
      const [row] = await run<{ answer: unknown }>(kysely, callText(name), callValues(name, values));
      return row!.answer;
    },
    // Not MikroORM's own `transactional`: when its BEGIN fails, the connection never returns to the pool.
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
      // A connection that hangs must not keep the process from ending.
      replica?.close();
      const closed = Promise.all([orm.close(), ends.close?.()]);
      await Promise.race([closed, sleep(closeMillis, undefined, { ref: false })]);
      await ends.afterClose?.();
    },
  };
}

async function run<Row>(client: Client, text: string, parameters: readonly unknown[]): Promise<Row[]> {
  const result = await client.executeQuery(CompiledQuery.raw(text, [...parameters]));
  return result.rows as Row[];
}

/**
 * Does the work, again when it lost a race (what was lost is rolled back, judged anew, and never shown), or, where it
 * is repeatable, when its connection broke: whether it was done is then found by doing it again.
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
