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
    const rows = [0, 1, 2, 3, 4, 5].map((n) => scene.booking(n));
    const pair = rows.slice(0, 2);
    const swapped = moved(scene, pair, pair.toReversed());
    // The last place is free.
    const chained = moved(scene, rows.slice(2, 5), rows.slice(3));
    return [
      writeStep(rows.slice(0, 5)),
      writeStep(swapped, { text: 'These two bookings have exchanged their places. Send the change.' }),
      writeStep(chained, {
        text: 'Each of these bookings has moved to the place of the next one. Send the change.',
      }),
    ];
  },
  checks: [neverParks, isStored],
};
