import type { z } from 'zod';
import { type ApiError, errorFactory } from '../../../api-error.ts';
import type { Erasure } from '../../../db/queries/jobs/erasures.ts';
import { type Prepared, sortOut } from '../../../rules/batch-items.ts';
import { judgeUsersAtomically, judgeUsersInOrder } from '../../../rules/batch-users.ts';
import { type Rejection, rejectionDetails } from '../../../rules/rejection.ts';
import type { userUpsertErrors } from '../../../rules/upsert-user.ts';
import type { UserResult } from '../../../rules/user-item.ts';
import type { Partner } from '../../access/authorize-partner.ts';
import { partnerErrors } from '../../access/partner-errors.ts';
import {
  type BatchResults,
  batchInput,
  batchRefused,
  inChunks,
  prepareItems,
  withRejectedItems,
} from '../../batches/batch-items.ts';
import { eraseFirstCopies } from '../../erasing/erase-copies.ts';
import { erasePersons } from '../../erasing/erase-persons.ts';
import type { ServiceContext } from '../../service-context.ts';
import { validate } from '../../values/validate.ts';
import { type ActiveUser, toUserSnapshot } from '../writes/known-users.ts';
import { type LockedUsers, lockUsers, writeUsers } from '../writes/write-users.ts';
import { UserBatchItem, userBatchItemErrors } from './user-batch-item.ts';

/** Errors of the batch itself. Those of its items are `userBatchItemErrors`. */
export const batchUsersErrors = [...partnerErrors, 'batch_refused'] as const;

const createItemError = errorFactory(userBatchItemErrors);

export const BatchUsersInput = batchInput(['upsert', 'erase'], 'externalUserId');
export type BatchUsersInput = z.output<typeof BatchUsersInput>;

export type UserBatchResult =
  | { outcome: 'created' | 'updated'; user: ActiveUser }
  /** Without a user: the id of an erase item is not linked, for example because the user was erased before. */
  | { outcome: 'unchanged'; user?: ActiveUser }
  | { outcome: 'erased'; userId: string }
  | { outcome: 'refused'; error: ApiError };

/**
 * Upserts and erases many users by the partner's own ids. Returns one result per item, in the given order.
 *
 * Not atomic: like single requests, one after the other. Atomic: all or nothing, checked against the result of the
 * whole batch, so that users can exchange e-mail addresses. Users are erased first.
 *
 * @param today the current date, `YYYY-MM-DD`
 * @throws ApiError `batch_refused` (atomic: an item is at fault), `service_unavailable` (nothing was done).
 */
export async function batchUsers(
  context: ServiceContext,
  partner: Partner<'userwrite'>,
  { atomic, items }: BatchUsersInput,
  today: () => string,
): Promise<BatchResults<UserBatchResult>> {
  const schema = UserBatchItem(today);
  const prepared = await prepareItems(items, 'externalUserId', (item) => validate(schema, item));
  const batch: Batch = { context, partner, erasures: [] };
  try {
    const run = atomic ? runAtomically : runInChunks;
    return withRejectedItems(prepared, await run(batch, prepared));
  } finally {
    // The users are erased even if a later step failed.
    await eraseFirstCopies(context, batch.erasures, waitsFor(batch));
  }
}

interface Batch {
  context: ServiceContext;
  partner: Partner<'userwrite'>;
  /** The searches for copies of the users that committed transactions erased. */
  erasures: Erasure[];
}

const waitsFor = ({ partner: { externalServiceId } }: Batch) => ({
  resource: `user batch ${externalServiceId}`,
  externalServiceId,
  isBulk: true,
});

