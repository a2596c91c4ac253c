import { backsOff, isRandom, waits } from '../checks/pauses.ts';
import { keepsVersion, repeats } from '../checks/repeats.ts';
import { isStored } from '../checks/results.ts';
import type { FaultRule } from '../faults.ts';
import type { Scenario } from '../scenario.ts';
import { writeStep } from './write-step.ts';

const unavailable = { kind: 'respond', status: 503, type: 'service_unavailable' } as const;
const limited = { kind: 'respond', status: 429, type: 'rate_limit_exceeded' } as const;

export const overload: Scenario = {
  name: 'overload',
  title: 'Overload',
  description: 'The service responds with 429 and 503, with and without Retry-After.',
  steps: (scene) => {
    const rows = Array.from({ length: 10 }, (_, n) => scene.booking(n));
    const [one, two, ...others] = scene.some(rows, 8);
    const faults: FaultRule[] = [
      { rows: [one!], fault: { ...limited, retryAfter: 2 }, times: 1 },
      { rows: [two!], fault: { ...unavailable, retryAfter: 2 }, times: 1 },
      { rows: others, fault: unavailable, times: 3 },
    ];
    return [writeStep(rows, { faults })];
  },
  checks: [repeats, keepsVersion, waits, backsOff, isRandom, isStored],
};
