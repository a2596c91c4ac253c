/** A part of a list, in an order. */
export interface Page {
  /** The name of one of the orders of the list; left out: that of ids, which is the order of time. */
  by?: string | undefined;
  order: 'asc' | 'desc';
  /** From the end of the list: the last row first. */
  backwards?: boolean;
  /** Only what follows this place, or goes before it. */
  after?: PagePosition | undefined;
  before?: PagePosition | undefined;
  limit: number;
}

/** Where a row stands in a list. */
export interface PagePosition {
  id: string;
  /** Of the columns by which the list is sorted. */
  values: readonly (string | null)[];
}
