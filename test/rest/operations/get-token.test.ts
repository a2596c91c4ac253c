import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { getTokenErrors } from '../../../src/services/partners/get-token.ts';
import { issuesOf, type Read, refusedReads } from '../../harness/assertions/refused-reads.ts';
import type { Tenant } from '../../harness/data/factories.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { type CallAnswer, startTestService, type TestService } from '../../harness/servers/test-service.ts';

const read: Read = (service, { token }, query = '') =>
  service.call(`/api/v1/token?${query}`, { token }, 'getToken');
const refused = refusedReads(read);

const provocations: Record<
  (typeof getTokenErrors)[number],
  { status: number; provoke: (service: TestService, tenant: Tenant) => Promise<CallAnswer> }
> = {
  invalid_schema: { status: 400, provoke: refused.unknownParameter },
  missing_api_token: { status: 401, provoke: refused.noToken },
  invalid_api_token: { status: 401, provoke: refused.wrongToken },
  internal_server_error: { status: 500, provoke: refused.withoutTable('organizations') },
};

describe.each(databaseKinds)('get token on %s', (kind) => {
  let service: TestService;
  let tenant: Tenant;
  beforeAll(async () => {
    service = await startTestService(kind, { rateLimit: { perSecond: 12_345, burst: 23_456 } });
    tenant = await service.factories.tenant();
  });
  afterAll(() => service.stop());

  for (const [type, { status, provoke }] of Object.entries(provocations)) {
    it(`${status} ${type}`, async () => {
      const answer = await provoke(service, tenant);
      expect({ status: answer.status, type: answer.body.error?.type }).toEqual({ status, type });
    });
  }

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

  it('rejects unknown query parameters with 400 invalid_schema', async () => {
    expect(issuesOf(await refused.unknownParameter(service, tenant))).toEqual(['unknown unrecognized_keys']);
  });

  it('records the request for operators', async () => {
    const { headers } = await read(service, tenant);
    const find = () =>
      service.database.query(
        'select operation, status, external_id from partner_requests where request_id = $1',
        [headers.get('x-request-id')],
      );
    await expect.poll(find).toEqual([{ operation: 'getToken', status: 200, external_id: null }]);
  });
});
