import { keepsVersion, repeats } from '../checks/repeats.ts';
import { isFinal, sendsOnce } from '../checks/results.ts';
import type { Scenario } from '../scenario.ts';
import { writeStep } from './write-step.ts';

export const retryableItems: Scenario = {
  name: 'retryable-items',
  title: 'Retryable items',
  description:
    'The service carries out a part of a batch. Of the others, some are "retryable", and one is wrong. A row that is sent alone is 503.',
  steps: (scene) => {
    const rows = Array.from({ length: 8 }, (_, n) => scene.booking(n));
    const wrong = scene.booking(8, { courtId: scene.tenant.foreignCourt, isWrong: true });
    return [
      writeStep([...rows.slice(0, 4), wrong, ...rows.slice(4)], {
        faults: [{ rows: scene.some(rows, 3), fault: { kind: 'postpone' }, times: 1 }],
      }),
    ];
  },
  checks: [repeats, keepsVersion, isFinal, sendsOnce],
};
