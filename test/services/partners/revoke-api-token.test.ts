import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorizeAdministrator } from '../../../src/services/access/authorize-operator.ts';
import { revokeApiToken } from '../../../src/services/partners/revoke-api-token.ts';
import { revokeApiTokens } from '../../../src/services/partners/revoke-api-tokens.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { inLineBehind } from '../../harness/assertions/in-line.ts';
import { refusalOf } from '../../harness/assertions/refusal-of.ts';
import { createFactories, type Factories } from '../../harness/data/factories.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/servers/test-database.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const administrator = authorizeAdministrator({ id: newId(), name: 'Jo', role: 'ADMIN' });

describe('revoking API tokens', () => {
  let test: TestDatabase;
  let factories: Factories;
  beforeAll(async () => {
    test = await createTestDatabase('postgresql');
    factories = createFactories(test.database);
  });
  afterAll(() => test.drop());

  const context = (at = now) => ({ database: test.database, newId, now: () => at, requestId: 'x' });
  const revokeAll = (externalServiceId: string, at?: number) =>
    revokeApiTokens(context(at), administrator, { externalServiceId });
  const token = async (externalServiceId: string, endsIn?: number) => {
    const end = endsIn === undefined ? undefined : new Date(now + endsIn).toISOString();
    return (await factories.token(externalServiceId, undefined, end)).id;
  };
  const endOf = async (id: string) => {
    const [row] = await test.database.query<{ end: number | null }>(
      'select (extract(epoch from revoked_at) * 1000)::float8 as end from api_tokens where id = $1',
      [id],
    );
    return row!.end;
  };
  const eventsOf = (ids: string[]) =>
    test.database.query<Record<string, unknown>>(
      `select action, subject_type as "subjectType", subject_id as id, before, after from audit_events
       where subject_id = any ($1::uuid[]) order by id`,
      [ids],
    );

  it('revokes all valid tokens of one service at the current time, with an audit event each', async () => {
    const externalServiceId = await factories.externalService();
    const good = [await token(externalServiceId), await token(externalServiceId, 1)];
    const ended = await token(externalServiceId, 0);
    const revoked = await token(externalServiceId);
    await revokeApiToken(context(now - 5), administrator, { apiTokenId: revoked });
    const others = await token(await factories.externalService());
    expect(await revokeAll(externalServiceId)).toBe(externalServiceId);
    expect(await Promise.all([...good, ended, revoked, others].map(endOf))).toEqual([
      now,
      now,
      null,
      now - 5,
      null,
    ]);
    const event = { action: 'revokeApiTokens', subjectType: 'api_token', before: null };
    expect(await eventsOf([...good, ended, others])).toEqual(
      good.map((id) => ({ ...event, id, after: { revokedAt: new Date(now).toISOString() } })),
    );
  });

  it('is nothing_to_change without a valid token, and reports an unknown service', async () => {
    const externalServiceId = await factories.externalService();
    const ids = [await token(externalServiceId), await token(externalServiceId, -1)];
    await revokeAll(externalServiceId);
    const before = await eventsOf(ids);
    const { type, message } = await refusalOf(revokeAll(externalServiceId, now + 1));
    expect([type, message]).toEqual([
      'nothing_to_change',
      'All tokens of this external service are revoked or expired already. Nothing was changed.',
    ]);
    expect(await endOf(ids[0]!)).toBe(now);
    expect(await eventsOf(ids)).toEqual(before);
    expect((await refusalOf(revokeAll(newId()))).type).toBe('external_service_not_found');
  });

  it('revokes each token once if two calls revoke all of a service at the same time', async () => {
    const externalServiceId = await factories.externalService();
    const ids = [await token(externalServiceId), await token(externalServiceId)];
    const works = await Promise.allSettled([revokeAll(externalServiceId), revokeAll(externalServiceId)]);
    expect(works.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await eventsOf(ids)).toHaveLength(2);
  });

  it('revokes one token once if two calls revoke it at the same time, and both succeed', async () => {
    const apiTokenId = await token(await factories.externalService());
    const revoke = () => revokeApiToken(context(), administrator, { apiTokenId });
    const lock = ['select from api_tokens where id = $1 for update', apiTokenId] as const;
    const both = await inLineBehind(test.url, lock, () => Promise.all([revoke(), revoke()]), 2);
    expect(both).toEqual([apiTokenId, apiTokenId]);
    expect(await eventsOf([apiTokenId])).toHaveLength(1);
  });
});
