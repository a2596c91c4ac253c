import type { Database } from '../../db/connection/database.ts';

/**
 * A database in which nothing is begun once `spent` is aborted: neither a statement nor a transaction, and a transaction
 * under way is rolled back instead of committed. A statement under way ends by itself or by the timeouts of connection
 * and server; where it was the commit, the change is there, and whoever was told 503 finds it by looking.
 */
export function withDeadline(database: Database, spent: AbortSignal): Database {
  return {
    ...database,
    query: async (...statement) => {
      spent.throwIfAborted();
      return database.query(...statement);
    },
    call: async (...call) => {
      spent.throwIfAborted();
      return database.call(...call);
    },
    read: async (...statement) => {
      spent.throwIfAborted();
      return database.read(...statement);
    },
    transaction: async (work) =>
      database.transaction(async (em) => {
        spent.throwIfAborted();
        const result = await work(em);
        spent.throwIfAborted();
        return result;
      }),
  };
}
