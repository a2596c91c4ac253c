import { copyOfJson } from '../json.ts';
import { checkAmounts, readingTime } from './amounts.ts';
import type { BookingSync, BookingSyncOptions, SyncCheckpoint, SyncRunOptions } from './booking-sync.ts';
import { endRun } from './failure.ts';
import { guard } from './guard.ts';
import { makePlan } from './make-plan.ts';
import { pushChanges } from './push-changes.ts';
import { findElsewhere, readScope } from './read-stored.ts';
import { isPlan, isReport } from './refusals.ts';
import { toScope } from './scope.ts';
import { sendBatches, withReport } from './send-batch.ts';
import { newReport, sendingBookings } from './send-bookings.ts';
import { readSource } from './source-booking.ts';
import { sourceReader } from './source-reader.ts';
import { SyncError } from './sync-error.ts';
import type { Scope, SyncPlan, SyncReport } from './sync-plan.ts';

/**
 * Creates a synchronization of your bookings with the platform. Nothing is sent yet.
 *
 * Its functions reject with a {@link SyncError}, whose `type` is the reason. Errors of single bookings are in the report.
 *
 * @throws SyncError of type `invalid_options`
 */
export function createBookingSync(options: BookingSyncOptions): BookingSync {
  const { client, mode = 'upsert', cancelAs = 'reading', now = Date.now, marginMs = 1_000 } = options;
  const { checkpoint, onProgress = () => {}, maxRounds = 5, roundDelayMs = 1_000 } = options;
  checkAmounts({ marginMs, maxRounds, roundDelayMs, maxCancellations: options.maxCancellations });
  const scope = toScope(options.scope);
  if (mode !== 'upsert' && mode !== 'mirror') {
    throw new SyncError('invalid_options', 'mode must be upsert or mirror.');
  }
  // A database may return the fields of JSON in another order.
  const textOf = ({ courts, from, to }: Partial<Scope>) => String([courts, from, to]);
  const isOurs = (plan: SyncPlan) =>
    isPlan(plan) && plan.mode === mode && textOf(Object(plan.scope)) === textOf(scope);
  const readAll = sourceReader(
    options.source,
    (source, onRead) => readSource(source, scope, onRead),
    onProgress,
  );
  const sending = sendingBookings(client);

  const plan = async ({ signal }: SyncRunOptions = {}): Promise<SyncPlan> => {
    const readAt = readingTime(now, marginMs);
    const onRead = (done: number) => onProgress({ phase: 'stored', done, total: undefined });
    const reading = { client, scope, signal, onRead };
    // First, so that a booking that is written meanwhile does not count as missing, even if the source's clock is ahead.
    const found = await readScope(reading).catch(endRun);
    const source = await readAll(signal);
    await findElsewhere(source.wanted.keys(), reading, found).catch(endRun);
    const { stored } = found;
    onRead(stored.size);
    return makePlan({ mode, scope, source, stored, readAt, cancelAs });
  };

  /** Carries out the remaining batches of a plan. */
  const carryOut = async (left: SyncCheckpoint, signal: AbortSignal | undefined): Promise<SyncReport> => {
    const { plan } = left;
    const report = copyOfJson(left.report);
    let { batches } = left;
    const rest = plan.batches.slice(batches);
    let done = rest.reduce((count, { size }) => count - size, plan.changes.length);
    const save = async () => {
      await checkpoint?.save({ version: 1, plan, batches, report: copyOfJson(report) });
      onProgress({ phase: 'apply', done, total: plan.changes.length });
    };
    if (rest.length > 0) await save();
    const changes = plan.changes.slice(done);
    const settings = { signal, maxRounds, roundDelayMs };
    const sent = sendBatches({ changes, batches: rest }, report, sending, settings, (size) => {
      batches += 1;
      done += size;
      return save();
    });
    await sent.catch(withReport(() => ({ plan, report })));
    await checkpoint?.save(null);
    return report;
  };

  const apply = async (given: SyncPlan, { signal }: SyncRunOptions = {}): Promise<SyncReport> => {
    if (!isOurs(given)) {
      throw new SyncError(
        'invalid_options',
        'The plan is incomplete, or was made in another mode or for another scope. Make a new one.',
      );
    }
    guard(given, options);
    return carryOut(
      { version: 1, plan: given, batches: 0, report: newReport(given.refused, given.summary.unchanged) },
      signal,
    );
  };

  const sync = async (run: SyncRunOptions = {}): Promise<SyncReport> => {
    const left = await checkpoint?.load();
    // A checkpoint of another mode or scope, or a part of one, is ignored. Its remaining changes are found by comparing.
    const isWhole = left?.version === 1 && left.batches >= 0 && isReport(left.report) && isOurs(left.plan);
    const resumed = isWhole ? await carryOut(left, run.signal) : undefined;
    const report = await apply(await plan(run), run);
    return { ...report, ...(resumed && { resumed }) };
  };
  const push: BookingSync['push'] = (changes, { signal } = {}) =>
    pushChanges(changes, scope, client, { signal, maxRounds, roundDelayMs });
  return { plan, apply, sync, push };
}
