import type { GraphQLResolveInfo } from 'graphql';
import type { Types } from './builder.ts';
import { checkId } from './checked.ts';
import type { GraphqlContext } from './context.ts';
import type { RowType } from './row-type.ts';
import { selectionOf } from './selection-of.ts';

/** A query for a row by id. */
export function byId<Entity>(t: PothosSchemaTypes.QueryFieldBuilder<Types, object>, type: RowType<Entity>) {
  return t.field({
    type,
    nullable: true,
    description: 'The row with this id; null if it does not exist.',
    args: { id: t.arg.id({ required: true, description: 'The id, the same as in REST.' }) },
    resolve: ((
      _root: unknown,
      { id }: { id: string },
      { reader }: GraphqlContext,
      info: GraphQLResolveInfo,
    ) => reader.byId(type.entity, checkId(id), selectionOf(info))) as never,
  });
}
