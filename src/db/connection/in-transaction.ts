import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Database } from './database.ts';
import { queryIn } from './query.ts';

/**
 * Returns a database whose operations join a running transaction. So a change can be read on the same connection before
 * it is committed.
 */
export function inTransaction(database: Database, em: SqlEntityManager): Database {
  const query = queryIn(em);
  return {
    ...database,
    isInTransaction: true,
    em: () => em,
    query,
    read: (_from, text, parameters) => query(text, parameters),
    call: (name, values) => database.callIn(em, name, values),
    callInTurn: async (first, next) => {
      const second = next(await database.callIn(em, first.name, first.values));
      if (second) await database.callIn(em, second.name, second.values);
    },
    callInBackground: (name, values) => database.callIn(em, name, values),
    transaction: async (work) => {
      const result = await work(em);
      await em.flush();
      return result;
    },
  };
}

/** Returns a database whose first transaction begins with `check` and ends with what that returns. Nothing that it has read is kept. */
export function beginningWith(
  database: Database,
  check: (within: Database) => Promise<(() => Promise<void>) | undefined>,
): Database {
  let isChecked = false;
  return {
    ...database,
    transaction: async (work, waitsFor) => {
      const result = await database.transaction(async (em) => {
        const within = inTransaction(database, em);
        const atEnd = isChecked ? undefined : await check(within);
        em.clear();
        const done = await within.transaction(work);
        await atEnd?.();
        return done;
      }, waitsFor);
      isChecked = true;
      return result;
    },
  };
}
