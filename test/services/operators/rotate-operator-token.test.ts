import { describe, expect, it } from 'vitest';
import { authorizeAnyOperator } from '../../../src/services/access/authorize-operator.ts';
import { startSession } from '../../../src/services/operators/operator-session.ts';
import {
  RotateOperatorTokenInput,
  rotateOperatorToken,
} from '../../../src/services/operators/rotate-operator-token.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { hashToken, isWellFormedToken } from '../../../src/services/values/secret-formats.ts';
import { inLineBehind } from '../../harness/assertions/in-line.ts';
import { refusalOf } from '../../harness/assertions/refusal-of.ts';
import { postGraphql } from '../../harness/clients/graphql-client.ts';
import { operatorAt } from '../../harness/clients/operator-client.ts';
import { signIn } from '../../harness/clients/sign-in.ts';
import { useVerbs } from '../../harness/clients/verbs.ts';
import { useClockedService, useOperator } from '../../harness/servers/use-test-service.ts';

const minute = 60_000;
const hour = 60 * minute;

type Result = { secret?: string; type?: string; operator?: { id: string; expiresAt: string | null } };

describe('token of an operator', () => {
  const service = useClockedService();
  const admin = useOperator(service);

  const issued = '... on IssuedOperatorToken { secret operator { id expiresAt } }';
  const create = async (expiresAt?: string) => {
    const input = { name: 'x', role: 'VIEWER', expiresAt };
    const { secret, operator }: Required<Result> = await admin.mutate('createOperator', input, issued);
    return { secret, ...operator };
  };
  const rotate = (secret: string, id: string, overlapMinutes = 0): Promise<Result> =>
    operatorAt(service, { id, secret }).mutate(
      'rotateOperatorToken',
      { operatorId: id, overlapMinutes },
      issued,
    );
  const passes = async (headers: Record<string, string>) => {
    const response = await postGraphql(service, undefined, { query: '{ me { id } }' }, headers);
    return response.status === 200;
  };
  const isGood = (secret: string) => passes({ Authorization: `Bearer ${secret}` });
  const sessionOf = async (secret: string) => ({ Cookie: (await signIn(service, secret)).cookie });

  it('expires to the millisecond together with its sessions', async () => {
    const { secret, expiresAt } = await create(service.clock.in(hour));
    expect(expiresAt).toBe(service.clock.in(hour));
    const session = await sessionOf(secret);
    await service.clock.advance(hour - 1);
    expect([await isGood(secret), await passes(session)]).toEqual([true, true]);
    await service.clock.advance(1);
    expect([await isGood(secret), await passes(session)]).toEqual([false, false]);
    expect(await sessionOf(secret)).toEqual({ Cookie: '' });
  });

  it('cannot be replaced from a session of its operator, which would outlast itself', async () => {
    const replace = async (secret: string, operatorId: string) => {
      const query = `mutation ($input: RotateOperatorTokenInput!) {
        result: rotateOperatorToken(input: $input) { ... on IssuedOperatorToken { secret } ... on ApiError { type message } } }`;
      const variables = { input: { operatorId, overlapMinutes: 0 } };
      const response = await postGraphql(service, undefined, { query, variables }, await sessionOf(secret));
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
    expect(await replace(admin.secret, viewer.id)).toEqual({ secret: expect.any(String) });
  });

  it('remains valid with its sessions during the overlap, or ends at once without one', async () => {
    const { id, secret } = await create();
    const session = await sessionOf(secret);
    const second = (await rotate(secret, id, 10)).secret!;
    await service.clock.advance(10 * minute - 1);
    expect([await isGood(secret), await passes(session), await isGood(second)]).toEqual([true, true, true]);
    await service.clock.advance(1);
    expect([await isGood(secret), await passes(session), await isGood(second)]).toEqual([false, false, true]);
    const other = await sessionOf(second);
    const third = (await rotate(second, id)).secret!;
    expect([await isGood(second), await passes(other), await isGood(third)]).toEqual([false, false, true]);
  });
});

describe('stored state after replacing the token of an operator', () => {
  const now = Date.now();
  const at = (millis: number) => new Date(now + millis).toISOString();
  const verbs = useVerbs(() => now);
  const { test, query, context } = verbs;
  const administrator = authorizeAnyOperator({ id: newId(), name: 'Jo', role: 'ADMIN' });
  const rotate = (operatorId: string, expiresAt?: string | null, by = administrator) =>
    rotateOperatorToken(context(), by, {
      operatorId,
      overlapMinutes: 10,
      ...(expiresAt === undefined ? {} : { expiresAt }),
    });
  const make = async (endsIn?: number) => {
    const made = await verbs.factories.operator('SUPPORT');
    if (endsIn !== undefined)
      await query('update operators set expires_at = $2 where id = $1', made.id, at(endsIn));
    return made;
  };
  const stored = async (id: string) => {
    const [row] = await query(
      `select secret_hash as "secretHash", former_secret_hash as "formerHash",
         (extract(epoch from former_secret_until) * 1000)::float8 - $2 as "formerUntil",
         (extract(epoch from expires_at) * 1000)::float8 - $2 as "endsIn" from operators where id = $1`,
      id,
      now,
    );
    return row;
  };
  const eventsOf = async (id: string) => {
    const fromNow = (times: object | null) =>
      Object.fromEntries(
        Object.entries(times!).map(([key, time]) => [key, time === null ? null : Date.parse(time) - now]),
      );
    return (await verbs.eventsOf(id)).map(({ before, after }) => ({
      before: fromNow(before),
      after: fromNow(after),
    }));
  };

  it.each([
    ['that does not end: for the overlap', undefined, 10 * minute],
    ['that ends after the overlap: for the overlap', hour, 10 * minute],
    ['that ends before: until then', 5 * minute, 5 * minute],
  ])('keeps the former token %s', async (_what, endsIn, until) => {
    const { id, secret: former } = await make(endsIn);
    const { id: answered, secret } = await rotate(id);
    expect([answered, isWellFormedToken('operator', secret)]).toEqual([id, true]);
    expect(await stored(id)).toEqual({
      secretHash: hashToken(secret),
      formerHash: hashToken(former),
      formerUntil: until,
      endsIn: endsIn ?? null,
    });
    const expiresAt = endsIn ?? null;
    expect(await eventsOf(id)).toEqual([
      { before: { expiresAt }, after: { expiresAt, formerTokenUntil: until } },
    ]);
  });

  it('accepts another expiry or none, but not one in the past', async () => {
    const { id } = await make(hour);
    await rotate(id, at(2 * hour));
    expect(await stored(id)).toMatchObject({ endsIn: 2 * hour });
    await rotate(id, null);
    expect(await stored(id)).toMatchObject({ endsIn: null });
    expect(await eventsOf(id)).toMatchObject([
      { before: { expiresAt: hour }, after: { expiresAt: 2 * hour } },
      { before: { expiresAt: 2 * hour }, after: { expiresAt: null } },
    ]);
    const before = await stored(id);
    expect(await refusalOf(rotate(id, at(0)))).toMatchObject({
      type: 'invalid_schema',
      issues: [{ path: ['expiresAt'] }],
    });
    expect(await stored(id)).toEqual(before);
    expect((await refusalOf(rotate(newId()))).type).toBe('operator_not_found');
  });

  it('ends the sessions of the operator with the overlap at the latest, and no others', async () => {
    const [{ id }, other] = [await make(), await make()];
    for (const [operator, endsIn] of [
      [id, minute],
      [id, hour],
      [other.id, hour],
    ] as const)
      await startSession(test.database, newId, operator, at(endsIn));
    await rotate(id);
    const ends = await query(
      `select operator_id as id, (extract(epoch from expires_at) * 1000)::float8 - $1 as "endsIn"
       from operator_sessions order by expires_at`,
      now,
    );
    expect(ends).toEqual([
      { id, endsIn: minute },
      { id, endsIn: 10 * minute },
      { id: other.id, endsIn: hour },
    ]);
  });

  it('lets other roles replace only their own token with the same expiry, and explains the limit', async () => {
    const [{ id }, other] = [await make(), await make()];
    const self = authorizeAnyOperator({ id, name: 'Ada', role: 'SUPPORT' });
    expect((await rotate(id, undefined, self)).id).toBe(id);
    for (const work of [
      () => rotate(other.id, undefined, self),
      () => rotate(id, at(hour), self),
      () => rotate(id, null, self),
    ])
      expect(await refusalOf(work)).toMatchObject({
        type: 'operator_permission_denied',
        message:
          'You may replace your own token, by one that ends when it would have. Ask an operator with the role ADMIN for anything else.',
      });
    expect(await eventsOf(other.id)).toEqual([]);
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it.each([
    ['revoked_at = now()', 'This operator was revoked, and gets no further token. Create another operator.'],
    [
      "secret_hash = null, identity_issuer = 'i', identity_subject = id::text",
      'This operator signs in with the identity provider and has no token. Sign in there.',
    ],
    [
      'configured = true',
      'The token of this operator is OPERATOR_TOKEN. Ask the administrators of the service to set another one and to restart it.',
    ],
  ])('rejects an operator with %s and explains why', async (change, message) => {
    const { id } = await make();
    await query(`update operators set ${change} where id = $1`, id);
    expect(await refusalOf(rotate(id))).toMatchObject({ type: 'operator_token_not_rotatable', message });
    expect(await eventsOf(id)).toEqual([]);
  });

  it('limits the overlap to 0 minutes to 30 days, with messages', () => {
    const messagesOf = (overlapMinutes: number) =>
      RotateOperatorTokenInput.safeParse({ operatorId: newId(), overlapMinutes }).error?.issues[0]?.message;
    expect([0, 43_200, -1, 43_201].map(messagesOf)).toEqual([
      ...[undefined, undefined],
      ...['Must be 0 or more.', 'Must be at most 43,200 (30 days).'],
    ]);
  });

  it('makes the second of two concurrent replacements wait and keep the token of the first for the overlap', async () => {
    const { id } = await make();
    const lock = ['select from operators where id = $1 for no key update', id] as const;
    const both = await inLineBehind(test.url, lock, () => Promise.all([rotate(id), rotate(id)]), 2);
    const hashes = both.map(({ secret }) => hashToken(secret).toString('hex')).sort();
    const { secretHash, formerHash } = (await stored(id)) as Record<string, Buffer>;
    expect([secretHash!.toString('hex'), formerHash!.toString('hex')].sort()).toEqual(hashes);
  });
});
