import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../test/harness/servers/postgresql.ts';
import { Supervised } from '../../processes.ts';
import { deployed, filled, writeFor } from './files.ts';
import type { Node } from './node.ts';

export interface FrontProxy {
  port: number;
  process: Supervised;
}

/** HAProxy in front of the nodes, with `deploy/patroni/haproxy.cfg`. Its port leads to the leader. */
export async function startDatabaseProxy(
  folder: string,
  nodes: Node[],
  vary: (configuration: string) => string = (text) => text,
): Promise<FrontProxy> {
  const port = await freePort();
  const text = filled(deployed('patroni/haproxy.cfg'), {
    '127.0.0.1:5000': `127.0.0.1:${port}`,
    '127.0.0.1:5001': `127.0.0.1:${await freePort()}`,
    ...Object.fromEntries(
      nodes.map(({ name, port: database, restPort }, index) => [
        `server ${name} 10.0.0.1${index + 1}:5432 check port 8008`,
        `server ${name} 127.0.0.1:${database} check port ${restPort}`,
      ]),
    ),
  });
  return { port, process: startHaproxy(folder, 'haproxy-database', vary(text)) };
}

/** HAProxy in front of processes of the service, with `deploy/haproxy.cfg`. */
export async function startServiceProxy(folder: string, ports: readonly number[]): Promise<FrontProxy> {
  const port = await freePort();
  const servers = ports.map((each, index) => `    server process${index + 1} 127.0.0.1:${each}\n`);
  const text = filled(deployed('haproxy.cfg'), {
    '127.0.0.1:8080': `127.0.0.1:${port}`,
    '    server one 127.0.0.1:4001\n    server two 127.0.0.1:4002\n': servers.join(''),
  });
  return { port, process: startHaproxy(folder, 'haproxy-service', text) };
}

function startHaproxy(folder: string, name: string, text: string): Supervised {
  const file = join(folder, `${name}.cfg`);
  writeFileSync(file, text);
  const started = new Supervised({
    name,
    command: 'haproxy',
    // In the foreground. `-W` would start a second process.
    args: ['-db', '-f', file],
    env: {},
    logFile: join(folder, `${name}.log`),
  });
  started.start();
  return started;
}

/** Debian's PgBouncer 1.18 between the service and HAProxy, with `deploy/pgbouncer/pgbouncer-before-1.21.ini`. */
export async function startPooler(
  folder: string,
  uid: number | undefined,
  target: number,
  servicePassword: string,
): Promise<FrontProxy> {
  const port = await freePort();
  const users = writeFor(uid, join(folder, 'users.txt'), `"courtbridge" "${servicePassword}"\n`);
  const text = filled(deployed('pgbouncer/pgbouncer-before-1.21.ini'), {
    'host=postgresql port=5432': `host=127.0.0.1 port=${target}`,
    'listen_addr = 0.0.0.0': 'listen_addr = 127.0.0.1',
    'listen_port = 6432': `listen_port = ${port}`,
    '/etc/pgbouncer/userlist.txt': users,
  });
  const pooler = new Supervised({
    name: 'pgbouncer',
    command: 'pgbouncer',
    args: [writeFor(uid, join(folder, 'pgbouncer.ini'), text)],
    env: {},
    logFile: join(folder, 'pgbouncer.log'),
    uid,
  });
  pooler.start();
  return { port, process: pooler };
}
