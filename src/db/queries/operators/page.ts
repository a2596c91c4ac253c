export interface Page {
  /** The name of an order of the list. Default: ids, which are in the order of time. */
  by?: string | undefined;
  order: 'asc' | 'desc';
  /** From the end of the list: the last row first. */
  backwards?: boolean;
  /** Only rows after this position. */
  after?: PagePosition | undefined;
  before?: PagePosition | undefined;
  limit: number;
}

/** The position of a row in a list. */
export interface PagePosition {
  id: string;
  /** Values of the columns that the list is sorted by. */
  values: readonly (string | null)[];
}
