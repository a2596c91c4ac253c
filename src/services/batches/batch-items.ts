import { z } from 'zod';
import { ApiError, errorFactory, type RejectedItem, type RequestSubject } from '../../api-error.ts';
import { type BatchIssue, inOrder, issueOf, type Prepared } from '../../rules/batch-items.ts';
import type { ServiceContext } from '../service-context.ts';
import { externalId } from '../values/fields.ts';

const createError = errorFactory(['batch_refused']);

/** Not in the document. */
export const maxBatchItems = 200;

/**
 * The body of a batch. A fault in it rejects the whole request. Items are passed on as they were sent, because a copy
 * would lose a field `__proto__`, which their own schema rejects.
 *
 * @param id the field with the partner's own id of the resource. An id that is no string rejects only its item.
 */
export const batchInput = <const Actions extends readonly [string, ...string[]]>(
  actions: Actions,
  id: string,
) => {
  const readable = z.object({ action: z.enum(actions), [id]: z.string() });
  const item = z.custom<SentItem>().check((ctx) => {
    const { error } = readable.safeParse(ctx.value);
    for (const issue of error?.issues ?? [])
      if (issue.path[0] !== id || ctx.value[id] === undefined)
        ctx.issues.push({ ...issue, input: ctx.value } as z.core.$ZodRawIssue);
  });
  return z.strictObject({
    atomic: z.boolean().default(false),
    items: z.array(item).min(1).max(maxBatchItems),
  });
};

/** An item with a known action and an id, which may be no string. */
export type SentItem = Record<string, unknown>;

/** Items per transaction. Small transactions release their locks soon. */
const usualSize = 25;
/**
 * The same while single calls are queued. 25 bookings lock their courts while PostgreSQL works for 6 ms, six for 3 ms.
 */
const sizeUnderLoad = 6;
/** Items validated at a time, which takes 0.3 ms. All 200 take 3 ms, which would block other requests. */
const readAtOnce = 25;
/** No further transaction begins after this time, so that the response is sent in time. */
const beginMillis = 1_500;

/** Validates each item. A fault in one does not affect the others. */
export async function prepareItems<Item>(
  items: SentItem[],
  id: string,
  prepare: (given: SentItem) => Item,
): Promise<Prepared<Item, ApiError>[]> {
  const prepared: Prepared<Item, ApiError>[] = [];
  for (const [index, given] of items.entries()) {
    // Lets the event loop handle other requests first.
    if (index > 0 && index % readAtOnce === 0) await new Promise((resolve) => setImmediate(resolve));
    try {
      prepared.push({ id: given[id], item: prepare(given) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      prepared.push({ id: given[id], error });
    }
  }
  return prepared;
}

/**
 * Processes items in order, in several transactions, for a limited time. If a later transaction fails because the
 * service is unavailable, it stops and keeps what was done.
 *
 * @param run processes the items from `from` up to `to` and returns how many of them it has processed
 * @throws ApiError `service_unavailable`: nothing was done.
 */
export async function inChunks(
  { database, now }: ServiceContext,
  count: number,
  run: (from: number, to: number) => Promise<number>,
): Promise<void> {
  const startedAt = now();
  for (let from = 0; from < count && now() - startedAt <= beginMillis; ) {
    const size = database.shouldBatchesYield() ? sizeUnderLoad : usualSize;
    try {
      from += await run(from, Math.min(count, from + size));
    } catch (error) {
      const isPassing = error instanceof ApiError && error.type === 'service_unavailable';
      if (from === 0 || !isPassing) throw error;
      return;
    }
  }
}

/** The results of a batch in the order of its items, and the rejected items for operators. */
export interface BatchResults<Result> {
  results: Result[];
  rejectedItems: RejectedItem[];
}

/** Adds the rejected items to the results of a batch that is not atomic. */
export function withRejectedItems<Result extends { outcome: string }>(
  prepared: readonly Prepared<object, ApiError>[],
  results: (Result | { outcome: 'refused'; error: ApiError })[],
): BatchResults<Result | { outcome: 'refused'; error: ApiError }> {
  const rejectedItems = results.flatMap((result, index) =>
    'error' in result ? [{ index, subject: subjectOf(prepared[index]!), error: result.error }] : [],
  );
  return { results, rejectedItems };
}

/**
 * The error of an atomic batch.
 *
 * @param issues the items that are invalid by themselves
 * @param errors of items that violate a rule, by index
 * @param disclosed as in `ApiErrorDetails`
 */
export function batchRefused(
  prepared: readonly Prepared<object, ApiError>[],
  issues: readonly BatchIssue[],
  errors: ReadonlyMap<number, ApiError> = new Map(),
  disclosed?: number,
): ApiError {
  const all = inOrder([...issues, ...[...errors].map(([index, error]) => issueOf(index, error))]);
  const rejectedItems = all.map((issue) => {
    const index = Number(issue.path[1]);
    const one = prepared[index]!;
    const own = 'error' in one ? one.error : errors.get(index);
    // Only an atomic batch rejects such an item, so no single operation has an error for it.
    const error = own ?? createError('batch_refused', { issues: [{ ...issue, path: [] }] });
    return { index, subject: subjectOf(one), error };
  });
  return createError('batch_refused', { issues: all, rejectedItems, disclosed });
}

const validId = externalId();

function subjectOf({ id, ...one }: Prepared<object, ApiError>): RequestSubject {
  const { externalUpdatedAt, courtId, startDate, endDate }: RequestSubject = 'item' in one ? one.item : {};
  return {
    externalId: validId.safeParse(id).data,
    externalUpdatedAt,
    courtId,
    startDate,
    endDate,
  };
}
