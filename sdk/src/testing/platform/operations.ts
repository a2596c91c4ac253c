import { judgeErasure } from '../../../../src/rules/erase-user.ts';
import { parseInstant } from '../../../../src/rules/instant.ts';
import { textFault } from '../../../../src/rules/requests/text-fault.ts';
import { isUuid } from '../../../../src/rules/requests/uuid.ts';
import type { OperationName } from '../../documented-responses.ts';
import type { RejectedItem } from './api-error.ts';
import { type Batch, batchCourtBookings } from './batch-court-bookings.ts';
import { batchUsers, type UserBatch } from './batch-users.ts';
import { toCancelled } from './cancel-court-booking.ts';
import { toCourtBookingResponse } from './court-booking.ts';
import type { PositionChecks } from './cursor.ts';
import { eraseUser } from './erase-user.ts';
import { getToken } from './get-token.ts';
import { knownUsersTo } from './known.ts';
import { listChanges } from './list-changes.ts';
import { getCourtBooking, listCourtBookings } from './list-court-bookings.ts';
import { getCourtOccupancy, getOrganizationOccupancy, listCourts } from './list-courts.ts';
import { getUser, getUserByExternalId, listUsers } from './list-users.ts';
import { listWebhookDeliveries } from './list-webhook-deliveries.ts';
import { toUser, toUserResponse } from './read-user.ts';
import { getRequest, listRequests } from './requests.ts';
import { listApiTokens, revokeApiToken, rotateApiToken } from './tokens.ts';
import { upsertCourtBooking } from './upsert-court-booking.ts';
import {
  checkRange,
  createEndpoint,
  findEndpoint,
  resendTo,
  resumeEndpoint,
  rotateSecretOf,
  setPaused,
  toEndpoint,
  updateEndpoint,
} from './webhooks.ts';
import type { By, Token, World } from './world.ts';
import { carryOut } from './write-court-booking.ts';
import { carryOutUser, toUserError } from './write-user.ts';

export interface Requested {
  world: World;
  token: Token;
  by: By;
  // biome-ignore lint/suspicious/noExplicitAny: of the shapes that the table has of the operation
  parameters: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  query: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  body: any;
  prefersMinimal: boolean;
  /** The versions in `If-None-Match`. */
  knownVersions: readonly string[];
  signal: AbortSignal;
}

export interface Answered {
  status: 200 | 201 | 304;
  body: object;
  headers?: Record<string, string>;
  /** Of a batch. */
  rejectedItems?: readonly RejectedItem[];
}

const ok = (body: object): Answered => ({ status: 200, body });
const okWithItems = ({ rejectedItems, ...body }: { rejectedItems: readonly RejectedItem[] }): Answered => ({
  ...ok(body),
  rejectedItems,
});
const written = (isNew: boolean, body: object): Answered => ({ status: isNew ? 201 : 200, body });

