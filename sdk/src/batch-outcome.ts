import type { BatchOperations } from './batches.generated.ts';
import { batches } from './documented-operations.generated.ts';
import type { PartnerSuccess } from './result.ts';

interface ItemResult {
  ok: boolean;
  error: { type: string; message: string };
}

/**
 * Creates the outcome of a batch from the service's response.
 *
 * @param items as they were sent
 */
export function outcomeOf(
  { ok: _ok, status: _status, data, ...fields }: PartnerSuccess<keyof BatchOperations>,
  items: readonly Record<string, unknown>[],
) {
  const [idName, RefusedError] = batches[fields.operation];
  const { summary, results: answered } = data;
  const results = answered.map((result, index) => {
    const { action, [idName]: id } = items[index]!;
    const ok = !('error' in result);
    return { ok, action, [idName]: id, ...(ok ? {} : { outcome: 'refused' }), ...result };
  }) as object[] as (ItemResult & Record<string, unknown>)[];
  const throwOnRefused = () => {
    const refused = results.filter((result) => !result.ok);
    if (refused.length === 0) return results;
    const message = refusedMessage(refused, results.length);
    throw new RefusedError(message, { ...fields, type: 'batch_items_refused', refused });
  };
  return { summary, results, throwOnRefused } as object;
}

/** The message of an error that lists rejected items. */
export function refusedMessage(refused: readonly object[], count: number): string {
  const why = (refused as (Record<string, string> & { error: ItemResult['error'] })[]).map(
    ({ externalCourtBookingId, externalUserId, error }) =>
      `${externalCourtBookingId ?? externalUserId}: ${error.type}: ${error.message}`,
  );
  return `${refused.length} of ${count} items were rejected. ${why.slice(0, 5).join(' ')}`;
}
