import { type BatchIssue, inOrder, issueOf, type Prepared } from '../../../../src/rules/batch-items.ts';
import { fieldFault } from '../../text-faults.ts';
import { ApiError, type RejectedItem } from './api-error.ts';
import type { Named } from './world.ts';

/** Checks an item by its shape. */
export function prepareItem<One>(id: unknown, check: () => One): Prepared<One, ApiError> {
  try {
    return { id, item: check() };
  } catch (error) {
    // Any other error is a bug of the test kit.
    if (error instanceof ApiError) return { id, error };
    throw error;
  }
}

/** An item that a rule rejects would be rejected again if it were sent unchanged. */
export const toRefused = ({ status, error }: ApiError) => ({
  status,
  outcome: 'refused',
  error,
  retryable: false,
});

/** What an item names, as far as it is well-formed. */
function namedBy({ id, ...one }: Prepared<object, ApiError>): Named {
  const { content, externalUpdatedAt } = ('item' in one ? one.item : {}) as Named & { content?: Named };
  const { courtId, startDate, endDate, externalUpdatedAt: version = externalUpdatedAt } = content ?? {};
  const isId = typeof id === 'string' && !fieldFault(id, { minimum: 1, maximum: 255, notDots: true });
  return { externalId: isId ? id : undefined, externalUpdatedAt: version, courtId, startDate, endDate };
}

/** The rejected items of a batch that is not atomic. */
export const rejectedItems = (
  prepared: readonly Prepared<object, ApiError>[],
  results: readonly object[],
): RejectedItem[] =>
  results.flatMap((result, index) =>
    'error' in result ? { index, named: namedBy(prepared[index]!), error: result.error as ApiError } : [],
  );

/**
 * The error of an atomic batch.
 *
 * @param issues the items that are invalid by themselves
 * @param errors of items that violate a rule, by index
 */
export function batchRefused(
  prepared: readonly Prepared<object, ApiError>[],
  issues: readonly BatchIssue[],
  errors: ReadonlyMap<number, ApiError> = new Map(),
): ApiError {
  const all = inOrder([...issues, ...[...errors].map(([index, error]) => issueOf(index, error))]);
  const rejected = all.map((issue) => {
    const index = Number(issue.path[1]);
    const one = prepared[index]!;
    const own = 'error' in one ? one.error : errors.get(index);
    const error = own ?? new ApiError('batch_refused', { issues: [{ ...issue, path: [] }] });
    return { index, named: namedBy(one), error };
  });
  return new ApiError('batch_refused', { issues: all, rejectedItems: rejected });
}
