import type { MikroORM } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import { classifyFailure, databaseUnavailable } from './database-failure.ts';

const maxAttempts = 3;

/** The database, whichever it is: PostgreSQL, or the embedded one. */
export interface Database {
  readonly orm: MikroORM;
  /** A unit of work of its own: for reading and for operators' changes. */
  em(): SqlEntityManager;
  /**
   * One statement with bound parameters, prepared once a connection: for the hot path. It is its own transaction.
   *
   * @throws ApiError `service_unavailable` when the database is away, too slow, or a lock is held too long.
   */
  query<Row>(text: string, parameters: readonly unknown[]): Promise<Row[]>;
  /** Ends every connection; statements under way are let finish. */
  close(): Promise<void>;
}

export function toDatabase(orm: MikroORM, afterClose?: () => Promise<void>): Database {
  const entityManager = orm.em as SqlEntityManager;
  const kysely = entityManager.getKysely<Record<string, never>>();
  return {
    orm,
    em: () => entityManager.fork(),
    query: async <Row>(text: string, parameters: readonly unknown[]) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          const result = await kysely.executeQuery(CompiledQuery.raw(text, [...parameters]));
          return result.rows as Row[];
        } catch (error) {
          const failure = classifyFailure(error);
          if (failure === 'unavailable') throw databaseUnavailable(error);
          if (failure === 'unexpected' || attempt === maxAttempts) throw error;
          // A race was lost, and the statement rolled back: judged again, never shown.
        }
      }
    },
    close: async () => {
      await orm.close();
      await afterClose?.();
    },
  };
}
