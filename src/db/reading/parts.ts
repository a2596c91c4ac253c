import type { EntityClass } from '@mikro-orm/core';
import type { Reader } from './reader.ts';
import type { Row } from './row.ts';
import { sql, verbatim } from './sql.ts';

/** The rows that are parts of another, all of them: there are few of each. */
export class Parts<Entity, Whole extends string & keyof Row<Entity>> {
  readonly #entity: EntityClass<Entity>;
  readonly #column: string;
  readonly #whole: Whole;
  readonly #order: string;

  /** `column` holds the id of the whole, which rows call `whole`. */
  constructor(entity: EntityClass<Entity>, column: string, whole: Whole, order: string) {
    this.#entity = entity;
    this.#column = column;
    this.#whole = whole;
    this.#order = order;
  }

  /** The parts of one thing, in order: for all that are asked for at once, in one statement. */
  of(reader: Reader, wholeId: string): Promise<Row<Entity>[]> {
    return reader.together(this, wholeId, async (wholeIds: readonly string[]) => {
      const { name, columns } = reader.table(this.#entity);
      const rows = await reader.rows<Row<Entity>>(
        sql`select ${columns} from ${name} t where t.${verbatim(this.#column)} = any(${wholeIds}::uuid[])
            order by t.${verbatim(this.#order)}`,
      );
      const lists = new Map<unknown, Row<Entity>[]>(wholeIds.map((id) => [id, []]));
      for (const row of rows) lists.get(row[this.#whole])!.push(row);
      return wholeIds.map((id) => lists.get(id)!);
    });
  }
}
