import type { BatchItem, BatchOutcome, UserBatchItem, UserBatchOutcome } from './batches.generated.ts';
import type { BatchOptions } from './call-options.ts';
import { issueOf, throwOnIssues } from './check-arguments.ts';
import { asSent } from './create-partner-client.ts';
import { cutIntoBatches } from './cut-into-batches.ts';
import { delay } from './deadline.ts';
import type { PartnerClient } from './partner-client.ts';

/** The options of {@link sendItems}. All but the first two apply to each batch. */
export interface SendItemsOptions extends BatchOptions {
  /** The maximum number of times that an item is sent. Each time, the client makes its own attempts. Default: 5. */
  maxRounds?: number | undefined;
  /** Milliseconds before items are sent for the second time. The wait doubles with each further time, and has a random part. Default: 1 000. */
  roundDelayMs?: number | undefined;
}

type Item = BatchItem | UserBatchItem;
type Outcome = BatchOutcome | UserBatchOutcome;
type Result = Outcome['results'][number];

/**
 * Sends any number of items, in batches of at most 200, one after the other. An item whose result is `retryable` is sent again, unchanged,
 * until it has another result or `maxRounds` is reached. The outcome has the last result of each item, in the order of the items.
 *
 * Rejects if the service does not respond or rejects a whole batch, and when the signal fires. Safe to repeat, also then: items that were
 * already carried out are replayed.
 *
 * @param send `client.batchCourtBookings` or `client.batchUsers`
 * @throws PartnerError
 */
export function sendItems(
  send: PartnerClient['batchCourtBookings'],
  items: Iterable<BatchItem>,
  options?: SendItemsOptions,
): Promise<BatchOutcome>;
export function sendItems(
  send: PartnerClient['batchUsers'],
  items: Iterable<UserBatchItem>,
  options?: SendItemsOptions,
): Promise<UserBatchOutcome>;
export async function sendItems(
  send: object,
  items: Iterable<Item>,
  options: SendItemsOptions = {},
): Promise<object> {
  const { maxRounds = 5, roundDelayMs = 1_000 } = options;
  const sendBatch = send as (body: { items: Item[] }, options: BatchOptions) => Promise<Outcome>;
  const summary: Record<string, number> = { created: 0, updated: 0, refused: 0 };
  const results: Result[] = [];
  /** An outcome for each of the results. Its method takes the results of other batches, too. */
  const outcomes: { throwOnRefused: (all: Result[]) => unknown }[] = [];
  const { body, issues } = asSent({ body: { items: [...items] } });
  const { items: all = [] } = body as { items?: Item[] };
  for (const [index, item] of all.entries()) {
    const { action, externalCourtBookingId, externalUserId = externalCourtBookingId } = Object(item);
    // The service rejects the whole batch for these, and only the item for any other fault.
    if (externalUserId === undefined || !/^(upsert|cancel|erase)$/.test(action))
      issues.push(issueOf(['items', index], 'Must have an action and id.'));
  }
  throwOnIssues(issues);
  for (const batch of cutIntoBatches([...all.keys()], (index) => all[index]!)) {
    let left = batch;
    for (let round = 1; ; round++) {
      const outcome = await sendBatch({ items: left.map((index) => all[index]!) }, options);
      for (const [name, count] of Object.entries<number>(outcome.summary))
        summary[name] = (summary[name] ?? 0) + count;
      left = left.filter((index, at) => {
        const result = outcome.results[at]!;
        results[index] = result;
        outcomes[index] = outcome;
        return !result.ok && result.retryable;
      });
      if (left.length === 0 || round >= maxRounds) break;
      await delay(roundDelayMs * 2 ** (round - 1) * (0.5 + Math.random() / 2), options.signal);
    }
  }

  // Not the rejections of earlier rounds.
  summary.refused = results.filter(({ ok }) => !ok).length;
  // The error of the batch of the first rejected item, about all items.
  const first = results.findIndex(({ ok }) => !ok);
  return { summary, results, throwOnRefused: () => outcomes[first]?.throwOnRefused(results) ?? results };
}
