import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type pg from 'pg';
import { testKey } from '../../../test/harness/clients/webhook-sending.ts';
import { freePort, nobody } from '../../../test/harness/servers/postgresql.ts';
import { Supervised } from '../../processes.ts';
import { connect, unlimited } from '../../stage.ts';
import { retried, untilReady } from '../../wait.ts';
import { startEtcd } from './etcd.ts';
import { deployed } from './files.ts';
import { Node } from './node.ts';
import { type FrontProxy, startDatabaseProxy, startPooler, startServiceProxy } from './proxies.ts';

export interface Member {
  name: string;
  role: string;
  state: string;
}

export interface Cluster {
  nodes: Node[];
  etcd: Supervised[];
  databaseProxy: FrontProxy;
  pooler: FrontProxy;
  serviceProxy: FrontProxy;
  services: Supervised[];
  /** The environment of the service, to start another version of it. */
  serviceEnv: Record<string, string>;
  folder: string;
  /** The address of the database for the owner of the schema, through HAProxy. */
  ownerUrl: string;
  /** Returns the state of the nodes, from Patroni. Empty if no node responds. */
  members(): Promise<Member[]>;
  leader(): Promise<Node>;
  /** Resolves when there are a leader and a synchronous standby. Then waits up to 60 s for the third node. */
  untilHealthy(seconds?: number): Promise<void>;
  /** Connects to the leader as superuser, directly or through HAProxy. */
  connect(port?: number): Promise<pg.Client>;
  close(): void;
}

const program = fileURLToPath(new URL('../../../src/bin/start.cjs', import.meta.url));
/** Patroni sometimes reports a node that was killed as `starting` for good, although it follows the leader. */
const patienceMillis = 60_000;
const newPassword = () => randomBytes(24).toString('hex');

/**
 * Starts etcd, three nodes, HAProxy, PgBouncer and two processes of the service. `varyPatroni` and `varyProxy` change the configuration of
 * Patroni and of the HAProxy in front of the nodes.
 */
