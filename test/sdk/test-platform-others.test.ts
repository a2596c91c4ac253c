import { beforeEach, describe, expect, it } from 'vitest';
import { createPartnerClient, type PartnerClient } from '../../sdk/src/index.ts';
import { createTestPlatform, type TestPlatform } from '../../sdk/src/testing/index.ts';
import { isWellFormedToken } from '../../src/services/values/secret-formats.ts';

let platform: TestPlatform;
let client: PartnerClient;

const clientOf = (options: TestPlatform['clientOptions']) => createPartnerClient(options);

beforeEach(() => {
  platform = createTestPlatform({
    now: '2026-11-20T12:00:00Z',
    users: [{ email: 'Ada@example.com', externalUserId: 'member-1', firstName: 'Ada', lastName: 'Lovelace' }],
  });
  client = clientOf(platform.clientOptions);
});

describe('platform with other services', () => {
  it('has tokens with some scopes, an expiry or a revocation', async () => {
    const reading = clientOf(platform.issueToken({ scopes: ['userread', 'userwrite'] }));
    expect(await reading.safe.listCourts()).toMatchObject({ error: { type: 'scope_permission_denied' } });
    const ending = clientOf(platform.issueToken({ expiresAt: '2026-11-20T13:00:00Z' }));
    expect(await ending.safe.getToken()).toMatchObject({ data: { expiresAt: '2026-11-20T13:00:00.000Z' } });
    platform.advance(3_600_000);
    expect(await ending.safe.getToken()).toMatchObject({ error: { type: 'invalid_api_token' } });
    platform.revokeTokens(platform.clientOptions.token);
    expect(await client.safe.getToken()).toMatchObject({ error: { type: 'invalid_api_token' } });
    expect(await reading.safe.getToken()).toMatchObject({ data: { scopes: ['userread', 'userwrite'] } });
    platform.revokeTokens();
    expect(await reading.safe.getToken()).toMatchObject({ error: { type: 'invalid_api_token' } });
  });

  it('issues well-formed tokens, so that a mistyped one is recognizable', () => {
    const { token } = platform.addExternalService().clientOptions;
    const tokens = [token, ...Array.from({ length: 20 }, () => platform.issueToken().token)];
    expect(tokens.filter((one) => !isWellFormedToken('partner', one))).toEqual([]);
  });

  it('returns the limit of the token, or of the address without a valid token', async () => {
    const { fetch, token } = platform.clientOptions;
    const countedBy = async (authorization?: string, path = 'token') => {
      const headers = authorization === undefined ? {} : { Authorization: authorization };
      const answer = await fetch(`https://partners.test/api/v1/${path}`, { headers });
      const names = ['RateLimit-Policy', 'RateLimit'].map((name) => answer.headers.get(name)!.split(';')[0]);
      return [answer.status, ...names];
    };
    const { token: revoked } = platform.issueToken();
    platform.revokeTokens(revoked);
    expect(await countedBy(`Bearer ${token}`)).toEqual([200, '"token"', '"token"']);
    expect(await countedBy()).toEqual([401, '"address"', '"address"']);
    expect(await countedBy(`Bearer ${revoked}`)).toEqual([401, '"address"', '"address"']);
    const { token: scopeless } = platform.issueToken({ scopes: [] });
    const refused = await countedBy(`Bearer ${scopeless}`, `external-services/${platform.id}/courts`);
    expect(refused).toEqual([403, '"token"', '"token"']);
  });

  it('allows another service its own id, name, scopes and tokens', async () => {
    const id = '01990B2E-6F6C-7C1E-9A53-0F2A5A6F1C07';
    const other = platform.addExternalService({ id, name: 'Their club', scopes: ['userread'] });
    expect(other.id).toBe(id.toLowerCase());
    const theirs = clientOf(other.clientOptions);
    expect(await theirs.getToken()).toMatchObject({
      externalServiceId: id.toLowerCase(),
      externalServiceName: 'Their club',
      scopes: ['userread'],
    });
    platform.revokeTokens();
    expect(await client.safe.getToken()).toMatchObject({ error: { type: 'invalid_api_token' } });
    expect(await theirs.safe.getToken()).toMatchObject({ ok: true });
    const whole = platform.addExternalService();
    const { scopes, externalServiceName } = await clientOf(whole.clientOptions).getToken();
    expect([scopes.length, externalServiceName]).toEqual([5, 'Another partner']);
  });

  it('shows an erased user only to the service that managed it', async () => {
    const theirs = platform.addExternalService();
    const { id: bob } = await clientOf(theirs.clientOptions).createUser({
      email: 'bob@example.com',
      externalUserId: 'x',
      firstName: 'Bob',
      lastName: 'B',
    });
    const { id: ada } = platform.users()[0]!;
    platform.grantUser(bob);
    expect(platform.users().map(({ id }) => id)).toEqual([ada, bob]);
    for (const id of [ada, bob]) platform.eraseUser(id);
    expect(platform.users()).toStrictEqual([{ id: ada, managed: true, status: 'ERASED' }]);
    expect(theirs.users()).toStrictEqual([{ id: bob, managed: true, status: 'ERASED' }]);
  });

  it('has exactly the fields of the operations in users() and changes()', async () => {
    const { id } = platform.users()[0]!;
    await client.updateUser(id, { birthday: '1985-12-10' });
    await client.updateUser(id, { birthday: null });
    expect(platform.users()).toStrictEqual((await client.listUsers()).items);
    expect(Object.keys(platform.users()[0]!)).not.toContain('birthday');
    expect(platform.changes()).toStrictEqual((await client.listChanges()).items);
  });

  // The cases in `test/sdk/rules` compare the other actions of operators with those of the service.
  it('lets operators create organizations and courts, and change users', async () => {
    const hill = platform.createOrganization('Hill', 'Europe/Berlin');
    platform.grantOrganization(hill);
    const id = platform.createCourt('North', hill);
    const organization = { id: hill, name: 'Hill', timeZone: 'Europe/Berlin' };
    const north = () => platform.courts().find((court) => court.id === id);
    expect(north()).toEqual({ id, name: 'North', active: true, organization });
    platform.deactivateCourt(id);
    expect(north()).toMatchObject({ active: false });
    platform.createCourt('Third');
    expect(platform.courts().at(-1)).toMatchObject({ name: 'Third', organization: { name: 'Test club' } });
    expect(platform.changes().map(({ type, actor }) => `${type} by ${actor}`)).toEqual([
      'organization_access.granted by OPERATOR',
      'court.created by OPERATOR',
      'court.deactivated by OPERATOR',
      'court.created by OPERATOR',
    ]);
    const [user] = platform.users();
    platform.updateUser(user!.id, { email: 'Eva@Example.com', firstName: 'Eva' });
    expect((await client.listUsers({ email: 'eva@example.com' })).items).toMatchObject([
      { id: user!.id, firstName: 'Eva', lastName: 'Lovelace' },
    ]);
  });

  it('reports resources that do not exist to an operator', () => {
    for (const [type, act] of [
      ['court_booking_not_found', () => platform.cancelAsOperator('none')],
      ['cancellation_not_found', () => platform.resetCancellation('none')],
      ['organization_not_found', () => platform.grantOrganization('none')],
      ['user_not_found', () => platform.grantUser('none')],
      ['court_not_found', () => platform.deactivateCourt('none')],
      ['organization_not_found', () => platform.createCourt('Court', 'none')],
      ['user_not_found', () => platform.eraseUser('none')],
      ['nothing_to_change', () => platform.grantOrganization(platform.courts()[0]!.organization.id)],
    ] as const)
      expect(act).toThrow(expect.objectContaining({ type }));
    expect(() => platform.resetCancellation('none')).toThrow('under the id "none"');
    expect(() => platform.createCourt('Court', 'none')).toThrow('with the id none');
    expect(() => platform.resetVersion('none', 'yesterday')).toThrow('Must be a date-time');
    const tomorrow = new Date(platform.now().getTime() + 86_400_000);
    expect(() => platform.resetVersion('none', tomorrow)).toThrow('Must not lie in the future');
    expect(platform.changes()).toEqual([]);
  });
});
