import type { Platform } from './platform.ts';
import { Tenant } from './tenant.ts';

const allScopes = ['USER_READ', 'USER_WRITE', 'COURT_BOOKING_READ', 'COURT_BOOKING_WRITE'];
const names = ['Ada', 'Björn', 'Chloé', 'Dmitri', 'Eun-ji', 'Fatima'];

/** Creates a club with five courts, a partner who may book them, and six users. */
export async function createTenant(platform: Platform, id: string): Promise<Tenant> {
  const club = async (name: string, courts: string[]) => {
    const { id: organizationId } = await platform.mutate(
      'createOrganization',
      ['CreateOrganizationInput', { name: `${name} ${id}` }],
      'Organization { id }',
    );
    const input = { organizationId, names: courts };
    await platform.mutate('createCourts', ['CreateCourtsInput', input], 'Organization { id }');
    return organizationId as string;
  };
  const service = async (name: string) => {
    const created = await platform.mutate(
      'createExternalService',
      ['CreateExternalServiceInput', { name: `${name} ${id}` }],
      'ExternalService { id }',
    );
    return created.id as string;
  };
  const issue = (externalServiceId: string, label: string) =>
    platform.mutate(
      'issueApiToken',
      ['IssueApiTokenInput', { externalServiceId, label, scopes: allScopes }],
      'IssuedApiToken { secret apiToken { id } }',
    );
  const organizationId = await club('Sandbox Club', ['Court 1', 'Court 2', 'Court 3', 'Court 4', 'Court 5']);
  const foreign = await club('Other Club', ['Foreign court']);
  const externalServiceId = await service('Sandbox Partner');
  const neighborId = await service('Sandbox Neighbor');
  for (const one of [externalServiceId, neighborId])
    await platform.mutate(
      'grantOrganizationAccess',
      ['OrganizationAccessInput', { externalServiceId: one, organizationId }],
      'ExternalService { id }',
    );
  const own = await issue(externalServiceId, 'sandbox');
  const judge = await issue(externalServiceId, 'judge');
  const path = `/api/v1/external-services/${externalServiceId}`;
  const courts = (await platform.list(judge.secret, `${path}/courts`)).map(({ id, name }) => ({
    id,
    name,
  }));
  const { courts: foreignCourts } = await platform.query(
    'query($id: ID!) { courts(organizationId: $id, first: 1) { nodes { id } } }',
    { id: foreign },
  );
  const users = [];
  for (const [n, firstName] of names.entries()) {
    const fields = {
      externalUserId: `member-${n + 1}`,
      email: `member-${n + 1}@${id}.example.com`,
      firstName,
      lastName: `Sandbox-${id.slice(0, 8)}`,
    };
    const input = { externalServiceId, ...fields };
    const user = await platform.mutate('createUser', ['CreateUserInput', input], 'User { id }');
    users.push({ id: user.id, ...fields });
  }
  courts.sort((one, other) => one.name.localeCompare(other.name));
  const foreignCourt = foreignCourts.nodes[0].id;
  return new Tenant(platform, { externalServiceId, neighborId, own, judge, courts, foreignCourt, users });
}
