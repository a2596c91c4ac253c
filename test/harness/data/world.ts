import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../../src/db/connection/database.ts';
import { ExternalService, OrganizationGrant } from '../../../src/db/entities/external-service.ts';
import { Operator } from '../../../src/db/entities/operator.ts';
import { Court, Organization } from '../../../src/db/entities/organization.ts';
import { User, UserGrant, UserLink } from '../../../src/db/entities/user.ts';
import { WebhookEndpoint } from '../../../src/db/entities/webhook.ts';
import { changeTypes } from '../../../src/rules/change-types.ts';
import { type Scope, scopes } from '../../../src/rules/requests/scope.ts';
import { authorizeAdministrator } from '../../../src/services/access/authorize-operator.ts';
import { authorizePartner, type Partner } from '../../../src/services/access/authorize-partner.ts';
import { cancelCourtBooking } from '../../../src/services/bookings/cancel-court-booking.ts';
import { cancelCourtBookingAsOperator } from '../../../src/services/bookings/cancel-court-booking-as-operator.ts';
import { upsertCourtBooking } from '../../../src/services/bookings/upsert-court-booking.ts';
import { sequenceChanges } from '../../../src/services/changes/sequence-changes.ts';
import { addApiToken } from '../../../src/services/partners/add-api-token.ts';
import type { ServiceContext } from '../../../src/services/service-context.ts';
import { createUser } from '../../../src/services/users/create-user.ts';
import { hashToken, newToken } from '../../../src/services/values/secret-formats.ts';
import { bookingBody } from './factories.ts';
import { bookingIdIn } from './rows.ts';

/* One definition of who may do what. For every rule there is a counterexample in the world: of two services, only one may book a court. Each service may name a user of one other service but not of the third. All use the same external ids, and two share an organization, a court and a guest. Access that is not listed here is denied. */
const courtNames = { riverside: ['centre', 'side'], hilltop: ['north', 'south'] } as const;
const organizationGrants = {
  alpha: ['riverside'],
  beta: ['riverside', 'hilltop'],
  gamma: ['hilltop'],
} as const;
/** Each service manages two users. One other service has access to the first. The second has no other access. */
const managedUsers = { alpha: ['ada', 'alan'], beta: ['bob', 'bea'], gamma: ['gil', 'gwen'] } as const;
const userGrants = { alpha: 'gil', beta: 'ada', gamma: 'bob' } as const;
/**
 * Links to a service that neither manages the user nor has access. A link alone grants no access. The service's bookings contain these
 * users' addresses.
 */
const links = { alpha: 'bea', beta: 'gwen', gamma: 'alan' } as const;

const endpointNames = ['active', 'paused'] as const;

export type ServiceName = keyof typeof organizationGrants;
export type OrganizationName = keyof typeof courtNames;
export type CourtName = (typeof courtNames)[OrganizationName][number];
export type UserName = (typeof managedUsers)[ServiceName][number];

export const serviceNames = Object.keys(organizationGrants) as ServiceName[];
export const organizationNames = Object.keys(courtNames) as OrganizationName[];
export const userNames = Object.values(managedUsers).flat() as UserName[];

export interface WorldService {
  id: string;
  name: string;
  token: WorldToken;
  secondToken: WorldToken;
  organizations: readonly OrganizationName[];
  /** The users that it may refer to by id: those that it manages, and the one that it has access to. */
  openUsers: readonly UserName[];
  /**
   * On a court that another service has also booked. It names an own user by id, and a granted user, a guest and an unrelated user by
   * address.
   */
  booking: WorldBooking;
  /** Cancelled by an operator. */
  cancelled: WorldBooking;
  /** Webhook endpoint ids. The active endpoint has delivered, failed and pending deliveries. The paused one has only its first delivery. */
  endpoints: Record<EndpointName, string>;
}

type EndpointName = (typeof endpointNames)[number];

interface WorldToken {
  id: string;
  secret: string;
}

export interface WorldUser {
  id: string;
  email: string;
  /** `member-1` or `member-2`, the same as the users of the other services. */
  externalUserId: string;
  managedBy: ServiceName;
  grantedTo: readonly ServiceName[];
}

export interface WorldBooking {
  id: string;
  /** The same for all services: `booking` or `cancelled`. */
  externalCourtBookingId: string;
  body: Record<string, unknown>;
}

