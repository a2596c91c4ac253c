import { isStored, neverParks } from '../checks/results.ts';
import type { Row, Scenario, Scene } from '../scenario.ts';
import { writeStep } from './write-step.ts';

/** Returns newer versions of bookings, each at the place of another one. */
const moved = (scene: Scene, rows: Row[], places: Row[]): Row[] =>
  rows.map((row, n) => {
    const { courtId, startDate, endDate } = places[n]!;
    return { ...row, courtId, startDate, endDate, externalUpdatedAt: scene.version() };
  });

export const ownOverlap: Scenario = {
  name: 'own-overlap',
  title: 'Bookings that exchange places',
  description: 'Two bookings swap courts, then three move in a chain.',
  steps: (scene) => {
    const [a, b, c, d, e, free] = [0, 1, 2, 3, 4, 5].map((n) => scene.booking(n)) as [
      Row,
      Row,
      Row,
      Row,
      Row,
      Row,
    ];
    const before = [a, b, c, d, e];
    const swapped = moved(scene, [a, b], [b, a]);
    const chained = moved(scene, [c, d, e], [d, e, free]);
    return [
      writeStep(before),
      writeStep(swapped, { text: 'These two bookings have exchanged their places. Send the change.' }),
      writeStep(chained, {
        text: 'Each of these bookings has moved to the place of the next one. Send the change.',
      }),
    ];
  },
  checks: [neverParks, isStored],
};
