import { readsOn } from '../checks/changes.ts';
import type { Scenario } from '../scenario.ts';
import { followStep, writeStep } from './write-step.ts';

/** More than the largest page has. */
const changes = 220;

export const longFeed: Scenario = {
  name: 'long-feed',
  title: 'A long feed',
  description: `There are ${changes} new changes, and one page is empty although more follow.`,
  steps: (scene) => {
    const others = scene.others(changes);
    return [
      writeStep([0, 1].map((n) => scene.booking(n))),
      followStep({
        text: `Another program of yours has made ${changes} bookings. Read the changes from your stored cursor until caughtUp is true, apply them, and report your copy.`,
        begin: (tenant) => tenant.sendAsPartner(others),
        faults: [{ operation: 'listChanges', fault: { kind: 'empty-page' }, times: 1 }],
      }),
    ];
  },
  checks: [readsOn],
};
