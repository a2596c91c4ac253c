import { setTimeout as sleep } from 'node:timers/promises';
import { openPostgresql } from '../../src/db/connection/open-postgresql.ts';
import { WebhookSending } from '../../test/harness/clients/webhook-sending.ts';
import { createFactories, type Tenant } from '../../test/harness/data/factories.ts';
import type { WebhookReceiver } from '../../test/harness/servers/webhook-receiver.ts';
import { Clients } from '../load/clients.ts';
import { FeedReader } from '../load/feed-reader.ts';
import { Ledger } from '../load/ledger.ts';
import type { Cluster } from './cluster/start-cluster.ts';

/** Partners and operators at work: 16 clients, a reader of changes, a receiver of webhooks, and an operator who has signed in. */
export interface Scene {
  cluster: Cluster;
  tenant: Tenant;
  ledger: Ledger;
  reader: FeedReader;
  receiver: WebhookReceiver;
  /** Requests with the token or the session of the beginning that were rejected. */
  rejected: string[];
  /** Sends a request with the token, and one with the session. */
  useCredentials(): Promise<void>;
  /** Stops the clients, then waits until the reader and the receiver have everything. */
  stop(): Promise<void>;
}

const numberOfClients = 16;
/** Longer than the first pause after a failed delivery. */
const patienceMillis = 120_000;

export async function startScene(cluster: Cluster, prefix: string): Promise<Scene> {
  const database = await openPostgresql({ url: cluster.ownerUrl, poolSize: 2 });
  const factories = createFactories(database);
  const tenant = await factories.tenant(numberOfClients);
  const operator = await factories.operator('VIEWER');
  const sending = await WebhookSending.begin(database);
  const { receiver } = sending;
  await sending.endpoint('/', {
    externalServiceId: tenant.externalServiceId,
    types: ['court_booking.created', 'court_booking.updated', 'court_booking.cancelled', 'user.created'],
  });
  await database.close();

  const base = `http://127.0.0.1:${cluster.serviceProxy.port}`;
  const signedIn = await fetch(`${base}/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ token: operator.secret }),
  });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0];
  if (!cookie) throw new Error(`The operator could not sign in: ${signedIn.status}`);
  const rejected: string[] = [];
  const use = async (path: string, headers: Record<string, string>, body?: string) => {
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(base + path, {
        headers: { ...headers, 'Content-Type': 'application/json' },
        ...(body ? { method: 'POST', body } : {}),
      }).catch(() => undefined);
      if (response?.status === 200) return;
      if ((response && response.status < 500) || attempt === 20) {
        rejected.push(`${path}: ${response?.status ?? 'no response'}`);
        return;
      }
      await sleep(500);
    }
  };
  const ledger = new Ledger();
  const clients = new Clients(cluster.serviceProxy.port, tenant, ledger, prefix);
  const reader = new FeedReader(cluster.serviceProxy.port, tenant);
  return {
    cluster,
    tenant,
    ledger,
    reader,
    receiver,
    rejected,
    useCredentials: async () => {
      const authorization = { Authorization: `Bearer ${tenant.token}` };
      await use(`/api/v1/external-services/${tenant.externalServiceId}/courts`, authorization);
      await use('/graphql', { Cookie: cookie }, '{"query":"{ me { id } }"}');
    },
    stop: async () => {
      await clients.stop();
      await reader.stop();
      await untilDelivered(receiver, reader);
      await receiver.stop();
    },
  };
}

/** Waits while webhooks arrive. A delivery that failed during a fault is sent again after a while. */
async function untilDelivered(receiver: WebhookReceiver, reader: FeedReader): Promise<void> {
  const missing = () => {
    const received = new Set(receiver.idsAt('/'));
    return reader.read.filter(({ id }) => !received.has(id)).length;
  };
  let [left, lastAt] = [missing(), Date.now()];
  while (left > 0 && Date.now() - lastAt < patienceMillis) {
    await sleep(1_000);
    const now = missing();
    if (now < left) [left, lastAt] = [now, Date.now()];
  }
}
