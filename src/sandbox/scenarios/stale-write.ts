import { isFinal, keepsNewer } from '../checks/results.ts';
import type { Scenario } from '../scenario.ts';
import { writeStep } from './write-step.ts';

export const staleWrite: Scenario = {
  name: 'stale-write',
  title: 'Stale write',
  description: 'An older version of a booking leaves the queue of the partner late.',
  steps: (scene) => {
    const old = [0, 1].map((n) => scene.booking(n));
    const newer = [0, 1].map((n) => scene.booking(n, scene.hour(10 + n)));
    return [
      writeStep(newer),
      writeStep(old, {
        text: `These ${old.length} rows were stuck in a queue. Send them as they are. Their externalUpdatedAt is older.`,
      }),
    ];
  },
  checks: [isFinal, keepsNewer],
};
