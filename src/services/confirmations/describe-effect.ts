import { onPrimary } from '../../db/connection/query.ts';
import { ApiToken, ExternalService, OrganizationGrant } from '../../db/entities/external-service.ts';
import { Operator } from '../../db/entities/operator.ts';
import { Organization } from '../../db/entities/organization.ts';
import { User, UserGrant } from '../../db/entities/user.ts';
import { WebhookEndpoint } from '../../db/entities/webhook.ts';
import { countBookingsOfGuest } from '../../db/queries/operators/person/person.ts';
import type { Administrator, Supporter } from '../access/authorize-operator.ts';
import { validTokensOf } from '../partners/change-api-token.ts';
import type { ServiceContext } from '../service-context.ts';
import { eventName } from '../values/time-names.ts';

/** A sentence that names whom or what a mutation will affect. Undefined if there is nothing to confirm. */
type Effect = Promise<string | undefined>;

/** Whom `eraseUser` erases. */
export async function describeUserErasure(
  { database }: ServiceContext,
  _supporter: Supporter,
  { userId }: { userId: string },
): Effect {
  const user = await database.em().findOne(User, { id: userId, erasedAt: null }, { populate: ['managedBy'] });
  if (!user) return undefined;
  return `Erases ${user.firstName} ${user.lastName} (${user.email}), a user of ${user.managedBy.getEntity().name}, in all bookings and records. This cannot be undone.`;
}

/** Which addresses `exchangeAddresses` exchanges. */
export async function describeExchange(
  { database }: ServiceContext,
  _supporter: Supporter,
  { userId, otherUserId }: { userId: string; otherUserId: string },
): Effect {
  const users = await database.em().find(User, { id: { $in: [userId, otherUserId] }, erasedAt: null });
  const [one, other] = [userId, otherUserId].map((id) => users.find((user) => user.id === id));
  if (!one || !other || one === other) return undefined;
  return `${one.firstName} ${one.lastName} gets ${other.email}, and ${other.firstName} ${other.lastName} gets ${one.email}.`;
}

/** Whom `eraseGuest` erases. */
export async function describeGuestErasure(
  { database }: ServiceContext,
  _supporter: Supporter,
  { email }: { email: string },
): Effect {
  if ((await database.em().count(User, { email })) > 0) return undefined;
  const bookings = await countBookingsOfGuest(onPrimary(database), email);
  return `Erases ${email} from ${numberOf(bookings, 'booking')} and all records. This cannot be undone.`;
}

/** Which token `revokeApiToken` revokes. */
export async function describeTokenRevocation(
  { database }: ServiceContext,
  _administrator: Administrator,
  { apiTokenId }: { apiTokenId: string },
): Effect {
  const token = await database
    .em()
    .findOne(ApiToken, { id: apiTokenId, revokedAt: null }, { populate: ['externalService'] });
  if (!token) return undefined;
  const used = token.lastUsedAt ? `last used at ${eventName(token.lastUsedAt)}` : 'never used';
  return `Revokes the API token “${token.label}” of ${token.externalService.getEntity().name}, ${used}. Requests with it return 401.`;
}

/** Which tokens `revokeApiTokens` revokes. */
export async function describeTokensRevocation(
  { database, now }: ServiceContext,
  _administrator: Administrator,
  { externalServiceId }: { externalServiceId: string },
): Effect {
  const em = database.em();
  const service = await em.findOne(ExternalService, externalServiceId);
  const valid = validTokensOf(externalServiceId, new Date(now()).toISOString());
  const labels = (await em.find(ApiToken, valid)).map(({ label }) => label).sort();
  if (!service || labels.length === 0) return undefined;
  return `Revokes ${numberOf(labels.length, 'valid API token')} of ${service.name} (${labels.join(', ')}). All its requests return 401 until you issue a new token.`;
}

/** Whom `revokeOperator` revokes. */
export async function describeOperatorRevocation(
  { database }: ServiceContext,
  _administrator: Administrator,
  { operatorId }: { operatorId: string },
): Effect {
  const operator = await database.em().findOne(Operator, { id: operatorId, revokedAt: null });
  return operator ? `Ends the token and the sessions of ${operator.name} (${operator.role}).` : undefined;
}

/** Which access `revokeOrganizationAccess` revokes. */
export async function describeOrganizationRevocation(
  { database }: ServiceContext,
  _administrator: Administrator,
  given: { externalServiceId: string; organizationId: string },
): Effect {
  const em = database.em();
  const grant = { externalService: given.externalServiceId, organization: given.organizationId };
  if ((await em.count(OrganizationGrant, grant)) === 0) return undefined;
  const service = await em.findOneOrFail(ExternalService, given.externalServiceId);
  const organization = await em.findOneOrFail(Organization, given.organizationId);
  return `${service.name} can no longer book the courts of ${organization.name}. Existing bookings are kept.`;
}

/** Which access `revokeUserAccess` revokes. */
export async function describeUserRevocation(
  { database }: ServiceContext,
  _administrator: Administrator,
  given: { externalServiceId: string; userId: string },
): Effect {
  const em = database.em();
  const grant = { externalService: given.externalServiceId, user: given.userId };
  if ((await em.count(UserGrant, grant)) === 0) return undefined;
  const service = await em.findOneOrFail(ExternalService, given.externalServiceId);
  const user = await em.findOneOrFail(User, given.userId);
  return `${service.name} can no longer name ${user.firstName ?? 'an erased user'} ${user.lastName ?? ''} in its bookings.`;
}

/** Which endpoint `deleteWebhookEndpoint` deletes. */
export async function describeEndpointDeletion(
  { database }: ServiceContext,
  _administrator: Administrator,
  { webhookEndpointId }: { webhookEndpointId: string },
): Effect {
  const endpoint = await database
    .em()
    .findOne(WebhookEndpoint, webhookEndpointId, { populate: ['externalService'] });
  return endpoint
    ? `Deletes the webhook endpoint ${endpoint.url} of ${endpoint.externalService.getEntity().name} with its deliveries. This cannot be undone.`
    : undefined;
}

const numberOf = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`;
