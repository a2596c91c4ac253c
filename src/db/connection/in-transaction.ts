import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import type { Database } from './database.ts';

/**
 * The database as a transaction under way sees it: everything that is done by this joins it. So what was changed can be
 * read on the same connection, before anybody else has changed it.
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
