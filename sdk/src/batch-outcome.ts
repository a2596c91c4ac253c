import type { ErrorClass } from './partner-error.ts';
import type { PartnerSuccess } from './result.ts';

/** The operations that take items and return a result for each. */
export type BatchOperation = 'batchCourtBookings' | 'batchUsers';

interface ItemResult {
  ok: boolean;
  error: { type: string; message: string };
}

/**
 * Creates the outcome of a batch from the service's response.
 *
 * @param items as they were sent
 * @param idName the field of an item that has your id
 * @param RefusedError the class of the error that `throwOnRefused` throws
 */
export function outcomeOf<Operation extends BatchOperation>(
  { ok: _ok, status: _status, data, ...fields }: PartnerSuccess<Operation>,
  items: readonly { action: string }[],
  idName: string,
  RefusedError: ErrorClass<Error>,
) {
  const { summary, results: answered } = data as PartnerSuccess<BatchOperation>['data'];
  const results = answered.map((result, index) => {
    const { action, [idName]: id } = items[index] as Record<string, unknown>;
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