async function runInChunks(
  batch: Batch,
  prepared: Prepared<UserBatchItem, ApiError>[],
): Promise<UserBatchResult[]> {
  const { context, partner } = batch;
  const results: UserBatchResult[] = prepared.map((one) => ({
    outcome: 'refused',
    // The default for items that are not reached because of a failure or a timeout. They may be sent again.
    error: 'error' in one ? one.error : createItemError('service_unavailable'),
  }));
  const wellFormed = prepared.flatMap((one, index) => ('item' in one ? [{ index, item: one.item }] : []));
  await inChunks(context, wellFormed.length, async (from, to) => {
    const isErase = wellFormed[from]!.item.action === 'erase';
    const chunk = wellFormed.slice(from, to);
    const end = chunk.findIndex(({ item }) => (item.action === 'erase') !== isErase);
    const items = chunk.slice(0, end < 0 ? undefined : end).map(({ item }) => item);
    const judge = ({ known, writing }: LockedUsers) =>
      untilAddressChanges(judgeUsersInOrder(known, items, writing));
    const done = await (isErase
      ? erasing(batch, items, judge)
      : writeUsers({ context, by: partner, items }, judge, waitsFor(batch)));
    for (const [n, result] of done.entries()) results[chunk[n]!.index] = toBatchResult(batch, result);
    return done.length;
  });
  return results;
}

/**
 * Returns the first results. One that changes the address of a user is written alone, because its row lock excludes
 * transactions that refer to the user. Another one would be waited for while it is held.
 */
function untilAddressChanges<Result extends UserResult>(results: Result[]): Result[] {
  const next = results.findIndex((result, index) => index > 0 && changesAddress(result));
  if (changesAddress(results[0]!)) return results.slice(0, 1);
  return next < 0 ? results : results.slice(0, next);
}

const changesAddress = (result: UserResult) =>
  result.outcome === 'updated' && result.changes.email !== undefined;

async function runAtomically(
  batch: Batch,
  prepared: Prepared<UserBatchItem, ApiError>[],
): Promise<UserBatchResult[]> {
  const { issues, judgeable } = sortOut(prepared, 'user');
  // A batch that cannot be written must not find out which addresses have an account.
  if (issues.length > 0) throw batchRefused(prepared, issues);
  const items = judgeable.map(({ item }) => item);
  const results = await erasing(batch, items, ({ known, writing }) => {
    const judged = judgeUsersAtomically(known, items, writing);
    if ('results' in judged) return judged.results;
    const errors = judged.refused.map(
      ({ index, rejection }) => [index, toItemError(batch, rejection)] as const,
    );
    const disclosed = items.filter(({ action }) => action === 'upsert').length;
    throw batchRefused(prepared, [], new Map(errors), disclosed);
  });
  return results.map((result) => toBatchResult(batch, result));
}

/** Judges items, and writes and erases users in a transaction. The erasures count only once it is committed. */
async function erasing<Result extends UserResult>(
  batch: Batch,
  items: readonly UserBatchItem[],
  judge: (locked: LockedUsers) => readonly Result[],
): Promise<readonly Result[]> {
  const { context, partner } = batch;
  const { results, erasures } = await context.database.transaction(async (em) => {
    const locked = await lockUsers(em, { context, by: partner, items, locks: 'exclusive' });
    const judged = judge(locked);
    const save = locked.toSave(judged);
    const persons = judged.flatMap((result) => (result.outcome === 'erased' ? result.before : []));
    const begun = persons.length > 0 ? await erasePersons(em, context, partner, persons) : [];
    if (save) await context.database.callIn(em, save.name, save.values);
    return { results: judged, erasures: begun };
  }, waitsFor(batch));
  batch.erasures.push(...erasures);
  return results;
}

function toBatchResult(batch: Batch, result: UserResult<UserBatchItem>): UserBatchResult {
  if (result.outcome === 'refused')
    return { outcome: 'refused', error: toItemError(batch, result.rejection) };
  if (result.outcome === 'erased') return { outcome: 'erased', userId: result.before.id };
  const { outcome, user } = result;
  return user ? { outcome, user: toUserSnapshot(user, batch.partner.externalServiceId) } : { outcome };
}

const toItemError = ({ context }: Batch, rejection: Rejection<(typeof userUpsertErrors)[number]>) =>
  createItemError(rejection.error, rejectionDetails(rejection, context.now()));
