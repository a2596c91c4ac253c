import { keepsId, keepsVersion, notInParallel, repeats } from '../checks/repeats.ts';
import { isStored } from '../checks/results.ts';
import type { Scenario } from '../scenario.ts';
import { writeStep } from './write-step.ts';

export const slowResponse: Scenario = {
  name: 'slow-response',
  title: 'Slow response',
  description: 'A booking is stored, and the response does not come within 30 seconds.',
  steps: (scene) => {
    const rows = Array.from({ length: 4 }, (_, n) => scene.booking(n));
    return [
      writeStep(rows, { faults: [{ rows: scene.some(rows, 1), fault: { kind: 'silence' }, times: 1 }] }),
    ];
  },
  checks: [repeats, keepsVersion, keepsId, notInParallel, isStored],
};
