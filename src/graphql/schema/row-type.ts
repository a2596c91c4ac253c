import type { EntityClass } from '@mikro-orm/core';
import type { ObjectRef } from '@pothos/core';
import type { Row } from '../../db/queries/operators/row.ts';
import { builder, type Types } from './builder.ts';

/** A GraphQL type whose objects are table rows. */
export type RowType<Entity> = ObjectRef<Types, Row<Entity>> & { entity: EntityClass<Entity> };

/** Returns the type of an entity's rows. Its fields show columns, or relations from related-fields.ts. */
export function rowType<Entity>(entity: EntityClass<Entity>, name = entity.name) {
  return Object.assign(builder.objectRef<Row<Entity>>(name), { entity });
}

/** A type with a new secret, and its row in the field `rowAt`. */
export type IssuedType<Entity> = ObjectRef<Types, { secret: string; row: Row<Entity> }> & {
  entity: EntityClass<Entity>;
  rowAt: string;
};

/** Returns the type of the only response that contains a secret. */
export function issuedType<Entity>(
  name: string,
  type: RowType<Entity>,
  rowAt: string,
  descriptions: { type: string; secret: string; row: string },
): IssuedType<Entity> {
  const ref = builder.objectRef<{ secret: string; row: Row<Entity> }>(name).implement({
    description: descriptions.type,
    fields: (t) => ({
      secret: t.exposeString('secret', { description: descriptions.secret }),
      [rowAt]: t.field({ type, description: descriptions.row, resolve: ({ row }) => row as never }),
    }),
  });
  return Object.assign(ref, { entity: type.entity, rowAt });
}

/** A type whose objects are not table rows. */
export type ValueType<Value> = ObjectRef<Types, Value> & { isValue: true };

/** Returns the type of a mutation's result that is not a row. Its fields are defined in the files of `types/`. */
export function valueType<Value>(name: string) {
  return Object.assign(builder.objectRef<Value>(name), { isValue: true as const });
}
