import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scratchFolder } from '../../harness/data/made-once.ts';
import { freePort } from '../../harness/servers/postgresql.ts';

const rules = readFileSync(
  new URL('../../../deploy/prometheus/cluster-alerts.yaml', import.meta.url),
  'utf8',
);
const named = [...rules.matchAll(/\b(patroni|etcd|haproxy)_\w+/g)].map(([name]) => name);
const namedOf = (program: string) => [...new Set(named.filter((name) => name.startsWith(`${program}_`)))];

const isInstalled = (program: string, option: string) => spawnSync(program, [option]).status === 0;
const without = (installed: boolean, program: string) => (installed ? '' : ` (not run: needs ${program})`);

/** Debian's package `patroni`. Its process needs a cluster, so the names are read from its code. */
const patroni = '/usr/lib/python3/dist-packages/patroni/api.py';

describe('metrics in the alert rules of the cluster', () => {
  const folder = scratchFolder();
  const start = (program: string, args: string[]) => {
    const child = spawn(program, args, { stdio: 'ignore' });
    onTestFinished(async () => {
      child.kill('SIGKILL');
      if (child.exitCode === null) await once(child, 'close');
    });
  };
  const scrape = async (port: number) =>
    (await (await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => undefined))?.text()) ?? '';

  it.skipIf(!existsSync(patroni))(`Patroni has them${without(existsSync(patroni), 'patroni')}`, () => {
    const text = readFileSync(patroni, 'utf8');
    expect(namedOf('patroni').length).toBeGreaterThan(5);
    expect(namedOf('patroni').filter((name) => !text.includes(`# TYPE ${name} `))).toEqual([]);
  });

  const hasHaproxy = isInstalled('haproxy', '-v');
  it.skipIf(!hasHaproxy)(
    `HAProxy reports a backend without a server${without(hasHaproxy, 'haproxy')}`,
    async () => {
      const [metrics, bound, closed] = [await freePort(), await freePort(), await freePort()];
      const config = join(folder, 'haproxy.cfg');
      writeFileSync(
        config,
        `defaults
         timeout connect 1s
         timeout client 1s
         timeout server 1s
       frontend metrics
         mode http
         bind 127.0.0.1:${metrics}
         http-request use-service prometheus-exporter if { path /metrics }
       listen postgresql
         mode tcp
         bind 127.0.0.1:${bound}
         server one 127.0.0.1:${closed} check inter 100ms fall 1
`,
      );
      start('haproxy', ['-f', config]);
      await expect
        .poll(() => scrape(metrics))
        .toContain('\nhaproxy_backend_status{proxy="postgresql",state="DOWN"} 1');
      expect(namedOf('haproxy')).toEqual(['haproxy_backend_status']);
    },
  );

  const hasEtcd = isInstalled('etcd', '--version');
  it.skipIf(!hasEtcd)(`etcd reports that it has a leader${without(hasEtcd, 'etcd-server')}`, async () => {
    const [client, peer] = [await freePort(), await freePort()];
    const address = `http://127.0.0.1:${client}`;
    start('etcd', [
      `--data-dir=${join(folder, 'etcd')}`,
      `--listen-client-urls=${address}`,
      `--advertise-client-urls=${address}`,
      `--listen-peer-urls=http://127.0.0.1:${peer}`,
    ]);
    await expect.poll(() => scrape(client)).toContain('\netcd_server_has_leader 1');
    const text = await scrape(client);
    // Histograms have the name of the family.
    expect(namedOf('etcd').filter((name) => !text.includes(`# TYPE ${name} `))).toEqual([]);
  });
});
