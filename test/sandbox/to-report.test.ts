import { describe, expect, it } from 'vitest';
import type { DescribedRun, Grade } from '../../src/sandbox/describe-run.ts';
import { scenarios } from '../../src/sandbox/scenarios.ts';
import { toReport } from '../../src/sandbox/to-report.ts';

const run = (grades: Record<string, Grade | undefined>, scenario = 'all') =>
  toReport({
    scenario,
    externalServiceId: '01990b2e-6f6c-7c1e-8a53-0f2a5a6f1c99',
    externalServiceName: 'Tennis Software',
    scenarios: scenarios
      .map(({ name }) => ({ name, grade: name in grades ? grades[name] : 'passed' }))
      .filter(({ grade }) => grade !== undefined),
  } as DescribedRun);
const only = (wanted: string) =>
  Object.fromEntries(scenarios.map(({ name }) => [name, name === wanted ? 'passed' : undefined] as const));
const others = (wanted: string) => scenarios.map(({ name }) => name).filter((name) => name !== wanted);

describe('the report of a run', () => {
  it.each([
    ['of all scenarios', {}, true, []],
    ['of one scenario', only('lost-response'), false, others('lost-response')],
    ['of all without webhooks', { webhooks: undefined }, false, ['webhooks']],
    ['that ended before its last scenario', { privacy: 'not seen' as const }, false, ['privacy']],
    ['that has not begun its last scenario', { privacy: 'waiting' as const }, false, ['privacy']],
    ['with a running scenario', { privacy: 'running' as const }, false, []],
    ['with a failed scenario', { overload: 'failed' as const }, false, []],
    ['with an incomplete scenario', { overload: 'incomplete' as const }, false, []],
  ])('%s is passed only if every scenario was run and passed', (_what, grades, isPassed, notRun) => {
    expect(run(grades)).toMatchObject({ isPassed, notRun });
  });

  it('names the external service', () => {
    expect(run({})).toMatchObject({
      externalServiceId: '01990b2e-6f6c-7c1e-8a53-0f2a5a6f1c99',
      externalServiceName: 'Tennis Software',
    });
  });
});
