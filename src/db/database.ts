import { setTimeout as sleep } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery, type Kysely } from 'kysely';
import { classifyFailure, databaseUnavailable } from './database-failure.ts';
import type { StatementLimit } from './prepared-client.ts';

const maxAttempts = 3;
const closeMillis = 5_000;

/** The database, whichever it is: PostgreSQL, or the embedded one. */
export interface Database {
  readonly orm: MikroORM;
  /** A unit of work on the primary. What changes something goes through `transaction`. */
  em(): SqlEntityManager;
  /**
   * One statement with bound parameters, prepared once a connection: for the hot path. It is its own transaction.
   *
   * @throws ApiError `service_unavailable` when the database is away, too slow, or a lock is held too long.
   */
  query<Row>(text: string, parameters: readonly unknown[]): Promise<Row[]>;
  /** A unit of work that only reads: on the replica, where there is one. */
  readEm(): SqlEntityManager;
  /** One statement with bound parameters, on the connection of a unit of work. */
  read<Row>(em: SqlEntityManager, text: string, parameters: readonly unknown[]): Promise<Row[]>;
  /**
   * A unit of work in one transaction: for operators' changes. `work` is done again when a race was lost.
   *
   * @throws ApiError `service_unavailable`, as `query`.
   */
  transaction<Result>(work: (em: SqlEntityManager) => Promise<Result>): Promise<Result>;
  /** Lets statements take as long as they need: for migrations. */
  withoutTimeLimit<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Ends every connection; statements under way are let finish, for 5 s. */
  close(): Promise<void>;
}

interface Parts {
  orm: MikroORM;
  /** Of a read replica. */
  replica?: MikroORM | undefined;
  statementLimit?: StatementLimit;
  afterClose?: () => Promise<void>;
}

/** Puts the parts of a database behind its interface. */
export function toDatabase({ orm, replica, statementLimit, afterClose }: Parts): Database {
  const entityManager = orm.em as SqlEntityManager;
  const kysely = entityManager.getKysely<Record<string, never>>();
  return {
    orm,
    em: () => entityManager.fork(),
    readEm: () => ((replica ?? orm).em as SqlEntityManager).fork(),
    read: (em, text, parameters) =>
      judgeAgain(() => run(em.getKysely<Record<string, never>>(), text, parameters)),
    query: (text, parameters) => judgeAgain(() => run(kysely, text, parameters)),
    // Not MikroORM's own `transactional`: when its BEGIN fails, the connection never returns to the pool.
    transaction: (work) =>
      judgeAgain(() =>
        kysely.transaction().execute(async (trx) => {
          const em = entityManager.fork({ clear: true });
          em.setTransactionContext(trx);
          const result = await work(em);
          await em.flush();
          return result;
        }),
      ),
    withoutTimeLimit: async (work) => {
      const millis = statementLimit?.millis;
      if (statementLimit) statementLimit.millis = undefined;
      try {
        return await work();
      } finally {
        if (statementLimit) statementLimit.millis = millis;
      }
    },
    close: async () => {
      // A connection that hangs must not keep the process from ending.
      const closed = Promise.all([orm.close(), replica?.close()]);
      await Promise.race([closed, sleep(closeMillis, undefined, { ref: false })]);
      await afterClose?.();
    },
  };
}

async function run<Row>(
  kysely: Kysely<Record<string, never>>,
  text: string,
  parameters: readonly unknown[],
): Promise<Row[]> {
  const result = await kysely.executeQuery(CompiledQuery.raw(text, [...parameters]));
  return result.rows as Row[];
}

/** Does the work, again when it lost a race: what was lost is rolled back, judged anew, and never shown. */
async function judgeAgain<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const failure = classifyFailure(error);
      if (failure === 'unavailable') throw databaseUnavailable(error);
      if (failure === 'unexpected' || attempt === maxAttempts) throw error;
    }
  }
}
