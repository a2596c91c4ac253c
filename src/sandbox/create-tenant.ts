import type { Platform } from './platform.ts';
import { type NamedCourt, Tenant } from './tenant.ts';

const allScopes = ['USER_READ', 'USER_WRITE', 'COURT_BOOKING_READ', 'COURT_BOOKING_WRITE', 'WEBHOOK_WRITE'];
const names = ['Ada', 'Björn', 'Chloé', 'Dmitri', 'Eun-ji', 'Fatima'];

/** Creates a club with five courts, a partner of this name who may book them, and six users. */
export async function createTenant(platform: Platform, id: string, partner: string): Promise<Tenant> {
  const club = async (name: string, courts: string[]) => {
    const { id: organizationId } = await platform.mutate(
      'createOrganization',
      { name: `${name} ${id}` },
      'Organization { id }',
    );
    const input = { organizationId, names: courts };
    const created = await platform.mutate('createCourts', input, 'Organization { courts { id name } }');
    return { organizationId, courts: created.courts as NamedCourt[] };
  };
  const service = async (name: string) => {
    const created = await platform.mutate(
      'createExternalService',
      { name: `${name} ${id}` },
      'ExternalService { id name }',
    );
    return created as { id: string; name: string };
  };
  const issue = (externalServiceId: string, label: string) =>
    platform.mutate(
      'issueApiToken',
      { externalServiceId, label, scopes: allScopes },
      'IssuedApiToken { secret apiToken { id } }',
    );
  const { organizationId, courts } = await club('Sandbox Club', [
    'Court 1',
    'Court 2',
    'Court 3',
    'Court 4',
    'Court 5',
  ]);
  const [foreignCourt] = (await club('Other Club', ['Foreign court'])).courts;
  const { id: externalServiceId, name: externalServiceName } = await service(partner);
  const { id: neighborId } = await service('Sandbox Neighbor');
  for (const one of [externalServiceId, neighborId])
    await platform.mutate(
      'grantOrganizationAccess',
      { externalServiceId: one, organizationId },
      'ExternalService { id }',
    );
  const own = await issue(externalServiceId, 'sandbox');
  const judge = await issue(externalServiceId, 'judge');
  const users = [];
  for (const [n, firstName] of names.entries()) {
    const fields = {
      externalUserId: `member-${n + 1}`,
      email: `member-${n + 1}@${id}.example.com`,
      firstName,
      lastName: `Sandbox-${id.slice(0, 8)}`,
    };
    const input = { externalServiceId, ...fields };
    const user = await platform.mutate('createUser', input, 'User { id }');
    users.push({ id: user.id, ...fields });
  }
  courts.sort((one, other) => one.name.localeCompare(other.name));
  return new Tenant(platform, {
    externalServiceId,
    externalServiceName,
    neighborId,
    own,
    judge,
    courts,
    foreignCourt: foreignCourt!.id,
    users,
  });
}