/** Carries out each operation, after the request was checked by its shape. Throws an `ApiError` for an error. */
export const operations: Record<OperationName, (requested: Requested) => Answered | Promise<Answered>> = {
  createUser: ({ world, token, body, by }) => {
    const { outcome, user } = carryOutUser(world, token.externalService, { action: 'create', ...body }, by);
    return written(outcome === 'created', toUserResponse(user));
  },
  upsertCourtBooking: ({ world, token, parameters: { externalCourtBookingId }, body, by }) => {
    const upsert = { externalCourtBookingId, content: body };
    const { outcome, booking } = upsertCourtBooking(world, token.externalService, upsert, by);
    return written(outcome === 'created', toCourtBookingResponse(world, booking));
  },
  getToken: ({ world, token }) => ok(getToken(world, token)),
  getCourtBooking: ({ world, token, parameters }) =>
    ok(getCourtBooking(world, token.externalService, parameters.externalCourtBookingId)),
  listCourtBookings: ({ world, token, query }) => ok(listCourtBookings(world, token.externalService, query)),
  cancelCourtBooking: ({ world, token, parameters: { externalCourtBookingId }, query, by }) => {
    const { externalUpdatedAt } = query;
    const item = { action: 'cancel' as const, externalCourtBookingId, externalUpdatedAt };
    const cancelled = carryOut(world, token.externalService, item, by);
    return ok(toCancelled(token.externalService, externalCourtBookingId, cancelled));
  },
  batchCourtBookings: ({ world, token, body, by, prefersMinimal }) =>
    okWithItems(batchCourtBookings(world, token.externalService, body as Batch, { ...by, prefersMinimal })),
  listCourts: ({ world, token, query }) => ok(listCourts(world, token.externalService, query)),
  getCourtOccupancy: ({ world, token, parameters: { courtId }, query }) =>
    ok(getCourtOccupancy(world, token.externalService, { courtId, ...query })),
  getOrganizationOccupancy: async (requested) => {
    const { parameters, query, knownVersions } = requested;
    const asked = { ...query, organizationId: parameters.organizationId };
    const known = knownVersions.length > 0 ? knownVersions : [query.version];
    const body = await getOrganizationOccupancy(requested, asked, known);
    const isKnown = knownVersions.includes(body.version) || knownVersions.includes('*');
    return { status: isKnown ? 304 : 200, body, headers: { ETag: `"${body.version}"` } };
  },
  getUser: ({ world, token, parameters }) => ok(getUser(world, token.externalService, parameters.userId)),
  getUserByExternalId: ({ world, token, parameters }) =>
    ok(getUserByExternalId(world, token.externalService, parameters.externalUserId)),
  listUsers: ({ world, token, query }) => ok(listUsers(world, token.externalService, query)),
  upsertUser: ({ world, token, parameters: { externalUserId }, body, by }) => {
    const item = { action: 'upsert' as const, externalUserId, ...body };
    const { outcome, user } = carryOutUser(world, token.externalService, item, by);
    return written(outcome === 'created', toUser(user, token.externalService));
  },
  batchUsers: ({ world, token, body, by, prefersMinimal }) =>
    okWithItems(batchUsers(world, token.externalService, body as UserBatch, { ...by, prefersMinimal })),
  updateUser: ({ world, token, parameters: { userId }, body, by }) => {
    const item = { action: 'update' as const, userId, changes: body };
    const { user } = carryOutUser(world, token.externalService, item, by);
    return ok(toUser(user, token.externalService));
  },
  eraseUser: ({ world, token, parameters: { userId }, by }) => {
    const verdict = judgeErasure(knownUsersTo(world, token.externalService), userId);
    if (verdict.outcome === 'refused') throw toUserError(world, verdict.rejection);
    eraseUser(world, world.users.get(userId)!, by);
    return ok({ id: userId, status: 'ERASED' });
  },
  listChanges: async ({ world, token, query, signal }) => ok(await listChanges(world, token, query, signal)),
  getRequest: ({ token, parameters }) => ok(getRequest(token.externalService, parameters.requestId)),
  listRequests: ({ token, query }) => ok(listRequests(token.externalService, query)),
  listWebhookEndpoints: ({ token }) => ok({ items: token.externalService.endpoints.map(toEndpoint) }),
  createWebhookEndpoint: async ({ world, token, body }) => {
    const { isNew, ...issued } = await createEndpoint(world, token, body);
    return written(isNew, issued);
  },
  deleteWebhookEndpoint: ({ token: { externalService }, parameters: { webhookEndpointId: id } }) => {
    const { endpoints } = externalService;
    endpoints.splice(endpoints.indexOf(findEndpoint(externalService, id)), 1);
    return ok({ id, status: 'DELETED' });
  },
  testWebhookEndpoint: ({ world, token, parameters }) => {
    findEndpoint(token.externalService, parameters.webhookEndpointId);
    const failure = 'The test platform sends no tests. It delivers changes with deliverWebhooks().';
    return ok({ webhookId: world.newId(), milliseconds: 0, failure });
  },
  rotateWebhookSecret: async ({ world, token, parameters, body }) => {
    const endpoint = findEndpoint(token.externalService, parameters.webhookEndpointId);
    const { isNew, ...issued } = await rotateSecretOf(world, endpoint, body.overlapHours);
    return written(isNew, issued);
  },
  updateWebhookEndpoint: ({ token, parameters, body }) =>
    ok(updateEndpoint(token, parameters.webhookEndpointId, body)),
  pauseWebhookEndpoint: ({ world, token: { externalService }, parameters, by }) => {
    const endpoint = findEndpoint(externalService, parameters.webhookEndpointId);
    setPaused(world, externalService, endpoint, 'PARTNER', by);
    return ok({ id: endpoint.id });
  },
  resumeWebhookEndpoint: ({ world, token, parameters, by }) =>
    ok(resumeEndpoint(world, token.externalService, parameters.webhookEndpointId, by)),
  resendWebhookDeliveries: ({ world, token, parameters, body }) => {
    checkRange(body);
    return ok(resendTo(world, token, parameters.webhookEndpointId, body));
  },
  listWebhookDeliveries: ({ token, parameters, query }) =>
    ok(listWebhookDeliveries(token, parameters.webhookEndpointId, query)),
  listApiTokens: ({ world, token, query }) => ok(listApiTokens(world, token, query)),
  rotateApiToken: ({ world, token, body }) => {
    const { isNew, ...rotated } = rotateApiToken(world, token, body.overlapMinutes);
    return written(isNew, rotated);
  },
  revokeApiToken: ({ world, body }) => ok(revokeApiToken(world, body.token)),
};

const is = (word: string) => (value: string) => value === word;
const isInstant = (value: string) => {
  const parsed = parseInstant(value);
  return 'instant' in parsed && parsed.instant === value;
};
const isId = (value: string) => isUuid(value) && value === value.toLowerCase();
const isName = (value: string) => textFault(value, 1, 255) === undefined;

/** The positions in the cursors of each list, in each of its orders. */
export const cursorPositions: Partial<Record<OperationName, readonly PositionChecks[]>> = {
  listCourtBookings: [[isInstant, isId]],
  listCourts: [[is('court'), isName, isId]],
  listRequests: [[is('request'), isId]],
  listUsers: [[isId], [isInstant, isId]],
  listWebhookDeliveries: [[is('delivery'), isId]],
  listApiTokens: [[is('token'), isId]],
  listChanges: [[is('change'), isId, (value) => /^(?:0|[1-9]\d{0,14})$/.test(value)]],
};
