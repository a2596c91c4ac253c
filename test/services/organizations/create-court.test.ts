import { expect, it } from 'vitest';
import { createCourt } from '../../../src/services/organizations/create-court.ts';
import { createCourts } from '../../../src/services/organizations/create-courts.ts';
import { createOrganization } from '../../../src/services/organizations/create-organization.ts';
import { updateOrganization } from '../../../src/services/organizations/update-organization.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { administrator, useVerbs } from '../../harness/clients/verbs.ts';

const { query, context } = useVerbs();
const changesOf = (organizationId: string) =>
  query(
    'select type, data, actor_type as by from change_outbox where organization_id = $1 order by id',
    organizationId,
  );

it('organizations may have the same name, and a court or a change needs a known organization', async () => {
  const name = 'Twin';
  for (const former of ['One', 'Other']) {
    const organizationId = await createOrganization(context(), administrator, { name: former });
    expect(await updateOrganization(context(), administrator, { organizationId, name })).toBe(organizationId);
  }
  const unknown = { organizationId: newId(), name };
  for (const verb of [createCourt, updateOrganization])
    await expect(verb(context(), administrator, unknown)).rejects.toMatchObject({
      type: 'organization_not_found',
    });
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
