import { describe, expect, it } from 'vitest';
import { userCalls } from '../../harness/clients/user-calls.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { useTenant, useTestService } from '../../harness/servers/use-test-service.ts';

describe.each(databaseKinds)('get user by external id on %s', (kind) => {
  const service = useTestService(kind);
  const users = userCalls(service);
  const tenant = useTenant(service);

  it('is rejected with 403 for a linked user of another service, which only rows written by hand link', async () => {
    const { id } = await users.make(await service.factories.tenant());
    await service.database.query(
      `insert into user_links (external_service_id, external_user_id, user_id) values ($1, 'linked', $2)`,
      [tenant.externalServiceId, id],
    );
    const { status, body } = await users.getByExternalId(tenant, 'linked');
    expect([status, body.error.type]).toEqual([403, 'user_access_denied']);
  });
});
