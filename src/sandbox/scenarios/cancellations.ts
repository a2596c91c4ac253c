import { keepsVersion, repeats } from '../checks/repeats.ts';
import { isStored } from '../checks/results.ts';
import type { FaultRule } from '../faults.ts';
import type { Row, Scenario } from '../scenario.ts';
import { writeStep } from './write-step.ts';

export const cancellations: Scenario = {
  name: 'cancellations',
  title: 'Cancellations',
  description: 'You cancel bookings. Two responses are lost or 503, and one booking is made again.',
  steps: (scene) => {
    const rows = [0, 1, 2, 3].map((n) => scene.booking(n));
    const cancelled = rows.map(
      ({ externalCourtBookingId }): Row => ({
        action: 'cancel',
        externalCourtBookingId: externalCourtBookingId!,
        externalUpdatedAt: scene.version(),
      }),
    );
    const again = scene.booking(3, scene.hour(10));
    const [lost, busy] = scene.some(cancelled.slice(0, 3), 2);
    const faults: FaultRule[] = [
      { rows: [lost!], fault: { kind: 'close' }, times: 1 },
      { rows: [busy!], fault: { kind: 'postpone' }, times: 1 },
    ];
    return [
      writeStep(rows),
      writeStep([...cancelled, again], {
        text: `Your customers have cancelled ${cancelled.length} bookings, and have made the last one again. Send these rows.`,
        faults,
      }),
    ];
  },
  checks: [repeats, keepsVersion, isStored],
};
