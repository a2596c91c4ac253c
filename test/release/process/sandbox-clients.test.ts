import { type ChildProcess, spawn } from 'node:child_process';
import { cpus } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../harness/data/runs.ts';
import { failingClients } from '../../harness/sandbox/failing-clients.ts';
import { type Played, playFailing, playRight, tableOf } from '../../harness/sandbox/play-clients.ts';
import { rightClients } from '../../harness/sandbox/right-clients.ts';
import { type SandboxProcess, startSandbox } from '../../harness/sandbox/start-sandbox.ts';
import { emptyDatabase } from '../../harness/servers/test-database.ts';

// `TEST_RUNS=200` lets each right client work through all scenarios 200 times, and as often again on a busy machine. `.ci/nightly` runs this.
// Otherwise, sandbox.test.ts has each failing client and a right one, next to other tests.
const isNightly = runs(1) > 1;
const atOnce = 12;

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let sandbox: SandboxProcess;
const tables: string[] = [];
/** Runs work with some at a time, and returns the results that are not right. */
async function wrongOf(title: string, work: (() => Promise<Played>)[]): Promise<Played[]> {
  const queue = [...work];
  const all: Played[] = [];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = queue.shift(); next; next = queue.shift()) all.push(await next());
    }),
  );
  tables.push(`${title}\n${tableOf(all.sort((one, other) => one.client.localeCompare(other.client)))}`);
  return all.filter(({ isRight }) => !isRight);
}

const rightWork = () =>
  Array.from({ length: runs(1) }, (_, n) => n + 1).flatMap((seed) =>
    Object.keys(rightClients).map(
      (client) => () => playRight(sandbox.address, client, { scenario: 'all', seed }),
    ),
  );

/** Keeps every processor busy. */
async function whileBusy<Result>(work: () => Promise<Result>): Promise<Result> {
  const load: ChildProcess[] = cpus().map(() => spawn(process.execPath, ['-e', 'for (;;);']));
  try {
    return await work();
  } finally {
    for (const one of load) one.kill('SIGKILL');
  }
}

const note = isNightly ? '' : ' (not run: needs TEST_RUNS)';

describe.runIf(isNightly)(`clients of the sandbox${note}`, { timeout: 86_400_000 }, () => {
  beforeAll(async () => {
    database = await emptyDatabase();
    sandbox = await startSandbox(database.url);
  });
  afterAll(async () => {
    process.stdout.write(`${tables.join('\n\n')}\n`);
    await sandbox?.stop();
    await database?.drop();
  });

  it('give each right client full marks, whatever its design is', async () => {
    expect(await wrongOf('Right clients', rightWork())).toEqual([]);
  });

  it('give each right client full marks on a busy machine', async () => {
    expect(await whileBusy(() => wrongOf('Right clients on a busy machine', rightWork()))).toEqual([]);
  });

  it('never pass a client with wrong pauses, or that is wrong after kills, on a busy machine', async () => {
    const chosen = failingClients.filter(({ scenario }) => scenario === 'overload' || scenario === 'restart');
    const seeds = Array.from({ length: runs(1) }, (_, n) => n + 1);
    const work = seeds.flatMap((seed) =>
      chosen.map((client) => () => playFailing(sandbox.address, client, seed)),
    );
    expect(await whileBusy(() => wrongOf('Failing clients on a busy machine', work))).toEqual([]);
  });
});
