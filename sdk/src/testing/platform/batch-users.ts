import type { Prepared } from '../../../../src/rules/batch-items.ts';
import { requestShapes } from '../documented-interface.generated.ts';
import type { ApiError } from './api-error.ts';
import { runUsersAtomically } from './atomic-user-batch.ts';
import { asApiError, prepareItem, toRefused } from './batch-item.ts';
import { checkShape } from './check-shape.ts';
import { eraseByExternalId, eraseGuest } from './erase-user.ts';
import { toUser } from './read-user.ts';
import { upsertUser } from './upsert-user.ts';
import type { UserItem, UserResult } from './user-batch-item.ts';
import type { By, ExternalService, World } from './world.ts';

export interface UserBatch {
  atomic: boolean;
  items: { action: 'upsert' | 'erase'; externalUserId: unknown; [field: string]: unknown }[];
}

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
  const results = atomic
    ? runUsersAtomically(world, externalService, prepared, by, addresses)
    : prepared.map((one) => runAlone(world, externalService, one, by, addresses));
  for (const ofUser of addresses) eraseGuest(world, ofUser, by);
  const summary = { created: 0, updated: 0, unchanged: 0, erased: 0, refused: 0 };
  for (const { outcome } of results) summary[outcome] += 1;
  const shown = results.map((result) => {
    if (result.outcome === 'refused') return toRefused(result.error);
    const { outcome } = result;
    if (outcome === 'erased') return { status: 200, outcome, erased: { id: result.id, status: 'ERASED' } };
    const status = outcome === 'created' ? 201 : 200;
    return prefersMinimal || !result.user ? { status, outcome } : { status, outcome, user: result.user };
  });
  return { summary, results: shown };
}

const prepare = (world: World, given: UserBatch['items'][number]): Prepared<UserItem, ApiError> =>
  prepareItem(given.externalUserId, () => {
    const shape = requestShapes[given.action === 'upsert' ? 'BatchUserUpsert' : 'BatchUserErasure']!;
    return checkShape(shape, given, { today: world.clock.today() }) as UserItem;
  });

function runAlone(
  world: World,
  externalService: ExternalService,
  prepared: Prepared<UserItem, ApiError>,
  by: By,
  addresses: string[][],
): UserResult {
  try {
    if ('error' in prepared) throw prepared.error;
    const { item } = prepared;
    if (item.action === 'erase')
      return eraseByExternalId(world, externalService, item.externalUserId, by, addresses);
    const { action: _action, ...upsert } = item;
    const { outcome, user } = upsertUser(world, externalService, upsert, by);
    return { outcome, user: toUser(user, externalService) };
  } catch (error) {
    return { outcome: 'refused', error: asApiError(error) };
  }
}
