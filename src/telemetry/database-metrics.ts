import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../db/connection/database.ts';
import type { Backlog } from '../db/queries/jobs/backlog.ts';
import { type Retention, readOverduePartitions } from '../db/record-tables.ts';
import { readBacklog } from '../services/traffic/read-backlog.ts';
import { countUnreadableSecrets } from '../services/webhooks/count-unreadable-secrets.ts';
import type { SecretBox } from '../services/webhooks/webhook-dependencies.ts';

export interface DatabaseMetricsDependencies {
  database: Database;
  retention: Retention;
  /** Undefined if no key is configured. */
  secrets: SecretBox | undefined;
  /** Unix milliseconds. */
  now: () => number;
  /** Called if the database did not respond to a scrape. */
  onFault: (error: unknown) => void;
}

/** The count of unreadable secrets reads every endpoint, so it is reused for this long. */
const secretsMillis = 60_000;

const backlogGauges: Record<keyof Backlog, [name: string, help: string]> = {
  unnumberedChanges: [
    'changes_unnumbered',
    'Changes that have no sequence number yet, at most 10,000 counted.',
  ],
  oldestUnnumberedSeconds: [
    'changes_unnumbered_oldest_seconds',
    'Age of the oldest of these changes in seconds; 0 if none exists.',
  ],
  pendingDeliveries: [
    'webhook_deliveries_pending',
    'Webhooks that are still to be sent, at most 100,000 counted.',
  ],
  lateSeconds: ['webhook_late_seconds', 'Seconds since the first endpoint became due; 0 if none is.'],
  activeEndpoints: ['webhook_endpoints_active', 'Webhook endpoints that accept what is sent.'],
  failingEndpoints: [
    'webhook_endpoints_failing',
    'Webhook endpoints whose last attempt failed, and that are not paused.',
  ],
  failingSeconds: [
    'webhook_failing_seconds',
    'Seconds since the first of the failing endpoints began to fail; 0 if none fails.',
  ],
  pausedEndpoints: ['webhook_endpoints_paused', 'Webhook endpoints that are paused, for any reason.'],
};

/** Registers the gauges that are read from the database, and returns the function that updates them. */
export function registerDatabaseMetrics(
  registry: Registry,
  { database, retention, secrets, now, onFault }: DatabaseMetricsDependencies,
): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `courtbridge_${name}`, help, labelNames, registers: [registry] });
  const up = gauge('database_up', '1 if the database responded to this scrape, else 0.');
  const backlogs = Object.entries(backlogGauges).map(
    ([key, [name, help]]) => [key as keyof Backlog, gauge(name, help)] as const,
  );
  const overdue = gauge(
    'partition_overdue_seconds',
    'Seconds since the oldest partition of a table of records should have been dropped; 0 if none is overdue.',
    ['table'],
  );
  const unreadable = gauge(
    'webhook_secrets_unreadable',
    'Webhook and alert endpoints whose secret this process cannot decrypt. Absent without WEBHOOK_SECRETS_KEY.',
  );

  const countUnreadable = cached(secretsMillis, now, (box: SecretBox) =>
    countUnreadableSecrets({ database }, box),
  );
  const read = async () => {
    const backlog = await readBacklog({ database, now });
    for (const [key, one] of backlogs) one.set(backlog[key]);
    const seconds = await readOverduePartitions(database, retention, now());
    for (const [table, value] of Object.entries(seconds)) overdue.set({ table }, value);
    if (secrets) unreadable.set(await countUnreadable(secrets));
  };
  if (!secrets) unreadable.remove();

  return async () => {
    try {
      await read();
      up.set(1);
    } catch (error) {
      onFault(error);
      up.set(0);
      // The last values would look like current ones.
      for (const [, one] of backlogs) one.remove();
      overdue.reset();
      unreadable.remove();
    }
  };
}

/** Calls `work` at most once in `millis` milliseconds, and returns its last result meanwhile. */
function cached<Argument, Result>(
  millis: number,
  now: () => number,
  work: (argument: Argument) => Promise<Result>,
): (argument: Argument) => Promise<Result> {
  let last: { at: number; result: Result } | undefined;
  return async (argument) => {
    if (!last || now() - last.at >= millis) last = { at: now(), result: await work(argument) };
    return last.result;
  };
}
