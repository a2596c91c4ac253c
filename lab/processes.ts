import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, writeSync } from 'node:fs';

export interface ProcessSpec {
  name: string;
  command: string;
  args: string[];
  env: Record<string, string>;
  /** Receives standard output and standard error. */
  logFile: string;
  /** The user that runs it. Undefined: the user of this process. */
  uid?: number | undefined;
  /** Processes whose working directory is this folder also belong to it. */
  folder?: string;
  /** Processes whose command line contains this text also belong to it, such as those that Patroni forks to start PostgreSQL. */
  commandLine?: string;
}

const restartMillis = 2_000;

/**
 * A process that is started again 2 s after it has ended, as systemd does with `Restart=always` and `RestartSec=2`. All signals go to
 * the process, its descendants and the processes in its folder.
 */
export class Supervised {
  /** The number of restarts after it ended. */
  restarts = 0;
  readonly #spec: ProcessSpec;
  #child: ChildProcess | undefined;
  #isWanted = false;

  constructor(spec: ProcessSpec) {
    this.#spec = spec;
  }

  get name(): string {
    return this.#spec.name;
  }

  start(): void {
    const { command, args, env, logFile, uid } = this.#spec;
    this.#isWanted = true;
    const log = openSync(logFile, 'a');
    const child = spawn(command, args, {
      env: { PATH: process.env.PATH ?? '', ...env },
      stdio: ['ignore', log, log],
      cwd: '/',
      ...(uid === undefined ? {} : { uid, gid: uid }),
    });
    child.on('error', () => {});
    child.once('close', () => {
      if (this.#child !== child) return;
      this.#child = undefined;
      setTimeout(() => {
        if (!this.#isWanted || this.#child) return;
        this.restarts += 1;
        this.start();
      }, restartMillis).unref();
    });
    this.#child = child;
  }

  /** Sends a signal to all its processes. */
  signal(name: NodeJS.Signals): void {
    for (const pid of this.pids()) signal(pid, name);
  }

  /** `kill -9`. It is started again. */
  kill(): void {
    this.signal('SIGKILL');
  }

  /** `kill -9`. It stays down until `start`. */
  stop(): void {
    this.#isWanted = false;
    this.signal('SIGCONT');
    // A process may have been started between the first look and the signal.
    for (let round = 0; round < 2; round += 1) this.signal('SIGKILL');
  }

  /** The ids of all its processes. */
  pids(): number[] {
    const pid = this.#child?.pid;
    const { folder, commandLine } = this.#spec;
    return [
      ...new Set([
        ...(pid === undefined ? [] : [pid, ...descendantsOf(pid)]),
        ...(folder ? pidsIn(folder) : []),
        ...(commandLine ? pidsWith(commandLine) : []),
      ]),
    ];
  }
}

const allPids = () => readdirSync('/proc').map(Number).filter(Number.isInteger);

/** The process ids whose working directory is the folder. */
export function pidsIn(folder: string): number[] {
  return allPids().filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === folder;
    } catch {
      return false;
    }
  });
}

function pidsWith(commandLine: string): number[] {
  return allPids().filter((pid) => {
    try {
      return pid !== process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(commandLine);
    } catch {
      return false;
    }
  });
}

function descendantsOf(pid: number): number[] {
  const parents = new Map(allPids().map((one) => [one, parentOf(one)]));
  const found = [pid];
  for (let size = 0; size < found.length; ) {
    size = found.length;
    for (const [one, parent] of parents)
      if (parent !== undefined && found.includes(parent) && !found.includes(one)) found.push(one);
  }
  return found.slice(1);
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has already ended.
  }
}

/** Writes a file until its disk is full. */
export function fillDisk(path: string): void {
  const file = openSync(path, 'w');
  for (let block = Buffer.alloc(1 << 20); block.length >= 1 << 12; ) {
    try {
      writeSync(file, block);
    } catch {
      block = block.subarray(block.length / 2);
    }
  }
  closeSync(file);
}
