import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import { latencyBounds } from '../db/partner-traffic.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { Route } from '../http/router.ts';
import { type Backlog, readBacklog } from '../services/records/read-backlog.ts';

/** What this process counts for Prometheus. Nothing says who: no label is of a person, a token or an address. */
export interface Metrics {
  /** Counts an answer. */
  observe(context: Pick<RequestContext, 'operation' | 'error'>, status: number, milliseconds: number): void;
  /** `/metrics`, in Prometheus' text format 0.0.4. */
  route: Route;
}

interface MetricsDependencies {
  database: Database;
  /** Unix milliseconds. */
  now: () => number;
  /** Told when the database did not answer a scrape. */
  onFault: (error: unknown) => void;
}

/** Seconds. Every answer is there within 3 s, but for those that wait for a change. */
const latencyBuckets = [...latencyBounds, 5_000].map((millis) => millis / 1_000);

/** Makes the metrics of this process. What stands in the database is asked at each scrape. */
export function createMetrics({ database, now, onFault }: MetricsDependencies): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const requests = new Counter({
    name: 'courtbridge_requests_total',
    help: 'Answers by operation, status and error type ("" where it was done). rate_limit_exceeded: refused by the rate limit.',
    labelNames: ['operation', 'status', 'error_type'],
    registers,
  });
  const latency = new Histogram({
    name: 'courtbridge_request_duration_seconds',
    help: 'From the first look at a request to its answer, by operation. listChanges includes the time that a caller asked to wait.',
    labelNames: ['operation'],
    buckets: latencyBuckets,
    registers,
  });
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `courtbridge_${name}`, help, labelNames, registers });
  const connections = gauge(
    'database_connections',
    'Connections of this process to the database, by whom they are for; waiting: requests that wait for one.',
    ['of', 'state'],
  );
  const up = gauge('database_up', 'Whether the database answered this scrape: 1 or 0.');
  const replica = gauge(
    'replica_up',
    'Whether the read replica responded to this scrape: 1 or 0. Absent if no replica is configured.',
  );
  const backlogGauges: Record<keyof Backlog, Gauge> = {
    unnumberedChanges: gauge(
      'changes_unnumbered',
      'Changes that have no sequence yet, at most 10,000 counted.',
    ),
    oldestUnnumberedSeconds: gauge(
      'changes_unnumbered_oldest_seconds',
      'Age of the oldest of them; 0: none.',
    ),
    pendingDeliveries: gauge(
      'webhook_deliveries_pending',
      'Webhooks that are still to be sent, at most 100,000 counted.',
    ),
    lateSeconds: gauge(
      'webhook_late_seconds',
      'How long the endpoint that has waited longest is due; 0: none is.',
    ),
    activeEndpoints: gauge('webhook_endpoints_active', 'Webhook endpoints that take what is sent.'),
    failingEndpoints: gauge(
      'webhook_endpoints_failing',
      'Webhook endpoints whose last attempt failed, and that are not paused.',
    ),
    pausedEndpoints: gauge('webhook_endpoints_paused', 'Webhook endpoints that are paused, whyever.'),
  };

  const probeReplica = async () => {
    const responds = await database.replicaResponds();
    if (responds === undefined) replica.remove();
    else replica.set(Number(responds));
  };

  const look = async () => {
    for (const { of, ...states } of database.connections())
      for (const [state, count] of Object.entries(states)) connections.set({ of, state }, count);
    try {
      const backlog = await readBacklog({ database, now });
      up.set(1);
      for (const [name, one] of Object.entries(backlogGauges)) one.set(backlog[name as keyof Backlog]);
    } catch (error) {
      onFault(error);
      up.set(0);
      // What it was last would look as if it were so now.
      for (const one of Object.values(backlogGauges)) one.remove();
    }
  };

  return {
    observe: ({ operation = 'none', error }, status, milliseconds) => {
      requests.inc({ operation, status, error_type: error?.type ?? '' });
      latency.observe({ operation }, milliseconds / 1_000);
    },
    route: {
      path: '/metrics',
      methods: ['GET', 'HEAD'],
      answer: async () => {
        await Promise.all([look(), probeReplica()]);
        return new Response(await registry.metrics(), { headers: { 'Content-Type': registry.contentType } });
      },
    },
  };
}
