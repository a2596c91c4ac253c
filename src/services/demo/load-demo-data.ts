import type { RequiredEntityData } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Database } from '../../db/connection/database.ts';
import { queryIn } from '../../db/connection/query.ts';
import { CourtBooking, CourtBookingParticipant } from '../../db/entities/court-booking.ts';
import { ApiToken, ExternalService, OrganizationGrant } from '../../db/entities/external-service.ts';
import { Court, Organization } from '../../db/entities/organization.ts';
import { User, UserGrant, UserLink } from '../../db/entities/user.ts';
import { WebhookEndpoint } from '../../db/entities/webhook.ts';
import { insertPartnerRequests } from '../../db/queries/jobs/partner-requests.ts';
import { lockName } from '../../db/queries/lock-name.ts';
import { scopes } from '../../rules/requests/scope.ts';
import { addApiToken } from '../partners/add-api-token.ts';
import { newSecret } from '../webhook-deliveries/signature.ts';
import type { SecretBox } from '../webhooks/webhook-dependencies.ts';
import { demoIds } from './demo-ids.ts';
import { demoRequests } from './demo-requests.ts';
import { demoRows } from './demo-rows.ts';

export interface DemoData {
  externalServiceId: string;
  courtId: string;
  externalCourtBookingId: string;
  token: string;
}

const tokenLabel = 'demo, printed by npm start';
const dayMillis = 24 * 60 * 60 * 1_000;

/**
 * If the database is empty, loads organizations with courts, external services, their users, bookings of two weeks, requests of a
 * week, a failing webhook endpoint and a token that expires soon. Issues a token for one day to the first service. Each start needs a new one, because secrets are not stored.
 *
 * @returns undefined if there is other data and no demo service.
 */
export async function loadDemoData(
  database: Database,
  newId: () => string,
  now: () => number,
  secrets?: SecretBox,
): Promise<DemoData | undefined> {
  return database.transaction(async (em) => {
    // Serializes processes that start at the same time.
    await lockName(queryIn(em), 'courtbridge/demo');
    if (!(await em.findOne(ExternalService, demoIds.externalService))) {
      if ((await em.count(ExternalService)) + (await em.count(Organization)) > 0) return undefined;
      const rows = demoRows({ newId, now });
      await insert(em, rows);
      const [own, other] = rows.services.map(({ id }) => id) as [string, string];
      await insertPartnerRequests(queryIn(em), demoRequests(now(), [own, other], rows.bookings));
      addApiToken(em, {
        id: newId(),
        externalServiceId: other,
        scopes,
        label: 'production',
        expiresAt: new Date(now() + 12 * dayMillis).toISOString(),
      });
      if (secrets) em.create(WebhookEndpoint, failingEndpoint(newId(), other, now(), secrets));
    }
    // Expired tokens of earlier starts.
    await em.nativeDelete(ApiToken, { label: tokenLabel, expiresAt: { $lt: new Date(now()).toISOString() } });
    const token = addApiToken(em, {
      id: newId(),
      externalServiceId: demoIds.externalService,
      scopes,
      label: tokenLabel,
      expiresAt: new Date(now() + dayMillis).toISOString(),
    });
    return {
      externalServiceId: demoIds.externalService,
      courtId: demoIds.court,
      externalCourtBookingId: demoIds.externalCourtBooking,
      token,
    };
  });
}

/** One statement per table, so that the start is not delayed. */
async function insert(em: SqlEntityManager, rows: ReturnType<typeof demoRows>): Promise<void> {
  await em.insertMany(Organization, rows.organizations);
  await em.insertMany(Court, rows.courts);
  await em.insertMany(ExternalService, rows.services);
  await em.insertMany(OrganizationGrant, rows.organizationGrants);
  await em.insertMany(User, rows.users);
  await em.insertMany(UserLink, rows.userLinks);
  await em.insertMany(UserGrant, rows.userGrants);
  // Without `active`, which is a generated column.
  await em.insertMany(CourtBooking, rows.bookings as RequiredEntityData<CourtBooking>[]);
  await em.insertMany(CourtBookingParticipant, rows.participants);
}

/** Paused because it failed for two days, so nothing is sent. */
function failingEndpoint(id: string, externalService: string, now: number, secrets: SecretBox) {
  const at = (days: number) => new Date(now - days * dayMillis).toISOString();
  return {
    id,
    externalService,
    url: 'https://neighbour.example.com/webhooks',
    types: ['court_booking.cancelled', 'court_booking.reinstated'],
    signature: 'HMAC_SHA256' as const,
    secret: secrets.seal(newSecret('HMAC_SHA256')),
    pausedBecause: 'FAILING' as const,
    pausedAt: at(1),
    failures: 37,
    failingSince: at(6),
    lastFailureAt: at(1),
    createdAt: at(30),
  };
}
