import type { Issue } from '../../operation.ts';
import { ApiError } from './api-error.ts';
import type { Cancellation, Cancelled } from './cancel-court-booking.ts';
import type { Upsert, Upserted } from './upsert-court-booking.ts';

export type Item = ({ action: 'upsert' } & Upsert) | ({ action: 'cancel' } & Cancellation);

export type Result = Upserted | Cancelled | { outcome: 'refused'; error: ApiError };

/** An item that matches its shape, or the error of one that does not, with your id of the resource. */
export type Prepared<One = Item> = { id: unknown } & ({ item: One } | { error: ApiError });

/** Checks an item by its shape. */
export function prepareItem<One>(id: unknown, check: () => One): Prepared<One> {
  try {
    return { id, item: check() };
  } catch (error) {
    return { id, error: asApiError(error) };
  }
}

/** Returns the error if it is an `ApiError`. Throws any other error again, because it is a bug of the test kit. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}

/** The issue of an invalid item in a rejected atomic batch. */
export const issueOf = (
  index: number,
  { type, message, fields }: Pick<ApiError, 'type' | 'message' | 'fields'>,
): Issue => ({
  path: ['items', index],
  code: type,
  message,
  ...fields,
});

/** An item that a rule rejects would be rejected again if it were sent unchanged. */
export const toRefused = ({ status, error }: ApiError) => ({
  status,
  outcome: 'refused',
  error,
  retryable: false,
});

/**
 * Separates the items of an atomic batch that are invalid by themselves, with one issue each.
 *
 * @param resource what an item names, for messages
 * @param faultOf returns a further fault of an item, given the previous ones
 */
export function sortOut<One>(
  prepared: Prepared<One>[],
  resource: 'booking' | 'user',
  faultOf: (item: One) => Omit<Issue, 'path'> | undefined = () => undefined,
): { issues: Issue[]; judgeable: { index: number; item: One }[] } {
  const ids = new Set<unknown>();
  const issues: Issue[] = [];
  const judgeable: { index: number; item: One }[] = [];
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

/**
 * Rejects an atomic batch that has issues, in the order of its items.
 *
 * @throws ApiError `batch_refused`
 */
export function refuseBatch(issues: Issue[]): void {
  if (issues.length === 0) return;
  issues.sort((a, b) => (a.path[1] as number) - (b.path[1] as number));
  throw new ApiError('batch_refused', { issues });
}

/** Returns the first schema issue of an item. The message contains the field, because `path` is that of the item. */
function faultOfShape(index: number, error: ApiError): Issue {
  const [first] = error.issues ?? [];
  if (!first) return issueOf(index, error);
  const field = first.path
    .map((key, n) => (typeof key === 'number' ? `[${key}]` : `${n === 0 ? '' : '.'}${key}`))
    .join('');
  return issueOf(index, { type: error.type, message: `${field}: ${first.message}`, fields: {} });
}
