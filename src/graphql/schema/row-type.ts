import type { EntityClass } from '@mikro-orm/core';
import type { ObjectRef } from '@pothos/core';
import type { Row } from '../../db/queries/operators/row.ts';
import { builder, type Types } from './builder.ts';

/** A type whose objects are rows of a table. */
export type RowType<Entity> = ObjectRef<Types, Row<Entity>> & { entity: EntityClass<Entity> };

/** The type of an entity's rows: a field shows a column, or what related-fields.ts makes of others. */
export function rowType<Entity>(entity: EntityClass<Entity>, name = entity.name) {
  return Object.assign(builder.objectRef<Row<Entity>>(name), { entity });
}

/** A type that shows a new secret, and its row in the field `rowAt`. */
export type IssuedType<Entity> = ObjectRef<Types, { secret: string; row: Row<Entity> }> & {
  entity: EntityClass<Entity>;
  rowAt: string;
};

/** The type of what has been issued: the only answer that ever shows its secret. */
export function issuedType<Entity>(
  name: string,
  type: RowType<Entity>,
  rowAt: string,
  descriptions: { type: string; secret: string },
): IssuedType<Entity> {
  const ref = builder.objectRef<{ secret: string; row: Row<Entity> }>(name).implement({
    description: descriptions.type,
    fields: (t) => ({
      secret: t.exposeString('secret', { description: descriptions.secret }),
      [rowAt]: t.field({ type, resolve: ({ row }) => row as never }),
    }),
  });
  return Object.assign(ref, { entity: type.entity, rowAt });
}

/** A type of what is no row of a table. */
export type ValueType<Value> = ObjectRef<Types, Value> & { isValue: true };

/** The type of what a mutation answers that is no row; what it has stands in the file of its noun. */
export function valueType<Value>(name: string) {
  return Object.assign(builder.objectRef<Value>(name), { isValue: true as const });
}
