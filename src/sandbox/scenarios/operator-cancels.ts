import { doesNotOverwrite, notices } from '../checks/changes.ts';
import type { Scenario } from '../scenario.ts';
import { followStep, writeStep } from './write-step.ts';

export const operatorCancels: Scenario = {
  name: 'operator-cancels',
  title: 'An operator cancels',
  description: 'An operator cancels two bookings. The feed and the webhooks report it.',
  steps: (scene) => {
    const rows = [0, 1, 2, 3].map((n) => scene.booking(n));
    const cancelled = scene.some(rows, 2);
    return [
      writeStep(rows),
      followStep({
        begin: async (tenant) => {
          for (const id of cancelled) await tenant.cancelAsOperator(id);
        },
      }),
    ];
  },
  checks: [notices, doesNotOverwrite],
};
