import { resultOfUser, type UserItem, type UserResult } from '../../../rules/user-item.ts';
import { WorkingUsers } from '../../../rules/working-users.ts';
import type { Partner } from '../../access/authorize-partner.ts';
import { type Call, CallGroups, type GroupedCalls } from '../../groups/call-groups.ts';
import type { ServiceContext } from '../../service-context.ts';
import type { LoadedUsers } from './known-users.ts';
import { writeUsers } from './write-users.ts';

type SingleItem = Exclude<UserItem, { action: 'erase' }>;

interface UserCall extends Call {
  context: ServiceContext;
  by: Partner<'userwrite'>;
  item: SingleItem;
}

/**
 * Carries out a partner's single request, together with others of the external service that arrive while others run.
 *
 * @throws ApiError `service_unavailable`
 */
export const writeUser = <One extends SingleItem>(
  context: ServiceContext,
  by: Partner<'userwrite'>,
  item: One,
) => {
  const { externalServiceId } = by;
  const call = { database: context.database, externalServiceId, context, by, item };
  return groups.write(call) as Promise<unknown> as Promise<UserResult<One>>;
};

/** The values that a call names: an id of a user, an id in the partner's system, and an address. */
function namedBy({ item }: UserCall) {
  const { externalUserId, email } = item.action === 'update' ? item.changes : item;
  return { userId: item.action === 'update' ? item.userId : undefined, externalUserId, email };
}

function resourcesOf(call: UserCall): string[] {
  const { userId, externalUserId, email } = namedBy(call);
  return [
    ...(userId === undefined ? [] : [`user ${userId}`]),
    ...(externalUserId === undefined ? [] : [`user ${call.externalServiceId}/${externalUserId}`]),
    ...(email == null ? [] : [`address ${email}`]),
  ];
}

/** Returns the first resource of a call that others have locked. A linked user has that of its id in the partner's system. */
function missingLock(
  call: UserCall,
  { lockedIds, lockedExternalUserIds, lockedEmails }: LoadedUsers,
  result: UserResult,
): string | undefined {
  const { externalUserId, email } = namedBy(call);
  const [first] = resourcesOf(call);
  if (externalUserId !== undefined && !lockedExternalUserIds.includes(externalUserId))
    return `user ${call.externalServiceId}/${externalUserId}`;
  if (email != null && !lockedEmails.includes(email)) return `address ${email}`;
  const isLocked = result.outcome !== 'updated' || lockedIds.includes(result.before.id);
  return isLocked ? undefined : first;
}

/**
 * A new address needs a lock that waits for bookings that name the user, which a group does not do. A new external id may be
 * one that another user of the group leaves. PostgreSQL would check the key of the links before that, and log the id.
 */
const isWrittenAlone = (result: UserResult) =>
  result.outcome === 'updated' &&
  (result.changes.email !== undefined || result.changes.externalUserId !== undefined);

const kind: GroupedCalls<UserCall, UserResult> = {
  resourcesOf,
  ownResourcesOf: resourcesOf,
  sharedResourceOf: () => undefined,
  write: async (calls, locks, waitsFor) => {
    const [{ context, by }] = calls as [UserCall];
    const done = new Map<UserCall, UserResult>();
    const left: { call: UserCall; missing?: string | undefined }[] = [];
    const writes = {
      context,
      by,
      items: calls.map(({ item }) => item),
      authors: calls,
      waits: locks === 'all',
    };
    await writeUsers(
      writes,
      ({ known, writing, loaded }) => {
        // Judged again after a lost race.
        done.clear();
        left.length = 0;
        const state = new WorkingUsers(known);
        return calls.map((call) => {
          const result = resultOfUser(state, call.item, writing);
          // A transaction that waits for every lock is repeated if one is missing.
          const missing = locks === 'all' ? undefined : missingLock(call, loaded, result);
          if (missing !== undefined || (isWrittenAlone(result) && (locks !== 'all' || calls.length > 1))) {
            left.push({ call, missing });
            return undefined;
          }
          state.apply(result);
          done.set(call, result);
          return result;
        });
      },
      waitsFor,
    );
    return { done, left };
  },
};

const groups = new CallGroups(kind);
