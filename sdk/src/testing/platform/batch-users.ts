import { type Prepared, sortOut } from '../../../../src/rules/batch-items.ts';
import { judgeUsersAtomically } from '../../../../src/rules/batch-users.ts';
import { type DoneUser, resultOfUser, type UserBatchItem } from '../../../../src/rules/user-item.ts';
import { requestShapes } from '../documented-interface.generated.ts';
import type { ApiError } from './api-error.ts';
import { batchRefused, prepareItem, rejectedItems, toRefused } from './batch-item.ts';
import { checkShape } from './check-shape.ts';
import { eraseGuest } from './erase-user.ts';
import { knownUsersTo } from './known.ts';
import { toUser } from './read-user.ts';
import type { By, ExternalService, World } from './world.ts';
import { writingIn } from './write-court-booking.ts';
import { toUserError, writeUser } from './write-user.ts';

export interface UserBatch {
  atomic: boolean;
  items: { action: 'upsert' | 'erase'; externalUserId: unknown; [field: string]: unknown }[];
}

type Result = DoneUser | { outcome: 'refused'; error: ApiError };
type Run = (
  world: World,
  externalService: ExternalService,
  prepared: Prepared<UserBatchItem, ApiError>[],
  /** Writes what was done. */
  write: (done: DoneUser) => void,
) => Result[];

/**
 * Upserts and erases many users by their external ids. If the batch is atomic, either all items are carried out or none. Otherwise each item
 * is handled as if it were sent alone.
 *
 * @throws ApiError `batch_refused`
 */
export function batchUsers(
  world: World,
  externalService: ExternalService,
  { atomic, items }: UserBatch,
  { prefersMinimal, ...by }: By & { prefersMinimal: boolean },
) {
  const prepared = items.map((item) => prepare(world, item));
  const addresses: string[][] = [];
  const results = (atomic ? runAtomically : runInOrder)(world, externalService, prepared, (done) =>
    addresses.push(writeUser(world, done, by)),
  );
  // Bookings may still contain the addresses of erased users.
  for (const ofUser of addresses) eraseGuest(world, ofUser, by);
  const summary = { created: 0, updated: 0, unchanged: 0, erased: 0, refused: 0 };
  for (const { outcome } of results) summary[outcome] += 1;
  const shown = results.map((result) => {
    if (result.outcome === 'refused') return toRefused(result.error);
    const { outcome } = result;
    if (outcome === 'erased')
      return { status: 200, outcome, erased: { id: result.before.id, status: 'ERASED' } };
    const user = prefersMinimal || !result.user ? undefined : toUser(result.user, externalService);
    return { status: outcome === 'created' ? 201 : 200, outcome, user };
  });
  return { summary, results: shown, rejectedItems: rejectedItems(prepared, results) };
}

const prepare = (world: World, given: UserBatch['items'][number]): Prepared<UserBatchItem, ApiError> =>
  prepareItem(given.externalUserId, () => {
    const shape = requestShapes[given.action === 'upsert' ? 'BatchUserUpsert' : 'BatchUserErasure']!;
    return checkShape(shape, given, { today: world.clock.today() }) as UserBatchItem;
  });

const runInOrder: Run = (world, externalService, prepared, write) =>
  prepared.map((one) => {
    if ('error' in one) return { outcome: 'refused', error: one.error };
    const result = resultOfUser(knownUsersTo(world, externalService), one.item, writingIn(world));
    if (result.outcome === 'refused')
      return { outcome: 'refused', error: toUserError(world, result.rejection) };
    write(result);
    return result;
  });

const runAtomically: Run = (world, externalService, prepared, write) => {
  const { issues, judgeable } = sortOut(prepared, 'user');
  // Like the service: whether an address is taken is not said if an item is invalid by itself.
  if (issues.length > 0) throw batchRefused(prepared, issues);
  const items = judgeable.map(({ item }) => item);
  const judged = judgeUsersAtomically(knownUsersTo(world, externalService), items, writingIn(world));
  if ('refused' in judged) {
    const errors = judged.refused.map(
      ({ index, rejection }) => [judgeable[index]!.index, toUserError(world, rejection)] as const,
    );
    throw batchRefused(prepared, [], new Map(errors));
  }
  for (const isFirst of [true, false])
    for (const done of judged.results) if ((done.outcome === 'erased') === isFirst) write(done);
  return judged.results;
};
