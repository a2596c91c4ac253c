import { type CallFailure, endedBy, isPassing, wait } from './failure.ts';
import type { SyncClient } from './sync-client.ts';
import type { PlannedChange, SyncRefusal, SyncReport } from './sync-plan.ts';
import { toItem } from './to-item.ts';

export interface SendSettings {
  client: SyncClient;
  signal: AbortSignal | undefined;
  /** The maximum number of times that a batch is sent. Each time, the client makes its own attempts. */
  maxRounds: number;
  /** Milliseconds before the second time. The wait doubles with each further time. */
  roundDelayMs: number;
}

const isFaultOfItems = (failure: unknown): boolean => {
  const { type = '' } = (failure ?? {}) as CallFailure;
  return ['batch_refused', 'invalid_schema', 'payload_too_large', 'invalid_argument'].includes(type);
};

/**
 * Sends a batch, repeats it where that may help, and adds the results to the report.
 *
 * @throws SyncError if the service does not respond, or rejects every call
 */
export async function sendBatch(
  changes: readonly PlannedChange[],
  atomic: boolean,
  report: SyncReport,
  settings: SendSettings,
): Promise<void> {
  const { client, signal, maxRounds, roundDelayMs } = settings;
  let left = changes;
  for (let round = 1; ; round++) {
    let refused: Refused[] = [];
    let failure: unknown;
    try {
      refused = await sendOnce(client, left, atomic, report, signal);
    } catch (error) {
      failure = error;
    }
    if (!atomic && left.length > 1 && isFaultOfItems(failure)) {
      // An item that the service cannot read, or that a proxy does not let through, must not stop the others.
      const middle = left.length >> 1;
      await sendBatch(left.slice(0, middle), atomic, report, settings);
      return sendBatch(left.slice(middle), atomic, report, settings);
    }
    const isAgain = failure ? isPassing(failure as CallFailure) : refused.some(({ retryable }) => retryable);
    if (!isAgain || round === maxRounds || signal?.aborted) {
      if (failure) throw endedBy(failure);
      for (const { refusal } of refused) add(report, refusal);
      return;
    }
    if (!failure) {
      // An overlap may exist only because the booking that frees the place was not changed yet.
      const isLeft = ({ retryable, refusal }: Refused) =>
        retryable || refusal.type === 'court_booking_overlap';
      for (const one of refused) if (!isLeft(one)) add(report, one.refusal);
      left = refused.filter(isLeft).map(({ change }) => change);
    }
    await wait(roundDelayMs * 2 ** (round - 1), signal);
  }
}

function add(report: SyncReport, refusal: SyncRefusal): void {
  report.refused.push(refusal);
  report.summary.refused += 1;
  report.ok = false;
}

type RefusedItem = { type: string; message: string } & Pick<SyncRefusal, 'stored' | 'conflicts' | 'issues'>;

interface Refused {
  change: PlannedChange;
  refusal: SyncRefusal;
  retryable: boolean;
}

/** Sends a batch once, and counts the successes. Returns the rejected changes. */
async function sendOnce(
  client: SyncClient,
  changes: readonly PlannedChange[],
  atomic: boolean,
  { summary }: SyncReport,
  signal: AbortSignal | undefined,
): Promise<Refused[]> {
  try {
    const answer = await client.batchCourtBookings(
      { atomic, items: changes.map(toItem) },
      { minimal: true, signal },
    );
    for (const kind of ['created', 'updated', 'cancelled', 'replayed'] as const)
      summary[kind] += answer.summary[kind];
    return changes.flatMap((change, index) => {
      const result = answer.results[index]!;
      if (result.ok) return [];
      const { type, message, stored, conflicts, issues } = result.error as RefusedItem;
      const details = {
        ...(stored && { stored }),
        ...(conflicts && { conflicts }),
        ...(issues && { issues }),
      };
      return [{ change, refusal: refusalOf(change, type, message, details), retryable: result.retryable }];
    });
  } catch (error) {
    if (!isFaultOfItems(error) || (!atomic && changes.length > 1)) throw error;
    return changes.map((change, index) => refusedWith(change, index, error as CallFailure));
  }
}

/** Creates the rejection of a change whose whole batch was rejected, because of itself or of another item. */
function refusedWith(
  change: PlannedChange,
  index: number,
  { type, message, issues = [] }: CallFailure,
): Refused {
  const own = issues.find(({ path }) => path[0] === 'items' && path[1] === index);
  if (type !== 'batch_refused' || own) {
    const code = type === 'batch_refused' ? own!.code : type!;
    return { change, refusal: refusalOf(change, code, own?.message ?? message!, {}), retryable: false };
  }
  const why =
    'Not written, because a booking that it exchanges places with was rejected. Run again once that one can be.';
  return { change, refusal: refusalOf(change, 'batch_refused', why, {}), retryable: false };
}

const refusalOf = (
  { externalCourtBookingId }: PlannedChange,
  type: string,
  message: string,
  details: Pick<SyncRefusal, 'stored' | 'conflicts' | 'issues'>,
): SyncRefusal => ({ externalCourtBookingId, type, message, by: 'service', ...details });
