import { describe, expect, it } from 'vitest';
import { inTransaction } from '../../../src/db/connection/in-transaction.ts';
import { createOrganization } from '../../../src/services/organizations/create-organization.ts';
import { updateOrganization } from '../../../src/services/organizations/update-organization.ts';
import { untilInLine } from '../../harness/assertions/in-line.ts';
import { administrator, useVerbs } from '../../harness/clients/verbs.ts';
import { useTestService, useWorld } from '../../harness/servers/use-test-service.ts';

describe('names that operators assign', () => {
  const service = useTestService('postgresql');
  const world = useWorld(service);

  const mutate = async (mutation: string, type: string, input: object) => {
    const shown = type === 'IssuedOperatorToken' ? 'operator { name }' : 'name';
    const { operator, ...result } = await world.operators.admin.mutate(
      mutation,
      input,
      `... on ${type} { ${shown} } ... on InvalidSchemaError { issues { path code } }`,
    );
    return operator ?? result;
  };

  it('createOrganization and updateOrganization take a time zone, and reject an unknown one', async () => {
    const { organizationId } = await service.factories.organization(0);
    const zoneOf = (mutation: string, input: object) =>
      world.operators.admin.mutate(
        mutation,
        input,
        '... on Organization { timeZone } ... on InvalidSchemaError { issues { path message } }',
      );
    expect(await zoneOf('createOrganization', { name: 'Club' })).toEqual({ timeZone: 'UTC' });
    const berlin = { name: 'Club', timeZone: 'europe/berlin' };
    expect(await zoneOf('createOrganization', berlin)).toEqual({ timeZone: 'Europe/Berlin' });
    expect(await zoneOf('updateOrganization', { organizationId, timeZone: 'America/New_York' })).toEqual({
      timeZone: 'America/New_York',
    });
    expect(await zoneOf('updateOrganization', { organizationId, name: 'Same zone' })).toEqual({
      timeZone: 'America/New_York',
    });
    const issues = [
      {
        path: ['timeZone'],
        message: 'Must be the name of an IANA time zone, such as Europe/Berlin or UTC.',
      },
    ];
    for (const timeZone of ['Mars/Olympus', '+02:00', ''])
      for (const [mutation, input] of [
        ['createOrganization', { name: 'Club' }],
        ['updateOrganization', { organizationId }],
      ] as const)
        expect(await zoneOf(mutation, { ...input, timeZone })).toMatchObject({ issues });
  });

  const mutations = [
    ['createOrganization', 'Organization', () => ({})],
    ['updateOrganization', 'Organization', () => ({ organizationId: world.organizations.riverside.id })],
    ['createCourt', 'Court', () => ({ organizationId: world.organizations.riverside.id })],
    ['updateCourt', 'Court', () => ({ courtId: world.courts.centre.id })],
    ['createExternalService', 'ExternalService', () => ({})],
    ['updateExternalService', 'ExternalService', () => ({ externalServiceId: world.services.alpha.id })],
    ['createOperator', 'IssuedOperatorToken', () => ({ role: 'VIEWER' })],
  ] as const;

  it.each(mutations)('%s trims names and limits them to 255 characters', async (mutation, type, of) => {
    const longest = `${mutation} ${'𝒳'.repeat(254 - mutation.length)}`;
    const input = { ...of(), name: `\t ${longest} \u3000\n` };
    expect(await mutate(mutation, type, input)).toEqual({ name: longest });
    expect(await mutate(mutation, type, { ...of(), name: `${longest}𝒳` })).toMatchObject({
      issues: [{ path: ['name'], code: 'too_big' }],
    });
  });
});

const verbs = useVerbs();

it('the second of two concurrent renames waits and records the name that the first one set', async () => {
  const { test } = verbs;
  const context = verbs.context();
  const organizationId = await createOrganization(context, administrator, { name: 'Club' });
  let second: Promise<string> | undefined;
  await test.database.transaction(async (em) => {
    const first = { ...context, database: inTransaction(test.database, em) };
    await updateOrganization(first, administrator, { organizationId, name: 'First' });
    second = updateOrganization(context, administrator, { organizationId, name: 'Second' });
    await untilInLine(test.database, 1);
  });
  await second;
  expect((await verbs.eventsOf(organizationId)).slice(1)).toMatchObject([
    { before: { name: 'Club' }, after: { name: 'First' } },
    { before: { name: 'First' }, after: { name: 'Second' } },
  ]);
});
