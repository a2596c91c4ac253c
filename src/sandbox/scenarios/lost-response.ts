import { keepsId, keepsVersion, repeats } from '../checks/repeats.ts';
import { isStored } from '../checks/results.ts';
import type { Scenario } from '../scenario.ts';
import { writeStep } from './write-step.ts';

export const lostResponse: Scenario = {
  name: 'lost-response',
  title: 'Lost response',
  description: 'A booking is stored, and the connection is closed before the response.',
  steps: (scene) => {
    const rows = Array.from({ length: 10 }, (_, n) => scene.booking(n));
    return [writeStep(rows, { faults: [{ rows: scene.some(rows, 4), fault: { kind: 'close' }, times: 1 }] })];
  },
  checks: [repeats, keepsVersion, keepsId, isStored],
};