export interface World {
  organizations: Record<OrganizationName, { id: string; name: string; courts: readonly CourtName[] }>;
  courts: Record<CourtName, { id: string; name: string; organization: OrganizationName }>;
  services: Record<ServiceName, WorldService>;
  users: Record<UserName, WorldUser>;
  operators: Record<'admin' | 'viewer', { id: string; secret: string }>;
  /** An address without an account, in the bookings of every service. */
  guest: string;
}

/**
 * Creates a world with two organizations, three external services, six users, bookings of each service, webhook endpoints and two
 * operators. Nothing is sent to the endpoints. Partner actions go through the partner's verbs and so have audit events. The rest are plain
 * rows.
 * @param time the clock of the service, if it has one (`clock.ts`)
 */
export async function createWorld(
  { database }: { database: Database },
  { now, newId }: Pick<ServiceContext, 'now' | 'newId'> = { now: Date.now, newId: uuidv7 },
): Promise<World> {
  const context: ServiceContext = { database, now, newId, requestId: 'world' };
  const rows = await createRows(context);
  const users = await createUsers(context, rows);
  const services = await createBookings(context, rows, users);
  await createDeliveries(context, rows);
  return { ...rows, users, services, guest };
}

const guest = 'guest@example.com';

type Rows = Awaited<ReturnType<typeof createRows>>;

async function createRows({ database, newId, now }: ServiceContext) {
  const em = database.em();
  const organizations = mapped(organizationNames, (key) => {
    const { id, name } = em.create(Organization, { id: newId(), name: `Club ${key}` });
    return { id, name, courts: courtNames[key] };
  });
  const courts = mapped(
    organizationNames.flatMap((key) => [...courtNames[key]]),
    (key) => {
      const organization = organizationNames.find((name) => courtNames[name].some((court) => court === key))!;
      const owner = em.getReference(Organization, organizations[organization].id);
      const { id, name } = em.create(Court, { id: newId(), organization: owner, name: `Court ${key}` });
      return { id, name, organization };
    },
  );
  const services = mapped(serviceNames, (key) => {
    const externalService = em.create(ExternalService, { id: newId(), name: `Partner ${key}` });
    const { id, name } = externalService;
    for (const organization of organizationGrants[key])
      em.create(OrganizationGrant, {
        externalService,
        organization: em.getReference(Organization, organizations[organization].id),
      });
    const token = (label: string) => {
      const tokenId = newId();
      return { id: tokenId, secret: addApiToken(em, { id: tokenId, externalServiceId: id, scopes, label }) };
    };
    const endpoints = mapped(endpointNames, (state) =>
      createEndpoint(em, newId(), externalService, state, now),
    );
    return { id, name, token: token('first'), secondToken: token('second'), endpoints };
  });
  const operators = mapped(['admin', 'viewer'], (key) => {
    const secret = newToken('operator');
    const role = key === 'admin' ? 'ADMIN' : 'VIEWER';
    const { id } = em.create(Operator, { id: newId(), name: key, role, secretHash: hashToken(secret) });
    return { id, secret };
  });
  await em.flush();
  return { organizations, courts, services, operators };
}

/** Creates an endpoint to which nothing is sent during a test. The active one has requested a pause without end. */
function createEndpoint(
  em: SqlEntityManager,
  id: string,
  externalService: ExternalService,
  state: EndpointName,
  now: () => number,
): string {
  em.create(WebhookEndpoint, {
    id,
    externalService,
    url: `https://partner.invalid/${state}`,
    types: [...changeTypes],
    signature: 'HMAC_SHA256',
    secret: Buffer.from('sealed by another key'),
    ...(state === 'active'
      ? { heldUntil: '2999-12-31T00:00:00Z' }
      : { pausedBecause: 'OPERATOR', pausedAt: new Date(now()).toISOString() }),
  });
  return id;
}

function partnerOf<S extends Scope>({ services }: Rows, key: ServiceName, scope: S): Partner<S> {
  const { id, token } = services[key];
  return authorizePartner({ id: token.id, externalServiceId: id, scopes }, scope, id);
}

