import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import type { Database } from './database.ts';

/**
 * Returns a database whose operations join a running transaction. So a change can be read on the same connection before
 * it is committed.
 */
export function inTransaction(database: Database, em: SqlEntityManager): Database {
  const query = async <Row>(text: string, parameters: readonly unknown[]): Promise<Row[]> => {
    const client = em.getKysely<Record<string, never>>();
    return (await client.executeQuery(CompiledQuery.raw(text, [...parameters]))).rows as Row[];
  };
  return {
    ...database,
    em: () => em,
    query,
    read: (_from, text, parameters) => query(text, parameters),
    call: (name, values) => database.callIn(em, name, values),
    callInBackground: (name, values) => database.callIn(em, name, values),
    transaction: async (work) => {
      const result = await work(em);
      await em.flush();
      return result;
    },
  };
}
