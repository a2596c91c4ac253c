import { earlierTime, keepPartitions, retentionOf } from '../db/record-tables.ts';
import type { TokenUseRecorder } from '../services/access/record-token-use.ts';
import { deleteOldAlerts, raiseAlertsInTurn } from '../services/alerts/raise-alerts.ts';
import { AlertSender } from '../services/alerts/send-alerts.ts';
import { deleteExpiredTombstones } from '../services/bookings/delete-expired-tombstones.ts';
import type { ChangeWatch } from '../services/changes/change-watch.ts';
import { eraseFurtherCopies } from '../services/erasing/erase-copies.ts';
import { eraseFormerNames } from '../services/erasing/erase-former-names.ts';
import { deleteIdleBuckets } from '../services/limits/rate-limit-bucket.ts';
import { deleteEndedSessions } from '../services/operators/operator-session.ts';
import type { QueryRecorder } from '../services/operators/record-queries.ts';
import type { RejectedSignIns } from '../services/operators/record-sign-ins.ts';
import { deleteOldForms } from '../services/operators/submit-form.ts';
import { deleteOldTraffic } from '../services/traffic/delete-old-traffic.ts';
import type { PartnerRequestRecorder } from '../services/traffic/record-partner-request.ts';
import { sumUpTrafficDays } from '../services/traffic/sum-up-traffic-days.ts';
import { deleteOrphanedDeliveries } from '../services/webhook-deliveries/delete-old-deliveries.ts';
import { WebhookSender } from '../services/webhook-deliveries/send-webhooks.ts';
import { resealSecrets } from '../services/webhooks/reseal-secrets.ts';
import { describeError, type Log } from '../telemetry/log.ts';
import type { AppDependencies } from './dependencies.ts';

interface BackgroundWork {
  what: string;
  everySeconds: number;
  /** Delay of the first run after the start. Default: `everySeconds`. */
  firstSeconds?: number;
  work: () => Promise<unknown>;
}

/** Recorders and the change watch that both interfaces share with the background jobs. */
export interface BackgroundSources {
  tokenUses: TokenUseRecorder;
  requestRecorder: PartnerRequestRecorder;
  rejectedSignIns: RejectedSignIns;
  queryRecorder: QueryRecorder;
  changeWatch: ChangeWatch;
}

export interface BackgroundJobs {
  /** Sends webhooks of new changes without delay. */
  hint(): void;
  /** Sends no further webhooks from this process. */
  drain(): void;
  /** Stops all jobs and writes what is kept in memory. */
  close(): Promise<void>;
}

const minute = 60;

