import { expect, it, onTestFinished } from 'vitest';
import type { DescribedRun } from '../../src/sandbox/describe-run.ts';
import type { Timings } from '../../src/sandbox/run-state.ts';
import { scenarios } from '../../src/sandbox/scenarios.ts';
import { startTestSandbox } from '../harness/servers/test-sandbox.ts';

/** Starts a run whose client does nothing, and returns how to read it. */
async function idleRun(scenario: string, timings: Partial<Timings>) {
  const sandbox = await startTestSandbox(timings);
  onTestFinished(sandbox.stop);
  const body = JSON.stringify({ scenario });
  const response = await fetch(`${sandbox.address}/sandbox/runs`, { method: 'POST', body });
  const run: DescribedRun = await response.json();
  return { run, read: async (): Promise<DescribedRun> => (await fetch(run.page)).json() };
}

it('a step ends after its time, and the next one begins', async () => {
  const { run, read } = await idleRun('restart', { step: 1_000 });
  expect(run.step?.number).toBe(1);
  await expect.poll(async () => (await read()).step?.number, { timeout: 10_000 }).toBe(2);
});

it('a run ends after its time: what has begun is incomplete, and the rest is not seen', async () => {
  const { run, read } = await idleRun('all', { run: 1_500 });
  await expect.poll(async () => (await read()).status, { timeout: 10_000 }).toBe('ended');
  const { report } = await (await fetch(`${run.page}/report`)).json();
  const [first, ...others] = report.scenarios.map(({ grade }: { grade: string }) => grade);
  expect(report.notRun).toEqual(scenarios.slice(1).map(({ name }) => name));
  expect([first, new Set(others), report.isPassed]).toEqual(['incomplete', new Set(['not seen']), false]);
});

it('a run lasts an hour at most', async () => {
  const { run } = await idleRun('privacy', {});
  expect(Date.parse(run.endsAt) - Date.parse(run.startedAt)).toBe(3_600_000);
});
