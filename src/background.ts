import type { Database } from './db/database.ts';
import { auditEvents, keepPartitions, partnerRequests } from './db/record-tables.ts';
import { describeError, type Log } from './log/log.ts';
import { forgetCancellationStamps } from './services/bookings/forget-cancellation-stamps.ts';
import { forgetIdleBuckets } from './services/limits/rate-limit-bucket.ts';
import { forgetEndedSessions } from './services/operators/operator-session.ts';
import type { PartnerRequestRecorder } from './services/records/record-partner-request.ts';
import type { TokenUseRecorder } from './services/records/record-token-use.ts';

/** Work that is done again and again, beside answering requests. */
interface BackgroundWork {
  what: string;
  everyMillis: number;
  work: () => Promise<unknown>;
}

interface BackgroundDependencies {
  database: Database;
  log: Log;
  /** Unix milliseconds. */
  now: () => number;
  tokenUses: TokenUseRecorder;
  requestRecorder: PartnerRequestRecorder;
  partnerRequestDays: number;
  auditEventDays: number;
  cancellationDays: number;
}

const second = 1_000;
const minute = 60 * second;

function backgroundWork(dependencies: BackgroundDependencies): BackgroundWork[] {
  const { database, log, now, tokenUses, requestRecorder } = dependencies;
  return [
    { what: 'writing token uses', everyMillis: 5 * second, work: () => tokenUses.flush() },
    {
      what: 'writing partner requests',
      everyMillis: second,
      work: async () => {
        const { dropped } = await requestRecorder.flush();
        if (dropped > 0) log.warn({ dropped }, 'partner requests not recorded: too many at once');
      },
    },
    {
      what: 'forgetting what is old',
      everyMillis: 60 * minute,
      work: async () => {
        await forgetIdleBuckets(database);
        await forgetEndedSessions(database);
        await forgetCancellationStamps(database, dependencies.cancellationDays, now());
        await keepPartitions(database, partnerRequests, dependencies.partnerRequestDays, now());
        await keepPartitions(database, auditEvents, dependencies.auditEventDays, now());
      },
    },
    {
      what: 'renewing the lease of the functions',
      everyMillis: 10 * minute,
      work: () => database.renewLease(),
    },
  ];
}

/** Starts the work beside answering requests; what fails is logged and done again at its next time. Answers how to stop it. */
export function startBackgroundWork(dependencies: BackgroundDependencies): () => void {
  const { log } = dependencies;
  const timers = backgroundWork(dependencies).map(({ what, everyMillis, work }) =>
    setInterval(() => {
      work().catch((error) => log.warn({ err: describeError(error) }, `${what}: not now, later again`));
    }, everyMillis).unref(),
  );
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}
