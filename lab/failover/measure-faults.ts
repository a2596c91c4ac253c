import { setTimeout as sleep } from 'node:timers/promises';
import type { Part, Row } from '../report.ts';
import { check } from './check.ts';
import { startCluster } from './cluster/start-cluster.ts';
import { faults } from './faults.ts';
import { startScene } from './scene.ts';

const wanted = process.env.LAB_FAULTS?.split(',');

/** Provokes each fault while the scene continues, and checks everything at the end. */
export const measureFaults: Part<object> = async ({ note }) => {
  const cluster = await startCluster({ note });
  try {
    const scene = await startScene(cluster, 'faults');
    const rows: Row[] = [];
    for (const { name, most, provoke } of faults) {
      if (wanted && !wanted.some((text) => name.includes(text))) continue;
      await sleep(3_000);
      const startedAt = Date.now();
      note(`${name} (${scene.ledger.writes} writes until now)`);
      const others = await provoke(cluster);
      await cluster.untilHealthy();
      await sleep(3_000);
      await scene.useCredentials();
      const seconds = scene.ledger.longestPause(startedAt, Date.now()) / 1_000;
      const row = {
        figure: name,
        goal: `at most ${most} s without a write`,
        measured: `${seconds.toFixed(1)} s`,
        met: seconds <= most,
      };
      note(`  ${row.measured} without a write`);
      rows.push(row, ...(others ?? []));
    }
    await scene.stop();
    rows.push(...(await check(scene)), restartsOf(cluster.services.map(({ restarts }) => restarts)));
    return rows;
  } finally {
    cluster.close();
  }
};

/** Only the process that a fault kills may end. */
function restartsOf(restarts: number[]): Row {
  const sum = restarts.reduce((all, count) => all + count, 0);
  return {
    figure: 'restarts of the service',
    goal: 'only of the killed process, by its supervisor',
    measured: String(sum),
    met: sum <= 1,
  };
}