function backgroundWork(
  dependencies: AppDependencies,
  { tokenUses, requestRecorder, rejectedSignIns, queryRecorder, changeWatch }: BackgroundSources,
  alertSender: AlertSender,
): BackgroundWork[] {
  const { database, log, now, newId } = dependencies;
  const { secrets } = dependencies.webhooks;
  return [
    { what: 'writing token uses', everySeconds: 5, work: () => tokenUses.flush() },
    {
      what: 'writing partner requests',
      everySeconds: 1,
      work: async () => {
        const { dropped } = await requestRecorder.flush();
        if (dropped > 0) log.warn({ dropped }, 'partner requests not recorded: too many at once');
      },
    },
    {
      what: 'writing rejected sign-ins',
      everySeconds: minute,
      work: () => rejectedSignIns.flush(),
    },
    {
      what: 'writing the queries that operators ran',
      everySeconds: minute,
      work: unlessUnderWay(() => queryRecorder.flush()),
    },
    // More often than alerts are evaluated, because the process that evaluated them last may have ended.
    {
      what: 'raising alerts',
      everySeconds: 15,
      work: unlessUnderWay(() => raiseAlertsInTurn({ database, now, newId })),
    },
    // Secrets cannot be decrypted without the key. Due alerts stay queued for a process that has it.
    ...(secrets
      ? [
          {
            what: 'sending alerts',
            everySeconds: 1,
            work: unlessUnderWay(() => alertSender.sendDue()),
          },
        ]
      : []),
    ...(secrets?.hasFormerKey
      ? [
          {
            what: 'encrypting webhook secrets with the current key',
            everySeconds: 10 * minute,
            firstSeconds: 5,
            work: unlessUnderWay(async () => {
              const counts = await resealSecrets(database, secrets);
              if (counts.unreadable > 0)
                log.warn(counts, 'webhook secrets that no configured key can decrypt');
              else log.info(counts, 'every webhook secret is encrypted with WEBHOOK_SECRETS_KEY');
            }),
          },
        ]
      : []),
    // Runs even if nobody reads the changes. Otherwise the unsequenced changes would accumulate.
    {
      what: 'sequencing changes',
      everySeconds: 1,
      work: unlessUnderWay(() => changeWatch.sequence()),
    },
    {
      what: 'erasing copies',
      everySeconds: 5,
      // May take long. Only one run at a time.
      work: unlessUnderWay(() => eraseFurtherCopies({ database, now, newId, requestId: 'erasing' })),
    },
    {
      what: 'deleting old records',
      everySeconds: 60 * minute,
      // The short delay lets a process that restarts more often than the interval still clean up.
      firstSeconds: 5,
      work: async () => {
        await deleteIdleBuckets(database);
        await eraseFormerNames({ database, now, newId, requestId: 'erasing' });
        await deleteEndedSessions(database);
        await deleteOldForms(database);
        const at = await earlierTime(database, now());
        await deleteExpiredTombstones(database, dependencies.cancellationDays, at);
        for (const [table, days] of retentionOf(dependencies))
          await keepPartitions(database, table, days, at);
        await deleteOrphanedDeliveries({ database });
        await deleteOldTraffic(database, at);
        await deleteOldAlerts({ database, now: () => at }, dependencies.auditEventDays);
      },
    },
    {
      what: 'summing traffic by day',
      everySeconds: 10 * minute,
      // The short delay lets a process that restarts more often than the interval still do it.
      firstSeconds: 10,
      work: unlessUnderWay(() => sumUpTrafficDays(database, now())),
    },
    {
      what: 'renewing the lease of the functions',
      everySeconds: 10 * minute,
      work: () => database.renewLease(),
    },
  ];
}

function unlessUnderWay(work: () => Promise<unknown>): () => Promise<void> {
  let isUnderWay = false;
  return async () => {
    if (isUnderWay) return;
    isUnderWay = true;
    try {
      await work();
    } finally {
      isUnderWay = false;
    }
  };
}

/** Runs each job at its times. A job that fails is logged and runs again at its next time. */
function repeat(jobs: BackgroundWork[], log: Log): () => void {
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += 1;
    for (const { what, everySeconds, firstSeconds = everySeconds, work } of jobs) {
      if (seconds < firstSeconds || (seconds - firstSeconds) % everySeconds !== 0) continue;
      work().catch((error) => log.warn({ err: describeError(error) }, `${what}: failed, will be repeated`));
    }
  }, 1_000).unref();
  return () => clearInterval(timer);
}

/** Starts everything that is not the response to a request: webhooks, alerts, sequencing, erasing, retention. */
export function startBackgroundJobs(
  dependencies: AppDependencies,
  sources: BackgroundSources,
): BackgroundJobs {
  const { database, log, newId, now, monotonic, webhooks } = dependencies;
  const sender = new WebhookSender({
    database,
    sequence: () => sources.changeWatch.sequence(),
    webhooks,
    now,
    monotonic,
    random: Math.random,
    newId,
    onFault: (error) => log.error({ err: describeError(error) }, 'sending a webhook'),
  });
  const alertSender = new AlertSender({
    database,
    webhooks,
    now,
    monotonic,
    random: Math.random,
    onFault: (error) => log.error({ err: describeError(error) }, 'sending an alert'),
  });
  const stop = repeat(backgroundWork(dependencies, sources, alertSender), log);
  // Without the key no secret can be read. Due deliveries wait for a process that has it.
  if (webhooks.secrets)
    sender.start((error) =>
      log.warn({ err: describeError(error) }, 'sending webhooks: failed, will be repeated'),
    );
  return {
    hint: () => sender.hint(),
    drain: () => sender.stop(),
    close: async () => {
      stop();
      const { tokenUses, requestRecorder, rejectedSignIns, queryRecorder } = sources;
      await Promise.all([
        sender.close(),
        alertSender.close(),
        tokenUses.flush(),
        requestRecorder.flush(),
        rejectedSignIns.flush(),
        queryRecorder.flush(),
      ]);
    },
  };
}
