import { forgets } from '../checks/changes.ts';
import { sendsAll } from '../checks/results.ts';
import type { Scenario } from '../scenario.ts';
import { followStep, writeStep } from './write-step.ts';

export const privacy: Scenario = {
  name: 'privacy',
  title: 'Privacy',
  description: 'A member is erased. Later rows of the partner still name that person.',
  steps: (scene) => {
    const person = scene.tenant.users.at(-1)!;
    const named = [{ userId: person.id }, { email: person.email }];
    const rows = [0, 1, 2, 3].map((n) => scene.booking(n, named[n] ? { participants: [named[n]] } : {}));
    return [
      // Otherwise the person would be erased before a client has read "latest".
      writeStep([scene.booking(4)]),
      followStep({ begin: (tenant) => tenant.eraseUser(person.id) }),
      writeStep(rows, {
        text: 'Send these rows as far as you may. Some name a person who was erased meanwhile: leave that participant out.',
      }),
    ];
  },
  checks: [forgets, sendsAll],
};
