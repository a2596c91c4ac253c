import { judgeAtomically } from '../../../../src/rules/batch-court-bookings.ts';
import { limitCourts, type Prepared, sortOut } from '../../../../src/rules/batch-items.ts';
import { type Done, type Item, resultOf } from '../../../../src/rules/court-booking-item.ts';
import { WorkingState } from '../../../../src/rules/working-state.ts';
import { requestShapes } from '../documented-interface.generated.ts';
import { type ApiError, toApiError } from './api-error.ts';
import { batchRefused, prepareItem, rejectedItems, toRefused } from './batch-item.ts';
import { toCancelled } from './cancel-court-booking.ts';
import { checkShape } from './check-shape.ts';
import { toCourtBooking } from './court-booking.ts';
import { knownTo } from './known.ts';
import { refuseAmbiguous } from './upsert-court-booking.ts';
import type { By, ExternalService, World } from './world.ts';
import { write, writingIn } from './write-court-booking.ts';

export interface Batch {
  atomic: boolean;
  items: { action: 'upsert' | 'cancel'; externalCourtBookingId: unknown; [field: string]: unknown }[];
}

/** The item that was carried out, or the error of one that was not. */
type Result = { item: Item; done: Done } | { error: ApiError };

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
  const results = (atomic ? runAtomically : runInOrder)(world, externalService, prepared, by);
  const summary = { created: 0, updated: 0, replayed: 0, cancelled: 0, refused: 0 };
  for (const result of results) summary['error' in result ? 'refused' : result.done.outcome] += 1;
  return { summary, results: results.map(shown), rejectedItems: rejectedItems(prepared, results) };

  function shown(result: Result) {
    if ('error' in result) return toRefused(result.error);
    const { item, done } = result;
    const { outcome } = done;
    if (done.action === 'cancel') {
      const cancelled = toCancelled(externalService, item.externalCourtBookingId, done);
      return { status: 200, outcome, cancelled };
    }
    const courtBooking = prefersMinimal ? undefined : toCourtBooking(world, done.booking);
    return { status: outcome === 'created' ? 201 : 200, outcome, courtBooking };
  }
}

function prepare(world: World, given: Batch['items'][number]): Prepared<Item, ApiError> {
  const shape = requestShapes[given.action === 'upsert' ? 'BatchUpsert' : 'BatchCancellation']!;
  return prepareItem(given.externalCourtBookingId, () => {
    const { action, externalCourtBookingId, ...content } = checkShape(shape, given, {
      today: world.clock.today(),
    });
    if (action === 'cancel') return { action, externalCourtBookingId, ...content };
    const item = { action, externalCourtBookingId, content };
    refuseAmbiguous(item);
    return item;
  });
}

function runInOrder(
  world: World,
  externalService: ExternalService,
  prepared: Prepared<Item, ApiError>[],
  by: By,
): Result[] {
  const state = new WorkingState(knownTo(world, externalService));
  return prepared.map((one) => {
    if ('error' in one) return one;
    const { item } = one;
    const done = resultOf(state, item, writingIn(world));
    if (done.outcome === 'refused') return { error: toApiError(done.rejection, world.clock.now()) };
    if (by.isDryRun) state.apply(item.externalCourtBookingId, done);
    else write(world, externalService, item, done, by);
    return { item, done };
  });
}

function runAtomically(
  world: World,
  externalService: ExternalService,
  prepared: Prepared<Item, ApiError>[],
  by: By,
): Result[] {
  const limit = limitCourts();
  const { issues, judgeable } = sortOut(prepared, 'booking', (item) =>
    limit(item.action === 'upsert' ? item.content.courtId : undefined),
  );
  const items = judgeable.map(({ item }) => item);
  const judged = judgeAtomically(knownTo(world, externalService), items, writingIn(world));
  const refused = 'refused' in judged ? judged.refused : [];
  const errors = refused.map(
    ({ index, rejection }) => [judgeable[index]!.index, toApiError(rejection, world.clock.now())] as const,
  );
  if (issues.length > 0 || 'refused' in judged) throw batchRefused(prepared, issues, new Map(errors));
  const results = items.map((item, index) => ({ item, done: judged.results[index]! }));
  for (const { item, done } of results) write(world, externalService, item, done, by);
  return results;
}
