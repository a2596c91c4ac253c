import { backsOff, isRandom, waits } from '../checks/pauses.ts';
import { keepsVersion, repeats } from '../checks/repeats.ts';
import { isStored } from '../checks/results.ts';
import type { FaultRule } from '../faults.ts';
import type { Scenario } from '../scenario.ts';
import { writeStep } from './write-step.ts';

const unavailable = { kind: 'respond', status: 503, type: 'service_unavailable' } as const;
const limited = { kind: 'respond', status: 429, type: 'rate_limit_exceeded' } as const;

/** Each round shows the pauses of a client once, even if it sends all rows in one batch. */
const rounds = 12;

export const overload: Scenario = {
  name: 'overload',
  title: 'Overload',
  description: 'The service responds with 429 and 503, with and without Retry-After.',
  steps: (scene) => {
    const rowsOf = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => scene.booking(from + n));
    const first = rowsOf(0, 4);
    const [one, two] = scene.some(first, 2);
    const faults: FaultRule[] = [
      { rows: [one!], fault: { ...limited, retryAfter: 2 }, times: 1 },
      { rows: [two!], fault: { ...unavailable, retryAfter: 2 }, times: 1 },
    ];
    const round = (number: number) => {
      const rows = rowsOf(4 + 2 * number, 2);
      const ids = rows.map(({ externalCourtBookingId }) => externalCourtBookingId!);
      return writeStep(rows, {
        text: `Send these ${rows.length} rows (round ${number + 1} of ${rounds}).`,
        faults: [{ rows: ids, fault: unavailable, times: 3 }],
      });
    };
    return [writeStep(first, { faults }), ...Array.from({ length: rounds }, (_, number) => round(number))];
  },
  checks: [repeats, keepsVersion, waits, backsOff, isRandom, isStored],
};
