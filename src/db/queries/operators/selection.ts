import type { EntityClass } from '@mikro-orm/core';

/** Related rows of another table, matched by equal columns, with the names of `Row`. */
export type Relation = One | OneOf | Many | Merged;

/** At most one row. */
export interface One {
  kind: 'one';
  // biome-ignore lint/suspicious/noExplicitAny: of any entity
  entity: EntityClass<any>;
  equal: Readonly<Record<string, string>>;
  /** Only for rows with one of these values. */
  when?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /** A row of a third table, whose columns match further ones. */
  via?: Via | undefined;
}

/** The row whose id is in a column of this row, and its columns that equal columns of the related row. */
export interface Via {
  // biome-ignore lint/suspicious/noExplicitAny: of any entity
  entity: EntityClass<any>;
  id: string;
  equal: Readonly<Record<string, string>>;
}

/** One row of one of several tables: the first whose `when` matches. */
export interface OneOf {
  kind: 'oneOf';
  ones: readonly One[];
}

/** Many rows, ordered by a column. A long relation is limited to the first rows. */
export interface Many {
  kind: 'many';
  // biome-ignore lint/suspicious/noExplicitAny: of any entity
  entity: EntityClass<any>;
  equal: Readonly<Record<string, string>>;
  /** Instead of `equal`: a column that must match a value of an array column of this row. */
  among?: Readonly<Record<string, string>> | undefined;
  /** The table whose columns `equal` names instead, and its column that holds the id of the related row. */
  // biome-ignore lint/suspicious/noExplicitAny: of any entity
  through?: { entity: EntityClass<any>; id: string } | undefined;
  by: string;
  order: 'asc' | 'desc';
  /** Queries for further rows of the same table, for the row `row`. Each has the same order and size limit. */
  extra?: (row: string, size: number) => readonly string[];
}

/** Related rows of several tables in one order, last first. Each is read as a `MergedRow`. */
export interface Merged {
  kind: 'merged';
  parts: readonly MergedPart[];
}

export interface MergedPart {
  // biome-ignore lint/suspicious/noExplicitAny: of any entity
  entity: EntityClass<any>;
  /**
   * A query for the columns of the entity and a text column `position`, which defines the order. It returns at most `size`
   * rows that belong to the row `row` and come before a position.
   */
  rows: (row: string, range: { before: string | undefined; size: number }) => string;
}

export interface MergedRow {
  position: string;
  row: object;
}

/** The columns and relations to read from a table, in one statement. */
export interface Selection {
  /** Names of `Row`. */
  columns: Set<string>;
  /** By a key of name and size; see `relatedKey`. */
  related: Map<string, RelatedSelection>;
}

export interface RelatedSelection {
  relation: Relation;
  size: number | undefined;
  /** For merged relations: only entries before this position. */
  before?: string | undefined;
  /** The selection for each possible table. */
  selections: Map<EntityClass<unknown>, Selection>;
}

export function emptySelection(): Selection {
  return { columns: new Set(), related: new Map() };
}

export function relatedKey(name: string, size?: number, before = ''): string {
  return size === undefined ? name : `${name} ${size} ${before}`.trimEnd();
}
