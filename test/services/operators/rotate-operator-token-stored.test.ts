import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
import { createFactories, type Factories } from '../../harness/data/factories.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/servers/test-database.ts';

const minute = 60_000;
const hour = 60 * minute;

describe('stored state after replacing the token of an operator', () => {
  let test: TestDatabase;
  let factories: Factories;
  beforeAll(async () => {
    test = await createTestDatabase('postgresql');
    factories = createFactories(test.database);
  });
  afterAll(() => test.drop());

  const now = Date.now();
  const at = (millis: number) => new Date(now + millis).toISOString();
  const administrator = authorizeAnyOperator({ id: newId(), name: 'Jo', role: 'ADMIN' });
  const rotate = (operatorId: string, expiresAt?: string | null, by = administrator, overlapMinutes = 10) =>
    rotateOperatorToken({ database: test.database, newId, now: () => now, requestId: 'x' }, by, {
      operatorId,
      overlapMinutes,
      ...(expiresAt === undefined ? {} : { expiresAt }),
    });
  const make = async (endsIn?: number) => {
    const made = await factories.operator('SUPPORT');
    if (endsIn !== undefined)
      await test.database.query('update operators set expires_at = $2 where id = $1', [made.id, at(endsIn)]);
    return made;
  };
  const stored = async (id: string) => {
    const [row] = await test.database.query<Record<string, unknown>>(
      `select secret_hash as "secretHash", former_secret_hash as "formerHash",
         (extract(epoch from former_secret_until) * 1000)::float8 - $2 as "formerUntil",
         (extract(epoch from expires_at) * 1000)::float8 - $2 as "endsIn" from operators where id = $1`,
      [id, now],
    );
    return row;
  };
  const eventsOf = async (id: string) => {
    const events = await test.database.query<{ before: Times; after: Times }>(
      'select action, subject_type as "subjectType", before, after from audit_events where subject_id = $1 order by id',
      [id],
    );
    const fromNow = (times: Times) =>
      Object.fromEntries(
        Object.entries(times).map(([key, time]) => [key, time === null ? null : Date.parse(time) - now]),
      );
    return events.map((event) => ({ ...event, before: fromNow(event.before), after: fromNow(event.after) }));
  };
  type Times = Record<string, string | null>;
  const event = { action: 'rotateOperatorToken', subjectType: 'operator' };

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
      { ...event, before: { expiresAt }, after: { expiresAt, formerTokenUntil: until } },
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
    const ends = await test.database.query(
      `select operator_id as id, (extract(epoch from expires_at) * 1000)::float8 - $1 as "endsIn"
       from operator_sessions order by expires_at`,
      [now],
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
    await test.database.query(`update operators set ${change} where id = $1`, [id]);
    expect(await refusalOf(rotate(id))).toMatchObject({ type: 'operator_token_not_rotatable', message });
    expect(await eventsOf(id)).toEqual([]);
  });

  it('limits the overlap to 0 minutes to 30 days, with messages', () => {
    const messagesOf = (overlapMinutes: number) =>
      RotateOperatorTokenInput.safeParse({ operatorId: newId(), overlapMinutes }).error?.issues.map(
        ({ message }) => message,
      );
    expect([0, 43_200, -1, 43_201].map(messagesOf)).toEqual([
      undefined,
      undefined,
      ['Must be 0 or more.'],
      ['Must be at most 43,200 (30 days).'],
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
