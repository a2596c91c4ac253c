import { isStored } from '../checks/results.ts';
import type { Scenario } from '../scenario.ts';
import { writeStep } from './write-step.ts';

export const reordering: Scenario = {
  name: 'reordering',
  title: 'Reordered responses',
  description:
    'Each booking changes twice in quick succession, and the first response comes after the second one.',
  steps: (scene) => {
    const numbers = [0, 1, 2];
    const rows = numbers.flatMap((n) => [scene.booking(n), scene.booking(n, scene.hour(10 + n))]);
    const ids = numbers.map((n) => rows[2 * n]!.externalCourtBookingId!);
    return [
      writeStep(rows, {
        text: 'Send these rows, which change each booking twice. Do not wait for the first response if your system works in parallel.',
        faults: [{ rows: ids, fault: { kind: 'hold' }, times: 1 }],
      }),
    ];
  },
  checks: [isStored],
};
