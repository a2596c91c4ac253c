import { beforeEach, describe, expect, it } from 'vitest';
import { CreateOperatorInput, createOperator } from '../../../src/services/operators/create-operator.ts';
import { revokeOperator } from '../../../src/services/operators/revoke-operator.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { hashToken, isWellFormedToken } from '../../../src/services/values/secret-formats.ts';
import { refusalOf } from '../../harness/assertions/refusal-of.ts';
import { administrator, useVerbs } from '../../harness/clients/verbs.ts';

const now = Date.parse('2026-11-20T12:00:00Z');

describe('creating and revoking operators', () => {
  const verbs = useVerbs(() => now);
  const { query, context } = verbs;
  beforeEach(() => query('truncate operators, operator_sessions, saved_queries, audit_events'));
  const create = (expiresAt?: string) =>
    createOperator(context(), administrator, {
      name: 'Ada',
      role: 'SUPPORT',
      ...(expiresAt === undefined ? {} : { expiresAt }),
    });
  const revoke = (operatorId: string, at = now) =>
    revokeOperator(
      context(() => at),
      administrator,
      { operatorId },
    );
  const stored = async (id: string) => {
    const [row] = await query(
      `select name, role, secret_hash as "secretHash", (extract(epoch from expires_at) * 1000)::float8 as "endsAt",
         (extract(epoch from revoked_at) * 1000)::float8 as "revokedAt" from operators where id = $1`,
      id,
    );
    return row;
  };
  const events = () => query('select subject_id as id, before, after from audit_events order by id');

  it('stores the given values and a hash of the secret, which it returns once', async () => {
    const end = new Date(now + 1).toISOString();
    const [endless, ending] = [await create(), await create(end)];
    expect(isWellFormedToken('operator', endless.secret)).toBe(true);
    const given = { name: 'Ada', role: 'SUPPORT' };
    for (const [{ id, secret }, endsAt] of [
      [endless, null],
      [ending, now + 1],
    ] as const)
      expect(await stored(id)).toEqual({ ...given, secretHash: hashToken(secret), endsAt, revokedAt: null });
    expect(await events()).toEqual([
      { id: endless.id, before: null, after: given },
      { id: ending.id, before: null, after: { ...given, expiresAt: end } },
    ]);
  });

  it('rejects an expiry that is not in the future, to the millisecond', async () => {
    expect(await refusalOf(() => create(new Date(now).toISOString()))).toMatchObject({
      type: 'invalid_schema',
      issues: [{ path: ['expiresAt'], message: expect.stringMatching(/^Must be in the future/) }],
    });
    expect(await query('select from operators')).toEqual([]);
  });

  it('revokes one operator once and at the current time', async () => {
    const [{ id }, other] = [
      await verbs.factories.operator('VIEWER'),
      await verbs.factories.operator('ADMIN'),
    ];
    expect([await revoke(id), await revoke(id, now + 1)]).toEqual([id, id]);
    expect(await stored(id)).toMatchObject({ revokedAt: now });
    expect(await stored(other.id)).toMatchObject({ revokedAt: null });
    const after = { revokedAt: new Date(now).toISOString() };
    expect(await events()).toEqual([{ id, before: null, after }]);
    expect((await refusalOf(revoke(newId()))).type).toBe('operator_not_found');
  });

  it('rejects revoking the last active administrator', async () => {
    const [first, last] = [await verbs.factories.operator('ADMIN'), await verbs.factories.operator('ADMIN')];
    const viewer = await verbs.factories.operator('VIEWER');
    expect(await revoke(first.id)).toBe(first.id);
    expect((await refusalOf(revoke(last.id))).type).toBe('last_administrator');
    expect(await stored(last.id)).toMatchObject({ revokedAt: null });
    expect(await revoke(viewer.id)).toBe(viewer.id);
  });

  it('keeps one of two administrators who are revoked at the same time', async () => {
    for (let n = 0; n < 3; n += 1) {
      const both = [await verbs.factories.operator('ADMIN'), await verbs.factories.operator('ADMIN')];
      const works = await Promise.allSettled(both.map(({ id }) => revoke(id)));
      expect(works.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      await query('truncate operators, operator_sessions, saved_queries');
    }
  });

  it('requires a name and a valid role', () => {
    const isGood = (input: object) => CreateOperatorInput.safeParse(input).success;
    expect(isGood({ name: 'Ada', role: 'VIEWER' })).toBe(true);
    for (const input of [{ name: 'Ada' }, { role: 'VIEWER' }, { name: 'Ada', role: 'KING' }])
      expect(isGood(input)).toBe(false);
  });
});