async function createUsers(context: ServiceContext, rows: Rows): Promise<Record<UserName, WorldUser>> {
  const users = {} as Record<UserName, WorldUser>;
  for (const managedBy of serviceNames) {
    for (const [index, name] of managedUsers[managedBy].entries()) {
      const input = {
        email: `${name}@example.com`,
        externalUserId: `member-${index + 1}`,
        firstName: name,
        lastName: `of ${managedBy}`,
        birthday: '1985-12-10',
      };
      const { user } = await createUser(context, partnerOf(rows, managedBy, 'userwrite'), input);
      const { email, externalUserId } = input;
      const grantedTo = serviceNames.filter((service) => userGrants[service] === name);
      users[name] = { id: user.id, email, externalUserId, managedBy, grantedTo };
    }
  }
  const em = context.database.em();
  for (const key of serviceNames) {
    const externalService = em.getReference(ExternalService, rows.services[key].id);
    const reference = (name: UserName) => em.getReference(User, users[name].id);
    em.create(UserGrant, { externalService, user: reference(userGrants[key]) });
    em.create(UserLink, { externalService, externalUserId: 'linked', user: reference(links[key]) });
  }
  await em.flush();
  return users;
}

/** Alpha and beta share one court, beta and gamma another. */
const bookedCourts = {
  alpha: ['centre', 'side'],
  beta: ['centre', 'north'],
  gamma: ['north', 'south'],
} as const;

async function createBookings(
  context: ServiceContext,
  rows: Rows,
  users: Record<UserName, WorldUser>,
): Promise<Record<ServiceName, WorldService>> {
  const { admin } = rows.operators;
  const administrator = authorizeAdministrator({ id: admin.id, name: 'admin', role: 'ADMIN' });
  const services = {} as Record<ServiceName, WorldService>;
  for (const [slot, key] of serviceNames.entries()) {
    const openUsers = [...managedUsers[key], userGrants[key]];
    const participants = [
      { userId: users[openUsers[0]!].id },
      { email: users[userGrants[key]].email },
      { email: guest },
      { email: users[links[key]].email },
    ];
    const put = async (externalCourtBookingId: string, court: CourtName, at: number) => {
      const body = bookingBody(rows.courts[court].id, { participants }, at);
      const partner = partnerOf(rows, key, 'court-bookingwrite');
      await upsertCourtBooking(context, partner, externalCourtBookingId, body as never);
      const id = await bookingIdIn(context, externalCourtBookingId, partner.externalServiceId);
      return { id, externalCourtBookingId, body };
    };
    const [court, other] = bookedCourts[key];
    const booking = await put('booking', court, slot);
    const cancelled = await put('cancelled', other, slot + 5);
    await cancelCourtBookingAsOperator(context, administrator, {
      changesPast: true,
      courtBookingId: cancelled.id,
      reason: 'flood',
    });
    // Its create event comes after a later one.
    const writer = partnerOf(rows, key, 'court-bookingwrite');
    await cancelCourtBooking(context, writer, 'overtaken', '2026-11-20T12:00:00.000000Z');
    services[key] = {
      ...rows.services[key],
      organizations: organizationGrants[key],
      openUsers,
      booking,
      cancelled,
    };
  }
  return services;
}

/** For each endpoint, the oldest delivery has succeeded. For an active one, the next has failed. All others are pending. */
async function createDeliveries(context: ServiceContext, { services }: Rows): Promise<void> {
  // The service itself may be sequencing at the same time.
  while (!(await sequenceChanges(context)));
  for (const [state, outcomes] of Object.entries({ active: [true, false], paused: [true] }))
    await context.database.query(
      `update webhook_deliveries d
       set due_at = null, attempts = 1, last_attempt_at = $3, delivered_at = case when o.delivered then $3::timestamptz end,
         last_status = case when o.delivered then 200 else 500 end,
         last_error = case when not o.delivered then 'The response was 500.' end
       from (
         select endpoint_id, id, row_number() over (partition by endpoint_id order by id) as place
         from webhook_deliveries where endpoint_id = any ($1::uuid[])
       ) as p join unnest($2::boolean[]) with ordinality as o (delivered, place) using (place)
       where d.endpoint_id = p.endpoint_id and d.id = p.id`,
      [
        Object.values(services).map(({ endpoints }) => endpoints[state as EndpointName]),
        outcomes,
        new Date(context.now()).toISOString(),
      ],
    );
}

function mapped<Key extends string, Value>(
  keys: readonly Key[],
  make: (key: Key) => Value,
): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<Key, Value>;
}
