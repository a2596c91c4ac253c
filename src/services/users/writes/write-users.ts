import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { ApiError, ErrorFactory } from '../../../api-error.ts';
import type { Database, FunctionCall } from '../../../db/connection/database.ts';
import type { WaitsFor } from '../../../db/connection/guard.ts';
import { inTransaction } from '../../../db/connection/in-transaction.ts';
import type { ErrorType } from '../../../errors.ts';
import type { Writing } from '../../../rules/court-booking-item.ts';
import { instantAt, microsOf } from '../../../rules/instant.ts';
import type { KnownUsers } from '../../../rules/known-users.ts';
import { type Rejection, rejectionDetails } from '../../../rules/rejection.ts';
import { formerValues, type StoredUser } from '../../../rules/user.ts';
import type { UserItem, UserResult } from '../../../rules/user-item.ts';
import type { Supporter } from '../../access/authorize-operator.ts';
import type { Partner } from '../../access/authorize-partner.ts';
import type { AuditAction } from '../../audit/audit-actions.ts';
import type { ServiceContext } from '../../service-context.ts';
import {
  knownUsersFrom,
  type LoadedUsers,
  toAuditFields,
  toChangeData,
  toUserSnapshot,
} from './known-users.ts';

/** Who makes a request about a user. */
export interface UserAuthor {
  context: ServiceContext;
  by: Partner<'userwrite'> | Supporter;
}

/** Requests about users of one external service. */
export interface UserWrites extends UserAuthor {
  items: readonly (UserItem | { action: 'erase'; userId: string })[];
  /** Default: that of the partner, or the one that manages the user. */
  externalServiceId?: string;
  /** Of the audit events of changes. Default: `updateUser`. */
  action?: AuditAction;
  /** Default: all have the same one. */
  authors?: readonly UserAuthor[];
  /** Default: as the items need. `exclusive`: for items that erase users or exchange addresses. */
  locks?: 'exclusive';
  /** Default: true. If false, what others have locked is left out of what is locked. */
  waits?: boolean;
}

/** What is known under the locks, and how to write what was judged by it. */
export interface LockedUsers {
  known: KnownUsers;
  writing: Writing;
  loaded: LoadedUsers;
  /** Returns the call that writes the results, or nothing if there is nothing to write. */
  toSave(results: readonly (UserResult | undefined)[]): FunctionCall | undefined;
}

/**
 * Locks and loads what the rules need, judges, and writes the results as a set, in one transaction. Returns the results.
 *
 * @param waitsFor for partners. Without it, the operators' connections are used.
 * @throws ApiError `service_unavailable`
 */
export async function writeUsers<Result extends UserResult | undefined>(
  writes: UserWrites,
  judge: (locked: LockedUsers) => readonly Result[],
  waitsFor?: WaitsFor,
): Promise<readonly Result[]> {
  let results: readonly Result[] = [];
  const inTurn = (database: Database) =>
    database.callInTurn(
      toLoad(writes),
      (answer) => {
        const locked = lockedUsers(writes, answer as LoadedUsers);
        results = judge(locked);
        return locked.toSave(results);
      },
      waitsFor,
    );
  const { database } = writes.context;
  await (waitsFor ? inTurn(database) : database.transaction((em) => inTurn(inTransaction(database, em))));
  return results;
}

/** Locks and loads what the rules need, in a running transaction. */
export async function lockUsers(em: SqlEntityManager, writes: UserWrites): Promise<LockedUsers> {
  const { name, values } = toLoad(writes);
  return lockedUsers(writes, (await writes.context.database.callIn(em, name, values)) as LoadedUsers);
}

function lockedUsers(writes: UserWrites, loaded: LoadedUsers): LockedUsers {
  // Times of successive writes to one user differ.
  let at = microsOf(loaded.at);
  const known = knownUsersFrom(loaded);
  const writing = { newId: writes.context.newId, now: () => instantAt(at++) };
  return { known, writing, loaded, toSave: (results) => toSave(writes, results, known, loaded) };
}

