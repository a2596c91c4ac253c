import type { EntityClass } from '@mikro-orm/core';
import type { Reader } from './reader.ts';
import type { Row } from './row.ts';
import { sql, verbatim } from './sql.ts';

/** The rows of a table that belong to a row of another. */
export class RelatedRows<Entity extends { id: string }> {
  readonly entity: EntityClass<Entity>;
  /** The column that names the row they belong to, and its type. */
  readonly parent: string;
  readonly parentType: 'uuid' | 'text';
  /** The column that tells which is newest. */
  readonly newest: string;
  /** The table that joins the two, and its column of the neighbour's id. */
  readonly through: { table: string; id: string } | undefined;
  readonly #ofSize = new Map<number, object>();

  constructor(
    entity: EntityClass<Entity>,
    parent: string,
    {
      parentType = 'uuid',
      newest = 'id',
      through,
    }: {
      parentType?: 'uuid' | 'text';
      newest?: string;
      through?: { table: string; id: string };
    } = {},
  ) {
    this.entity = entity;
    this.parent = parent;
    this.parentType = parentType;
    this.newest = newest;
    this.through = through;
  }

  /** The newest so many of a row: for all rows that are asked for at once, in one statement. */
  newestOf(reader: Reader, parentId: string, size: number): Promise<Row<Entity>[]> {
    let question = this.#ofSize.get(size);
    if (!question) {
      question = {};
      this.#ofSize.set(size, question);
    }
    return reader.together(question, parentId, async (parentIds: readonly string[]) => {
      const rows = await reader.rows<Row<Entity> & { parent: string }>(
        this.#statement(reader, parentIds, size),
      );
      const lists = new Map<string, Row<Entity>[]>(parentIds.map((id) => [id, []]));
      for (const { parent, ...row } of rows) lists.get(parent)!.push(row as unknown as Row<Entity>);
      return parentIds.map((id) => lists.get(id)!);
    });
  }

  #statement(reader: Reader, parentIds: readonly string[], size: number) {
    const { name, columns } = reader.table(this.entity);
    const [parent, newest] = [verbatim(this.parent), verbatim(this.newest)];
    const parents = sql`unnest(${parentIds}::${verbatim(this.parentType)}[]) as p (id)`;
    const head = sql`select p.id as "parent", ${columns} from ${parents} cross join lateral`;
    if (!this.through) {
      return sql`${head} (
        select * from ${name} n where n.${parent} = p.id order by n.${newest} desc limit ${size}
      ) t order by t.${newest} desc`;
    }
    const [table, id] = [verbatim(this.through.table), verbatim(this.through.id)];
    return sql`${head} (
      select n.${id} as id from ${table} n where n.${parent} = p.id order by n.${id} desc limit ${size}
    ) n join ${name} t on t.id = n.id order by t.id desc`;
  }
}
