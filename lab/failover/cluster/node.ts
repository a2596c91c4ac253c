import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../test/harness/servers/postgresql.ts';
import { fillDisk, pidsIn, Supervised } from '../../processes.ts';
import { deployed, filled, writeFor } from './files.ts';
import { Link } from './link.ts';

export interface Passwords {
  superuser: string;
  replication: string;
  rewind: string;
}

interface Options {
  number: number;
  folder: string;
  uid: number | undefined;
  etcdPorts: number[];
  passwords: Passwords;
  /** Changes the configuration, for variants that must fail. */
  vary: (patroniConfiguration: string) => string;
}

/** Room for the write-ahead log that a standby has not received yet. */
const diskSize = '3g';

/** PostgreSQL under Patroni with `deploy/patroni/patroni.yml`, on its own disk of 3 GB in memory. */
export class Node {
  readonly name: string;
  readonly port: number;
  readonly restPort: number;
  /** Patroni and PostgreSQL. */
  readonly process: Supervised;
  /** Its address for the other nodes. */
  readonly fromOthers: { database: Link; rest: Link };
  readonly toEtcd: Link[];
  readonly #disk: string;
  readonly #data: string;

  private constructor(
    parts: Pick<Node, 'name' | 'port' | 'restPort' | 'process' | 'fromOthers' | 'toEtcd'>,
    disk: string,
  ) {
    this.name = parts.name;
    this.port = parts.port;
    this.restPort = parts.restPort;
    this.process = parts.process;
    this.fromOthers = parts.fromOthers;
    this.toEtcd = parts.toEtcd;
    this.#disk = disk;
    this.#data = join(disk, 'data');
  }

  static async prepare({ number, folder, uid, etcdPorts, passwords, vary }: Options): Promise<Node> {
    const name = `node${number}`;
    const [port, restPort] = [await freePort(), await freePort()];
    const fromOthers = { database: await Link.to(port), rest: await Link.to(restPort) };
    const toEtcd = await Promise.all(etcdPorts.map((etcdPort) => Link.to(etcdPort)));
    const disk = join(folder, name);
    mkdirSync(disk);
    const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize}`, 'tmpfs', disk], {
      encoding: 'utf8',
    });
    if (status !== 0)
      throw new Error(`The disk of ${name} cannot be mounted, which only root may do: ${stderr}`);
    if (uid !== undefined) chownSync(disk, uid, uid);
    const data = join(disk, 'data');
    const text = filled(deployed('patroni/patroni.yml'), {
      'name: node1': `name: ${name}`,
      'connect_address: 10.0.0.11:8008': `connect_address: 127.0.0.1:${fromOthers.rest.port}`,
      'connect_address: 10.0.0.11:5432': `connect_address: 127.0.0.1:${fromOthers.database.port}`,
      '10.0.0.11:8008': `127.0.0.1:${restPort}`,
      '10.0.0.11:5432': `127.0.0.1:${port}`,
      '10.0.0.0/24': '127.0.0.1/32',
      // Each node has its own links to etcd. Patroni must not use the addresses that the members announce.
      'hosts: [10.0.0.21:2379, 10.0.0.22:2379, 10.0.0.23:2379]': `hosts: [${toEtcd.map((link) => `127.0.0.1:${link.port}`).join(', ')}]\n  use_proxies: true`,
      '/var/lib/postgresql/15/courtbridge': data,
      '/var/lib/postgresql/courtbridge.pgpass': join(disk, 'pgpass'),
      '/var/run/postgresql': disk,
    });
    const process = new Supervised({
      name,
      command: 'patroni',
      args: [writeFor(uid, join(folder, `${name}.yml`), vary(text))],
      env: {
        LC_ALL: 'C.UTF-8',
        TZ: 'UTC',
        HOME: disk,
        PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
        PATRONI_REPLICATION_PASSWORD: passwords.replication,
        PATRONI_REWIND_PASSWORD: passwords.rewind,
      },
      logFile: join(folder, `${name}.log`),
      uid,
      folder: data,
      commandLine: join(folder, `${name}.yml`),
    });
    return new Node({ name, port, restPort, process, fromOthers, toEtcd }, disk);
  }

  /** `kill -9` for the main process of PostgreSQL only. */
  killPostmaster(): void {
    process.kill(this.#postmaster(), 'SIGKILL');
  }

  /** Suspends Patroni, but not PostgreSQL. */
  signalPatroni(name: NodeJS.Signals): void {
    const database = new Set(pidsIn(this.#data));
    for (const pid of this.process.pids()) if (!database.has(pid)) process.kill(pid, name);
  }

  fillDisk(): void {
    fillDisk(join(this.#disk, 'filler'));
  }

  emptyDisk(): void {
    rmSync(join(this.#disk, 'filler'));
  }

  close(): void {
    this.process.stop();
    for (const link of [...Object.values(this.fromOthers), ...this.toEtcd]) link.close();
    spawnSync('umount', ['-l', this.#disk]);
  }

  #postmaster(): number {
    return Number(readFileSync(join(this.#data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  }
}
