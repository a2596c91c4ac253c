import type { Database } from '../../db/database.ts';
import { ApiToken, ExternalService, OrganizationGrant } from '../../db/external-service.ts';
import { Court, Organization } from '../../db/organization.ts';
import { User, UserLink } from '../../db/user.ts';
import { scopes } from '../access/scope.ts';
import { addApiToken } from '../partners/add-api-token.ts';
import { demoIds } from './demo-ids.ts';

/** What the printed `curl` lines need. */
export interface DemoData {
  externalServiceId: string;
  courtId: string;
  token: string;
}

const organizationName = 'Demo Tennis Club';
const serviceName = 'Demo Partner';
const tokenLabel = 'demo, printed by npm start';
const demoUser = { email: 'demo.member@example.com', firstName: 'Demo', lastName: 'Member' };
const courtNames = ['Centre Court', 'Court 1', 'Court 2'];
const tokenMillis = 24 * 60 * 60 * 1_000;

/**
 * Loads an organization with courts, an external service that may book them, and a user of it, when the database is
 * empty; and issues the service a token for a day: secrets are not kept, so each start needs its own.
 *
 * @returns undefined when there is other data and no demo service.
 */
export async function loadDemoData(
  database: Database,
  newId: () => string,
  now: () => number,
): Promise<DemoData | undefined> {
  return database.transaction(async (em) => {
    // Two processes that start at once take turns.
    await em.execute("select pg_advisory_xact_lock(hashtextextended('courtbridge/demo', 0))");
    let service = await em.findOne(ExternalService, demoIds.externalService);
    if (!service && (await em.count(ExternalService)) + (await em.count(Organization)) > 0) return undefined;
    if (!service) {
      const organization = em.create(Organization, { id: newId(), name: organizationName });
      for (const [index, name] of courtNames.entries()) {
        em.create(Court, { id: index === 0 ? demoIds.court : newId(), organization, name });
      }
      service = em.create(ExternalService, { id: demoIds.externalService, name: serviceName });
      em.create(OrganizationGrant, { externalService: service, organization });
      const user = em.create(User, { id: demoIds.user, ...demoUser, managedBy: service });
      em.create(UserLink, { externalService: service, externalUserId: 'member-0', user });
      await em.flush();
    }
    // Those of earlier starts.
    await em.nativeDelete(ApiToken, { label: tokenLabel, expiresAt: { $lt: new Date(now()).toISOString() } });
    const token = addApiToken(em, {
      id: newId(),
      externalServiceId: service.id,
      scopes,
      label: tokenLabel,
      expiresAt: new Date(now() + tokenMillis).toISOString(),
    });
    return { externalServiceId: service.id, courtId: demoIds.court, token };
  });
}
