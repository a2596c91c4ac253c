import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toCursor } from '../../../src/services/values/cursor.ts';
import { issuesOf, type Read } from '../../harness/clients/read.ts';
import type { Tenant } from '../../harness/data/factories.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { startTestService, type TestService } from '../../harness/servers/test-service.ts';

const read: Read = (service, { externalServiceId, token }, query = '') =>
  service.call(`/api/v1/external-services/${externalServiceId}/courts?${query}`, { token }, 'listCourts');

describe.each(databaseKinds)('list courts on %s', (kind) => {
  let service: TestService;
  let tenant: Tenant;
  let expected: { id: string; name: string; organization: { id: string; name: string; timeZone: string } }[];
  let second: string;
  beforeAll(async () => {
    service = await startTestService(kind);
    const { factories, database } = service;
    tenant = await factories.tenant(3);
    const granted = await factories.organization(3);
    second = granted.organizationId;
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
  afterAll(() => service.stop());

  const list = (query = '', reader: Tenant = tenant) => read(service, reader, query);

  it('returns 200 with exactly the courts of organizations with access, by name and then by id', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body).toEqual({ items: expected });
    expect(expected).toHaveLength(6);
    expect(expected.filter(({ name }) => name === 'Court 2')).toHaveLength(2);
  });

  it('filters by organizationId, and returns nothing for one without access or an unknown one', async () => {
    const { body } = await list(`organizationId=${second}`);
    expect(body.items).toEqual(expected.filter(({ organization }) => organization.id === second));
    expect(body.items).toHaveLength(3);
    const { organizationId: foreign } = await service.factories.tenant();
    for (const id of [foreign, randomUUID()])
      expect((await list(`organizationId=${id}`)).body).toEqual({ items: [] });
  });

  it.each([1, 2, 5, 6])('returns each court once, in order, in pages of %i', async (limit) => {
    const found: unknown[] = [];
    let cursor = '';
    do {
      const { body } = await list(`limit=${limit}${cursor}`);
      expect(body.items.length).toBeLessThanOrEqual(limit);
      found.push(...body.items);
      cursor = body.nextCursor === undefined ? '' : `&cursor=${body.nextCursor}`;
    } while (cursor !== '');
    expect(found).toEqual(expected);
  });

  it('leaves out a deactivated court', async () => {
    const { id } = expected[2]!;
    const set = (active: boolean) =>
      service.database.em().execute('update courts set active = ? where id = ?', [active, id]);
    await set(false);
    expect((await list()).body.items).toEqual(expected.filter((court) => court.id !== id));
    await set(true);
    expect((await list()).body.items).toEqual(expected);
  });

  it('returns nothing for a service without an organization', async () => {
    const externalServiceId = await service.factories.externalService();
    const { secret } = await service.factories.token(externalServiceId);
    expect((await read(service, { externalServiceId, token: secret })).body).toEqual({ items: [] });
  });

  it.each([
    ['limit=0', 'limit invalid_format'],
    ['limit=101', 'limit invalid_format'],
    ['limit=x', 'limit invalid_format'],
    ['limit=', 'limit invalid_format'],
    ['limit=5.0', 'limit invalid_format'],
    ['limit=1&limit=1', 'limit duplicate_parameter'],
    ['Limit=1', 'Limit unrecognized_keys'],
    ['organizationId=x', 'organizationId invalid_format'],
    ['cursor=', 'cursor invalid_format'],
    ['cursor=nonsense', 'cursor invalid_format'],
    ['cursor=%ff', 'cursor invalid_percent_encoding'],
    [`cursor=${toCursor(['court', 'Court 1'])}`, 'cursor invalid_format'],
    [`cursor=${toCursor(['court', 'Court 1', 'no-uuid'])}`, 'cursor invalid_format'],
    [`cursor=${toCursor(['court', 'NUL \0', randomUUID()])}`, 'cursor invalid_format'],
    [`cursor=${toCursor(['court', 'half \ud800', randomUUID()])}`, 'cursor invalid_format'],
    // A cursor of the list of bookings.
    [`cursor=${toCursor(['2026-11-20T12:00:00.000000Z', randomUUID()])}`, 'cursor invalid_format'],
  ])('rejects a query with 400 invalid_schema: %s', async (query, issue) => {
    const answer = await list(query);
    expect(answer.status).toBe(400);
    expect(issuesOf(answer)).toEqual([issue]);
  });
});
