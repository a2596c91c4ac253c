import { beforeAll, describe, expect, it } from 'vitest';
import type { Read } from '../../harness/clients/read.ts';
import type { Tenant } from '../../harness/data/factories.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { useTestService } from '../../harness/servers/use-test-service.ts';

const read: Read = (service, { externalServiceId, token }, query = '') =>
  service.call(`/api/v1/external-services/${externalServiceId}/courts?${query}`, { token }, 'listCourts');

describe.each(databaseKinds)('list courts on %s', (kind) => {
  const service = useTestService(kind);
  let tenant: Tenant;
  let expected: { id: string; name: string; organization: { id: string; name: string; timeZone: string } }[];
  beforeAll(async () => {
    const { factories, database } = service;
    tenant = await factories.tenant(3);
    const granted = await factories.organization(3);
    const second = granted.organizationId;
    await factories.grantOrganization(tenant.externalServiceId, second);
    await factories.organization(3);
    await database
      .em()
      .execute("update organizations set name = 'Second', time_zone = 'Europe/Berlin' where id = ?", [
        second,
      ]);
    const names = { [tenant.courtIds[0]]: 'Ä Court', [granted.courtIds[0]!]: 'a court' };
    for (const [id, name] of Object.entries(names))
      await database.em().execute('update courts set name = ? where id = ?', [name, id]);
    const rows = await database.query<(typeof expected)[number]>(
      `select c.id, c.name, json_build_object('id', o.id, 'name', o.name, 'timeZone', o.time_zone) as organization
       from courts c join organizations o on o.id = c.organization_id where o.id = any($1) order by c.name, c.id`,
      [[tenant.organizationId, second]],
    );
    expected = rows;
  });

  it('returns 200 with exactly the courts of organizations with access, by name and then by id', async () => {
    const { status, body } = await read(service, tenant);
    expect(status).toBe(200);
    expect(body).toEqual({ items: expected });
    expect(expected).toHaveLength(6);
    expect(expected.filter(({ name }) => name === 'Court 2')).toHaveLength(2);
  });
});
