import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorizeAdministrator } from '../../../src/services/access/authorize-operator.ts';
import { IssueApiTokenInput, issueApiToken } from '../../../src/services/partners/issue-api-token.ts';
import { revokeApiToken } from '../../../src/services/partners/revoke-api-token.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { hashToken, isWellFormedToken } from '../../../src/services/values/secret-formats.ts';
import { createFactories } from '../../harness/data/factories.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/servers/test-database.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const administrator = authorizeAdministrator({ id: newId(), name: 'Jo', role: 'ADMIN' });

describe('issuing and revoking API tokens', () => {
  let test: TestDatabase;
  let externalServiceId: string;
  beforeAll(async () => {
    test = await createTestDatabase('postgresql');
    externalServiceId = await createFactories(test.database).externalService();
  });
  afterAll(() => test.drop());

  const context = (at = now) => ({ database: test.database, newId, now: () => at, requestId: 'x' });
  const issue = async (given: Partial<Parameters<typeof issueApiToken>[2]> = {}) =>
    issueApiToken(context(), administrator, {
      externalServiceId,
      scopes: ['userwrite'],
      label: 'sync',
      ...given,
    });
  const stored = async (id: string) => {
    const [row] = await test.database.query<Record<string, unknown>>(
      `select external_service_id as "externalServiceId", label, scopes, secret_hash as "secretHash",
         expires_at = '2026-11-21T00:00:00Z' as "expiresThen", (extract(epoch from revoked_at) * 1000)::float8 as "revokedAt" from api_tokens where id = $1`,
      [id],
    );
    return row;
  };
  const eventsOf = (id: string) =>
    test.database.query<Record<string, unknown>>(
      'select action, subject_type as "subjectType", before, after from audit_events where subject_id = $1 order by id',
      [id],
    );
  const count = async () =>
    (await test.database.query<{ count: string }>('select count(*) from api_tokens', []))[0]!.count;

  it('stores the given values, each scope once, and a hash of the secret, which it returns once', async () => {
    const expiresAt = '2026-11-21T00:00:00.000000Z';
    const { id, secret } = await issue({ scopes: ['userread', 'userwrite', 'userread'], expiresAt });
    expect(isWellFormedToken('partner', secret)).toBe(true);
    const token = { externalServiceId, label: 'sync', scopes: ['userread', 'userwrite'] };
    expect(await stored(id)).toEqual({
      ...token,
      secretHash: hashToken(secret),
      expiresThen: true,
      revokedAt: null,
    });
    const event = { action: 'issueApiToken', subjectType: 'api_token', before: null };
    expect(await eventsOf(id)).toEqual([{ ...event, after: { ...token, expiresAt } }]);
  });

  it('issues a token without an expiry if none is given', async () => {
    expect(await stored((await issue()).id)).toMatchObject({ expiresThen: null });
  });

  it('rejects an expiry that is not in the future, to the millisecond, and stores nothing', async () => {
    const before = await count();
    for (const millis of [-1_000, 0])
      await expect(issue({ expiresAt: new Date(now + millis).toISOString() })).rejects.toMatchObject({
        type: 'invalid_schema',
        issues: [
          {
            path: ['expiresAt'],
            code: 'too_small',
            message: expect.stringMatching(/^Must be in the future/),
          },
        ],
      });
    expect(await count()).toBe(before);
    await issue({ expiresAt: new Date(now + 1).toISOString() });
  });

  it('rejects an unknown external service and a token without scopes', async () => {
    await expect(issue({ externalServiceId: newId() })).rejects.toMatchObject({
      type: 'external_service_not_found',
    });
    const { error } = IssueApiTokenInput.safeParse({ externalServiceId, scopes: [], label: 'sync' });
    expect(error!.issues).toMatchObject([{ path: ['scopes'], message: 'Must name at least one scope.' }]);
    expect(IssueApiTokenInput.safeParse({ externalServiceId, scopes: ['userread'], label: '' }).success).toBe(
      false,
    );
  });

  it('revokes one token once and at the current time', async () => {
    const [{ id }, other] = [await issue(), await issue()];
    const revoke = (apiTokenId: string, at = now) =>
      revokeApiToken(context(at), administrator, { apiTokenId });
    expect(await revoke(id)).toBe(id);
    expect(await revoke(id, now + 60_000)).toBe(id);
    expect(await stored(id)).toMatchObject({ revokedAt: now });
    expect(await stored(other.id)).toMatchObject({ revokedAt: null });
    const [, ...events] = await eventsOf(id);
    const event = { action: 'revokeApiToken', subjectType: 'api_token', before: null };
    expect(events).toEqual([{ ...event, after: { revokedAt: new Date(now).toISOString() } }]);
    await expect(revoke(newId())).rejects.toMatchObject({ type: 'api_token_not_found' });
  });
});
