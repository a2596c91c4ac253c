import { describe, expect, it } from 'vitest';
import type { Read } from '../../harness/clients/read.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { useTenant, useTestService } from '../../harness/servers/use-test-service.ts';

const read: Read = (service, { token }, query = '') =>
  service.call(`/api/v1/token?${query}`, { token }, 'getToken');

describe.each(databaseKinds)('get token on %s', (kind) => {
  const service = useTestService(kind, { rateLimit: { perSecond: 12_345, burst: 23_456 } });
  const tenant = useTenant(service);

  it('responds to HEAD like GET, without a body', async () => {
    const { externalServiceId, token } = tenant;
    const answer = await fetch(`${service.address}/api/v1/token`, {
      method: 'HEAD',
      headers: { Authorization: `Bearer ${token}` },
    });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    const got = await read(service, { externalServiceId, token });
    expect(answer.headers.get('content-length')).toBe(got.headers.get('content-length'));
  });

  it('returns 200 with the owner, scopes and rate limit of any valid token', async () => {
    const { externalServiceId, organizationId } = tenant;
    const { secret } = await service.factories.token(externalServiceId, ['userread']);
    const { status, body } = await read(service, { externalServiceId, token: secret });
    expect(status).toBe(200);
    expect(body).toEqual({
      externalServiceId,
      externalServiceName: 'Partner',
      label: 'test',
      scopes: ['userread'],
      organizations: [{ id: organizationId, name: 'Club', timeZone: 'UTC' }],
      rateLimit: { perSecond: 12_345, burst: 23_456 },
    });
  });

  it('returns expiresAt if the token expires', async () => {
    const expiresAt = '2099-01-01T00:00:00.000Z';
    const { externalServiceId } = tenant;
    const { secret } = await service.factories.token(externalServiceId, [], expiresAt);
    const { body } = await read(service, { externalServiceId, token: secret });
    expect(body).toMatchObject({ scopes: [], expiresAt });
  });

  it('returns exactly the organizations with access, by name', async () => {
    const { factories } = service;
    const externalServiceId = await factories.externalService();
    const { secret } = await factories.token(externalServiceId);
    const ids: string[] = [];
    for (const name of ['B', 'C', 'A', 'nobody may see it']) {
      const { organizationId } = await factories.organization(0);
      await service.database
        .em()
        .execute('update organizations set name = ? where id = ?', [name, organizationId]);
      if (name.length === 1) await factories.grantOrganization(externalServiceId, organizationId);
      ids.push(organizationId);
    }
    const { body } = await read(service, { externalServiceId, token: secret });
    expect(body.organizations).toEqual([
      { id: ids[2], name: 'A', timeZone: 'UTC' },
      { id: ids[0], name: 'B', timeZone: 'UTC' },
      { id: ids[1], name: 'C', timeZone: 'UTC' },
    ]);
  });
});
