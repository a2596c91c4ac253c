/** A user in the model. Without a birthday it is null. */
export interface ModelUser {
  email: string;
  firstName: string;
  birthday: string | null;
}

export type ModelUserItem =
  | ({ action: 'upsert'; externalUserId: string; email: string; firstName: string } & {
      birthday?: string | null;
    })
  | { action: 'erase'; externalUserId: string };

/** The service's rules for the users of one service in their simplest form: one user for each id and each address. */
export class UserModel {
  users = new Map<string, ModelUser>();

  /** Sends items. Returns the outcome or the error type of each item. Nothing is done if an atomic batch has an error. */
  send(items: ModelUserItem[], atomic: boolean): string[] {
    if (!atomic) return items.map((item) => this.#take(item));
    const before = structuredClone(this.users);
    const outcomes: string[] = [];
    const isErase = ({ action }: ModelUserItem) => action === 'erase';
    for (const [index, item] of items.entries()) if (isErase(item)) outcomes[index] = this.#take(item);
    for (const [index, item] of items.entries()) if (!isErase(item)) outcomes[index] = this.#write(item);
    for (const [index, item] of items.entries())
      if (item.action === 'upsert' && outcomes[index] !== 'unchanged' && this.#holders(item.email) > 1)
        outcomes[index] = 'email_already_in_use';
    if (outcomes.includes('email_already_in_use')) this.users = before;
    return outcomes;
  }

  #take(item: ModelUserItem): string {
    const before = this.users.get(item.externalUserId);
    if (item.action === 'erase') return this.users.delete(item.externalUserId) ? 'erased' : 'unchanged';
    const outcome = this.#write(item);
    if (this.#holders(item.email) <= 1) return outcome;
    if (before) this.users.set(item.externalUserId, before);
    else this.users.delete(item.externalUserId);
    return 'email_already_in_use';
  }

  #write({ externalUserId, ...item }: ModelUserItem): string {
    const { email, firstName, birthday } = item as ModelUserItem & { action: 'upsert' };
    const stored = this.users.get(externalUserId);
    const next = {
      email,
      firstName,
      birthday: birthday === undefined ? (stored?.birthday ?? null) : birthday,
    };
    this.users.set(externalUserId, next);
    if (!stored) return 'created';
    return JSON.stringify(stored) === JSON.stringify(next) ? 'unchanged' : 'updated';
  }

  #holders(email: string): number {
    return [...this.users.values()].filter((user) => user.email === email).length;
  }
}
