import type { ApiError, Issue } from '../../errors.ts';
import type { BatchItem } from './batch-item.ts';

/** Not in the document. */
export const maxCourtsAtomically = 50;

/** An item that can be judged, or why it cannot. */
export type Prepared = { item: BatchItem } | { error: ApiError };

/** What can be told without the database of an atomic batch: of each item at fault one issue, in the order of the items. */
export function issuesOf(prepared: Prepared[]): Issue[] {
  const ids = new Set<string>();
  const courts = new Set<string>();
  return prepared.flatMap((one, index) => {
    if ('error' in one) return [faultOfShape(index, one.error)];
    const fault = faultInWhole(one.item, ids, courts);
    return fault ? [{ path: ['items', index], ...fault }] : [];
  });
}

/** An item at fault: its place, and what is wrong with it. */
export const issueOf = (index: number, { type, message }: ApiError): Issue => ({
  path: ['items', index],
  code: type,
  message,
});

/** The first fault of a shape: its place stands in the message, since the path is that of the item. */
function faultOfShape(index: number, error: ApiError): Issue {
  const { issues: [first] = [] } = error;
  if (!first) return issueOf(index, error);
  const place = first.path
    .map((key, n) => (typeof key === 'number' ? `[${key}]` : `${n === 0 ? '' : '.'}${key}`))
    .join('');
  return { ...issueOf(index, error), message: `${place}: ${first.message}` };
}

/** What only an atomic batch must not have, beside the items before this one. */
function faultInWhole(
  item: BatchItem,
  ids: Set<string>,
  courts: Set<string>,
): Omit<Issue, 'path'> | undefined {
  if (ids.has(item.externalCourtBookingId)) {
    const message = 'This booking stands in the batch before. An atomic batch names each booking once.';
    return { code: 'duplicate_entries_provided', message };
  }
  ids.add(item.externalCourtBookingId);
  if (item.action === 'cancel' || courts.has(item.courtId)) return undefined;
  courts.add(item.courtId);
  if (courts.size <= maxCourtsAtomically) return undefined;
  const message = `An atomic batch may place bookings on ${maxCourtsAtomically} courts at most: this is one more.`;
  return { code: 'too_many_courts', message };
}
