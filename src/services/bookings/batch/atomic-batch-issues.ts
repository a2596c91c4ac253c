import type { ApiError, Issue } from '../../../api-error.ts';
import type { BatchItem } from './batch-item.ts';

/** Not in the document. */
export const maxCourtsAtomically = 50;

/** A valid item, or the error of an invalid one. */
export type Prepared = { item: BatchItem } | { externalCourtBookingId: string; error: ApiError };

/** An item at fault, with the fields of the single operation's error, such as `stored` and `conflicts`. */
export type BatchIssue = Issue & Record<string, unknown>;

/**
 * Separates the items of an atomic batch that are invalid by themselves, with one issue each.
 *
 * @returns the issues, and the other items with their index in the batch
 */
export function sortOut(prepared: Prepared[]): {
  issues: BatchIssue[];
  judgeable: { index: number; item: BatchItem }[];
} {
  const ids = new Set<string>();
  const courts = new Set<string>();
  const issues: BatchIssue[] = [];
  const judgeable: { index: number; item: BatchItem }[] = [];
  for (const [index, one] of prepared.entries()) {
    if ('error' in one) {
      issues.push(faultOfShape(index, one.error));
      ids.add(one.externalCourtBookingId);
      continue;
    }
    const fault = faultInWhole(one.item, ids, courts);
    if (fault) issues.push({ path: ['items', index], ...fault });
    else judgeable.push({ index, item: one.item });
  }
  return { issues, judgeable };
}

export const issueOf = (index: number, { type, message, fields }: ApiError): BatchIssue => ({
  path: ['items', index],
  code: type,
  message,
  ...fields,
});

/**
 * Returns the first fault of an invalid item. Its location is part of the message, because the path is that of the
 * item.
 */
function faultOfShape(index: number, error: ApiError): BatchIssue {
  const { issues: [first] = [] } = error;
  if (!first) return issueOf(index, error);
  const field = first.path
    .map((key, n) => (typeof key === 'number' ? `[${key}]` : `${n === 0 ? '' : '.'}${key}`))
    .join('');
  return { ...issueOf(index, error), message: `${field}: ${first.message}` };
}

/** Returns the first violation of the additional rules of an atomic batch, given the previous items. */
function faultInWhole(
  item: BatchItem,
  ids: Set<string>,
  courts: Set<string>,
): Omit<Issue, 'path'> | undefined {
  if (ids.has(item.externalCourtBookingId)) {
    const message =
      'An item before this one names the same booking. Name each booking once in an atomic batch.';
    return { code: 'duplicate_entries_provided', message };
  }
  ids.add(item.externalCourtBookingId);
  if (item.action === 'cancel' || courts.has(item.courtId)) return undefined;
  courts.add(item.courtId);
  if (courts.size <= maxCourtsAtomically) return undefined;
  const message = `An atomic batch may book at most ${maxCourtsAtomically} courts, and this item names another one. Split the batch.`;
  return { code: 'too_many_courts', message };
}
