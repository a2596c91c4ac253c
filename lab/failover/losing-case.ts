import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type pg from 'pg';
import { openPostgresql } from '../../src/db/connection/open-postgresql.ts';
import { bookingBody, createFactories } from '../../test/harness/data/factories.ts';
import { nextVersion } from '../../test/harness/data/versions.ts';
import { freePort } from '../../test/harness/servers/postgresql.ts';
import { HttpClient } from '../load/http-client.ts';
import { bookingPathOf, requestWith } from '../load/request.ts';
import { Supervised } from '../processes.ts';
import type { Part, Row } from '../report.ts';
import { retried, untilReady } from '../wait.ts';
import { type Cluster, startCluster } from './cluster/start-cluster.ts';

type Interruption = 'commit cancelled' | 'primary restarted';

interface Outcome {
  /** True if the same request was acknowledged while only the primary had the booking. */
  wasAcknowledged: boolean;
  /** True if the booking exists after the primary is lost. */
  isStored: boolean;
}

/** The losing case on this version, and on one whose replays do not wait. */
export const measureLosingCase: Part<object> = async ({ note }) => {
  const cluster = await startCluster({ note });
  try {
    const rows: Row[] = [];
    for (const interruption of ['commit cancelled', 'primary restarted'] as const) {
      note(interruption);
      const { wasAcknowledged, isStored } = await interrupt(cluster, cluster.serviceProxy.port, interruption);
      rows.push({
        figure: `standbys frozen, create sent, ${interruption}, the same create sent again`,
        goal: 'acknowledged only when a standby has it',
        measured: measured(wasAcknowledged, isStored),
        met: !wasAcknowledged && isStored,
      });
    }
    note('a version whose replays do not wait');
    const { port, stop } = await startVersionThatDoesNotWait(cluster);
    try {
      const { wasAcknowledged, isStored } = await interrupt(cluster, port, 'commit cancelled');
      rows.push({
        figure: 'broken: replays do not wait for a standby',
        goal: 'the check fails',
        measured: measured(wasAcknowledged, isStored),
        // It is chance whether the standby that takes over has received the booking meanwhile.
        met: wasAcknowledged,
      });
    } finally {
      stop();
    }
    return rows;
  } finally {
    cluster.close();
  }
};

const measured = (wasAcknowledged: boolean, isStored: boolean) =>
  `${wasAcknowledged ? 'acknowledged at once' : 'not acknowledged before'}; ${isStored ? 'stored' : 'lost'} after the primary is lost`;

/**
 * Both standbys hang, so that the commit of a new booking waits. The wait is interrupted, which leaves the booking on the primary only.
 * Then the same request is sent again for 8 s. If it is not acknowledged, the standbys resume, and it is sent until it is. Finally the
 * primary is lost.
 */
async function interrupt(cluster: Cluster, port: number, interruption: Interruption): Promise<Outcome> {
  await cluster.untilHealthy();
  const { externalServiceId, put } = await prepareBooking(cluster, port);
  const leader = await cluster.leader();
  const standbys = cluster.nodes.filter((node) => node !== leader);
  const signalStandbys = (signal: NodeJS.Signals) => {
    for (const { process } of standbys) process.signal(signal);
  };
  const admin = await cluster.connect(leader.port);
  signalStandbys('SIGSTOP');
  try {
    const { response } = await untilCommitWaits(admin, put, interruption);
    if (interruption === 'primary restarted') leader.killPostmaster();
    await response;
    let wasAcknowledged = false;
    for (const until = Date.now() + 8_000; !wasAcknowledged && Date.now() < until; await sleep(300))
      wasAcknowledged = isSuccess(await put());
    if (!wasAcknowledged) {
      signalStandbys('SIGCONT');
      while (!isSuccess(await put())) await sleep(300);
      // Only a standby that Patroni has recorded as synchronous may take over.
      await cluster.untilHealthy();
    }
    leader.process.stop();
    signalStandbys('SIGCONT');
    return { wasAcknowledged, isStored: await isStoredAfterFailover(cluster, externalServiceId) };
  } finally {
    signalStandbys('SIGCONT');
    await admin.end().catch(() => {});
    leader.process.start();
  }
}

/** Sends the request until its commit waits for a standby. Returns the response to come. Cancels the commit if that is the interruption. */
async function untilCommitWaits(
  admin: pg.Client,
  put: () => Promise<number>,
  interruption: Interruption,
): Promise<{ response: Promise<number> }> {
  const statuses: number[] = [];
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    let hasResponse = false;
    const response = put().finally(() => {
      hasResponse = true;
    });
    for (; !hasResponse; await sleep(20)) {
      const { rowCount } = await admin.query(
        `select ${interruption === 'commit cancelled' ? 'pg_cancel_backend(pid)' : 'pid'} from pg_stat_activity
         where wait_event = 'SyncRep' and query = 'commit'`,
      );
      if (rowCount! > 0) return { response };
    }
    statuses.push(await response);
    // The pooler may still have connections to the former leader.
    await sleep(300);
  }
  throw new Error(`No commit waits for a standby. The responses were ${statuses.join(', ')}.`);
}

const isSuccess = (status: number) => status === 200 || status === 201;

async function prepareBooking(cluster: Cluster, port: number) {
  const database = await openPostgresql({ url: cluster.ownerUrl, poolSize: 2 });
  const tenant = await createFactories(database).tenant();
  await database.close();
  const http = new HttpClient(port, 60_000);
  const request = requestWith(
    tenant.token,
    'PUT',
    bookingPathOf(tenant, 'waiting'),
    bookingBody(tenant.courtIds[0]),
  );
  /** Returns the status, or 0 without a response. */
  const put = async () => (await http.send(request)).status;
  return { externalServiceId: tenant.externalServiceId, put };
}

const isStoredAfterFailover = (cluster: Cluster, externalServiceId: string): Promise<boolean> =>
  retried(async () => {
    const client = await cluster.connect();
    const { rows } = await client
      .query<{ isStandby: boolean; isStored: boolean }>(
        `select pg_is_in_recovery() as "isStandby",
           exists (select from court_bookings where external_service_id = $1) as "isStored"`,
        [externalServiceId],
      )
      .finally(() => client.end());
    // HAProxy may already lead to the next primary while it is promoted.
    if (rows[0]!.isStandby) throw new Error('There is no primary yet.');
    return rows[0]!.isStored;
  }, 60_000);

async function startVersionThatDoesNotWait(cluster: Cluster) {
  const version = nextVersion('wait-for-standbys.sql', (source) => source.replace("<> ''", "= 'never'"));
  const env = { PATH: process.env.PATH ?? '', DATABASE_URL: cluster.ownerUrl };
  await promisify(execFile)(process.execPath, [version.entry.replace('main.ts', 'db-migrate.ts')], { env });
  const port = await freePort();
  const service = new Supervised({
    name: 'service that does not wait',
    command: process.execPath,
    args: [version.entry],
    env: { ...cluster.serviceEnv, PORT: String(port) },
    logFile: join(cluster.folder, 'service-broken.log'),
  });
  service.start();
  await untilReady(port);
  return {
    port,
    stop: () => {
      service.stop();
      version.remove();
    },
  };
}
