import type { UserSnapshot } from '../../../db/queries/partners/user-snapshot.ts';
import type { KnownUsers } from '../../../rules/known-users.ts';
import type { StoredUser } from '../../../rules/user.ts';

/** The answer of `load_users`. */
export interface LoadedUsers {
  /** The time after the locks, an instant. */
  at: string;
  /** True if a commit waits for synchronous standbys. */
  hasStandbys: boolean;
  /** Null if the user is unknown whose manager was asked for. */
  externalServiceId: string | null;
  lockedIds: string[];
  lockedExternalUserIds: string[];
  lockedEmails: string[];
  users: (StoredUser & { isOpen: boolean })[];
  /** User ids, by the addresses in the requests. */
  owners: Record<string, string>;
}

/** Returns what the rules know from the loaded rows. */
export function knownUsersFrom({ externalServiceId, users, owners }: LoadedUsers): KnownUsers {
  const byId = new Map(users.map(({ isOpen: _, ...user }) => [user.id, user]));
  const ofService = externalServiceId ?? '';
  const linked = new Map([...byId.values()].map((user) => [user.links[ofService], user]));
  const open = new Set(users.flatMap(({ id, isOpen }) => (isOpen ? id : [])));
  return {
    externalServiceId: ofService,
    user: (id) => byId.get(id),
    linked: (externalUserId) => linked.get(externalUserId),
    ownerOf: (email) => owners[email],
    isOpen: (id) => open.has(id),
  };
}

/** A user that is not erased, with the field names of the document, for responses and changes. */
export type ActiveUser = UserSnapshot & { firstName: string; lastName: string };

/** Returns a user as an external service reads it. */
export function toUserSnapshot(user: StoredUser, externalServiceId: string): ActiveUser {
  const isManaged = user.managedById === externalServiceId;
  const externalUserId = user.links[externalServiceId];
  return {
    ...toFields(user),
    ...(isManaged ? { email: user.email! } : {}),
    ...(externalUserId === undefined ? {} : { externalUserId }),
    managed: isManaged,
    ...toState(user),
  };
}

/**
 * Returns the data of a change of a user. The managing service reads `managedEmail` as `email` (functions.number_changes).
 * The previous release would show a field `email` to every service.
 */
export function toChangeData(user: StoredUser) {
  const { managedById, email, links } = user;
  return { ...toFields(user), ...toState(user), managedBy: managedById, managedEmail: email, links };
}

/** Returns what is recorded of a new user. */
export const toAuditFields = (user: StoredUser) => ({ ...toFields(user), email: user.email });

const toState = ({ updatedAt }: StoredUser) => ({ status: 'ACTIVE' as const, updatedAt });

type Fields = Pick<ActiveUser, 'id' | 'firstName' | 'lastName'> &
  Pick<UserSnapshot, 'birthday' | 'gender' | 'mainSportType' | 'playingHand'>;

/** The fields without a value are left out. */
function toFields(user: StoredUser): Fields {
  const { id, firstName, lastName, birthday, gender, mainSportType, playingHand } = user;
  const fields = Object.entries({ id, firstName, lastName, birthday, gender, mainSportType, playingHand });
  return Object.fromEntries(fields.filter(([, value]) => value != null)) as unknown as Fields;
}
