import type { StoredUser } from './user.ts';

/** What the rules know of users when they judge requests of one external service. */
export interface KnownUsers {
  readonly externalServiceId: string;
  /** A user of any external service, also an erased one. */
  user(id: string): StoredUser | undefined;
  /** The user that the external service has linked to an id in its system. */
  linked(externalUserId: string): StoredUser | undefined;
  /** The id of the user with this address, whether or not the external service has access to the user. */
  ownerOf(email: string): string | undefined;
  /** Returns true if the external service manages the user, or was granted access to it, and the user is not erased. */
  isOpen(userId: string): boolean;
}
