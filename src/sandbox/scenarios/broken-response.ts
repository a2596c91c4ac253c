import { keepsId, keepsVersion, repeats } from '../checks/repeats.ts';
import { isStored } from '../checks/results.ts';
import type { FaultRule } from '../faults.ts';
import type { Scenario } from '../scenario.ts';
import { writeStep } from './write-step.ts';

export const brokenResponse: Scenario = {
  name: 'broken-response',
  title: 'Broken response',
  description: 'A booking is stored, and the response is cut off, empty, or the page of a proxy.',
  steps: (scene) => {
    const rows = Array.from({ length: 8 }, (_, n) => scene.booking(n));
    const [cut, empty, page, gateway] = scene.some(rows, 4);
    const faults: FaultRule[] = [
      { rows: [cut!], fault: { kind: 'cut' }, times: 1 },
      { rows: [empty!], fault: { kind: 'empty' }, times: 1 },
      { rows: [page!], fault: { kind: 'html', status: 200 }, times: 1 },
      { rows: [gateway!], fault: { kind: 'html', status: 502 }, times: 1 },
    ];
    return [writeStep(rows, { faults })];
  },
  checks: [repeats, keepsVersion, keepsId, isStored],
};