function toLoad({ by, externalServiceId, items, locks, waits = true }: UserWrites) {
  const named = items.map((item) => ({
    userId: 'userId' in item ? item.userId : undefined,
    ...(item.action === 'update' ? item.changes : { email: undefined, ...item }),
  }));
  const isGiven = (value: string | null | undefined) => value != null;
  return {
    name: 'load_users',
    values: {
      externalServiceId: externalServiceId ?? ('externalServiceId' in by ? by.externalServiceId : null),
      userIds: named.map(({ userId }) => userId).filter(isGiven),
      externalUserIds: named.map(({ externalUserId }) => externalUserId).filter(isGiven),
      emails: named.map(({ email }) => email).filter(isGiven),
      locks: locks ?? (items.every(({ action }) => action === 'create') ? 'keys' : 'rows'),
      waits,
    },
  } as const satisfies FunctionCall;
}

function toSave(
  { authors, action = 'updateUser', ...author }: UserWrites,
  results: readonly (UserResult | undefined)[],
  known: KnownUsers,
  { hasStandbys, lockedIds }: LoadedUsers,
): FunctionCall | undefined {
  const { externalServiceId } = known;
  /** The last state of each user that is written. */
  const written = new Map<string, StoredUser>();
  // Another writer linked a user meanwhile. The transaction is repeated, like after a lost race.
  if (
    results.some(
      (result) =>
        result && 'before' in result && known.user(result.before.id) && !lockedIds.includes(result.before.id),
    )
  )
    throw Object.assign(new Error('a user is not locked'), { code: '40001' });
  const events = results.flatMap((result, index) => {
    if (result?.outcome !== 'created' && result?.outcome !== 'updated') return [];
    const { user } = result;
    written.set(user.id, user);
    const { context, by } = authors?.[index] ?? author;
    const { requestId, callerRequestId = requestId } = context;
    const event = {
      auditEventId: context.newId(),
      subjectId: user.id,
      at: user.updatedAt,
      actorType: by.actor.type,
      actorId: by.actor.id,
      requestId,
    };
    if (result.outcome === 'created')
      return {
        ...event,
        action: 'createUser',
        after: toAuditFields(user),
        type: 'user.created',
        data: toUserSnapshot(user, externalServiceId),
        externalServiceId,
        shownRequestId: callerRequestId,
      };
    return {
      ...event,
      action,
      before: formerValues(result.before, result.changes),
      after: result.changes,
      type: 'user.updated',
      data: toChangeData(user),
      userId: user.id,
      shownRequestId: requestId,
      // Another partner could mistake the caller's request id for one of its own.
      ...('externalServiceId' in by ? { callerId: externalServiceId, callerRequestId } : {}),
    };
  });
  // What an unchanged user confirms must be on the standbys.
  const isConfirmed = results.some((result) => result?.outcome === 'unchanged');
  if (events.length === 0 && !(isConfirmed && hasStandbys)) return undefined;

  const users = [...written.values()];
  const before = ({ id }: StoredUser) => known.user(id);
  const linkedTo = (user: StoredUser | undefined) => user?.links[externalServiceId];
  return {
    name: 'save_users',
    values: {
      externalServiceId,
      created: JSON.stringify(users.filter((user) => !before(user))),
      updated: JSON.stringify(users.filter(before)),
      links: JSON.stringify(
        users
          .filter((user) => linkedTo(user) !== linkedTo(before(user)))
          .map((user) => ({ userId: user.id, externalUserId: linkedTo(user) })),
      ),
      moving: users.flatMap((user) => {
        const email = before(user)?.email;
        return users.some((other) => other !== user && other.email === email) ? user.id : [];
      }),
      events: JSON.stringify(events),
    },
  };
}

/** Returns the error of a request by the id of a user. Operators have access to every user. */
export function toUserError<Type extends ErrorType>(
  { context, by }: Pick<UserWrites, 'context' | 'by'>,
  rejection: Rejection<Type>,
  createError: ErrorFactory<Type | 'user_not_found'>,
): ApiError {
  if (!('externalServiceId' in by) && rejection.error === 'user_access_denied')
    return createError('user_not_found');
  return createError(rejection.error, rejectionDetails(rejection, context.now()));
}
