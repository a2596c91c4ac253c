import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import type { Database } from './database.ts';

/** Runs one statement with bound parameters, and returns its rows: `Database.query`, `onPrimary` or `queryIn`. */
export type Query = <Row>(text: string, parameters: readonly unknown[]) => Promise<Row[]>;

/** Runs statements on the primary, with the operators' connections. Each is its own transaction. */
export function onPrimary(database: Pick<Database, 'read'>): Query {
  return (text, parameters) => database.read('primary', text, parameters);
}

/** Runs statements on the replica, if one is configured and responds. It may not have the latest changes yet. */
export function onReplica(database: Pick<Database, 'read'>): Query {
  return (text, parameters) => database.read('replica', text, parameters);
}

/** Runs statements in the transaction of a unit of work. Pending changes of entities are not flushed first. */
export function queryIn(em: SqlEntityManager): Query {
  return async <Row>(text: string, parameters: readonly unknown[]) => {
    const client = em.getKysely<Record<string, never>>();
    return (await client.executeQuery(CompiledQuery.raw(text, [...parameters]))).rows as Row[];
  };
}
