import type { EntityClass } from '@mikro-orm/core';

/** Rows of another table that belong to a row: by columns of theirs that equal columns of its, under the names of `Row`. */
export type Relation = One | OneOf | Many | Merged;

/** At most one row. */
export interface One {
  kind: 'one';
  // biome-ignore lint/suspicious/noExplicitAny: of any entity
  entity: EntityClass<any>;
  equal: Readonly<Record<string, string>>;
  /** Only of rows with one of these values of our own. */
  when?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /** A row of a third table, whose columns equal further ones. */
  via?: Via | undefined;
}

/** The row whose id a column of ours holds, and what it has in common with the related row: `equal` of that one. */
export interface Via {
  // biome-ignore lint/suspicious/noExplicitAny: of any entity
  entity: EntityClass<any>;
  id: string;
  equal: Readonly<Record<string, string>>;
}

/** One row of one of several tables: of the first whose `when` holds. */
export interface OneOf {
  kind: 'oneOf';
  ones: readonly One[];
}

/** Many rows, in the order of a column; of a relation that may be long the first so many. */
export interface Many {
  kind: 'many';
  // biome-ignore lint/suspicious/noExplicitAny: of any entity
  entity: EntityClass<any>;
  equal: Readonly<Record<string, string>>;
  /** Instead of `equal`: a column whose values a list in a column of ours names. */
  among?: Readonly<Record<string, string>> | undefined;
  /** The table whose columns `equal` names instead, and its column that holds the id of the related row. */
  // biome-ignore lint/suspicious/noExplicitAny: of any entity
  through?: { entity: EntityClass<any>; id: string } | undefined;
  by: string;
  order: 'asc' | 'desc';
  /** Queries of further rows of the same table, each of so many in the same order: of the row called `row`. */
  beside?: (row: string, size: number) => readonly string[];
}

/** Rows of several tables that belong to a row, in one order, last first: each is read as a `MergedRow`. */
export interface Merged {
  kind: 'merged';
  parts: readonly MergedPart[];
}

export interface MergedPart {
  // biome-ignore lint/suspicious/noExplicitAny: of any entity
  entity: EntityClass<any>;
  /**
   * A query of the columns of the entity and of one called `place`, a text by which they are ordered: so many of those
   * that belong to the row called `row`, and stand before a place.
   */
  rows: (row: string, range: { before: string | undefined; size: number }) => string;
}

export interface MergedRow {
  place: string;
  row: object;
}

/** What to read of the rows of a table, in one statement however far it reaches. */
export interface Selection {
  /** Names of `Row`. */
  columns: Set<string>;
  /** By a name and size that tell one from another: see `relatedKey`. */
  related: Map<string, RelatedSelection>;
}

export interface RelatedSelection {
  relation: Relation;
  size: number | undefined;
  /** Of what is merged: only what stands before this place. */
  before?: string | undefined;
  /** What to read of each table that they may be of. */
  selections: Map<EntityClass<unknown>, Selection>;
}

export function emptySelection(): Selection {
  return { columns: new Set(), related: new Map() };
}

export function relatedKey(name: string, size?: number, before = ''): string {
  return size === undefined ? name : `${name} ${size} ${before}`.trimEnd();
}
