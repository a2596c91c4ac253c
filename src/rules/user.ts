/** The personal data of a user. Null or missing: no value. */
export interface UserFields {
  /** In lower case. */
  email?: string | null | undefined;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  /** `YYYY-MM-DD`. */
  birthday?: string | null | undefined;
  gender?: string | null | undefined;
  mainSportType?: string | null | undefined;
  playingHand?: string | null | undefined;
}

/** A user as it is stored. An erased user has no personal data. */
export interface StoredUser extends UserFields {
  id: string;
  /** The external service that manages the user. */
  managedById: string;
  /** By external service: the id of the user in its system. */
  links: Readonly<Record<string, string>>;
  updatedAt: string;
  isErased: boolean;
}

/** What a request changes. A field that is left out is kept, and null clears it. */
export interface UserChanges extends UserFields {
  /** The id in the system of the external service that manages the user. */
  externalUserId?: string | undefined;
}

/** A request to create a user, or to create or update it. */
export interface NewUser extends UserFields {
  externalUserId: string;
  email: string;
}

/** Returns the fields of a request that differ from what is stored. */
export function changesOf(user: StoredUser, { externalUserId, ...fields }: UserChanges): UserChanges {
  const differ = Object.entries(fields).filter(
    ([field, value]) => value !== undefined && value !== storedValue(user, field as keyof UserFields),
  );
  const isLinkedAnew = externalUserId !== undefined && externalUserId !== user.links[user.managedById];
  return { ...Object.fromEntries(differ), ...(isLinkedAnew ? { externalUserId } : {}) };
}

export const isEmpty = (changes: UserChanges) => Object.keys(changes).length === 0;

/** Returns the stored values of the fields that change. */
export const formerValues = (user: StoredUser, changes: UserChanges) =>
  Object.fromEntries(
    Object.keys(changes).map((field) => [field, storedValue(user, field as keyof UserChanges)]),
  );

const storedValue = (user: StoredUser, field: keyof UserChanges): string | null =>
  (field === 'externalUserId' ? user.links[user.managedById] : user[field]) ?? null;

/** Returns the user with the changes. */
export function changed(
  user: StoredUser,
  { externalUserId, ...fields }: UserChanges,
  at: string,
): StoredUser {
  const links =
    externalUserId === undefined ? user.links : { ...user.links, [user.managedById]: externalUserId };
  return { ...user, ...fields, links, updatedAt: at };
}
