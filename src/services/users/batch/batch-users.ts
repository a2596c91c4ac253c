import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { ApiError, errorFactory } from '../../../api-error.ts';
import { queryIn } from '../../../db/connection/query.ts';
import type { Erasure } from '../../../db/queries/jobs/erasures.ts';
import { findUserByExternalId } from '../../../db/queries/partners/users.ts';
import type { ErrorType } from '../../../errors.ts';
import { inOrder, issueOf, type Prepared, sortOut } from '../../../rules/batch-items.ts';
import type { Partner } from '../../access/authorize-partner.ts';
import { batchInput, inChunks, prepareItems } from '../../batches/batch-items.ts';
import { eraseFirstCopies } from '../../erasing/erase-copies.ts';
import { erasePersons, findPersonToErase, type PersonToErase } from '../../erasing/erase-persons.ts';
import { readResult } from '../../function-results.ts';
import type { ServiceContext } from '../../service-context.ts';
import { validate } from '../../values/validate.ts';
import { upsertArguments } from '../upsert-arguments.ts';
import { type LinkedUser, type UpsertUserInput, upsertUserResults } from '../upsert-user.ts';
import { UserBatchItem, userBatchItemErrors } from './user-batch-item.ts';

/** Errors of the batch itself. Those of its items are `userBatchItemErrors`. */
export const batchUsersErrors = [
  'invalid_schema',
  'missing_api_token',
  'invalid_api_token',
  'scope_permission_denied',
  'external_service_access_denied',
  'batch_refused',
  'internal_server_error',
] as const;

const createError = errorFactory(batchUsersErrors);
const createItemError = errorFactory(userBatchItemErrors);

export const BatchUsersInput = batchInput(['upsert', 'erase'], 'externalUserId');
export type BatchUsersInput = z.output<typeof BatchUsersInput>;

