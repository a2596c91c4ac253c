import { isObject } from '../../from-outside.ts';
import { checkAmounts, readingTime } from '../amounts.ts';
import type { SyncRunOptions } from '../booking-sync.ts';
import { endRun } from '../failure.ts';
import { isPlan } from '../refusals.ts';
import { sendBatches, withReport } from '../send-batch.ts';
import { sourceReader } from '../source-reader.ts';
import { SyncError } from '../sync-error.ts';
import { newUserReport, sendingUsers } from './group-users.ts';
import { guardErasures } from './guard-erasures.ts';
import { makeUserPlan, refusedRows } from './make-user-plan.ts';
import { pushUsers } from './push-users.ts';
import { readUsers } from './source-user.ts';
import { readStoredUsers } from './stored-user.ts';
import type { UserSyncPlan, UserSyncReport } from './user-plan.ts';
import type { UserSync, UserSyncOptions } from './user-sync.ts';

/**
 * Creates a synchronization of your members with the users on the platform. Nothing is sent yet.
 *
 * Its functions reject with a {@link SyncError}, whose `type` is the reason. Errors of single members are in the report.
 *
 * @throws SyncError of type `invalid_options`
 */
export function createUserSync(options: UserSyncOptions): UserSync {
  const { client, maxErase, now = Date.now, marginMs = 60_000, onProgress = () => {} } = options;
  const { maxRounds = 5, roundDelayMs = 1_000 } = options;
  checkAmounts({ maxErase, marginMs, maxRounds, roundDelayMs });
  const settings = { maxRounds, roundDelayMs };
  const today = () => readingTime(now, 0).slice(0, 10);
  const readAll = sourceReader(
    options.source,
    (rows, onRead) => readUsers(rows, today(), onRead),
    onProgress,
  );

  const plan = async ({ signal }: SyncRunOptions = {}): Promise<UserSyncPlan> => {
    const readAt = readingTime(now, marginMs);
    const onRead = (done: number) => onProgress({ phase: 'stored', done, total: undefined });
    // First, so that a user who is created meanwhile does not count as absent, even if the clock of this machine is wrong.
    const stored = await readStoredUsers(client, signal, onRead).catch(endRun);
    const source = await readAll(signal);
    return makeUserPlan({ source, stored, readAt, erases: maxErase !== undefined });
  };

  const apply = async (given: UserSyncPlan, { signal }: SyncRunOptions = {}): Promise<UserSyncReport> => {
    if (!isPlan(given) || !isObject(given.rows))
      throw new SyncError('invalid_options', 'The plan is incomplete, or has another format.');
    guardErasures(given, options);
    const { summary, refused, changes, rows } = given;
    const report = newUserReport(rows, refused, summary.unchanged);
    let done = 0;
    const tell = (size: number) => {
      done += size;
      onProgress({ phase: 'apply', done, total: changes.length });
    };
    tell(0);
    await sendBatches(given, report, sendingUsers(client), { signal, ...settings }, tell)
      .finally(() => {
        report.rows.refused = refusedRows(report.refused);
      })
      .catch(withReport(() => ({ userPlan: given, userReport: report })));
    return report;
  };

  const sync = async (run: SyncRunOptions = {}): Promise<UserSyncReport> => apply(await plan(run), run);
  const push: UserSync['push'] = async (changes, { signal } = {}) =>
    pushUsers(changes, today(), client, { signal, ...settings });
  return { plan, apply, sync, push };
}
