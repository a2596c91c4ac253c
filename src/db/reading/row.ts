import type { Collection, EntityClass, MikroORM, Reference } from '@mikro-orm/core';
import { type Sql, verbatim } from './sql.ts';

type ColumnName<Name, Value> = Name extends string
  ? NonNullable<Value> extends Collection<never> | Uint8Array | ((...args: never) => unknown)
    ? never
    : IsReference<NonNullable<Value>> extends true
      ? `${Name}Id`
      : Name
  : never;

type IsReference<Value> = Value extends Reference<infer _> ? true : false;

type ColumnValue<Value> =
  | (IsReference<NonNullable<Value>> extends true ? string : NonNullable<Value>)
  | (null extends Value ? null : never);

/**
 * A row of an entity's table as it is read: its columns as they are, a reference as the id it holds. What no answer
 * shows is left out: hashes of secrets.
 */
export type Row<Entity> = {
  readonly [Name in keyof Entity as ColumnName<Name, Entity[Name]>]: ColumnValue<Entity[Name]>;
};

/** What statements need to know of an entity. */
export interface Table {
  name: Sql;
  /** What to select of `t`, under the names of `Row`. */
  columns: Sql;
}

const known = new WeakMap<MikroORM, Map<unknown, Table>>();

/** The table of an entity, as the entity says it. */
export function tableOf<Entity>(orm: MikroORM, entity: EntityClass<Entity>): Table {
  let tables = known.get(orm);
  if (!tables) {
    tables = new Map();
    known.set(orm, tables);
  }
  let table = tables.get(entity);
  if (!table) {
    table = describe(orm, entity);
    tables.set(entity, table);
  }
  return table;
}

function describe<Entity>(orm: MikroORM, entity: EntityClass<Entity>): Table {
  const { tableName, props } = orm.getMetadata().get(entity);
  const columns = props
    .filter(({ kind, columnTypes }) => (kind === 'scalar' && columnTypes[0] !== 'bytea') || kind === 'm:1')
    .map(({ name, kind, fieldNames: [column], customType }) => {
      const value = `t."${column}"`;
      const read = customType?.convertToJSValueSQL?.(value, orm.em.getPlatform()) ?? value;
      return `${read} as "${kind === 'm:1' ? `${name}Id` : name}"`;
    });
  return { name: verbatim(`"${tableName}"`), columns: verbatim(columns.join(', ')) };
}