export type UserBatchResult =
  | { outcome: 'created' | 'updated'; user: LinkedUser }
  /** Without a user: the id of an erase item is not linked, for example because the user was erased before. */
  | { outcome: 'unchanged'; user?: LinkedUser }
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
): Promise<UserBatchResult[]> {
  const schema = UserBatchItem(today);
  const prepared = await prepareItems(items, 'externalUserId', (item) => validate(schema, item));
  const batch: Batch = { context, partner, erasures: [] };
  try {
    return await (atomic ? runAtomically(batch, prepared) : runInChunks(batch, prepared));
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
  const results: UserBatchResult[] = prepared.map((one) => ({
    outcome: 'refused',
    // The default for items that are not reached because of a failure or a timeout. They may be sent again.
    error: 'error' in one ? one.error : createItemError('service_unavailable'),
  }));
  const wellFormed = prepared.flatMap((one, index) => ('item' in one ? [{ index, item: one.item }] : []));
  await inChunks(batch.context, wellFormed.length, async (from, to) => {
    const isErase = wellFormed[from]!.item.action === 'erase';
    const chunk = wellFormed.slice(from, to);
    const end = chunk.findIndex(({ item }) => (item.action === 'erase') !== isErase);
    const items = chunk.slice(0, end < 0 ? undefined : end).map(({ item }) => item);
    if (isErase) {
      const erased = await inTransaction(batch, items, (em) => eraseAll(em, batch, items));
      for (const [n, result] of erased.entries()) results[chunk[n]!.index] = result;
      return erased.length;
    }
    const upserts = upsertsOf(items);
    const { context, partner } = batch;
    const values = upsertArguments(context, partner, upserts);
    const answers = (await context.database.call('upsert_users', values, waitsFor(batch))) as
      | unknown[]
      | null;
    for (const [n, answer] of (answers ?? []).entries()) results[chunk[n]!.index] = resultOf(answer);
    // null: another writer linked or unlinked an id meanwhile.
    return answers?.length ?? 0;
  });
  return results;
}

async function runAtomically(
  batch: Batch,
  prepared: Prepared<UserBatchItem, ApiError>[],
): Promise<UserBatchResult[]> {
  const { issues, judgeable } = sortOut(prepared, 'user');
  // A batch that cannot be written must not find out which addresses have an account.
  if (issues.length > 0) throw createError('batch_refused', { issues });
  const { context, partner } = batch;
  const items = judgeable.map(({ item }) => item);
  return inTransaction(batch, items, async (em) => {
    const results: UserBatchResult[] = [];
    const isAt = (action: UserBatchItem['action']) => judgeable.filter(({ item }) => item.action === action);
    const erased = await eraseAll(em, batch, items);
    for (const [n, { index }] of isAt('erase').entries()) {
      const result = erased[n]!;
      if (result.outcome === 'refused') issues.push(issueOf(index, result.error));
      results[index] = result;
    }
    const upserts = upsertsOf(items);
    const conflicts: { externalId: string; error: ApiError }[] = [];
    if (upserts.length > 0) {
      const answer = (await context.database.callIn(em, 'upsert_users_atomically', {
        ...upsertArguments(context, partner, upserts),
        onlyJudge: issues.length > 0,
      })) as
        | { answers: unknown[] }
        | { items: { index: number; error: (typeof userBatchItemErrors)[number]; userId?: string }[] };
      for (const [n, { index }] of isAt('upsert').entries())
        if ('answers' in answer) results[index] = resultOf(answer.answers[n]);
      if ('items' in answer)
        for (const { index: n, error: type, userId } of answer.items) {
          const { index, item } = isAt('upsert')[n]!;
          const error = createItemError(type, userId ? { conflictingIds: [userId] } : {});
          issues.push(issueOf(index, error));
          if (userId) conflicts.push({ externalId: item.externalUserId, error });
        }
    }
    if (issues.length > 0) {
      const disclosed = { addresses: upserts.length, rejected: conflicts };
      throw createError('batch_refused', { issues: inOrder(issues), disclosed });
    }
    return results;
  });
}

/** Locks the users of the items, and does the work in a transaction. The erasures count only once it is committed. */
async function inTransaction<Result>(
  batch: Batch,
  items: UserBatchItem[],
  work: (em: SqlEntityManager) => Promise<Result>,
): Promise<Result> {
  const { context, partner } = batch;
  const { externalServiceId } = partner;
  for (;;) {
    const erasures = [...batch.erasures];
    try {
      const result = await context.database.transaction(async (em) => {
        const values = { externalServiceId, items: JSON.stringify(items), isExclusive: true };
        // Another writer linked or unlinked an id meanwhile.
        if (!(await context.database.callIn(em, 'lock_users', values))) return undefined;
        return { value: await work(em) };
      }, waitsFor(batch));
      if (result) return result.value;
    } catch (error) {
      batch.erasures = erasures;
      throw error;
    }
  }
}

/** Erases the users of the erase items, which are locked. */
async function eraseAll(
  em: SqlEntityManager,
  batch: Batch,
  items: UserBatchItem[],
): Promise<UserBatchResult[]> {
  const { context, partner } = batch;
  const query = queryIn(em);
  const results: UserBatchResult[] = [];
  const persons = new Map<string, PersonToErase>();
  for (const { action, externalUserId } of items) {
    if (action !== 'erase') continue;
    const linked = await findUserByExternalId(query, partner.externalServiceId, externalUserId);
    // A repeated item follows the erasure.
    if (!linked || persons.has(linked.user.id)) {
      results.push({ outcome: 'unchanged' });
      continue;
    }
    const userId = linked.user.id;
    try {
      const person = await findPersonToErase(query, partner, userId);
      if (person) persons.set(userId, person);
      results.push({ outcome: 'erased', userId });
    } catch (error) {
      if (!(error instanceof ApiError && isItemError(error))) throw error;
      results.push({ outcome: 'refused', error });
    }
  }
  if (persons.size > 0)
    batch.erasures.push(...(await erasePersons(em, context, partner, [...persons.values()])));
  return results;
}

const isItemError = ({ type }: ApiError) =>
  (['user_access_denied', 'user_not_managed'] satisfies ErrorType[] as ErrorType[]).includes(type);

/** The upsert items, as `upsert_users` takes them. */
function upsertsOf(items: UserBatchItem[]): UpsertUserInput[] {
  return items.flatMap((item) => {
    if (item.action === 'erase') return [];
    const { action: _, ...input } = item;
    return [input];
  });
}

function resultOf(answer: unknown): UserBatchResult {
  const result = readResult('upsert_users', upsertUserResults, answer);
  if ('error' in result) {
    // Recorded as in `createUser`.
    const error = createItemError(result.error, result.userId ? { conflictingIds: [result.userId] } : {});
    return { outcome: 'refused', error };
  }
  const { outcome, ...user } = result;
  return { outcome, user };
}
