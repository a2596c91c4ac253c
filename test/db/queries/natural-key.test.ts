import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../harness/clients/graphql-client.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { startTestService, type TestService } from '../../harness/servers/test-service.ts';

interface Listed {
  courts: { nodes: { name: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
}

const names = [
  'Court 1',
  'court 2',
  'Court 2b',
  'Court 9',
  'Court 010',
  'Court 11',
  'Court 11 – row 3',
  'Court 100',
];

describe.each(databaseKinds)('natural order of names on %s', (kind) => {
  let service: TestService;
  let token: string;
  let organizationId: string;
  beforeAll(async () => {
    service = await startTestService(kind);
    token = (await service.factories.operator('ADMIN')).secret;
    organizationId = (await service.factories.tenant(0)).organizationId;
    for (const name of names.toReversed())
      await service.database.query(
        'insert into courts (id, organization_id, name) values (gen_random_uuid(), $1, $2)',
        [organizationId, name],
      );
  });
  afterAll(() => service.stop());

  const listed = async (direction: string) => {
    const found: string[] = [];
    for (let after: string | null = null; ; ) {
      const { data }: Awaited<ReturnType<typeof ask<Listed, object>>> = await ask<Listed, object>(
        service,
        token,
        `query ($id: ID, $after: String) { courts(organizationId: $id, orderBy: { field: NAME, direction: ${direction} }, first: 3, after: $after) {
           nodes { name } pageInfo { hasNextPage endCursor } } }`,
        { id: organizationId, after },
      );
      found.push(...data.courts.nodes.map(({ name }) => name));
      if (!data.courts.pageInfo.hasNextPage) return found;
      after = data.courts.pageInfo.endCursor;
    }
  };
  const page = async (path: string) => {
    const headers = { Authorization: `Bearer ${token}`, Accept: 'text/html' };
    const text = await (await fetch(service.address + path, { headers })).text();
    return [...text.matchAll(/court [\d][^<",]*/gi)].map(([name]) => name.trim());
  };

  it('is that of the list of courts, page by page in both directions', async () => {
    expect(await listed('ASC')).toEqual(names);
    expect(await listed('DESC')).toEqual(names.toReversed());
  });

  it.each([
    ['the calendar', (id: string) => `/operators/calendar?organizationId=${id}`],
    ['the club', (id: string) => `/operators/club?organizationId=${id}`],
    ['the list of clubs', () => '/operators/organizations'],
    ['a choice of courts', () => '/operators/close-court'],
  ])('is that of %s', async (_what, path) => {
    const shown = [...new Set(await page(path(organizationId)))];
    expect(shown.filter((name) => names.includes(name))).toEqual(names);
  });
});
