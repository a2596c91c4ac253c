import { z } from 'zod';
import type { ApiError } from '../../api-error.ts';
import { catalogue, type ErrorType } from '../../errors.ts';
import { maxBatchItems } from '../../services/batches/batch-items.ts';
import { errorOf } from './error-response.ts';

/** The most bytes of a batch. */
export const maxBatchBytes = 512 * 1024;

/** An item costs a tenth of a request. */
export const permitsOfBatch = ({ items }: { items: unknown[] }) => Math.ceil(items.length / 10);

/**
 * The documented body of a batch.
 *
 * @param swap what the items of an atomic batch can do, because the batch is checked by its final state
 * @param order what is special in the order of an atomic batch
 */
export const documentedBatch = <Item extends z.ZodType>(item: Item, swap: string, order = '') => ({
  atomic: z
    .boolean()
    .default(false)
    .describe(
      `If true, either all items are carried out or none. The batch is checked by its final state, so ${swap}. Otherwise each item is handled as if it were sent alone.`,
    ),
  items: z
    .array(item)
    .min(1)
    .max(maxBatchItems)
    .describe(`1 to ${maxBatchItems} items, in the order in which they are carried out.${order}`),
});

/** A number of the summary. */
export const itemCount = (description: string) => z.int().min(0).max(maxBatchItems).describe(description);

/** The status of a result. */
export const itemStatus = () => z.int().min(100).max(599).describe('As the single operation returns it.');

/** The result of a rejected item. `ids`: the names of the schemas of the result and its error. */
export const rejectedItem = (errors: readonly ErrorType[], ids: { result: string; error: string }) =>
  z
    .object({
      status: itemStatus(),
      outcome: z.literal('refused'),
      error: errorOf(errors, ids.error),
      retryable: z.boolean().describe('True if the same item can be sent again unchanged.'),
    })
    .meta({ id: ids.result, description: 'An item that was rejected.' });

/** Errors after which a client may resend an item unchanged. */
const retryable: readonly string[] = ['service_unavailable', 'rate_limit_exceeded', 'internal_server_error'];

export function toRejectedItem({ type, message, issues, fields }: ApiError) {
  return {
    status: catalogue[type].status,
    outcome: 'refused' as const,
    error: { type, message, ...(issues === undefined ? {} : { issues }), ...fields } as never,
    retryable: retryable.includes(type),
  };
}
