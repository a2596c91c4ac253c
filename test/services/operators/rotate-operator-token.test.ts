import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, postGraphql } from '../../harness/clients/graphql-client.ts';
import { type ClockedService, startClockedService } from '../../harness/data/clock.ts';

const minute = 60_000;
const hour = 60 * minute;

type Result = { secret?: string; type?: string; operator?: { id: string; expiresAt: string | null } };

describe('token of an operator', () => {
  let service: ClockedService;
  let admin: string;
  beforeAll(async () => {
    service = await startClockedService();
    admin = (await service.factories.operator('ADMIN')).secret;
  });
  afterAll(() => service.stop());

  const mutate = async (token: string, name: 'createOperator' | 'rotateOperatorToken', input: object) => {
    const { data, errors } = await ask<{ result: Result }, { input: object }>(
      service,
      token,
      `mutation ($input: ${name[0]!.toUpperCase()}${name.slice(1)}Input!) {
        result: ${name}(input: $input) { ... on IssuedOperatorToken { secret operator { id expiresAt } } ... on ApiError { type } } }`,
      { input },
    );
    expect(errors).toBeUndefined();
    return data.result;
  };
  const create = async (expiresAt?: string) => {
    const { secret, operator } = await mutate(admin, 'createOperator', {
      name: 'x',
      role: 'VIEWER',
      expiresAt,
    });
    return { secret: secret!, ...operator! };
  };
  const rotate = (by: string, operatorId: string, input: object = {}) =>
    mutate(by, 'rotateOperatorToken', { operatorId, overlapMinutes: 0, ...input });
  const passes = async (headers: Record<string, string>) => {
    const response = await postGraphql(service, undefined, { query: '{ me { id } }' }, headers);
    return response.status === 200;
  };
  const isGood = (secret: string) => passes({ Authorization: `Bearer ${secret}` });
  const signIn = async (secret: string) => {
    const body = new URLSearchParams({ token: secret });
    const response = await fetch(`${service.address}/sign-in`, { method: 'POST', redirect: 'manual', body });
    return { Cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' };
  };

  it('expires to the millisecond together with its sessions', async () => {
    const { secret, expiresAt } = await create(service.clock.in(hour));
    expect(expiresAt).toBe(service.clock.in(hour));
    const session = await signIn(secret);
    await service.clock.advance(hour - 1);
    expect([await isGood(secret), await passes(session)]).toEqual([true, true]);
    await service.clock.advance(1);
    expect([await isGood(secret), await passes(session)]).toEqual([false, false]);
    expect(await signIn(secret)).toEqual({ Cookie: '' });
    expect(
      await mutate(admin, 'createOperator', { name: 'x', role: 'VIEWER', expiresAt: service.clock.in(0) }),
    ).toEqual({ type: 'invalid_schema' });
  });

  it('cannot be replaced from a session of its operator, which would outlast itself', async () => {
    const replace = async (secret: string, operatorId: string) => {
      const query = `mutation ($input: RotateOperatorTokenInput!) {
        result: rotateOperatorToken(input: $input) { ... on IssuedOperatorToken { secret } ... on ApiError { type message } } }`;
      const variables = { input: { operatorId, overlapMinutes: 0 } };
      const response = await postGraphql(service, undefined, { query, variables }, await signIn(secret));
      return ((await response.json()) as { data: { result: Result & { message?: string } } }).data.result;
    };
    const viewer = await create();
    const administrator = await service.factories.operator('ADMIN');
    for (const { id, secret } of [viewer, administrator]) {
      expect(await replace(secret, id)).toEqual({
        type: 'operator_permission_denied',
        message: expect.stringContaining('Authorization: Bearer'),
      });
      expect(await isGood(secret)).toBe(true);
    }
    // Administrators could also create an operator.
    expect(await replace(admin, viewer.id)).toEqual({ secret: expect.any(String) });
  });

  it('remains valid with its sessions during the overlap, or ends at once without one', async () => {
    const { id, secret } = await create();
    const session = await signIn(secret);
    const second = (await rotate(secret, id, { overlapMinutes: 10 })).secret!;
    await service.clock.advance(10 * minute - 1);
    expect([await isGood(secret), await passes(session), await isGood(second)]).toEqual([true, true, true]);
    await service.clock.advance(1);
    expect([await isGood(secret), await passes(session), await isGood(second)]).toEqual([false, false, true]);
    const other = await signIn(second);
    const third = (await rotate(second, id)).secret!;
    expect([await isGood(second), await passes(other), await isGood(third)]).toEqual([false, false, true]);
  });

  it('keeps its expiry after a rotation unless an administrator sets another one', async () => {
    const end = service.clock.in(hour);
    const { id, secret } = await create(end);
    const own = await rotate(secret, id, { overlapMinutes: 43_200 });
    expect(own.operator!.expiresAt).toBe(end);
    for (const expiresAt of [service.clock.in(2 * hour), null])
      expect(await rotate(own.secret!, id, { expiresAt })).toEqual({ type: 'operator_permission_denied' });
    const longer = await rotate(admin, id, { expiresAt: service.clock.in(2 * hour) });
    expect(longer.operator!.expiresAt).toBe(service.clock.in(2 * hour));
    await service.clock.advance(hour);
    expect([await isGood(secret), await isGood(own.secret!), await isGood(longer.secret!)]).toEqual([
      false,
      false,
      true,
    ]);
    await service.clock.advance(hour);
    expect(await rotate(admin, id)).toEqual({ type: 'invalid_schema' });
    const endless = await rotate(admin, id, { expiresAt: null });
    expect(endless.operator!.expiresAt).toBeNull();
    expect(await isGood(endless.secret!)).toBe(true);
  });

  it('of another operator can be replaced only by administrators, and others get one and the same error', async () => {
    const [one, other] = [await create(), await create()];
    for (const id of [other.id, crypto.randomUUID()])
      expect(await rotate(one.secret, id)).toEqual({ type: 'operator_permission_denied' });
    expect(await isGood(other.secret)).toBe(true);
    expect(await rotate(admin, crypto.randomUUID())).toEqual({ type: 'operator_not_found' });
    expect((await rotate(admin, other.id)).secret).toEqual(expect.any(String));
    expect(await isGood(other.secret)).toBe(false);
  });

  it.each([
    ['a revoked operator', 'revoked_at = now()'],
    [
      'an operator of the identity provider',
      "secret_hash = null, identity_issuer = 'i', identity_subject = id::text",
    ],
    ['the operator of OPERATOR_TOKEN', 'configured = true'],
  ])('of an operator %s is rejected with operator_token_not_rotatable', async (_who, change) => {
    const { id, secret } = await create();
    await service.database.query(`update operators set ${change} where id = $1`, [id]);
    expect(await rotate(admin, id)).toEqual({ type: 'operator_token_not_rotatable' });
    expect(await isGood(secret)).toBe(change.startsWith('configured'));
  });
});
