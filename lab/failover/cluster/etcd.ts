import { join } from 'node:path';
import { freePort } from '../../../test/harness/servers/postgresql.ts';
import { Supervised } from '../../processes.ts';
import { deployed, filled } from './files.ts';

/** Three members of etcd, with the settings of `deploy/patroni/etcd.env`. */
export interface Etcd {
  members: Supervised[];
  clientPorts: number[];
}

export async function startEtcd(folder: string, uid: number | undefined): Promise<Etcd> {
  const ports = await Promise.all(
    [1, 2, 3].map(async (number) => ({ number, client: await freePort(), peer: await freePort() })),
  );
  const peers = ports.map(({ number, peer }) => `etcd${number}=http://127.0.0.1:${peer}`).join(',');
  const members = ports.map(({ number, client, peer }) => {
    const text = filled(deployed('patroni/etcd.env'), {
      'etcd1=http://10.0.0.21:2380,etcd2=http://10.0.0.22:2380,etcd3=http://10.0.0.23:2380': peers,
      'ETCD_NAME=etcd1': `ETCD_NAME=etcd${number}`,
      '/var/lib/etcd/courtbridge': join(folder, `etcd${number}`),
      '10.0.0.21:2379': `127.0.0.1:${client}`,
      '10.0.0.21:2380': `127.0.0.1:${peer}`,
    });
    const member = new Supervised({
      name: `etcd${number}`,
      command: 'etcd',
      args: [],
      env: Object.fromEntries(
        text
          .split('\n')
          .filter((line) => /^ETCD_/.test(line))
          .map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
      ),
      logFile: join(folder, `etcd${number}.log`),
      uid,
    });
    member.start();
    return member;
  });
  return { members, clientPorts: ports.map(({ client }) => client) };
}
