import { z } from 'zod';
import { ApiError, type Issue } from '../../api-error.ts';
import type { ServiceContext } from '../service-context.ts';

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
    items: z
      .array(item)
      .min(1, 'Must have at least one item.')
      .max(maxBatchItems, `Must have at most ${maxBatchItems} items.`),
  });
};

/** An item with a known action and an id, which may be no string. */
export type SentItem = Record<string, unknown>;

/** A valid item, or the error of an invalid one, with the partner's own id of the resource as it was sent. */
export type Prepared<Item> = { id: unknown } & ({ item: Item } | { error: ApiError });

/** An item at fault, with the fields of the single operation's error, such as `stored` and `conflicts`. */
export type BatchIssue = Issue & Record<string, unknown>;

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
): Promise<Prepared<Item>[]> {
  const prepared: Prepared<Item>[] = [];
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

/**
 * Separates the items of an atomic batch that are invalid by themselves, with one issue each.
 *
 * @param resource what an item names, for messages
 * @param faultOf returns a further fault of an item, given the previous ones
 * @returns the issues, and the other items with their index in the batch
 */
export function sortOut<Item>(
  prepared: Prepared<Item>[],
  resource: 'booking' | 'user',
  faultOf: (item: Item) => Omit<Issue, 'path'> | undefined = () => undefined,
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

export const issueOf = (index: number, { type, message, fields }: ApiError): BatchIssue => ({
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
function faultOfShape(index: number, error: ApiError): BatchIssue {
  const { issues: [first] = [] } = error;
  if (!first) return issueOf(index, error);
  const field = first.path
    .map((key, n) => (typeof key === 'number' ? `[${key}]` : `${n === 0 ? '' : '.'}${key}`))
    .join('');
  return { ...issueOf(index, error), message: `${field}: ${first.message}` };
}
