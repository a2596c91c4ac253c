import { describe, expect, it } from 'vitest';
import { sequenceChanges } from '../../../src/services/changes/sequence-changes.ts';
import { postGraphql } from '../../harness/clients/graphql-client.ts';
import { type Tenant, userBody } from '../../harness/data/factories.ts';
import { valueIn } from '../../harness/data/rows.ts';
import { useOperator, useTenant, useTestService } from '../../harness/servers/use-test-service.ts';

describe('exchanging the addresses of two users', () => {
  const service = useTestService('postgresql', { poolSize: 8 });
  const support = useOperator(service, 'SUPPORT');
  const one = useTenant(service);
  const other = useTenant(service);

  const user = async (of: Tenant) => {
    const { body } = await service.createUser(of.externalServiceId, { token: of.token, body: userBody() });
    const { id } = body as { id: string };
    return { id, email: await emailOf(id) };
  };
  const mutation = `mutation M($input: ExchangeAddressesInput!) { result: exchangeAddresses(input: $input) {
    ... on User { id email } ... on Confirmation { summary confirmToken } ... on ApiError { type } } }`;
  /** Sends exactly this mutation. */
  const send = async (input: object) => {
    const response = await postGraphql(service, support.secret, { query: mutation, variables: { input } });
    return ((await response.json()) as { data: { result: Record<string, string> } }).data.result;
  };
  const exchange = async (userId: string, otherUserId: string) => {
    const input = { input: { userId, otherUserId } };
    return (await support.ask<{ result: Record<string, string> }>(mutation, input)).data.result;
  };
  const emailOf = (id: string) => valueIn(service, 'select email from users where id = $1', id);

  it.each<[string, () => Tenant]>([
    ['one partner', () => one],
    ['two partners', () => other],
  ])('of %s is one change, after a dry run that names both', async (_of, second) => {
    const [ada, bob] = [await user(one), await user(second())];
    const shown = await send({ userId: ada.id, otherUserId: bob.id });
    expect(shown.summary).toBe(`Ada Lovelace gets ${bob.email}, and Ada Lovelace gets ${ada.email}.`);
    expect([await emailOf(ada.id), await emailOf(bob.id)]).toEqual([ada.email, bob.email]);
    const { confirmToken } = shown;
    expect(await send({ userId: ada.id, otherUserId: bob.id, confirmToken })).toEqual({
      id: ada.id,
      email: bob.email,
    });
    expect([await emailOf(ada.id), await emailOf(bob.id)]).toEqual([bob.email, ada.email]);
    const { database } = service;
    while (!(await sequenceChanges({ database, now: Date.now })));
    for (const [{ externalServiceId }, id, email] of [
      [one, ada.id, bob.email],
      [second(), bob.id, ada.email],
    ] as const) {
      const changes = await database.query<{ data: { email?: string } }>(
        "select data from changes where external_service_id = $1 and subject_id = $2 and type = 'user.updated'",
        [externalServiceId, id],
      );
      expect(changes.map(({ data }) => data.email)).toEqual([email]);
    }
    const former = await database.query<{ email: string }>(
      'select email from former_user_names where user_id = any ($1::uuid[]) and email is not null order by email',
      [[ada.id, bob.id]],
    );
    expect(former.map(({ email }) => email)).toEqual([ada.email, bob.email].sort());
  });

  it('is rejected for an unknown or erased user, for the same one, and if an address changed since', async () => {
    const [ada, bob, gone] = [await user(one), await user(one), await user(one)];
    await support.ask(
      `mutation { eraseUser(input: { userId: "${gone.id}" }) { __typename ... on Confirmation { confirmToken } } }`,
    );
    expect(await exchange(ada.id, crypto.randomUUID())).toEqual({ type: 'user_not_found' });
    expect(await exchange(ada.id, gone.id)).toEqual({ type: 'user_not_found' });
    expect(await exchange(ada.id, ada.id)).toEqual({ type: 'nothing_to_change' });
    const { confirmToken } = await send({ userId: ada.id, otherUserId: bob.id });
    await service.database.query("update users set email = 'changed@example.com' where id = $1", [bob.id]);
    expect(await send({ userId: ada.id, otherUserId: bob.id, confirmToken })).toEqual({
      type: 'confirmation_outdated',
    });
    expect(await emailOf(ada.id)).toBe(ada.email);
  });

  it('of users who are exchanged by several operators at once ends as if they came one after the other', async () => {
    const [ada, bob] = [await user(one), await user(other)];
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, n) => (n % 2 ? exchange(ada.id, bob.id) : exchange(bob.id, ada.id))),
    );
    const done = answers.filter(({ id }) => id !== undefined).length;
    const expected = done % 2 ? [bob.email, ada.email] : [ada.email, bob.email];
    expect([await emailOf(ada.id), await emailOf(bob.id)]).toEqual(expected);
    expect(answers.every(({ id, type }) => id !== undefined || type === 'confirmation_outdated')).toBe(true);
  });
});
