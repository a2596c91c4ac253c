import { appliesOnce, resumes } from '../checks/changes.ts';
import { isStored } from '../checks/results.ts';
import type { Scenario } from '../scenario.ts';
import { followStep, writeStep } from './write-step.ts';

const changes = 320;

export const restart: Scenario = {
  name: 'restart',
  title: 'Restart',
  description: 'The client is killed and started again while it reads many changes.',
  steps: (scene) => {
    const rows = Array.from({ length: 5 }, (_, n) => scene.booking(n));
    const others = scene.others(changes);
    return [
      writeStep(rows),
      followStep(),
      followStep({
        action: 'restart',
        kills: true,
        text: `Another program of yours has made ${changes} bookings. Read the changes from your stored cursor. In the middle of each page, also report your copy. Your client is killed there and at other times: start it again each time.`,
        begin: (tenant) => tenant.sendAsPartner(others),
      }),
    ];
  },
  checks: [resumes, appliesOnce, isStored],
};
