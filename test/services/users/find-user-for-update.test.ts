import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorFactory } from '../../../src/api-error.ts';
import { inTransaction } from '../../../src/db/connection/in-transaction.ts';
import { scopes } from '../../../src/rules/requests/scope.ts';
import { authorizeSupporter } from '../../../src/services/access/authorize-operator.ts';
import { authorizePartner } from '../../../src/services/access/authorize-partner.ts';
import { createUser } from '../../../src/services/users/create-user.ts';
import { eraseUser } from '../../../src/services/users/erase-user.ts';
import { findUserForUpdate } from '../../../src/services/users/find-user-for-update.ts';
import { getUser } from '../../../src/services/users/get-user.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { createFactories } from '../../harness/data/factories.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/servers/test-database.ts';

const refuse = errorFactory(['user_access_denied', 'user_not_managed', 'user_not_found'] as const);
const operator = authorizeSupporter({ id: newId(), name: 'Jo', role: 'SUPPORT' });
const partner = (externalServiceId: string) =>
  authorizePartner({ id: newId(), externalServiceId, scopes: [...scopes] }, 'userwrite', externalServiceId);

describe('permission to change a user', () => {
  let test: TestDatabase;
  let manager: string;
  let granted: string;
  let stranger: string;
  const context = () => ({ database: test.database, newId, now: Date.now, requestId: 'x' });
  const find = (by: Parameters<typeof findUserForUpdate>[1], userId: string, orErased?: boolean) =>
    test.database.transaction((em) =>
      findUserForUpdate(inTransaction(test.database, em).query, by, userId, refuse, orErased).catch(
        ({ type, message }) => ({ type, message }),
      ),
    );
  const make = async (erased: boolean) => {
    const id = newId();
    const input = { email: `${id}@example.com`, externalUserId: id, firstName: 'Ada', lastName: 'L' };
    const { user } = await createUser(context(), partner(manager), input);
    await createFactories(test.database).grantUser(granted, user.id);
    if (erased) await eraseUser(context(), operator, { userId: user.id });
    return user.id;
  };
  beforeAll(async () => {
    test = await createTestDatabase('postgresql');
    const { externalService } = createFactories(test.database);
    [manager, granted, stranger] = [
      await externalService(),
      await externalService(),
      await externalService(),
    ];
  });
  afterAll(() => test.drop());

  it('its manager and operators may change it, grantees get user_not_managed and others user_access_denied', async () => {
    const userId = await make(false);
    const found = { managedById: manager, isErased: false };
    expect(await find(partner(manager), userId)).toMatchObject(found);
    expect(await find(operator, userId)).toMatchObject(found);
    expect(await find(partner(granted), userId)).toMatchObject({ type: 'user_not_managed' });
    const denied = await find(partner(stranger), userId);
    expect(denied).toMatchObject({
      type: 'user_access_denied',
      message: expect.stringContaining(
        'neither manages the user nor was granted access, or the user does not exist',
      ),
    });
    for (const by of [stranger, granted, manager]) expect(await find(partner(by), newId())).toEqual(denied);
    expect(await find(operator, newId())).toMatchObject({ type: 'user_not_found' });
  });

  it('an erased user is found only on request, and only by its manager and operators', async () => {
    const userId = await make(true);
    const found = { managedById: manager, isErased: true };
    expect(await find(operator, userId)).toMatchObject({ type: 'user_not_found' });
    expect(await find(partner(manager), userId)).toMatchObject({ type: 'user_access_denied' });
    expect(await find(operator, userId, true)).toMatchObject(found);
    expect(await find(partner(manager), userId, true)).toMatchObject(found);
    expect(await find(partner(stranger), userId, true)).toMatchObject({ type: 'user_access_denied' });
  });

  it('the user is locked until the transaction ends', async () => {
    const userId = await make(false);
    await test.database.transaction(async (em) => {
      await findUserForUpdate(inTransaction(test.database, em).query, operator, userId, refuse);
      const free = await test.database.query('select from users where id = $1 for update skip locked', [
        userId,
      ]);
      expect(free).toEqual([]);
    });
  });

  it('reading a user without access gives the same error as an unknown user', async () => {
    const userId = await make(false);
    const refusal = (id: string) =>
      getUser(context(), partner(stranger) as never, { userId: id }).catch((error) => error);
    const [closed, unknown] = [await refusal(userId), await refusal(newId())];
    expect(closed).toMatchObject({
      type: 'user_access_denied',
      message: expect.stringContaining(
        'neither manages the user nor was granted access, or the user does not exist',
      ),
    });
    expect(unknown.message).toBe(closed.message);
  });
});
