import { erased } from './erase-user.ts';
import type { KnownUsers } from './known-users.ts';
import type { StoredUser } from './user.ts';
import type { UserResult } from './user-item.ts';

/** The known users with the results of earlier items, so that the next item is judged as if they were written. */
export class WorkingUsers implements KnownUsers {
  readonly #known: KnownUsers;
  /** By id. */
  readonly #users = new Map<string, StoredUser>();

  constructor(known: KnownUsers) {
    this.#known = known;
  }

  apply(result: UserResult): void {
    if (result.outcome === 'created' || result.outcome === 'updated')
      this.#users.set(result.user.id, result.user);
    if (result.outcome === 'erased') this.#users.set(result.before.id, erased(result.before));
  }

  get externalServiceId(): string {
    return this.#known.externalServiceId;
  }

  user(id: string): StoredUser | undefined {
    return this.#users.get(id) ?? this.#known.user(id);
  }

  linked(externalUserId: string): StoredUser | undefined {
    const isLinked = ({ links }: StoredUser) => links[this.externalServiceId] === externalUserId;
    const stored = this.#known.linked(externalUserId);
    return (
      [...this.#users.values()].find(isLinked) ?? (stored && this.#isWritten(stored.id) ? undefined : stored)
    );
  }

  ownerOf(email: string): string | undefined {
    const written = [...this.#users.values()].find((user) => user.email === email);
    const stored = this.#known.ownerOf(email);
    return written?.id ?? (stored !== undefined && this.#isWritten(stored) ? undefined : stored);
  }

  isOpen(userId: string): boolean {
    const written = this.#users.get(userId);
    if (!written) return this.#known.isOpen(userId);
    return (
      !written.isErased && (written.managedById === this.externalServiceId || this.#known.isOpen(userId))
    );
  }

  #isWritten(userId: string): boolean {
    return this.#users.has(userId);
  }
}
