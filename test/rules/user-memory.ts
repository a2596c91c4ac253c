import fc from 'fast-check';
import { judgeUsersAtomically, judgeUsersInOrder } from '../../src/rules/batch-users.ts';
import { erased, judgeErasure } from '../../src/rules/erase-user.ts';
import type { KnownUsers } from '../../src/rules/known-users.ts';
import type { NewUser, StoredUser, UserChanges } from '../../src/rules/user.ts';
import {
  resultOfUser,
  type UserBatchItem,
  type UserItem,
  type UserResult,
} from '../../src/rules/user-item.ts';
import { choices, number } from './requests.ts';

/** A state of users in memory. Both external services can be granted access to users of the other. */
export class UserMemory {
  readonly users = new Map<string, StoredUser>();
  /** `service/user id`. */
  readonly grants = new Set<string>();
  #made = 0;
  readonly writing = {
    newId: () => `user-${++this.#made}`,
    now: () => `2026-11-27T12:00:00.${String(++this.#made).padStart(6, '0')}Z`,
  };

  knownTo(service: string): KnownUsers {
    const all = () => [...this.users.values()];
    return {
      externalServiceId: service,
      user: (id) => this.users.get(id),
      linked: (externalUserId) => all().find(({ links }) => links[service] === externalUserId),
      ownerOf: (email) => all().find((user) => user.email === email)?.id,
      isOpen: (id) => {
        const user = this.users.get(id);
        if (!user || user.isErased) return false;
        return user.managedById === service || this.grants.has(`${service}/${id}`);
      },
    };
  }

  /** Carries out a request of an external service. */
  send(service: string, item: UserItem): UserResult {
    const result = resultOfUser(this.knownTo(service), item, this.writing);
    this.store(result);
    return result;
  }

  /** Carries out a batch. */
  sendInOrder(service: string, items: UserItem[]): UserResult[] {
    const results = judgeUsersInOrder(this.knownTo(service), items as UserBatchItem[], this.writing);
    for (const result of results) this.store(result);
    return results;
  }

  /** Carries out an atomic batch. */
  sendAtomically(service: string, items: UserBatchItem[]): ReturnType<typeof judgeUsersAtomically> {
    const judged = judgeUsersAtomically(this.knownTo(service), items, this.writing);
    if ('results' in judged) for (const result of judged.results) this.store(result);
    return judged;
  }

  store(result: UserResult): void {
    if (result.outcome === 'created' || result.outcome === 'updated')
      this.users.set(result.user.id, result.user);
    if (result.outcome === 'erased') this.users.set(result.before.id, erased(result.before));
  }

  erase(service: string, id: string): ReturnType<typeof judgeErasure> {
    const verdict = judgeErasure(this.knownTo(service), id);
    if (verdict.outcome === 'erased') this.store(verdict);
    return verdict;
  }

  copy(): this {
    const copy = new UserMemory();
    for (const [id, user] of this.users) copy.users.set(id, user);
    for (const grant of this.grants) copy.grants.add(grant);
    copy.#made = this.#made;
    return copy as this;
  }

  /** Everything that is stored, as text. */
  text(): string {
    return JSON.stringify([...this.users]);
  }
}

/** Returns what is stored of the users of each service, without generated ids and times. */
export const peopleIn = ({ users }: UserMemory) =>
  [...users.values()]
    .filter(({ isErased }) => !isErased)
    .map(({ id: _id, updatedAt: _at, ...user }) => JSON.stringify(Object.entries(user).sort()))
    .sort();

export const user = (externalUserId: string, fields: Partial<NewUser> = {}): NewUser => ({
  externalUserId,
  email: `${externalUserId}@example.com`,
  firstName: 'Ada',
  lastName: 'Lovelace',
  ...fields,
});
export const upsertUser = (...args: Parameters<typeof user>) =>
  ({ action: 'upsert', ...user(...args) }) as const;
export const createUser = (...args: Parameters<typeof user>) =>
  ({ action: 'create', ...user(...args) }) as const;
export const eraseUser = (externalUserId: string) => ({ action: 'erase', externalUserId }) as const;

export interface UserRequest {
  service: string;
  item: UserItem;
}

const ids = ['a', 'b', 'c'] as const;
const emails = ids.map((id) => `${id}@example.com`);

/** Few values of each kind, so that ids and addresses coincide. */
export function userRequestFrom(from: number): UserRequest {
  const choose = choices(from);
  const service = choose('one', 'one', 'two');
  const id = choose(...ids);
  const action = choose('upsert', 'upsert', 'create', 'update', 'update', 'erase');
  if (action === 'erase') return { service, item: eraseUser(id) };
  const fields = {
    email: choose(...emails),
    firstName: choose('Ada', 'Grace'),
    ...choose<{ birthday?: string | null }>({}, {}, { birthday: null }, { birthday: '1985-12-10' }),
  };
  if (action !== 'update') return { service, item: { action, ...user(id, fields) } };
  // The ids count up in the order of the creations and times.
  const userId = choose('user-1', 'user-3', 'user-5', 'user-2', 'unknown');
  const changes = choose<UserChanges>(
    fields,
    { ...fields, externalUserId: choose(...ids) },
    {},
    { firstName: 'Augusta' },
  );
  return { service, item: { action, userId, changes } };
}

export const userRequests = fc.array(number.map(userRequestFrom), { minLength: 1, maxLength: 10 });

/** Returns the state after the requests. Each service is granted every third user. */
export function usersAfter(requests: readonly UserRequest[]): UserMemory {
  const memory = new UserMemory();
  for (const { service, item } of requests) {
    const result = memory.send(service, item);
    if (result.outcome !== 'created' || memory.users.size % 3 !== 0) continue;
    memory.grants.add(`${service === 'one' ? 'two' : 'one'}/${result.user.id}`);
  }
  return memory;
}

export const isDone = ({ outcome }: { outcome: string }) => outcome !== 'refused';
