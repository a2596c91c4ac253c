import { describe, expect, it } from 'vitest';
import { failed, passed } from '../../src/sandbox/checks/verdicts.ts';
import { judgeScenario } from '../../src/sandbox/judge-scenario.ts';
import type { Check } from '../../src/sandbox/scenario.ts';
import type { Tenant } from '../../src/sandbox/tenant.ts';
import { evidenceOf } from '../harness/sandbox/evidence.ts';

const check = (name: string, judge: Check['judge']): Check => ({ name, text: name, judge });

describe('judging a scenario', () => {
  it('a check that throws is not seen and reported, and the other checks are judged', async () => {
    const fault = new Error('planted');
    const checks = [
      check('throws', () => {
        throw fault;
      }),
      check('rejects', () => Promise.reject(fault)),
      check('works', () => passed('right')),
    ];
    const scenario = { name: 'x', title: 'x', description: 'x', steps: () => [], checks };
    const state = { scenario, steps: [], first: 1, verdicts: undefined, changesBefore: 0, webhooksBefore: 0 };
    const faults: unknown[] = [];
    const seen = {
      exchanges: [],
      copy: undefined,
      webhooks: [],
      tenant: {} as Tenant,
      ownDelay: { around: () => 0 },
    };
    const verdicts = await judgeScenario(state, { ...seen, onFault: (cause) => faults.push(cause) });
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(['not seen', 'not seen', 'passed']);
    expect(faults).toEqual([fault, fault]);
  });

  it.each([
    [503, undefined, 'not seen'],
    [503, { kind: 'postpone' } as const, 'failed'],
    [429, undefined, 'failed'],
  ])('after %i of the service itself, a check that fails is not seen', async (status, fault, verdict) => {
    const { exchanges } = evidenceOf([{ status, ...(fault ? { fault } : {}) }]);
    const scenario = {
      name: 'x',
      title: 'x',
      description: 'x',
      steps: () => [],
      checks: [check('fails', () => failed('why'))],
    };
    const state = {
      scenario,
      steps: [{ action: 'write', text: '' } as const],
      first: 1,
      verdicts: undefined,
    };
    const seen = {
      exchanges,
      copy: undefined,
      webhooks: [],
      tenant: {} as Tenant,
      ownDelay: { around: () => 0 },
    };
    const [judged] = await judgeScenario(
      { ...state, changesBefore: 0, webhooksBefore: 0 },
      { ...seen, onFault: () => {} },
    );
    expect(judged).toMatchObject({ verdict, explanation: expect.stringContaining('why') });
  });
});
