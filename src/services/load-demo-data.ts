import type { Database } from '../db/database.ts';
import { ExternalService, OrganizationGrant } from '../db/external-service.ts';
import { Court, Organization } from '../db/organization.ts';
import { issueApiToken } from './issue-api-token.ts';
import { scopes } from './scope.ts';

/** What the printed `curl` lines need. */
export interface DemoData {
  externalServiceId: string;
  courtId: string;
  token: string;
}

const organizationName = 'Demo Tennis Club';
const serviceName = 'Demo Partner';
const courtNames = ['Centre Court', 'Court 1', 'Court 2'];
const tokenMillis = 24 * 60 * 60 * 1_000;

/**
 * Loads an organization with courts and an external service that may book them, when the database is empty, and
 * issues the service a token for a day: secrets are not kept, so each start needs its own.
 *
 * @returns undefined when there is other data and no demo service.
 */
export async function loadDemoData(
  database: Database,
  newId: () => string,
  now: () => number,
): Promise<DemoData | undefined> {
  return database.em().transactional(async (em) => {
    let service = await em.findOne(ExternalService, { name: serviceName }, { orderBy: { id: 'asc' } });
    if (!service && (await em.count(ExternalService)) + (await em.count(Organization)) > 0) return undefined;
    if (!service) {
      const organization = em.create(Organization, { id: newId(), name: organizationName });
      for (const name of courtNames) em.create(Court, { id: newId(), organization, name });
      service = em.create(ExternalService, { id: newId(), name: serviceName });
      em.create(OrganizationGrant, { externalService: service, organization });
      await em.flush();
    }
    const grant = await em.findOne(OrganizationGrant, { externalService: service });
    const court =
      grant && (await em.findOne(Court, { organization: grant.organization }, { orderBy: { id: 'asc' } }));
    if (!court) return undefined;
    const token = issueApiToken(em, {
      id: newId(),
      externalServiceId: service.id,
      scopes,
      label: 'demo, printed by npm start',
      expiresAt: new Date(now() + tokenMillis).toISOString(),
    });
    return { externalServiceId: service.id, courtId: court.id, token };
  });
}
