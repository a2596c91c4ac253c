import { requestShapes } from '../documented-interface.generated.ts';
import { runAtomically } from './atomic-batch.ts';
import { asApiError, type Item, type Prepared, prepareItem, type Result, toRefused } from './batch-item.ts';
import { cancelCourtBooking, toCancelled } from './cancel-court-booking.ts';
import { checkShape } from './check-shape.ts';
import { toCourtBooking } from './court-booking.ts';
import { refuseAmbiguous } from './participants.ts';
import { type Upserted, upsertCourtBooking } from './upsert-court-booking.ts';
import type { By, ExternalService, World } from './world.ts';

export interface Batch {
  atomic: boolean;
  items: { action: 'upsert' | 'cancel'; externalCourtBookingId: unknown; [field: string]: unknown }[];
}

/**
 * Upserts and cancels many bookings. If the batch is atomic, either all items are carried out or none. Otherwise each item is handled as if
 * it were sent alone.
 *
 * @throws ApiError `batch_refused`
 */
export function batchCourtBookings(
  world: World,
  externalService: ExternalService,
  { atomic, items }: Batch,
  { prefersMinimal, ...by }: By & { prefersMinimal: boolean },
) {
  const prepared = items.map((item) => prepare(world, item));
  const results = atomic
    ? runAtomically(world, externalService, prepared, by)
    : prepared.map((one) => runAlone(world, externalService, one, by));
  const summary = { created: 0, updated: 0, replayed: 0, cancelled: 0, refused: 0 };
  for (const { outcome } of results) summary[outcome] += 1;
  const shown = results.map((result) => {
    if ('error' in result) return toRefused(result.error);
    const { outcome } = result;
    if ('cancelledAt' in result)
      return { status: 200, outcome, cancelled: toCancelled(externalService, result) };
    const status = outcome === 'created' ? 201 : 200;
    return prefersMinimal ? { status, outcome } : { status, outcome, courtBooking: shownOf(result) };
  });
  return { summary, results: shown };

  function shownOf(result: Upserted) {
    return toCourtBooking(world, result.booking);
  }
}

function prepare(world: World, given: Batch['items'][number]): Prepared {
  const shape = requestShapes[given.action === 'upsert' ? 'BatchUpsert' : 'BatchCancellation']!;
  return prepareItem(given.externalCourtBookingId, () => {
    const item = checkShape(shape, given, { today: world.clock.today() }) as Item;
    if (item.action === 'upsert') refuseAmbiguous(item.participants);
    return item;
  });
}

function runAlone(world: World, externalService: ExternalService, prepared: Prepared, by: By): Result {
  try {
    if ('error' in prepared) throw prepared.error;
    const { item } = prepared;
    return item.action === 'upsert'
      ? upsertCourtBooking(world, externalService, item, by)
      : cancelCourtBooking(world, externalService, item, by);
  } catch (error) {
    return { outcome: 'refused', error: asApiError(error) };
  }
}
