import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { getUserByExternalIdErrors } from '../../../src/services/users/get-user-by-external-id.ts';
import { commonRefusals, type Provocation } from '../../harness/assertions/common-refusals.ts';
import { type UserCalls, userCalls } from '../../harness/clients/user-calls.ts';
import type { Tenant } from '../../harness/data/factories.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { startTestService, type TestService } from '../../harness/servers/test-service.ts';

const common = commonRefusals('court-bookingwrite', (service, externalServiceId, token) =>
  userCalls(service).getByExternalId({ externalServiceId, token }, 'nobody'),
);

const provocations: Record<(typeof getUserByExternalIdErrors)[number], Provocation> = {
  missing_api_token: { status: 401, provoke: common.withoutToken },
  invalid_api_token: { status: 401, provoke: common.withInvalidToken },
  scope_permission_denied: { status: 403, provoke: common.withoutScope },
  external_service_access_denied: { status: 403, provoke: common.ofAnotherService },
  internal_server_error: { status: 500, provoke: common.whenBroken },
  invalid_schema: {
    status: 400,
    provoke: (service, tenant) => userCalls(service).getByExternalId(tenant, ''),
  },
  user_not_found: {
    status: 404,
    provoke: (service, tenant) => userCalls(service).getByExternalId(tenant, 'nobody'),
  },
  user_access_denied: {
    status: 403,
    // No operation can link a user of another service, so insert the link directly.
    provoke: async (service, tenant) => {
      const { id } = await userCalls(service).make(await service.factories.tenant());
      await service.database.query(
        `insert into user_links (external_service_id, external_user_id, user_id) values ($1, 'linked', $2)`,
        [tenant.externalServiceId, id],
      );
      return userCalls(service).getByExternalId(tenant, 'linked');
    },
  },
};

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

  for (const [type, { status, provoke }] of Object.entries(provocations)) {
    it(`${status} ${type}`, async () => {
      const answer = await provoke(service, tenant);
      expect({ status: answer.status, type: answer.body.error?.type }).toEqual({ status, type });
    });
  }

  it('returns 200 with the user for this service’s case-sensitive external id', async () => {
    const { id, externalUserId } = await users.make(tenant, { externalUserId: 'member/Ä 1?' });
    const answer = await users.getByExternalId(tenant, externalUserId);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual((await users.get(tenant, id)).body);
    expect((await users.getByExternalId(tenant, 'MEMBER/Ä 1?')).status).toBe(404);
    const other = await service.factories.tenant();
    expect((await users.getByExternalId(other, externalUserId)).status).toBe(404);
  });

  it('returns 404 for an erased user, whose link is deleted', async () => {
    const { id, externalUserId } = await users.make(tenant);
    await users.erase(tenant, id);
    expect((await users.getByExternalId(tenant, externalUserId)).body.error.type).toBe('user_not_found');
  });
});
