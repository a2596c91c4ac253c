import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type UserCalls, userCalls } from '../../harness/clients/user-calls.ts';
import type { Tenant } from '../../harness/data/factories.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { startTestService, type TestService } from '../../harness/servers/test-service.ts';

describe.each(databaseKinds)('get user by external id on %s', (kind) => {
  let service: TestService;
  let tenant: Tenant;
  let users: UserCalls;
  beforeAll(async () => {
    service = await startTestService(kind);
    tenant = await service.factories.tenant();
    users = userCalls(service);
  });
  afterAll(() => service.stop());

  it('returns 200 with the user for this service’s case-sensitive external id', async () => {
    const { id, externalUserId } = await users.make(tenant, { externalUserId: 'member/Ä 1?' });
    const answer = await users.getByExternalId(tenant, externalUserId);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual((await users.get(tenant, id)).body);
    expect((await users.getByExternalId(tenant, 'MEMBER/Ä 1?')).status).toBe(404);
    const other = await service.factories.tenant();
    expect((await users.getByExternalId(other, externalUserId)).status).toBe(404);
  });

  it('is rejected with 403 for a linked user of another service, which only rows written by hand link', async () => {
    const { id } = await users.make(await service.factories.tenant());
    await service.database.query(
      `insert into user_links (external_service_id, external_user_id, user_id) values ($1, 'linked', $2)`,
      [tenant.externalServiceId, id],
    );
    const { status, body } = await users.getByExternalId(tenant, 'linked');
    expect([status, body.error.type]).toEqual([403, 'user_access_denied']);
  });

  it('returns 404 for an erased user, whose link is deleted', async () => {
    const { id, externalUserId } = await users.make(tenant);
    await users.erase(tenant, id);
    expect((await users.getByExternalId(tenant, externalUserId)).body.error.type).toBe('user_not_found');
  });
});
