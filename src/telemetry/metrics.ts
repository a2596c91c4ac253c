import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { latencyBounds } from '../db/entities/partner-traffic.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { Route } from '../http/router.ts';
import { type DatabaseMetricsDependencies, registerDatabaseMetrics } from './database-metrics.ts';

/** The Prometheus metrics of this process. No label identifies a person, a token or an address. */
export interface Metrics {
  observe(context: Pick<RequestContext, 'operation' | 'error'>, status: number, milliseconds: number): void;
  /** `/metrics`, in Prometheus' text format 0.0.4. */
  route: Route;
}

interface MetricsDependencies extends DatabaseMetricsDependencies {
  /** Returns true if this process is ready for requests. */
  isReady: () => Promise<boolean>;
}

/** Seconds. Every response takes less than 3 s, except for requests that wait for a change. */
const latencyBuckets = [...latencyBounds, 5_000].map((millis) => millis / 1_000);

/** Creates the metrics of this process. Values from the database are queried at each scrape. */
export function createMetrics({ isReady, ...dependencies }: MetricsDependencies): Metrics {
  const { database } = dependencies;
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const requests = new Counter({
    name: 'courtbridge_requests_total',
    help: 'Responses by operation, status and error type ("" for a success). rate_limit_exceeded: rejected by the rate limit.',
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
    'Database connections of this process, by pool. waiting: requests that wait for a connection.',
    ['of', 'state'],
  );
  const replica = gauge(
    'replica_up',
    '1 if the read replica responded to this scrape, else 0. Absent if no replica is configured.',
  );
  const ready = gauge('ready', '1 if /readyz would have responded 200 at this scrape, else 0.');
  const readDatabase = registerDatabaseMetrics(registry, dependencies);

  const probeReplica = async () => {
    const responds = await database.replicaResponds();
    if (responds === undefined) replica.remove();
    else replica.set(Number(responds));
  };

  const setReady = async () => ready.set(Number(await isReady()));
  const setConnections = () => {
    for (const { of, ...states } of database.connections())
      for (const [state, count] of Object.entries(states)) connections.set({ of, state }, count);
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
        setConnections();
        await Promise.all([readDatabase(), probeReplica(), setReady()]);
        return new Response(await registry.metrics(), { headers: { 'Content-Type': registry.contentType } });
      },
    },
  };
}
