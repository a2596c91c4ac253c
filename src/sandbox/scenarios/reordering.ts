import { isStored, keepsNewer } from '../checks/results.ts';
import { notSeen } from '../checks/verdicts.ts';
import type { Check, Scenario } from '../scenario.ts';
import { writeStep } from './write-step.ts';

/** Unlike in other scenarios, no stale write is needed. */
const keepsOrder: Check = {
  ...keepsNewer,
  judge: async (evidence) => {
    const verdict = await keepsNewer.judge({
      ...evidence,
      exchanges: evidence.exchanges.map((one) => ({ ...one, status: 409 })),
    });
    return evidence.exchanges.length === 0 ? notSeen('No row was sent.') : verdict;
  },
};

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
  checks: [keepsOrder, isStored],
};
