import { type ChildProcess, spawn } from 'node:child_process';
import { cpus } from 'node:os';
import { afterAll, describe, expect, it } from 'vitest';
import { runs } from '../../harness/data/runs.ts';
import { failingClients } from '../../harness/sandbox/failing-clients.ts';
import { type Played, playFailing, playRight, tableOf } from '../../harness/sandbox/play-clients.ts';
import { rightClients } from '../../harness/sandbox/right-clients.ts';
import { useSandbox } from '../../harness/sandbox/start-sandbox.ts';

// `TEST_RUNS=200` lets each right client work through all scenarios 200 times, and as often again on a busy machine. `.ci/nightly` runs this.
// Otherwise, sandbox.test.ts has each failing client and a right one, next to other tests.
const isNightly = runs(1) > 1;
const atOnce = 12;

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
  const sandbox = useSandbox();
  afterAll(() => void process.stdout.write(`${tables.join('\n\n')}\n`));

  const seeds = Array.from({ length: runs(1) }, (_, n) => n + 1);
  const rightWork = seeds.flatMap((seed) =>
    Object.keys(rightClients).map(
      (client) => () => playRight(sandbox.address, client, { scenario: 'all', seed }),
    ),
  );

  it('give each right client full marks, whatever its design is', async () => {
    expect(await wrongOf('Right clients', rightWork)).toEqual([]);
  });

  it('give each right client full marks on a busy machine', async () => {
    expect(await whileBusy(() => wrongOf('Right clients on a busy machine', rightWork))).toEqual([]);
  });

  it('never pass a client with wrong pauses, or that is wrong after kills, on a busy machine', async () => {
    const chosen = failingClients.filter(({ scenario }) => scenario === 'overload' || scenario === 'restart');
    const work = seeds.flatMap((seed) =>
      chosen.map((client) => () => playFailing(sandbox.address, client, seed)),
    );
    expect(await whileBusy(() => wrongOf('Failing clients on a busy machine', work))).toEqual([]);
  });
});
