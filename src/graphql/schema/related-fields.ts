import type { EntityClass } from '@mikro-orm/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { Organization } from '../../db/entities/organization.ts';
import { organizationOfGrant } from '../../db/queries/operators/lists.ts';
import type { Row } from '../../db/queries/operators/row.ts';
import { relatedOf } from '../../db/queries/operators/select-rows.ts';
import {
  type Many,
  type One,
  type OneOf,
  type Relation,
  relatedKey,
} from '../../db/queries/operators/selection.ts';
import { listCost, listSize } from '../limits/list-size.ts';
import { AuditEventType } from '../types/types.ts';
import type { Types } from './builder.ts';
import { maxRows } from './common-fields.ts';
import type { RowType } from './row-type.ts';
import { reads } from './selection-of.ts';

type Fields<Parent> = PothosSchemaTypes.ObjectFieldBuilder<Types, Row<Parent>>;
type Column<Entity> = keyof Row<Entity> & string;

interface Description {
  description?: string;
}

/** The row whose id is in a column; null if the column is null. */
export function one<Parent, Entity>(
  t: Fields<Parent>,
  type: RowType<Entity>,
  column: Column<Parent>,
  options: Description & { nullable?: boolean } = {},
) {
  return related(t, type, { kind: 'one', entity: type.entity, equal: { id: column } }, options);
}

/**
 * All rows of another table that refer to this one in a column, sorted by another column. For short relations.
 *
 * @param most maximum number of rows, which determines the cost
 */
export function all<Parent, Entity>(
  t: Fields<Parent>,
  type: RowType<Entity>,
  column: Column<Entity>,
  by: Column<Entity>,
  most: number,
  description: string,
) {
  const relation: Many = { kind: 'many', entity: type.entity, equal: { [column]: 'id' }, by, order: 'asc' };
  return related(t, type, relation, { description, complexity: { field: 1, multiplier: most } });
}

/** The row whose id is in one column, and whose type is in another. */
export function oneOf(id: string, type: string, types: Record<string, { entity: One['entity'] }>): OneOf {
  const ones = Object.entries(types).map(([name, { entity }]) => ({
    kind: 'one' as const,
    entity,
    equal: { id },
    when: { [type]: name },
  }));
  return { kind: 'oneOf', ones };
}

/** A field for a relation. */
export function related<Parent>(
  t: Fields<Parent>,
  type: unknown,
  relation: Relation,
  options: Description & { nullable?: boolean; complexity?: { field: number; multiplier: number } } = {},
) {
  return t.field({
    ...options,
    type: (relation.kind === 'many' ? [type] : type) as never,
    extensions: reads({ relation }),
    resolve: ((row: object, _args: unknown, _context: unknown, { fieldName }: GraphQLResolveInfo) =>
      relatedOf(row, fieldName)) as never,
  });
}

/** The newest rows of another table that refer to this one in a column. The argument `first` limits them. Default: 20. */
export function newest<Parent, Entity>(
  t: Fields<Parent>,
  type: RowType<Entity>,
  column: Column<Entity>,
  options: Description & { of?: Column<Parent>; by?: Column<Entity> } = {},
) {
  const { of = 'id', by = 'id', ...described } = options;
  const relation: Many = { kind: 'many', entity: type.entity, equal: { [column]: of }, by, order: 'desc' };
  return newestOf(t, type, relation, described);
}

/** Like `newest`, for rows that a third table joins to this one. */
export function newestThrough<Parent, Entity, Through>(
  t: Fields<Parent>,
  type: RowType<Entity>,
  entity: EntityClass<Through>,
  column: Column<Through>,
  id: Column<Through>,
  description?: string,
) {
  const through = { entity, id };
  const equal = { [column]: 'id' };
  const relation: Many = { kind: 'many', entity: type.entity, equal, through, by: 'id', order: 'desc' };
  return newestOf(t, type, relation, description === undefined ? {} : { description });
}

function newestOf<Parent, Entity>(
  t: Fields<Parent>,
  type: RowType<Entity>,
  relation: Many,
  options: Description,
) {
  return t.field({
    ...options,
    type: [type],
    args: { first: t.arg.int(maxRows) },
    complexity: listCost,
    extensions: reads({ relation }),
    resolve: ((
      row: object,
      { first }: { first?: number | null },
      _context: unknown,
      { fieldName }: GraphQLResolveInfo,
    ) => relatedOf(row, relatedKey(fieldName, listSize(first)))) as never,
  });
}

/** The history of an organization, including its courts and the grants of access to it. */
export function historyOfOrganization(t: Fields<Organization>) {
  const relation: Many = {
    kind: 'many',
    entity: AuditEventType.entity,
    equal: { subjectId: 'id' },
    by: 'at',
    order: 'desc',
    extra: (row, size) => [
      `select n.* from courts c cross join lateral (
         select a.* from audit_events a where a.subject_id = c.id order by a.at desc limit ${size}
       ) n where c.organization_id = ${row}.id order by n.at desc limit ${size}`,
      `select n.* from audit_events n where ${organizationOfGrant} = ${row}.id::text order by n.at desc limit ${size}`,
    ],
  };
  return newestOf(t, AuditEventType, relation, {
    description: 'Audit events of the organization, its courts and the access to them, newest first.',
  });
}

/** The audit events of a row, newest first. Sorted by time, which is taken under the lock, unlike the id. */
export function history<Parent extends { id: string }>(t: Fields<Parent>) {
  return newest(t, AuditEventType, 'subjectId', {
    by: 'at',
    description: 'Audit events of this object, newest first.',
  });
}
