import { setTimeout as sleep } from 'node:timers/promises';
import type { Row } from '../report.ts';
import type { Link } from './cluster/link.ts';
import type { Node } from './cluster/node.ts';
import type { Cluster } from './cluster/start-cluster.ts';

export interface Fault {
  name: string;
  /** The longest time without an acknowledged write, in seconds. */
  most: number;
  /** Begins the fault, and ends it after a while. May return what else it measured. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most faults return nothing
  provoke: (cluster: Cluster) => Promise<Row[] | void>;
}

/** Goals: after a kill, and after a freeze or partition. */
const [afterKill, afterFreeze] = [30, 35];
const frozenSeconds = 30;

/** Stops all processes of a node for a while. */
async function freeze({ process }: Node): Promise<void> {
  process.signal('SIGSTOP');
  await sleep(1_000 * frozenSeconds);
  process.signal('SIGCONT');
}

async function cut(links: Link[], seconds: number): Promise<void> {
  for (const link of links) link.cut();
  await sleep(1_000 * seconds);
  for (const link of links) link.heal();
}

/** The twelve faults, and the isolation of the leader from all other nodes and etcd. */
export const faults: Fault[] = [
  {
    name: "leader's node killed, back after 30 s",
    most: afterKill,
    provoke: async (cluster) => {
      const leader = await cluster.leader();
      leader.process.stop();
      await sleep(30_000);
      leader.process.start();
    },
  },
  {
    name: "leader's postmaster killed",
    most: afterKill,
    provoke: async (cluster) => (await cluster.leader()).killPostmaster(),
  },
  {
    name: `leader's node frozen for ${frozenSeconds} s`,
    most: afterFreeze,
    provoke: async (cluster) => freeze(await cluster.leader()),
  },
  {
    name: `leader's Patroni frozen for ${frozenSeconds} s, PostgreSQL running`,
    most: afterFreeze,
    provoke: async (cluster) => {
      const leader = await cluster.leader();
      const admin = await cluster.connect(leader.port);
      leader.signalPatroni('SIGSTOP');
      await sleep(1_000 * (frozenSeconds - 3));
      const { rows } = await admin.query<{ count: number }>(
        "select count(*)::int as count from pg_stat_activity where usename = 'courtbridge'",
      );
      const successor = (await cluster.leader()).name;
      await sleep(3_000);
      leader.signalPatroni('SIGCONT');
      await admin.end().catch(() => {});
      const count = rows[0]!.count;
      return [
        {
          figure: 'connections of the service to the former leader, which still runs',
          goal: 'none once there is a new leader, because reads would return old data',
          measured: `${count}, ${successor} is the leader after ${leader.name}`,
          met: count === 0 && successor !== leader.name,
        },
      ];
    },
  },
  {
    name: 'switchover',
    most: afterKill,
    provoke: async (cluster) => {
      const leader = await cluster.leader();
      const candidate = await synchronousStandby(cluster);
      const response = await fetch(`http://127.0.0.1:${leader.restPort}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: leader.name, candidate: candidate.name }),
      });
      if (!response.ok) throw new Error(`The switchover failed: ${await response.text()}`);
    },
  },
  {
    name: `synchronous standby frozen for ${frozenSeconds} s`,
    most: afterFreeze,
    provoke: async (cluster) => freeze(await synchronousStandby(cluster)),
  },
  {
    name: 'two of three etcd members killed, back after 30 s',
    most: afterFreeze,
    provoke: async ({ etcd }) => {
      for (const member of etcd.slice(0, 2)) member.stop();
      await sleep(30_000);
      for (const member of etcd.slice(0, 2)) member.start();
    },
  },
  { name: 'PgBouncer killed', most: afterKill, provoke: async ({ pooler }) => pooler.process.kill() },
  {
    name: 'HAProxy of the database killed',
    most: afterKill,
    provoke: async ({ databaseProxy }) => databaseProxy.process.kill(),
  },
  { name: 'service process killed', most: afterKill, provoke: async ({ services }) => services[0]!.kill() },
  {
    name: 'network between the leader and its standbys cut for 15 s',
    most: afterFreeze,
    provoke: async (cluster) => cut(between(await cluster.leader(), cluster.nodes), 15),
  },
  {
    name: 'leader cut off from its standbys and etcd for 30 s',
    most: afterFreeze,
    provoke: async (cluster) => {
      const leader = await cluster.leader();
      await cut([...between(leader, cluster.nodes), ...leader.toEtcd], 30);
    },
  },
  {
    name: "leader's disk full for 30 s",
    most: afterFreeze,
    provoke: async (cluster) => {
      const leader = await cluster.leader();
      leader.fillDisk();
      await sleep(30_000);
      leader.emptyDisk();
    },
  },
];

/** The links from the other nodes to a node, and from it to the REST interfaces of Patroni on the others. */
export const between = (node: Node, nodes: Node[]) => [
  node.fromOthers.database,
  node.fromOthers.rest,
  ...nodes.filter((other) => other !== node).flatMap(({ fromOthers }) => [fromOthers.rest]),
];

async function synchronousStandby(cluster: Cluster): Promise<Node> {
  const name = (await cluster.members()).find(({ role }) => role === 'sync_standby')?.name;
  const found = cluster.nodes.find((node) => node.name === name);
  if (!found) throw new Error('The cluster has no synchronous standby.');
  return found;
}