export async function startCluster({
  note,
  varyPatroni = (text) => text,
  varyProxy = (text) => text,
}: {
  note: (text: string) => void;
  varyPatroni?: (configuration: string) => string;
  varyProxy?: (configuration: string) => string;
}): Promise<Cluster> {
  const uid = process.getuid?.() === 0 ? nobody : undefined;
  const folder = mkdtempSync(join(tmpdir(), 'courtbridge-failover-'));
  if (uid !== undefined) chownSync(folder, uid, uid);
  const passwords = { superuser: newPassword(), replication: newPassword(), rewind: newPassword() };
  const [ownerPassword, servicePassword] = [newPassword(), newPassword()];
  const nodes: Node[] = [];
  const isSynchronous = varyPatroni(deployed('patroni/patroni.yml')).includes('synchronous_mode: true');
  const others: Supervised[] = [];
  const close = () => {
    process.off('exit', close);
    for (const one of [...others].reverse()) one.stop();
    for (const node of nodes) node.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  // Also after Ctrl-C, which main.ts turns into an exit.
  process.once('exit', close);
  const connectTo = (port: number, database = 'courtbridge') =>
    connect(`postgres://postgres:${passwords.superuser}@127.0.0.1:${port}/${database}`);
  const members = async (): Promise<Member[]> => {
    for (const { restPort } of nodes) {
      const signal = AbortSignal.timeout(1_000);
      const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal }).then(
        (response) => response.json() as Promise<{ members: Member[] }>,
        () => undefined,
      );
      if (answer?.members.some(({ role }) => role === 'leader')) return answer.members;
    }
    return [];
  };
  const untilHealthy = async (seconds = 120) => {
    const startedAt = Date.now();
    let healthyAt: number | undefined;
    for (;;) {
      const all = await members();
      const isRunning = (role: string) =>
        all.some((member) => member.role === role && ['running', 'streaming'].includes(member.state));
      healthyAt =
        isRunning('leader') && (isRunning('sync_standby') || !isSynchronous)
          ? (healthyAt ?? Date.now())
          : undefined;
      const areAll =
        all.filter(({ state }) => ['running', 'streaming'].includes(state)).length === nodes.length;
      if (healthyAt !== undefined && (areAll || Date.now() - healthyAt > patienceMillis)) return;
      if (Date.now() - startedAt > seconds * 1_000)
        throw new Error(
          `The cluster is not healthy after ${seconds} s: ${JSON.stringify(all)} ${nodes.map(({ name }) => lastErrors(join(folder, `${name}.log`))).join(' ')}`,
        );
      await sleep(250);
    }
  };
  try {
    const etcd = await startEtcd(folder, uid);
    others.push(...etcd.members);
    for (const number of [1, 2, 3])
      nodes.push(
        await Node.prepare({
          number,
          folder,
          uid,
          etcdPorts: etcd.clientPorts,
          passwords,
          vary: varyPatroni,
        }),
      );
    for (const node of nodes) node.process.start();
    note('three nodes under Patroni are starting');
    await untilHealthy();
    const databaseProxy = await startDatabaseProxy(folder, nodes, varyProxy);
    others.push(databaseProxy.process);
    await createDatabase(() => connectTo(databaseProxy.port, 'postgres'));
    await createRoles(() => connectTo(databaseProxy.port), ownerPassword, servicePassword);
    const ownerUrl = `postgres://courtbridge_owner:${ownerPassword}@127.0.0.1:${databaseProxy.port}/courtbridge`;
    await migrate(ownerUrl);
    const pooler = await startPooler(folder, uid, databaseProxy.port, servicePassword);
    others.push(pooler.process);
    const serviceEnv = {
      DATABASE_URL: `postgres://courtbridge:${servicePassword}@127.0.0.1:${pooler.port}/courtbridge`,
      MIGRATE_ON_START: '0',
      PREPARE_STATEMENTS: '0',
      TRUSTED_PROXIES: '1',
      ...unlimited,
      WEBHOOK_SECRETS_KEY: testKey.toString('base64'),
      WEBHOOK_ALLOW_PRIVATE: '1',
      LOG_LEVEL: 'warn',
    };
    const ports: [number, number] = [await freePort(), await freePort()];
    const services = ports.map((port, index) => {
      const service = new Supervised({
        name: `service${index + 1}`,
        command: process.execPath,
        args: [program, 'main'],
        env: { ...serviceEnv, PORT: String(port) },
        logFile: join(folder, `service${index + 1}.log`),
      });
      service.start();
      return service;
    });
    others.push(...services);
    const serviceProxy = await startServiceProxy(folder, ports);
    others.push(serviceProxy.process);
    await untilReady(serviceProxy.port).catch((cause) => {
      throw new Error(readFileSync(join(folder, 'service1.log'), 'utf8'), { cause });
    });
    return {
      nodes,
      etcd: etcd.members,
      databaseProxy,
      pooler,
      serviceProxy,
      services,
      serviceEnv,
      folder,
      ownerUrl,
      members,
      untilHealthy,
      leader: async () => {
        const name = (await members()).find(({ role }) => role === 'leader')?.name;
        const found = nodes.find((node) => node.name === name);
        if (!found) throw new Error('The cluster has no leader.');
        return found;
      },
      connect: (port = databaseProxy.port) => connectTo(port),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

async function createDatabase(connectTo: () => Promise<pg.Client>): Promise<void> {
  const client = await retried(connectTo);
  await client.query('create database courtbridge');
  await client.end();
}

/** Creates the two roles of `deploy/create-roles.sql`. */
async function createRoles(
  connectTo: () => Promise<pg.Client>,
  owner: string,
  service: string,
): Promise<void> {
  const client = await retried(connectTo);
  await client.query(deployed('create-roles.sql'));
  await client.query(`alter role courtbridge_owner password '${owner}'`);
  await client.query(`alter role courtbridge password '${service}'`);
  await client.end();
}

/** Not synchronous: the links between the nodes run in this process. */
async function migrate(databaseUrl: string): Promise<void> {
  const env = { PATH: process.env.PATH ?? '', DATABASE_URL: databaseUrl };
  await promisify(execFile)(process.execPath, [program, 'db-migrate'], { env });
}

/** Returns the last lines of a log that say what failed. */
const lastErrors = (file: string): string =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => /ERROR|FATAL|PANIC|No space/.test(line))
    .slice(-3)
    .join(' | ');
