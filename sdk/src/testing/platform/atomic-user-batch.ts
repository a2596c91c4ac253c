import {
  type BatchIssue,
  inOrder,
  issueOf,
  type Prepared,
  sortOut,
} from '../../../../src/rules/batch-items.ts';
import { ApiError } from './api-error.ts';
import { asApiError } from './batch-item.ts';
import { type NewUser, writeNewUser } from './create-user.ts';
import { eraseByExternalId } from './erase-user.ts';
import { findByEmail, toUser } from './read-user.ts';
import { findForChange, writeUser } from './update-user.ts';
import { judgeUser } from './upsert-user.ts';
import type { UserItem, UserResult } from './user-batch-item.ts';
import type { By, ExternalService, User, World } from './world.ts';

interface Judged {
  index: number;
  upsert: NewUser;
  user: User | undefined;
  changed: ReturnType<typeof judgeUser>['changed'];
}

/**
 * Carries out all items or none. Users are erased first; `addresses` receives their addresses. Upserts are checked by the final state, so users can exchange addresses.
 *
 * @throws ApiError `batch_refused` with an issue for each invalid item
 */
export function runUsersAtomically(
  world: World,
  externalService: ExternalService,
  prepared: Prepared<UserItem>[],
  by: By,
  addresses: string[][],
): UserResult[] {
  const { issues, judgeable } = sortOut(prepared, 'user');
  refuseBatch(issues);
  const judged: Judged[] = [];
  const erased = new Set<User | undefined>();
  for (const { index, item } of judgeable) {
    try {
      if (item.action === 'upsert') {
        const { action: _action, ...upsert } = item;
        judged.push({ index, upsert, ...judgeUser(world, externalService, upsert) });
      } else {
        const id = externalService.links.get(item.externalUserId);
        if (id !== undefined) erased.add(findForChange(world, externalService, id));
      }
    } catch (error) {
      issues.push(issueOf(index, asApiError(error)));
    }
  }

  // An address is free if its owner gets another one, or is erased. Two users cannot get the same one.
  const writing = judged.filter(({ user, changed }) => !user || Object.keys(changed).length > 0);
  const moving = new Set(writing.filter(({ changed }) => 'email' in changed).map(({ user }) => user));
  for (const { index, upsert, user } of writing) {
    const owner = findByEmail(world, upsert.email);
    const isTaken = owner && owner !== user && !moving.has(owner) && !erased.has(owner);
    const isWantedTwice = writing.some(
      (other) => other.index !== index && other.upsert.email === upsert.email,
    );
    if (isTaken || isWantedTwice) issues.push(issueOf(index, new ApiError('email_already_in_use')));
  }
  refuseBatch(issues);

  const results: UserResult[] = [];
  for (const { index, item } of judgeable)
    if (item.action === 'erase')
      results[index] = eraseByExternalId(world, externalService, item.externalUserId, by, addresses);
  const at = world.clock.next();
  for (const { index, upsert, user } of judged)
    if (!user) {
      const created = writeNewUser(world, externalService, upsert, by, { at });
      results[index] = { outcome: 'created', user: toUser(created, externalService) };
    }
  for (const { index, user, changed } of judged)
    if (user) {
      const isChanged = Object.keys(changed).length > 0;
      if (isChanged) writeUser(world, user, changed, by, at);
      results[index] = { outcome: isChanged ? 'updated' : 'unchanged', user: toUser(user, externalService) };
    }
  return results;
}

/** @throws ApiError `batch_refused` if there are issues */
function refuseBatch(issues: BatchIssue[]): void {
  if (issues.length > 0) throw new ApiError('batch_refused', { issues: inOrder(issues) });
}
