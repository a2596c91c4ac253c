import { isFinal, isStored, reportsRejections } from '../checks/results.ts';
import type { Scenario } from '../scenario.ts';
import { writeStep } from './write-step.ts';

export const finalErrors: Scenario = {
  name: 'final-errors',
  title: 'Final errors',
  description: 'Some rows are wrong: 400, 403, 404, and 409 for a court that another partner has booked.',
  steps: (scene) => {
    const { courts, foreignCourt, users } = scene.tenant;
    const good = [0, 1, 2].map((n) => scene.booking(n));
    const { startDate, endDate } = scene.hour(20);
    const taken = { courtId: courts[3]!.id, startDate, endDate };
    const wrong = [
      scene.booking(3, { endDate: scene.booking(3).startDate }),
      scene.booking(4, { courtId: foreignCourt }),
      scene.booking(5, { courtId: scene.tenant.externalServiceId }),
      scene.booking(6, taken),
      scene.booking(7, { participants: [users[0]!, users[0]!].map(({ id }) => ({ userId: id })) }),
    ].map((row) => ({ ...row, isWrong: true }));
    // The last row is a good one, for clients that stop at the first rejection.
    const [first, ...others] = good;
    return [writeStep([first!, ...wrong, ...others], { begin: (tenant) => tenant.bookAsNeighbor(taken) })];
  },
  checks: [isFinal, reportsRejections, isStored],
};
