import { setTimeout as sleep } from 'node:timers/promises';
import type { Part, Row } from '../report.ts';
import { check } from './check.ts';
import { deployed } from './cluster/files.ts';
import { startCluster } from './cluster/start-cluster.ts';
import { between, type Fault, faults } from './faults.ts';
import { startScene } from './scene.ts';

interface Variant {
  name: string;
  patroni?: (configuration: string) => string;
  databaseProxy?: (configuration: string) => string;
  provoke: Fault['provoke'];
}

/** Set-ups that lose writes or return old data. Patroni's etcd3 API is none of them: five freezes of a leader did not show its fault. The check must find that. */
const variants: Variant[] = [
  {
    name: 'synchronous_mode off, leader killed while its standbys are 2 s behind',
    patroni: (text) => text.replaceAll(/(synchronous_mode\w*): true/g, '$1: false'),
    provoke: async (cluster) => {
      const leader = await cluster.leader();
      const links = between(leader, cluster.nodes);
      for (const link of links) link.cut();
      await sleep(2_000);
      leader.process.stop();
      for (const link of links) link.discard();
      await sleep(30_000);
      leader.process.start();
    },
  },
  {
    name: "HAProxy without on-marked-down shutdown-sessions, leader's Patroni frozen",
    databaseProxy: (text) => text.replace(' on-marked-down shutdown-sessions', ''),
    provoke: faults.find(({ name }) => name.startsWith("leader's Patroni frozen"))!.provoke,
  },
];

/** Shows that the check of the faults fails on each variant. */
export const measureBroken: Part<object> = async ({ note }) => {
  const rows: Row[] = [];
  for (const variant of variants) {
    note(variant.name);
    const row = { figure: `broken: ${variant.name}`, goal: 'the check fails' };
    rows.push({ ...row, ...(await faultsOf(variant, note)) });
  }
  return rows;
};

async function faultsOf(
  { patroni, databaseProxy, provoke }: Variant,
  note: (text: string) => void,
): Promise<Pick<Row, 'measured' | 'met'>> {
  for (const [vary, file] of [
    [patroni, 'patroni/patroni.yml'],
    [databaseProxy, 'patroni/haproxy.cfg'],
  ] as const)
    if (vary && vary(deployed(file)) === deployed(file)) throw new Error(`Nothing is varied in ${file}.`);
  const cluster = await startCluster({
    note,
    ...(patroni ? { varyPatroni: patroni } : {}),
    ...(databaseProxy ? { varyProxy: databaseProxy } : {}),
  });
  try {
    const scene = await startScene(cluster, 'broken');
    await sleep(5_000);
    const others = (await provoke(cluster)) ?? [];
    await sleep(20_000);
    await scene.stop();
    const missed = [...others, ...(await check(scene))].filter(({ met }) => !met);
    return {
      measured:
        missed.map(({ figure, measured }) => `${figure}: ${measured.slice(0, 200)}`).join('; ') ||
        'no fault found',
      met: missed.length > 0,
    };
  } finally {
    cluster.close();
  }
}
