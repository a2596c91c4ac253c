import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tenant } from '../../harness/data/factories.ts';
import { startTestService, type TestService } from '../../harness/servers/test-service.ts';

type Result = Record<string, string>;

describe('confirmation of a mutation', () => {
  let service: TestService;
  let token: string;
  let tenant: Tenant;
  let passed = 0;
  beforeAll(async () => {
    service = await startTestService('postgresql', { now: () => Date.now() + passed });
    token = (await service.factories.operator('ADMIN')).secret;
    tenant = await service.factories.tenant();
  });
  afterAll(() => service.stop());

  /** Sends exactly this mutation. */
  const mutate = async (name: string, input: object): Promise<Result> => {
    const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input`;
    const query = `mutation M($input: ${type}!) { result: ${name}(input: $input) {
      __typename ... on Confirmation { summary confirmToken expiresAt } ... on ApiError { type } } }`;
    const response = await fetch(`${service.address}/graphql`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ query, variables: { input } }),
    });
    return ((await response.json()) as { data: { result: Result } }).data.result;
  };
  const user = async () => {
    const body = { email: `${crypto.randomUUID()}@example.com`, externalUserId: crypto.randomUUID() };
    const created = await service.createUser(tenant.externalServiceId, {
      token: tenant.token,
      body: { ...body, firstName: 'Ada', lastName: 'Lovelace' },
    });
    return { id: created.body.id as string, email: body.email };
  };
  const count = async (table: string) => {
    const [row] = await service.database.query<{ n: number }>(`select count(*)::int as n from ${table}`, []);
    return row!.n;
  };

  it('names whom it affects, and changes nothing before the confirmation', async () => {
    const { id, email } = await user();
    const events = await count('audit_events');
    const dryRun = await mutate('eraseUser', { userId: id });
    expect(dryRun).toMatchObject({
      __typename: 'Confirmation',
      summary: `Erases Ada Lovelace (${email}), a user of Partner, in all bookings and records. This cannot be undone.`,
    });
    expect(await count('audit_events')).toBe(events);
    expect(await count(`users where email = '${email}'`)).toBe(1);
    const { confirmToken } = dryRun;
    expect(await mutate('eraseUser', { userId: id, confirmToken })).toEqual({ __typename: 'User' });
    expect(await count(`users where email = '${email}'`)).toBe(0);
    // A repetition has nothing to confirm.
    expect(await mutate('eraseUser', { userId: id })).toEqual({ __typename: 'User' });
  });

  it('is rejected for another record, a changed record, and after ten minutes', async () => {
    const [one, other] = [await user(), await user()];
    const { confirmToken } = await mutate('eraseUser', { userId: one.id });
    const outdated = { __typename: 'ConfirmationOutdatedError', type: 'confirmation_outdated' };
    expect(await mutate('eraseUser', { userId: other.id, confirmToken })).toEqual(outdated);
    await service.database.query("update users set first_name = 'Augusta' where id = $1", [one.id]);
    expect(await mutate('eraseUser', { userId: one.id, confirmToken })).toEqual(outdated);
    const again = await mutate('eraseUser', { userId: one.id });
    passed = 10 * 60_000;
    const late = await mutate('eraseUser', { userId: one.id, confirmToken: again.confirmToken });
    passed = 0;
    expect(late).toEqual(outdated);
    expect(await count(`users where id in ('${one.id}', '${other.id}') and erased_at is null`)).toBe(2);
  });

  it('names the record of every other mutation that needs one', async () => {
    const { externalServiceId, organizationId, tokenId } = tenant;
    const { id: userId } = await user();
    const second = await service.factories.tenant();
    await service.factories.grantUser(second.externalServiceId, userId);
    const { id: operatorId } = await service.factories.operator('VIEWER');
    const summaries = [
      await mutate('eraseGuest', { email: 'guest@example.com' }),
      await mutate('revokeApiToken', { apiTokenId: tokenId }),
      await mutate('revokeApiTokens', { externalServiceId }),
      await mutate('revokeOrganizationAccess', { externalServiceId, organizationId }),
      await mutate('revokeUserAccess', { externalServiceId: second.externalServiceId, userId }),
      await mutate('revokeOperator', { operatorId }),
    ].map(({ summary }) => summary);
    expect(summaries).toEqual([
      'Erases guest@example.com from 0 bookings and all records. This cannot be undone.',
      expect.stringMatching(/^Revokes the API token “.+” of Partner, (?:never used|last used at .+Z)\./),
      expect.stringMatching(/^Revokes 1 valid API token of Partner \(.+\)\./),
      expect.stringMatching(/^Partner can no longer book the courts of .+\. Existing bookings are kept\.$/),
      'Partner can no longer name Ada Lovelace in its bookings.',
      'Ends the token and the sessions of VIEWER of a test (VIEWER).',
    ]);
  });
});
