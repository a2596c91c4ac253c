import type { EntityClass } from '@mikro-orm/core';
import DataLoader from 'dataloader';
import type { Database, ReadFrom } from '../database.ts';
import { type Row, type Table, tableOf } from './row.ts';
import { type Sql, sql, toStatement } from './sql.ts';

/**
 * Reads plain rows for one answer: what its resolvers ask for one by one is fetched together, one statement a level.
 * Entities are for changing: to make one of each row of a page cost more than everything else that a page takes.
 */
export class Reader {
  readonly #database: Database;
  readonly #from: ReadFrom;
  /** By what they are for: an object, so that no two can be mistaken for each other. */
  readonly #loaders = new Map<object, DataLoader<never, unknown, unknown>>();

  constructor(database: Database, from: ReadFrom) {
    this.#database = database;
    this.#from = from;
  }

  table<Entity>(entity: EntityClass<Entity>): Table {
    return tableOf(this.#database.orm, entity);
  }

  /** @throws ApiError `service_unavailable`, as `Database.read`. */
  rows<Result>(statement: Sql): Promise<Result[]> {
    const { text, parameters } = toStatement(statement);
    return this.#database.read<Result>(this.#from, text, parameters);
  }

  /** The row with this id; null where there is none. */
  async byId<Entity extends { id: string }>(
    entity: EntityClass<Entity>,
    id: string,
  ): Promise<Row<Entity> | null> {
    return this.together(entity, id, async (ids: readonly string[]) => {
      const { name, columns } = this.table(entity);
      const found = await this.rows<Row<Entity> & { id: string }>(
        sql`select ${columns} from ${name} t where t.id = any(${ids}::uuid[])`,
      );
      const byId = new Map(found.map((row) => [row.id, row]));
      return ids.map((wanted) => byId.get(wanted) ?? null);
    });
  }

  /** As `byId`, for an id that a foreign key holds. */
  async referred<Entity extends { id: string }>(
    entity: EntityClass<Entity>,
    id: string,
  ): Promise<Row<Entity>> {
    const row = await this.byId(entity, id);
    if (!row) throw new Error(`${entity.name} ${id} is referred to, and is not there`);
    return row;
  }

  /** Waits for others that ask the same of other keys, and asks once for all. `question` tells what is asked. */
  together<Key, Answer>(
    question: object,
    key: Key,
    answer: (keys: readonly Key[]) => Promise<Answer[]>,
    keyOf?: (key: Key) => unknown,
  ): Promise<Answer> {
    let loader = this.#loaders.get(question) as unknown as DataLoader<Key, Answer, unknown> | undefined;
    if (!loader) {
      loader = new DataLoader(answer, keyOf ? { cacheKeyFn: keyOf } : {});
      this.#loaders.set(question, loader as never);
    }
    return loader.load(key);
  }
}
