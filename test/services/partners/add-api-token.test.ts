import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../../src/rules/requests/scope.ts';
import { authorizeAdministrator } from '../../../src/services/access/authorize-operator.ts';
import { RotateApiTokenInput, rotateApiToken } from '../../../src/services/partners/rotate-api-token.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { hashToken, isWellFormedToken } from '../../../src/services/values/secret-formats.ts';
import { refusalOf } from '../../harness/assertions/refusal-of.ts';
import { createFactories, type Factories } from '../../harness/data/factories.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/servers/test-database.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const minute = 60_000;
const at = (millis: number) => new Date(now + millis).toISOString();
const administrator = authorizeAdministrator({ id: newId(), name: 'Jo', role: 'ADMIN' });

describe('token that replaces another one', () => {
  let test: TestDatabase;
  let factories: Factories;
  let externalServiceId: string;
  beforeAll(async () => {
    test = await createTestDatabase('postgresql');
    factories = createFactories(test.database);
    externalServiceId = await factories.externalService();
  });
  afterAll(() => test.drop());

  const scopes: readonly Scope[] = ['userread', 'court-bookingread'];
  const token = async (expiresAt?: string) =>
    (await factories.token(externalServiceId, scopes, expiresAt)).id;
  const rotate = (apiTokenId: string, overlapMinutes = 10) =>
    rotateApiToken({ database: test.database, newId, now: () => now, requestId: 'x' }, administrator, {
      apiTokenId,
      overlapMinutes,
    });
  const stored = async (id: string) => {
    const [row] = await test.database.query<{ end: number | null; secretHash: Buffer }>(
      `select external_service_id as "externalServiceId", label, scopes, secret_hash as "secretHash", replaced_by_id as "replacedBy",
         (extract(epoch from expires_at) * 1000)::float8 as end from api_tokens where id = $1`,
      [id],
    );
    return row!;
  };
  const eventsOf = async (id: string) =>
    test.database.query<{ before: object; after: object }>(
      'select action, subject_type as "subjectType", before, after from audit_events where subject_id = $1 order by id',
      [id],
    );
  const event = { action: 'rotateApiToken', subjectType: 'api_token' };

  it('copies its label and scopes without an expiry, and the old one ends with the overlap', async () => {
    const old = await token();
    const { id, secret } = await rotate(old);
    expect(isWellFormedToken('partner', secret)).toBe(true);
    const like = { externalServiceId, label: 'test', scopes };
    expect(await stored(id)).toEqual({ ...like, secretHash: hashToken(secret), replacedBy: null, end: null });
    expect(await stored(old)).toMatchObject({ ...like, replacedBy: id, end: now + 10 * minute });
    expect(await eventsOf(old)).toEqual([
      {
        ...event,
        before: { expiresAt: null },
        after: { expiresAt: at(10 * minute), replacedBy: id },
      },
    ]);
    expect(await eventsOf(id)).toEqual([
      { ...event, before: null, after: { scopes, label: 'test', expiresAt: null, replaces: old } },
    ]);
  });

  it.each([
    ['before the overlap is over: it stays', 5, 5],
    ['after it: it is brought forward', 20, 10],
  ])('expires when the old one would have, %s', async (_what, endsIn, until) => {
    const old = await token(at(endsIn * minute));
    const { id } = await rotate(old);
    expect((await stored(id)).end).toBe(now + endsIn * minute);
    expect((await stored(old)).end).toBe(now + until * minute);
    const [{ before, after }] = (await eventsOf(old)) as [{ before: object; after: object }];
    const micros = (millis: number) => at(millis).replace('Z', '000Z');
    expect(before).toEqual({ expiresAt: micros(endsIn * minute) });
    expect(after).toMatchObject({
      expiresAt: endsIn === until ? micros(until * minute) : at(until * minute),
    });
  });

  it('cannot replace a rotated, revoked, expired or unknown token', async () => {
    const [rotated, revoked, ended] = [await token(), await token(), await token(at(0))];
    await rotate(rotated);
    await factories.revokeToken(revoked);
    const count = () => test.database.query('select count(*) from api_tokens', []);
    const before = await count();
    for (const id of [rotated, revoked, ended])
      expect((await refusalOf(rotate(id))).type).toBe('api_token_not_active');
    expect((await refusalOf(rotate(newId()))).type).toBe('api_token_not_found');
    expect(await count()).toEqual(before);
    expect((await rotate(await token(at(1)))).id).toEqual(expect.any(String));
  });

  it('is issued for only one of two rotations at the same time', async () => {
    const old = await token();
    const works = await Promise.allSettled([rotate(old), rotate(old)]);
    expect(works.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('requires an overlap of 0 minutes to 30 days, with messages', () => {
    const messagesOf = (overlapMinutes: number) =>
      RotateApiTokenInput.safeParse({ apiTokenId: newId(), overlapMinutes }).error?.issues.map(
        ({ message }) => message,
      );
    expect([0, 43_200, -1, 43_201].map(messagesOf)).toEqual([
      undefined,
      undefined,
      ['Must be 0 or more.'],
      ['Must be at most 43,200 (30 days).'],
    ]);
  });
});
