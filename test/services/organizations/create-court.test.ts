import { afterAll, beforeAll, expect, it } from 'vitest';
import { authorizeAdministrator } from '../../../src/services/access/authorize-operator.ts';
import { authorizePartner } from '../../../src/services/access/authorize-partner.ts';
import { createCourt } from '../../../src/services/organizations/create-court.ts';
import { createCourts } from '../../../src/services/organizations/create-courts.ts';
import { createOrganization } from '../../../src/services/organizations/create-organization.ts';
import { listCourts } from '../../../src/services/organizations/list-courts.ts';
import { updateCourt } from '../../../src/services/organizations/update-court.ts';
import { updateOrganization } from '../../../src/services/organizations/update-organization.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { createFactories, type Factories } from '../../harness/data/factories.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/servers/test-database.ts';

const administrator = authorizeAdministrator({ id: newId(), name: 'Jo', role: 'ADMIN' });
let test: TestDatabase;
let factories: Factories;
beforeAll(async () => {
  test = await createTestDatabase('postgresql');
  factories = createFactories(test.database);
});
afterAll(() => test.drop());

const context = () => ({ database: test.database, newId, now: Date.now, requestId: 'x' });
const eventsOf = (id: string) =>
  test.database.query<Record<string, unknown>>(
    `select action, subject_type as "subjectType", before, after from audit_events where subject_id = $1 order by id`,
    [id],
  );
const changesOf = (organizationId: string) =>
  test.database.query<Record<string, unknown>>(
    `select type, data, actor_type as by from change_outbox where organization_id = $1 order by id`,
    [organizationId],
  );

it('records an organization and its courts, notifies those with access, and renames once', async () => {
  const organizationId = await createOrganization(context(), administrator, { name: 'Club' });
  const courtId = await createCourt(context(), administrator, { organizationId, name: 'Court 1' });
  const rename = () =>
    updateOrganization(context(), administrator, {
      organizationId,
      name: 'Club by the river',
      timeZone: 'Europe/Berlin',
    });
  expect([await rename(), await rename()]).toEqual([organizationId, organizationId]);
  expect(await updateOrganization(context(), administrator, { organizationId })).toBe(organizationId);
  expect(await eventsOf(organizationId)).toEqual([
    {
      action: 'createOrganization',
      subjectType: 'organization',
      before: null,
      after: { name: 'Club', timeZone: 'UTC' },
    },
    {
      action: 'updateOrganization',
      subjectType: 'organization',
      before: { name: 'Club', timeZone: 'UTC' },
      after: { name: 'Club by the river', timeZone: 'Europe/Berlin' },
    },
  ]);
  const after = { organizationId, name: 'Court 1' };
  expect(await eventsOf(courtId)).toEqual([
    { action: 'createCourt', subjectType: 'court', before: null, after },
  ]);
  expect(await changesOf(organizationId)).toEqual([
    {
      type: 'court.created',
      by: 'operator',
      data: {
        id: courtId,
        name: 'Court 1',
        organization: { id: organizationId, name: 'Club', timeZone: 'UTC' },
      },
    },
  ]);
});

it('a court needs a known organization and a unique name in it', async () => {
  const [one, other] = [
    await createOrganization(context(), administrator, { name: 'Club' }),
    await createOrganization(context(), administrator, { name: 'Club' }),
  ];
  const create = async (organizationId: string) =>
    createCourt(context(), administrator, { organizationId, name: 'Court 1' });
  await create(one);
  await expect(create(one)).rejects.toMatchObject({ type: 'name_already_in_use' });
  await create(other);
  await expect(create(newId())).rejects.toMatchObject({ type: 'organization_not_found' });
  await expect(
    updateOrganization(context(), administrator, { organizationId: newId(), name: 'x' }),
  ).rejects.toMatchObject({ type: 'organization_not_found' });
});

it('creates several courts, or none if one name is in use or given twice', async () => {
  const organizationId = await createOrganization(context(), administrator, { name: 'Club' });
  const create = (names: string[]) => createCourts(context(), administrator, { organizationId, names });
  expect(await create(['Court 1', 'Court 2'])).toBe(organizationId);
  for (const names of [
    ['Court 3', 'Court 2'],
    ['Court 3', 'Court 3'],
  ])
    await expect(create(names)).rejects.toMatchObject({ type: 'name_already_in_use' });
  await expect(
    createCourts(context(), administrator, { organizationId: newId(), names: ['Court 1'] }),
  ).rejects.toMatchObject({ type: 'organization_not_found' });
  expect((await changesOf(organizationId)).map(({ type, data }) => [type, data])).toEqual([
    ['court.created', expect.objectContaining({ name: 'Court 1' })],
    ['court.created', expect.objectContaining({ name: 'Court 2' })],
  ]);
});

it('lists the open courts of granted organizations by name and id, page by page', async () => {
  const { externalServiceId, organizationId } = await factories.tenant(0);
  const other = await createOrganization(context(), administrator, { name: 'Other' });
  await factories.grantOrganization(externalServiceId, other);
  const hidden = await createOrganization(context(), administrator, { name: 'Hidden' });
  const create = (of: string, name: string) =>
    createCourt(context(), administrator, { organizationId: of, name });
  const [b, a, c, a2] = [
    await create(organizationId, 'B'),
    await create(organizationId, 'A'),
    await create(organizationId, 'C'),
    await create(other, 'A'),
  ];
  await create(hidden, 'A');
  const closed = await create(organizationId, 'closed');
  await updateCourt(context(), administrator, { courtId: closed, active: false });
  const token = { id: newId(), externalServiceId, scopes: ['court-bookingread' as const] };
  const partner = authorizePartner(token, 'court-bookingread', externalServiceId);
  const list = (input: Partial<Parameters<typeof listCourts>[2]>) =>
    listCourts(context(), partner, { limit: 100, ...input });
  const ids = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id);

  const all = await list({});
  expect(ids(all)).toEqual([a, a2, b, c]);
  expect(all).not.toHaveProperty('nextCursor');
  expect(all.items[1]).toEqual({
    id: a2,
    name: 'A',
    organization: { id: other, name: 'Other', timeZone: 'UTC' },
  });
  expect(ids(await list({ organizationId }))).toEqual([a, b, c]);
  expect(ids(await list({ organizationId: hidden }))).toEqual([]);

  const seen: string[] = [];
  let cursor: { position: [string, string, string]; filters: string } | undefined;
  do {
    const page = await list({ limit: 1, cursor });
    expect(page.items).toHaveLength(1);
    seen.push(...ids(page));
    const position = page.nextCursor && JSON.parse(Buffer.from(page.nextCursor, 'base64url').toString());
    cursor = position && { position, filters: '' };
    if (cursor) expect(cursor.position[0]).toBe('court');
  } while (cursor && seen.length < 10);
  expect(seen).toEqual([a, a2, b, c]);
});
