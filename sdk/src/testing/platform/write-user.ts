import { formatInstant } from '../../../../src/rules/instant.ts';
import type { Rejection } from '../../../../src/rules/rejection.ts';
import {
  type DoneUser,
  resultOfUser,
  type UserItem,
  type WrittenUser,
} from '../../../../src/rules/user-item.ts';
import { announce } from './announce.ts';
import { type ApiErrorType, toApiError } from './api-error.ts';
import { eraseAccount } from './erase-user.ts';
import { knownUsersTo } from './known.ts';
import { servicesOf, toUser } from './read-user.ts';
import type { By, ExternalService, World } from './world.ts';
import { writingIn } from './write-court-booking.ts';

/**
 * Creates, upserts or updates a user.
 *
 * @throws ApiError with any error that the rules have
 */
export function carryOutUser(
  world: World,
  externalService: ExternalService,
  item: Exclude<UserItem, { action: 'erase' }>,
  by: By,
  writing = writingIn(world),
): WrittenUser {
  const result = resultOfUser(knownUsersTo(world, externalService), item, writing);
  if (result.outcome === 'refused') throw toUserError(world, result.rejection);
  writeUser(world, result, by);
  return result;
}

export const toUserError = (world: World, rejection: Rejection<ApiErrorType>) =>
  toApiError(rejection, world.clock.now());

/** Writes the result of an item that was judged, and reports the change. Returns the addresses of an erased user. */
export function writeUser(world: World, result: DoneUser, by: By): string[] {
  if (result.outcome === 'erased') return eraseAccount(world, world.users.get(result.before.id)!, by);
  if (result.outcome === 'unchanged') return [];
  const { user, outcome } = result;
  const { allEmails = [], allLinks = [] } = world.users.get(user.id) ?? {};
  const links = Object.entries(user.links).map((link) => link.join('/'));
  const emails = [...allEmails, user.email ?? []].flat();
  const written = { ...user, allEmails: emails, allLinks: [...allLinks, ...links] };
  world.users.set(user.id, written);
  const timestamp = formatInstant(user.updatedAt);
  for (const externalService of servicesOf(world, written)) {
    const data = toUser(written, externalService);
    announce(world, externalService, by, { type: `user.${outcome}`, subjectId: user.id, data, timestamp });
  }
  return [];
}
