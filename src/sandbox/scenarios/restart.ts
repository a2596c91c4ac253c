import { appliesOnce, resumes } from '../checks/changes.ts';
import { isStored } from '../checks/results.ts';
import type { Scenario } from '../scenario.ts';
import { followStep, writeStep } from './write-step.ts';

export const restart: Scenario = {
  name: 'restart',
  title: 'Restart',
  description: 'The client is restarted while changes come in.',
  steps: (scene) => {
    const rows = Array.from({ length: 10 }, (_, n) => scene.booking(n));
    return [
      writeStep(rows.slice(0, 5)),
      followStep(),
      writeStep(rows.slice(5)),
      followStep({
        action: 'restart',
        text: 'Stop your client and start it again. Then read the changes from your stored cursor, and report your copy.',
      }),
    ];
  },
  checks: [resumes, appliesOnce, isStored],
};
