import type { Collection, EntityClass, MikroORM, Reference } from '@mikro-orm/core';
import { InstantType } from '../../entities/instant-type.ts';

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
 * A row of an entity's table. Columns are unchanged, and a reference is its id. Hashes of secrets are excluded, because
 * no response contains them.
 */
export type Row<Entity> = {
  readonly [Name in keyof Entity as ColumnName<Name, Entity[Name]>]: ColumnValue<Entity[Name]>;
};

/** The table of an entity, for statements. */
export interface Table {
  /** Quoted. */
  name: string;
  /** By the names of `Row`. */
  columns: ReadonlyMap<string, { name: string; isInstant: boolean }>;
}

const known = new WeakMap<MikroORM, Map<unknown, Table>>();

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
      const isInstant = customType instanceof InstantType;
      return [kind === 'm:1' ? `${name}Id` : name, { name: `"${column}"`, isInstant }] as const;
    });
  return { name: `"${tableName}"`, columns: new Map(columns) };
}
