import { changeTypes } from '../../../src/rules/change-types.ts';
import { copyOfJson } from '../json.ts';
import type { Change, CourtBooking, User } from '../operations.generated.ts';
import { documentedRequests } from './documented-interface.generated.ts';
import { notFound } from './platform/api-error.ts';
import { checkShape } from './platform/check-shape.ts';
import { toCourtBooking } from './platform/court-booking.ts';
import { dropChanges, toChange } from './platform/list-changes.ts';
import {
  byOperator,
  cancelAsOperator,
  reinstateAsOperator,
  resetVersion,
  setOrganizationAccess,
  setUserAccess,
} from './platform/operators.ts';
import { usersOf } from './platform/read-user.ts';
import { addToken } from './platform/seed.ts';
import { shownSecret } from './platform/signature.ts';
import { testToken } from './platform/test-token.ts';
import { revoke } from './platform/tokens.ts';
import { addEndpoint, findEndpoint, rotateKeys, setPaused, sortTypes } from './platform/webhooks.ts';
import { type Endpoint, type ExternalService, keyOf, type World } from './platform/world.ts';
import type { TestClientOptions, TestExternalService, TestWebhookEndpoint } from './test-platform.ts';

/** Creates the handle of an external service. `at` returns the current state, which a reset replaces. */
export function testExternalService(
  at: () => { world: World; service: ExternalService },
  clientOptions: TestClientOptions,
): TestExternalService {
  return {
    id: clientOptions.externalServiceId,
    clientOptions,
    issueToken: (options = {}) => {
      const { world, service } = at();
      const token = testToken(world.tokens.size + 1);
      addToken(world, service, token, options);
      return { ...clientOptions, token };
    },
    revokeTokens: (only) => {
      const { world, service } = at();
      for (const [secret, token] of world.tokens)
        if (token.externalService === service && (only ?? secret) === secret) revoke(world, token);
    },
    cancelAsOperator: (id, reason = 'Cancelled by an operator of the test') =>
      act(cancelAsOperator, id, reason),
    reinstateAsOperator: (id) => act(reinstateAsOperator, id),
    resetVersion: (id, externalUpdatedAt) => act(resetVersion, id, externalUpdatedAt),
    resetCancellation: (id) => {
      const { world, service } = at();
      if (!world.stamps.delete(keyOf(service, id)))
        throw notFound('cancellation', `under the id ${JSON.stringify(id)}`);
    },
    grantOrganization: (id) => act(setOrganizationAccess, id, true),
    revokeOrganization: (id) => act(setOrganizationAccess, id, false),
    grantUser: (id) => act(setUserAccess, id, true),
    revokeUser: (id) => act(setUserAccess, id, false),
    addWebhookEndpoint: async ({ types = changeTypes, ...more }) => {
      const { world, service } = at();
      const shape = documentedRequests.createWebhookEndpoint.body!;
      const given = checkShape(shape, { ...more, types }, { today: world.clock.today() });
      const endpoint = addEndpoint(world, service.endpoints, { ...given, types: sortTypes(given.types) });
      return testWebhookEndpoint(at, endpoint);
    },
    bookings: () => {
      const { world, service } = at();
      const own = [...world.bookings.values()].filter(
        ({ externalServiceId }) => externalServiceId === service.id,
      );
      return own.map((booking) => toCourtBooking(world, booking) as CourtBooking);
    },
    users: () => usersOf(at().world, at().service) as unknown as User[],
    changes: () => at().service.changes.map((change) => copyOfJson(toChange(change)) as Change),
    expireChanges: () => act(dropChanges, true),
  };

  function act<Given extends unknown[]>(
    action: (world: World, service: ExternalService, ...given: Given) => void,
    ...given: Given
  ): void {
    const { world, service } = at();
    action(world, service, ...given);
  }
}

async function testWebhookEndpoint(
  at: () => { world: World; service: ExternalService },
  { id, url, signature, keys }: Endpoint,
): Promise<TestWebhookEndpoint> {
  const found = () => ({ ...at(), endpoint: findEndpoint(at().service, id) });
  const pausing = (because: 'OPERATOR' | undefined) => () => {
    const { world, service, endpoint } = found();
    setPaused(world, service, endpoint, because, byOperator(world));
  };
  return {
    id,
    url,
    secret: await shownSecret(signature, keys[0]!.secret),
    pause: pausing('OPERATOR'),
    resume: pausing(undefined),
    rotateSecret: async (overlapHours = 24) => {
      const { world, endpoint } = found();
      rotateKeys(world, endpoint, overlapHours);
      return shownSecret(signature, endpoint.keys[0]!.secret);
    },
  };
}
