import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { creationErrors } from '../../src/rules/create-user.ts';
import { userUpsertErrors } from '../../src/rules/upsert-user.ts';
import { holds } from './holds.ts';
import { choices, number } from './requests.ts';
import {
  createUser,
  isDone,
  UserMemory,
  upsertUser,
  userRequestFrom,
  userRequests,
  usersAfter,
} from './user-memory.ts';

const twoStates = fc.tuple(userRequests, number.map(userRequestFrom));

describe('users', () => {
  it('never share an address, nor an id in the system of one external service', () => {
    holds(userRequests, 2_000, (all) => {
      const users = [...usersAfter(all).users.values()];
      const emails = users.flatMap(({ email }) => email ?? []);
      const links = users.flatMap((user) => Object.entries(user.links).map(String));
      equal(new Set(emails).size, emails.length);
      equal(new Set(links).size, links.length);
    });
  });

  it('are changed and erased only by the external service that manages them', () => {
    holds(twoStates, 2_000, ([stored, { service, item }]) => {
      const memory = usersAfter(stored);
      const others = (from: UserMemory) =>
        [...from.users.values()].filter(({ managedById }) => managedById !== service);
      const before = others(memory);
      memory.send(service, item);
      deepEqual(others(memory), before);
    });
  });

  it('stay as they are when a request is rejected, or repeated', () => {
    holds(userRequests, 1_500, (all) => {
      const memory = new UserMemory();
      for (const { service, item } of all) {
        const before = memory.text();
        const result = memory.send(service, item);
        const after = memory.text();
        const repeated = memory.send(service, item);
        equal(memory.text(), after);
        if (isDone(result)) equal(repeated.outcome, 'unchanged');
        else deepEqual([after, repeated], [before, result]);
      }
    });
  });

  it('have the values of the last request that was not rejected', () => {
    holds(twoStates, 2_000, ([stored, { service, item }]) => {
      const memory = usersAfter(stored);
      const result = memory.send(service, item);
      if (!isDone(result) || item.action === 'erase' || item.action === 'create') return;
      ok('user' in result && result.user);
      const written = item.action === 'update' ? item.changes : item;
      for (const field of ['email', 'firstName', 'lastName', 'birthday'] as const)
        if (written[field] !== undefined)
          equal(memory.users.get(result.user.id)![field] ?? null, written[field] ?? null);
    });
  });

  it('that an external service has no access to are as unknown ones to its changes and erasures', () => {
    holds(userRequests, 1_000, (all) => {
      const memory = usersAfter(all);
      const changes = { firstName: 'Augusta' };
      const toUpdate = (userId: string) => memory.copy().send('one', { action: 'update', userId, changes });
      for (const { id, managedById } of memory.users.values()) {
        if (managedById === 'one' || memory.grants.has(`one/${id}`)) continue;
        deepEqual(toUpdate(id), toUpdate('nobody'));
        deepEqual(memory.copy().erase('one', id), memory.copy().erase('one', 'nobody'));
      }
    });
  });
});

describe('creation of a user', () => {
  it('reports the address before the id', () => {
    expect(creationErrors).toEqual(['email_already_in_use', 'external_user_id_already_in_use']);
    const memory = new UserMemory();
    memory.send('one', createUser('a'));
    const other = memory.send('two', createUser('b'));
    const errorOf = (item: ReturnType<typeof createUser>) => {
      const result = memory.copy().send('one', item);
      return result.outcome === 'refused' ? result.rejection : result.outcome;
    };
    expect(errorOf(createUser('a', { email: 'b@example.com' }))).toEqual({
      error: 'email_already_in_use',
      ownerId: 'user' in other && other.user?.id,
    });
    expect(errorOf(createUser('a', { email: 'c@example.com' }))).toEqual({
      error: 'external_user_id_already_in_use',
    });
    expect(errorOf(createUser('c'))).toBe('created');
  });

  it('is the same user for the same pair of address and id, whatever else is sent', () => {
    holds(twoStates, 1_500, ([stored, { service, item }]) => {
      if (item.action !== 'create') return;
      const memory = usersAfter(stored);
      const first = memory.send(service, item);
      if (!isDone(first)) return;
      const before = memory.text();
      const again = memory.send(service, { ...item, firstName: 'Grace', birthday: '1906-12-09' });
      equal(again.outcome, 'unchanged');
      equal(memory.text(), before);
    });
  });
});

describe('upsert of a user', () => {
  it('creates the user of a new id, and updates that of a linked one', () => {
    holds(twoStates, 1_500, ([stored, { service, item }]) => {
      if (item.action !== 'upsert') return;
      const memory = usersAfter(stored);
      const count = memory.users.size;
      const linked = memory.knownTo(service).linked(item.externalUserId);
      const result = memory.send(service, item);
      if (!isDone(result)) return;
      equal(memory.users.size, linked ? count : count + 1);
      equal(result.outcome === 'created', !linked);
      const stillLinked = memory.knownTo(service).linked(item.externalUserId);
      if (linked) equal(stillLinked?.id, linked.id);
      equal(stillLinked?.email, item.email);
    });
  });

  it('keeps a birthday that is left out, and clears it with null', () => {
    const memory = new UserMemory();
    const birthday = () => memory.users.get('user-1')!.birthday ?? null;
    memory.send('one', upsertUser('a', { birthday: '1985-12-10' }));
    memory.send('one', upsertUser('a', { firstName: 'Grace' }));
    expect(birthday()).toBe('1985-12-10');
    memory.send('one', upsertUser('a', { birthday: null }));
    expect(birthday()).toBeNull();
  });

  it('reports the first violated rule in the documented order', () => {
    expect(userUpsertErrors).toEqual(['user_access_denied', 'user_not_managed', 'email_already_in_use']);
    holds(number, 500, (from) => {
      const choose = choices(from);
      const [isDenied, isManagedByOther, isTaken] = [0, 1, 2].map(() => choose(true, false));
      const memory = new UserMemory();
      // Linked by both, which only rows written by hand are.
      const first = memory.send(isDenied || isManagedByOther ? 'two' : 'one', upsertUser('a'));
      ok(first.outcome === 'created');
      memory.users.set(first.user.id, { ...first.user, links: { one: 'a' } });
      if (!isDenied) memory.grants.add(`one/${first.user.id}`);
      memory.send('two', upsertUser('b'));
      const email = isTaken ? 'b@example.com' : 'c@example.com';
      const result = memory.send('one', upsertUser('a', { email }));
      const violated = [isDenied, isManagedByOther, isTaken];
      equal(
        result.outcome === 'refused' ? result.rejection.error : undefined,
        userUpsertErrors.find((_, index) => violated[index]),
      );
    });
  });
});

describe('erasure of a user', () => {
  it('leaves no personal data, frees the address and the id, and is the same when it is repeated', () => {
    holds(userRequests, 1_500, (all) => {
      const memory = usersAfter(all);
      for (const before of [...memory.users.values()]) {
        const { outcome } = memory.erase(before.managedById, before.id);
        equal(outcome, before.isErased ? 'unchanged' : 'erased');
        equal(memory.erase(before.managedById, before.id).outcome, 'unchanged');
        const { id, managedById, updatedAt } = before;
        deepEqual(memory.users.get(id), { id, managedById, updatedAt, links: {}, isErased: true });
        if (before.isErased) continue;
        equal(memory.knownTo('one').ownerOf(before.email!), undefined);
        equal(memory.knownTo(managedById).linked(before.links[managedById]!), undefined);
      }
    });
  });
});
