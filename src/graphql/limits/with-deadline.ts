import type { Database } from '../../db/connection/database.ts';

/**
 * Wraps a database so that no statement and no transaction starts after `spent` is aborted. A running transaction is
 * rolled back instead of committed. A running statement ends on its own, or on the timeouts of connection and server.
 * If it was the commit, the change persists; a caller who received 503 can query it.
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
