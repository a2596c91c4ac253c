import type { BatchOperations } from './batches.generated.ts';
import { batches } from './documented-operations.generated.ts';
import type { OperationName } from './documented-responses.ts';
import type { PartnerSuccess } from './result.ts';

interface ItemResult {
  ok: boolean;
  error: { type: string; message: string };
}

/**
 * Adds the methods of an outcome to the response of a batch.
 *
 * @param items as they were sent
 */
export function withOutcome<Operation extends OperationName>(
  success: PartnerSuccess<Operation>,
  { items }: { items: readonly Record<string, unknown>[] },
): PartnerSuccess<Operation> {
  const {
    ok: _ok,
    status: _status,
    data,
    ...fields
  } = success as object as PartnerSuccess<keyof BatchOperations>;
  const [idName, RefusedError] = batches[fields.operation];
  const { summary, results: answered } = data;
  const results = answered.map((result, index) => {
    const { action, [idName]: id } = items[index]!;
    const ok = !('error' in result);
    return { ok, action, [idName]: id, ...(ok ? {} : { outcome: 'refused' }), ...result };
  }) as object[] as (ItemResult & Record<string, unknown>)[];
  // `sendItems` passes the results of all its batches.
  const throwOnRefused = (all = results) => {
    const refused = all.filter(({ ok }) => !ok);
    if (refused.length === 0) return all;
    const message = refusedMessage(refused, all.length);
    throw new RefusedError(message, { ...fields, type: 'batch_items_refused', refused });
  };
  return { ...success, data: { summary, results, throwOnRefused } } as object as PartnerSuccess<Operation>;
}

/** The message of an error that lists rejected items. */
function refusedMessage(refused: readonly object[], count: number): string {
  const why = (refused as (Record<string, string> & { error: ItemResult['error'] })[]).map(
    ({ externalCourtBookingId, externalUserId, error }) =>
      `${externalCourtBookingId ?? externalUserId}: ${error.type}: ${error.message}`,
  );
  return `${refused.length} of ${count} items were rejected. ${why.slice(0, 5).join(' ')}`;
}
