import { randomUUID } from 'node:crypto';
import type { Platform } from './platform.ts';
import { type NamedCourt, Tenant } from './tenant.ts';

const allScopes = ['USER_READ', 'USER_WRITE', 'COURT_BOOKING_READ', 'COURT_BOOKING_WRITE', 'WEBHOOK_WRITE'];
const names = ['Ada', 'Björn', 'Chloé', 'Dmitri', 'Eun-ji', 'Fatima'];

/** Creates a tenant with a new id. A call that was carried out although its response was lost takes a name. Then another id is tried. */
export async function createTenant(
  platform: Platform,
  partner: string,
  attempt = 1,
): Promise<{ id: string; tenant: Tenant }> {
  const id = randomUUID();
  try {
    return { id, tenant: await createWith(platform, id, partner) };
  } catch (error) {
    if (attempt === 3 || !String(error).includes('AlreadyInUse')) throw error;
    return createTenant(platform, partner, attempt + 1);
  }
}

/** Creates a club with five courts, a partner of this name who may book them, and six users. */
async function createWith(platform: Platform, id: string, partner: string): Promise<Tenant> {
  const club = async (name: string, courts: string[]) => {
    const own = { name: `${name} ${id}` };
    const { id: organizationId } = await platform.mutate('createOrganization', own, 'Organization { id }');
    const input = { organizationId, names: courts };
    const created = await platform.mutate('createCourts', input, 'Organization { courts { id name } }');
    return { organizationId, courts: created.courts as NamedCourt[] };
  };
  const service = (name: string): Promise<{ id: string; name: string }> =>
    platform.mutate('createExternalService', { name: `${name} ${id}` }, 'ExternalService { id name }');
  const issue = (externalServiceId: string, label: string) => {
    const input = { externalServiceId, label, scopes: allScopes };
    return platform.mutate('issueApiToken', input, 'IssuedApiToken { secret apiToken { id } }');
  };
  const numbered = [1, 2, 3, 4, 5].map((number) => `Court ${number}`);
  const { organizationId, courts } = await club('Sandbox Club', numbered);
  const [foreignCourt] = (await club('Other Club', ['Foreign court'])).courts;
  const { id: externalServiceId, name: externalServiceName } = await service(partner);
  const { id: neighborId } = await service('Sandbox Neighbor');
  for (const one of [externalServiceId, neighborId]) {
    const input = { externalServiceId: one, organizationId };
    await platform.mutate('grantOrganizationAccess', input, 'ExternalService { id }');
  }
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
  const parts = { externalServiceId, externalServiceName, neighborId, own, judge, courts, users };
  return new Tenant(platform, { ...parts, foreignCourt: foreignCourt!.id });
}
