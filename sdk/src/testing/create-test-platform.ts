import { copyOfJson } from '../json.ts';
import { answerRequest } from './platform/answer-request.ts';
import { ApiError, actionError, checkAmounts, notFound } from './platform/api-error.ts';
import { eraseGuest, eraseUser } from './platform/erase-user.ts';
import { dropChanges } from './platform/list-changes.ts';
import { announceCourt, byOperator, setCourtActive } from './platform/operators.ts';
import { findByEmail } from './platform/read-user.ts';
import { addExternalService, addToken, createWorld } from './platform/seed.ts';
import { externalServiceId, testToken, token } from './platform/test-token.ts';
import { complete, dueDeliveries, toWebhookRequest } from './platform/webhooks.ts';
import type { Court, User } from './platform/world.ts';
import { carryOutUser } from './platform/write-user.ts';
import { testExternalService } from './test-external-service.ts';
import { createTestFetch } from './test-fetch.ts';
import type { TestClientOptions, TestPlatform } from './test-platform.ts';
import type { TestPlatformOptions } from './test-platform-options.ts';

/**
 * Creates a platform in memory for your own tests: `createPartnerClient(platform.clientOptions)`.
 *
 * It checks each request by the rules of the service: shape, scopes, versions, overlaps, participants and users' addresses. It reports what
 * happens in changes and webhooks. Your tests control operators, other external services, outages and the clock.
 *
 * If your code only needs certain responses, `createTestPartnerApi` is simpler. It accepts every request, as in 1.0.
 */
export function createTestPlatform(options: TestPlatformOptions = {}): TestPlatform {
  let begun = createWorld(options);
  const world = () => begun.world;
  const { fetch, calls, planning, state, forget } = createTestFetch({
    respond: ({ called, request, requestId }) => {
      for (const service of world().externalServices.values()) dropChanges(world(), service);
      return answerRequest(world(), called, request, requestId);
    },
    newRequestId: () => world().newId(),
    recorded: (call) => call,
  });
  const clientOptions: TestClientOptions = {
    baseUrl: 'https://partners.test',
    token: options.token ?? token,
    externalServiceId: begun.own.id ?? externalServiceId,
    fetch,
  };
  const userOf = (id: string): User => {
    const user = world().users.get(id);
    if (!user) throw new ApiError('user_not_found');
    return user;
  };
  const deliver = async (receiver: (request: Request) => Response | Promise<Response>): Promise<number> => {
    let delivered = 0;
    for (const { service, endpoint, delivery } of dueDeliveries(world())) {
      const request = await toWebhookRequest(world(), endpoint, delivery);
      // Undefined if the receiver fails.
      const response = await (async () => receiver(request))().catch(() => undefined);
      complete(world(), service, endpoint, delivery, response);
      if (response?.ok) delivered += 1;
    }
    return delivered;
  };

  return {
    ...testExternalService(() => ({ world: world(), service: begun.own }), clientOptions),
    ...planning,
    calls,
    addExternalService: ({ id = world().newId(), name = 'Another partner', scopes = undefined } = {}) => {
      const service = addExternalService(world(), id.toLowerCase(), name);
      for (const organization of begun.own.organizations) service.organizations.add(organization);
      const secret = testToken(world().tokens.size + 1);
      addToken(world(), service, secret, scopes ? { scopes } : {});
      const its = { ...clientOptions, token: secret, externalServiceId: service.id };
      return testExternalService(() => ({ world: world(), service }), its);
    },
    now: () => new Date(world().clock.now()),
    advance: (milliseconds) => {
      const { clock, waiting } = world();
      checkAmounts({ advance: milliseconds, 'now after advance': +new Date(clock.now() + milliseconds) });
      clock.advance(milliseconds);
      for (const wake of waiting) wake();
    },
    goDown: (outage = 'unreachable') => {
      state.outage = outage;
    },
    comeBack: () => {
      state.outage = undefined;
    },
    slowDown: (milliseconds) => {
      checkAmounts({ slowDown: milliseconds });
      state.delayMs = milliseconds;
    },
    createOrganization: (name, timeZone = 'UTC') => {
      const id = world().newId();
      world().organizations.set(id, { id, name, timeZone });
      return id;
    },
    createCourt: (name, organizationId = [...world().organizations.keys()][0]!) => {
      const id = world().newId();
      const organization = world().organizations.get(organizationId);
      if (!organization) throw notFound('organization', `with the id ${organizationId}`);
      const isTaken = (court: Court) => court.organization.id === organizationId && court.name === name;
      if ([...world().courts.values()].some(isTaken))
        throw actionError('name_already_in_use', `${organization.name} has a court of this name.`);
      world().courts.set(id, { id, name, organization, active: true });
      announceCourt(world(), id, 'court.created');
      return id;
    },
    deactivateCourt: (courtId) => setCourtActive(world(), courtId, false),
    activateCourt: (courtId) => setCourtActive(world(), courtId, true),
    updateUser: (userId, { email, ...changes }) => {
      const { managedById, isErased } = userOf(userId);
      if (isErased) throw new ApiError('user_not_found');
      const address = typeof email === 'string' ? { email: email.toLowerCase() } : {};
      const item = { action: 'update', userId, changes: { ...(changes as object), ...address } } as const;
      carryOutUser(world(), world().externalServices.get(managedById)!, item, byOperator(world()));
    },
    eraseUser: (userId) => eraseUser(world(), userOf(userId), byOperator(world())),
    eraseGuest: (email) => {
      const address = email.toLowerCase();
      if (findByEmail(world(), address))
        throw actionError('email_of_user', 'This is the address of a user. Erase the user instead.');
      eraseGuest(world(), [address], byOperator(world()));
    },
    webhookRequests: async () => {
      const requests: Request[] = [];
      await deliver((request) => {
        requests.push(request);
        return new Response();
      });
      return requests;
    },
    deliverWebhooks: deliver,
    courts: () => [...world().courts.values()].map((court) => copyOfJson(court)),
    reset: () => {
      begun = createWorld(options);
      forget();
    },
  };
}
