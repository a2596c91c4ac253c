/** One fault of a request. `path` is a path parameter or field, followed by keys and indexes. */
interface Issue {
  path: (string | number)[];
  code: string;
  message: string;
}

/** An item at fault, with the fields of the single operation's error, such as `stored` and `conflicts`. */
export type BatchIssue = Issue & Record<string, unknown>;

/** The error of an item. `issues` are those of its shape. */
export interface ItemError {
  type: string;
  message: string;
  fields: Record<string, unknown>;
  issues?: Issue[] | undefined;
}

/** A valid item, or the error of an invalid one, with the partner's own id of the resource as it was sent. */
export type Prepared<Item, Failure extends ItemError = ItemError> = { id: unknown } & (
  | { item: Item }
  | { error: Failure }
);

/** A fault of an item by itself. */
export type ItemFault = Omit<Issue, 'path'>;

/**
 * Separates the items of an atomic batch that are invalid by themselves, with one issue each.
 *
 * @param resource what an item names, for messages
 * @param faultOf returns a further fault of an item, given the previous ones
 * @returns the issues, and the other items with their index in the batch
 */
export function sortOut<Item>(
  prepared: readonly Prepared<Item>[],
  resource: 'booking' | 'user',
  faultOf: (item: Item) => ItemFault | undefined = () => undefined,
): { issues: BatchIssue[]; judgeable: { index: number; item: Item }[] } {
  const ids = new Set<unknown>();
  const issues: BatchIssue[] = [];
  const judgeable: { index: number; item: Item }[] = [];
  for (const [index, one] of prepared.entries()) {
    if ('error' in one) {
      issues.push(faultOfShape(index, one.error));
      ids.add(one.id);
      continue;
    }
    const message = `An item before this one names the same ${resource}. Name each ${resource} once in an atomic batch.`;
    const fault = ids.has(one.id) ? { code: 'duplicate_entries_provided', message } : faultOf(one.item);
    ids.add(one.id);
    if (fault) issues.push({ path: ['items', index], ...fault });
    else judgeable.push({ index, item: one.item });
  }
  return { issues, judgeable };
}

/** Not in the document. */
export const maxCourtsAtomically = 50;

/** Returns a function that finds the items of a batch that name more courts than an atomic batch may book. */
export function limitCourts(): (courtId: string | undefined) => ItemFault | undefined {
  const courts = new Set<string>();
  return (courtId) => {
    if (courtId === undefined || courts.has(courtId)) return undefined;
    courts.add(courtId);
    if (courts.size <= maxCourtsAtomically) return undefined;
    const message = `An atomic batch may book at most ${maxCourtsAtomically} courts, and this item names another one. Split the batch.`;
    return { code: 'too_many_courts', message };
  };
}

/** The issue of an item that violates a rule. */
export const issueOf = (index: number, { type, message, fields }: ItemError): BatchIssue => ({
  path: ['items', index],
  code: type,
  message,
  ...fields,
});

/** Sorts issues by the index of their item. */
export const inOrder = (issues: BatchIssue[]) => issues.sort((a, b) => Number(a.path[1]) - Number(b.path[1]));

/**
 * Returns the first fault of an invalid item. Its location is part of the message, because the path is that of the
 * item.
 */
function faultOfShape(index: number, error: ItemError): BatchIssue {
  const { issues: [first] = [] } = error;
  if (!first) return issueOf(index, error);
  const field = first.path
    .map((key, n) => (typeof key === 'number' ? `[${key}]` : `${n === 0 ? '' : '.'}${key}`))
    .join('');
  return { ...issueOf(index, error), message: `${field}: ${first.message}` };
}
