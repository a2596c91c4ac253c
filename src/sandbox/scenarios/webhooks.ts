import {
  acceptsGenuine,
  acceptsRotated,
  acceptsSpaced,
  appliesDuplicatesOnce,
  ordersBySequence,
  rejectsForged,
  rejectsOld,
} from '../checks/webhooks.ts';
import type { Scenario, SentWebhook } from '../scenario.ts';
import type { Change, Tenant } from '../tenant.ts';
import { writeStep } from './write-step.ts';

/** Returns the last change of a type about a booking. */
async function lastChange(tenant: Tenant, id: string, type: string): Promise<Change> {
  const changes = await tenant.changes();
  return changes.findLast((change) => change.data.externalCourtBookingId === id && change.type === type)!;
}

/** Sends genuine and false webhooks, in an order that the service cannot avoid: a repeated one can be older than the last. */
async function send(tenant: Tenant, ids: string[], post: Post): Promise<void> {
  const [flooded, reinstated, untouched, spaced, last] = ids as [string, string, string, string, string];
  await tenant.pauseWebhooks();
  const { bookings } = await tenant.stored();
  // The partner left a row out. Then the checks have nothing to see.
  if (ids.some((id) => !bookings.has(id))) return;
  await tenant.cancelAsOperator(flooded);
  await tenant.cancelAsOperator(reinstated);
  await tenant.reinstateAsOperator(reinstated);
  const cancellation = await lastChange(tenant, flooded, 'court_booking.cancelled');
  await post('genuine', cancellation);
  await post('genuine', await lastChange(tenant, reinstated, 'court_booking.reinstated'));
  await post('genuine', await lastChange(tenant, reinstated, 'court_booking.cancelled'));
  await post('duplicate', cancellation);
  await post('old', cancellation);
  const created = await lastChange(tenant, untouched, 'court_booking.created');
  /** Returns a false cancellation with an id of its own. */
  const forged = (end: string) => ({
    ...created,
    id: created.id.replace(/.{4}$/, end),
    sequence: created.sequence + 1_000,
    type: 'court_booking.cancelled',
    data: { ...created.data, status: 'CANCELLED' },
  });
  await post('forged', forged('eeee'));
  await post('unsigned', forged('dddd'));
  await tenant.cancelAsOperator(spaced);
  await post('spaced', await lastChange(tenant, spaced, 'court_booking.cancelled'));
  await tenant.cancelAsOperator(last);
  await tenant.rotateWebhookSecret();
  await post('rotated', await lastChange(tenant, last, 'court_booking.cancelled'));
}

type Post = (kind: SentWebhook['kind'], change: Change) => Promise<void>;

export const webhooks: Scenario = {
  name: 'webhooks',
  title: 'Webhooks',
  description: 'Genuine, forged, old, duplicated and reordered webhooks arrive, and the secret is rotated.',
  needsWebhooks: true,
  steps: (scene) => {
    const rows = [0, 1, 2, 3, 4].map((n) => scene.booking(n));
    const ids = scene.some(rows, 5);
    return [
      writeStep(rows),
      {
        action: 'receive',
        text: 'Webhooks were sent to your receiver. Report your copy.',
        begin: (tenant, post) => send(tenant, ids, post),
      },
    ];
  },
  checks: [
    acceptsGenuine,
    acceptsSpaced,
    rejectsForged,
    rejectsOld,
    acceptsRotated,
    appliesDuplicatesOnce,
    ordersBySequence,
  ],
};
