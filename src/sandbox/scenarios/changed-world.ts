import { beginsAnew, ignoresUnknown, replacesToken } from '../checks/changes.ts';
import { isFinal } from '../checks/results.ts';
import type { Scenario } from '../scenario.ts';
import { followStep, writeStep } from './write-step.ts';

/** A client that stops at the unknown change, and reads the page again, gets it again. */
const always = Number.POSITIVE_INFINITY;
const expired = { kind: 'respond', status: 410, type: 'cursor_expired' } as const;

export const changedWorld: Scenario = {
  name: 'changed-world',
  title: 'A changed world',
  description:
    'The feed has an unknown type of change, the cursor expires after a cancellation, a court is closed, and the token is rotated.',
  steps: (scene) => {
    const rows = Array.from({ length: 6 }, (_, n) => scene.booking(n));
    const { courtId } = rows[4]!;
    const closed = scene.tenant.courts[4]!;
    return [
      writeStep(rows.slice(0, 2)),
      followStep({ faults: [{ operation: 'listChanges', fault: { kind: 'add' }, times: always }] }),
      followStep({
        text: 'Read the changes again. Your cursor has expired.',
        // Changes that the client misses, so that "latest" is not the cursor that has expired.
        begin: async (tenant) => {
          await tenant.cancelAsOperator(rows[0]!.externalCourtBookingId!);
          await tenant.closeCourt(closed.id);
        },
        faults: [{ operation: 'listChanges', fault: expired, times: 1, withCursor: true }],
      }),
      writeStep([scene.booking(2, { courtId }), scene.booking(6, { courtId: closed.id, isWrong: true })], {
        text: `${closed.name} has been closed. Send these rows, one of which is on that court.`,
      }),
      {
        action: 'replace-token',
        text: 'Your token is rotated. Use the new one, which the run shows. The former one will be revoked.',
        begin: (tenant) => tenant.rotateToken(),
      },
      writeStep(rows.slice(3), { begin: (tenant) => tenant.revokeFormerToken() }),
    ];
  },
  checks: [ignoresUnknown, beginsAnew, isFinal, replacesToken],
};
