import { valueName } from '../../pages/operators/words.ts';
import type { Catalog, DocumentPage } from './catalog.ts';
import type { Values } from './record-names.ts';

/** How much of what was asked for a task does, and why it is not all. */
export interface Outcome {
  done: 'all' | 'part' | 'none';
  why?: string;
}

/** The bookings that a reinstatement leaves cancelled. */
const left = ['timeTaken', 'courtClosed', 'cancelledByPartner'];

/** Judges the result of a task, or of its dry run, which has the same fields. */
export function outcomeOf(catalog: Catalog, page: DocumentPage, value: Values): Outcome {
  const { count, error, status, hasMore, nextCursor, nextSequence } = value;
  // The result shows the error.
  if (typeof error === 'string') return { done: 'none' };
  const related = [...catalog.records.values()].flatMap((record) => record.related);
  const { when } = related.find((each) => each.page === page) ?? {};
  if (status !== undefined && status === when?.status)
    return { done: 'part', why: `The status is still “${valueName(String(status))}”.` };
  const stays = left.filter((key) => (value[key] as unknown[] | undefined)?.length);
  const isNone = count === 0 && !stays.includes('cancelledByPartner');
  if (isNone && stays.length > 0)
    return { done: 'none', why: 'No booking can become active again. The lists say why.' };
  if (isNone && !('courtBookings' in value)) return { done: 'none', why: 'Nothing matches.' };
  if (stays.length > 0)
    return { done: 'part', why: 'Some bookings stay cancelled. The lists say which, and why.' };
  const isCut = hasMore === true || (nextCursor ?? nextSequence ?? null) !== null;
  return isCut
    ? { done: 'part', why: 'There is more than one call does. Repeat the task.' }
    : { done: 'all' };
}
