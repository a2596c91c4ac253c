import { expect, it } from 'vitest';
import { createCourt } from '../../../src/services/organizations/create-court.ts';
import { createCourts } from '../../../src/services/organizations/create-courts.ts';
import { createOrganization } from '../../../src/services/organizations/create-organization.ts';
import { updateOrganization } from '../../../src/services/organizations/update-organization.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { administrator, useVerbs } from '../../harness/clients/verbs.ts';

const { query, context, eventsOf } = useVerbs();
const changesOf = (organizationId: string) =>
  query(
    'select type, data, actor_type as by from change_outbox where organization_id = $1 order by id',
    organizationId,
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
  // Organizations may have the same name.
  for (const organizationId of [one, other])
    expect(await updateOrganization(context(), administrator, { organizationId, name: 'Twin' })).toBe(
      organizationId,
    );
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
