import { delay } from '../deadline.ts';
import { type CallFailure, endRun, isPassing } from './failure.ts';
import { addRefusals, type Refusals } from './refusals.ts';
import { SyncError, type SyncErrorFields } from './sync-error.ts';

export interface SendSettings {
  signal: AbortSignal | undefined;
  /** The maximum number of times that a batch is sent without progress. Each time, the client makes its own attempts. */
  maxRounds: number;
  /** Milliseconds before the second time. The wait doubles with each further time. */
  roundDelayMs: number;
}

/** The error of an item, with the details that its code has. */
export interface ItemError {
  type: string;
  message: string;
  [detail: string]: unknown;
}

/** How changes of one kind are sent. */
export interface Sending<Change, Refusal, Counted extends string> {
  send: (
    changes: readonly Change[],
    atomic: boolean,
    signal: AbortSignal | undefined,
  ) => Promise<{
    summary: Record<Counted, number>;
    results: readonly { ok: boolean; error?: object; retryable?: boolean }[];
  }>;
  refusalOf: (change: Change, error: ItemError) => Refusal;
  /** The code of an error that may exist only because another change was not made yet. */
  temporary: string;
  /** Explains why a change was not made because its atomic batch was rejected. */
  message: string;
}

interface Report<Refusal, Counted extends string> extends Refusals<Refusal> {
  summary: Record<Counted | 'refused', number>;
}

/**
 * Sends batches, one after the other.
 *
 * @param onSent called after each batch, with the number of its changes
 * @throws SyncError if the service does not respond, or rejects every call
 */
export async function sendBatches<Change, Refusal, Counted extends string>(
  { changes, batches }: { changes: readonly Change[]; batches: readonly { atomic: boolean; size: number }[] },
  report: Report<Refusal, Counted>,
  sending: Sending<Change, Refusal, Counted>,
  settings: SendSettings,
  onSent: (size: number) => unknown = () => {},
): Promise<void> {
  let done = 0;
  for (const { size, atomic } of batches) {
    await sendBatch(changes.slice(done, done + size), atomic, report, sending, settings);
    done += size;
    await onSent(size);
  }
}

/** Adds what is known of the run to the error that ends it. */
export const withReport = (fieldsOf: () => SyncErrorFields) => (error: unknown) => {
  throw error instanceof SyncError ? Object.assign(error, fieldsOf()) : error;
};

const isFaultOfItems = (failure: unknown): boolean => {
  const { type = '' } = (failure ?? {}) as CallFailure;
  return ['batch_refused', 'invalid_schema', 'payload_too_large', 'invalid_argument'].includes(type);
};

/**
 * Sends a batch, repeats it where that may help, and adds the results to the report.
 *
 * @throws SyncError if the service does not respond, or rejects every call
 */
async function sendBatch<Change, Refusal, Counted extends string>(
  changes: readonly Change[],
  atomic: boolean,
  report: Report<Refusal, Counted>,
  sending: Sending<Change, Refusal, Counted>,
  settings: SendSettings,
): Promise<void> {
  const { signal, maxRounds, roundDelayMs } = settings;
  let left = changes;
  for (let round = 1; ; round++) {
    let failure: unknown;
    try {
      const refused = await sendOnce(left, atomic, report, sending, signal);
      // A busy service carries out the first items of a batch, so each round may make progress.
      if (refused.length < left.length) round = 1;
      const stuck = refused.find(({ retryable }) => retryable);
      const isLeft = ({ retryable, error }: Refused<Change>) =>
        retryable || (stuck && error.type === sending.temporary);
      const final = refused.filter((one) => !isLeft(one));
      addRefusals(
        report,
        final.map(({ change, error }) => sending.refusalOf(change, error)),
      );
      left = refused.filter(isLeft).map(({ change }) => change);
      // An item that may still succeed is not rejected. Otherwise an outbox would drop it.
      failure = stuck && { ...stuck.error, retryable: true };
    } catch (error) {
      failure = error;
    }
    if (!failure) return;
    if (!atomic && left.length > 1 && isFaultOfItems(failure)) {
      // An item that the service cannot read, or that a proxy does not let through, must not stop the others.
      const middle = left.length >> 1;
      await sendBatch(left.slice(0, middle), atomic, report, sending, settings);
      return sendBatch(left.slice(middle), atomic, report, sending, settings);
    }
    if (!isPassing(failure) || round >= maxRounds) endRun(failure);
    await delay(roundDelayMs * 2 ** (round - 1), signal);
  }
}

interface Refused<Change> {
  change: Change;
  error: ItemError;
  retryable?: boolean | undefined;
}

/** Sends a batch once, and counts the successes. Returns the rejected changes. */
async function sendOnce<Change, Refusal, Counted extends string>(
  changes: readonly Change[],
  atomic: boolean,
  { summary }: Report<Refusal, Counted>,
  sending: Sending<Change, Refusal, Counted>,
  signal: AbortSignal | undefined,
): Promise<Refused<Change>[]> {
  try {
    const answer = await sending.send(changes, atomic, signal);
    const counts: Record<string, number> = summary;
    for (const [outcome, count] of Object.entries<number>(answer.summary))
      if (outcome !== 'refused' && outcome in counts) counts[outcome]! += count;
    return changes.flatMap((change, index) => {
      const result = answer.results[index]!;
      if (result.ok) return [];
      return [{ change, error: result.error as ItemError, retryable: result.retryable }];
    });
  } catch (error) {
    if (!isFaultOfItems(error) || (!atomic && changes.length > 1)) throw error;
    return changes.map((change, index) => ({
      change,
      error: errorOf(index, error as CallFailure, sending.message),
    }));
  }
}

/** Returns the error of a change whose whole batch was rejected, because of itself or of another item. */
function errorOf(
  index: number,
  { type, message, issues = [] }: CallFailure,
  batchRefused: string,
): ItemError {
  const own = issues.find(({ path }) => path[0] === 'items' && path[1] === index);
  const isOfBatch = type === 'batch_refused';
  return {
    type: (isOfBatch && own?.code) || type!,
    message: own?.message ?? (isOfBatch ? batchRefused : message!),
  };
}
