import { describe, expect, it } from 'vitest';
import { resent, userCalls } from '../../harness/clients/user-calls.ts';
import { contentsOf } from '../../harness/data/contents.ts';
import { type Tenant, userBody } from '../../harness/data/factories.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import type { TestService } from '../../harness/servers/test-service.ts';
import { useTenant, useTestService } from '../../harness/servers/use-test-service.ts';

/** A body, and the external id that belongs to it. */
function member(overrides: Record<string, unknown> = {}) {
  const { externalUserId, ...body } = userBody(overrides) as ReturnType<typeof userBody> & {
    externalUserId: string;
    email: string;
  };
  return { externalUserId, body };
}

/** Links a user of another external service, which only rows written by hand do. */
async function linkToOther(service: TestService, tenant: Tenant, hasAccess: boolean) {
  const { externalUserId: _, id, ...body } = await userCalls(service).make(await service.factories.tenant());
  if (hasAccess) await service.factories.grantUser(tenant.externalServiceId, id);
  await service.database.query(
    'insert into user_links (external_service_id, external_user_id, user_id) values ($1, $2::text, $2::uuid)',
    [tenant.externalServiceId, id],
  );
  return { id, body };
}

describe.each(databaseKinds)('upsert user on %s', (kind) => {
  const service = useTestService(kind);
  const users = userCalls(service);
  const tenant: Tenant = useTenant(service);

  it('is rejected with 403 for a user of another service, and for a change of one with access', async () => {
    const denied = await linkToOther(service, tenant, false);
    const answer = await users.upsert(tenant, denied.id, denied.body);
    expect([answer.status, answer.body.error.type]).toEqual([403, 'user_access_denied']);
    expect(answer.body.error.message).toMatch(/^The external service neither manages the user /);
    const granted = await linkToOther(service, tenant, true);
    const changed = await users.upsert(tenant, granted.id, { ...granted.body, lastName: 'King' });
    expect([changed.status, changed.body.error.type]).toEqual([403, 'user_not_managed']);
  });

  it('returns 200 and writes nothing for equal values, also for a user that another service manages', async () => {
    const { externalUserId, body } = member();
    await users.upsert(tenant, externalUserId, body);
    const theirs = await linkToOther(service, tenant, true);
    const before = await contentsOf(service.database);
    const again = await users.upsert(tenant, externalUserId, {
      ...body,
      email: (body as { email: string }).email.toUpperCase(),
    });
    expect(again.status).toBe(200);
    const { status, body: answer } = await users.upsert(tenant, theirs.id, theirs.body);
    expect([status, answer.managed]).toEqual([200, false]);
    expect(await contentsOf(service.database)).toEqual(before);
  });
});

describe('concurrent user upserts', () => {
  const service = useTestService('postgresql', { poolSize: 20 });
  const users = userCalls(service);

  it('create one user for sixteen requests with one external id, and the last value wins', async () => {
    const tenant = await service.factories.tenant();
    for (let round = 0; round < 10; round += 1) {
      const { externalUserId, body } = member();
      const sent = Array.from({ length: 16 }, (_, n) => ({
        ...body,
        firstName: `Ada ${n}`,
        email: `${n % 4}.${(body as { email: string }).email}`,
      }));
      const answers = await Promise.all(
        sent.map((each) => resent(() => users.upsert(tenant, externalUserId, each))),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([
        ...Array.from({ length: 15 }, () => 200),
        201,
      ]);
      expect(new Set(answers.map(({ body: { id } }) => id)).size).toBe(1);
      const { body: stored } = await users.getByExternalId(tenant, externalUserId);
      expect(answers.map(({ body: answer }) => answer)).toContainEqual(stored);
    }
  });
});
