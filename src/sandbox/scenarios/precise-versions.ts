import { keepsPrecision } from '../checks/results.ts';
import type { Row, Scenario } from '../scenario.ts';
import { writeStep } from './write-step.ts';

export const preciseVersions: Scenario = {
  name: 'precise-versions',
  title: 'Precise versions',
  description:
    'Bookings change twice within a millisecond, and one is cancelled. Their versions have microseconds.',
  steps: (scene) => {
    const rows = [0, 1].flatMap((n) => {
      const former = scene.booking(n);
      const at = (micros: number) =>
        String(former.externalUpdatedAt).replace('Z', `${String(micros).padStart(3, '0')}Z`);
      const micros = 100 + Math.floor(scene.random() * 800);
      const newer: Row = { ...former, ...scene.hour(10 + n), externalUpdatedAt: at(micros + 1) };
      const { externalCourtBookingId: id } = former;
      const cancelled: Row = {
        action: 'cancel',
        externalCourtBookingId: id!,
        externalUpdatedAt: at(micros + 2),
      };
      return [{ ...former, externalUpdatedAt: at(micros) }, newer, ...(n === 1 ? [cancelled] : [])];
    });
    return [writeStep(rows)];
  },
  checks: [keepsPrecision],
};
