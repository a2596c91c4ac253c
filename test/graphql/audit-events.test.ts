import { randomUUID } from 'node:crypto';
import { type GraphQLObjectType, type GraphQLUnionType, getNamedType, isObjectType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { databaseFunctions } from '../../src/db/functions/functions.ts';
import type { ErrorType } from '../../src/errors.ts';
import { schema } from '../../src/graphql/schema/schema.ts';
import { sequenceChanges } from '../../src/services/changes/sequence-changes.ts';
import { ask, postGraphql, withTokens } from '../harness/clients/graphql-client.ts';
import type { ClockedService } from '../harness/data/clock.ts';
import type { World } from '../harness/data/world.ts';
import { useClockedService, useWorld } from '../harness/servers/use-test-service.ts';

type Input = Record<string, unknown>;

/** The recorded change, without the time, the actor and the request id. */
interface Event {
  /** Set if the action differs from the name of the mutation. */
  action?: string;
  subjectType: string;
  subjectId: string;
  /** What the tests in `test/services` say is left out here. */
  before?: unknown;
  after?: unknown;
}

interface Case {
  input(world: World, service: ClockedService): Input | Promise<Input>;
  /** @param id id in the result of the mutation */
  events(id: string, input: Input, world: World, now: string): Event[];
  /** The number of events that a second, identical mutation leaves. 0 if it changes nothing. */
  again: number;
}

const micros = (at: string) => at.replace('Z', '000Z');
const any = expect.toSatisfy(() => true);
const some = (fields: Input) => expect.objectContaining(fields);

const change = (subjectType: string, subjectId: string, before: unknown, after: unknown): Event => ({
  subjectType,
  subjectId,
  before,
  after,
});

const creates = (subjectType: string, input: (world: World) => Input, again = 1): Case => ({
  input,
  events: (subjectId, after) => [{ subjectType, subjectId, before: null, after }],
  again,
});

const updates = (
  subjectType: string,
  input: (world: World) => Input,
  before: (world: World) => Input,
  after: Input,
): Case => ({
  input,
  events: (subjectId, _input, world) => [{ subjectType, subjectId, before: before(world), after }],
  again: 0,
});

/** A mutation whose test in `test/services` says what it records. @param subjectId that of its result, unless it is another one */
const records = (
  subjectType: string,
  again: number,
  input: Case['input'],
  subjectId: (input: Input) => unknown = () => undefined,
): Case => ({
  input,
  events: (id, given) => [{ subjectType, subjectId: (subjectId(given) ?? id) as string }],
  again,
});
const recordsAccess = (input: Case['input']): Case =>
  records('external_service', 0, input, ({ externalServiceId }) => externalServiceId);

const changesBooking = (
  input: (world: World) => Input,
  before: (now: string) => Input,
  after: (now: string) => Input,
): Case => ({
  input,
  events: (subjectId, _input, _world, now) => [
    change('court_booking', subjectId, some(before(now)), some({ ...after(now), updatedAt: micros(now) })),
  ],
  again: 0,
});

const blocked = { startDate: '2027-06-01T08:00:00.000Z', endDate: '2027-06-02T08:00:00.000Z' };
const inMicros = (range: typeof blocked) => ({
  startDate: micros(range.startDate),
  endDate: micros(range.endDate),
});

const moved = { startDate: '2027-07-01T08:00:00.000Z', endDate: '2027-07-01T09:00:00.000Z' };

/** The input with the token of its dry run. */
const afterDryRun =
  (name: string, result: string, inputOf: (world: World, service: ClockedService) => Input): Case['input'] =>
  async (world, service) => {
    const input = inputOf(world, service);
    const { data } = await ask<{ dryRun: { confirmToken: string } }, { input: Input }>(
      service,
      world.operators.admin.secret,
      `mutation M($input: ${name[0]!.toUpperCase()}${name.slice(1)}Input!) {
        dryRun: ${name}(input: $input) { ... on ${result} { confirmToken } } }`,
      { input },
    );
    return { ...input, confirmToken: data.dryRun.confirmToken };
  };

const cancels = (subjectId: string, cancellationReason: string, now: string): Event => ({
  subjectType: 'court_booking',
  subjectId,
  before: expect.not.objectContaining({ cancelledAt: expect.anything() }),
  after: some({ cancelledAt: micros(now), cancellationReason, updatedAt: micros(now) }),
});

/** Nothing listens here. */
const url = 'http://127.0.0.1:9/';
let webhookEndpointId: string;
let alertEndpointId: string;
let blockId: string;
let changeId: string;

const changesEndpoint = (
  input: Input,
  before: () => unknown,
  after: (now: string) => unknown,
  again = 0,
): Case => ({
  input: () => ({ webhookEndpointId, ...input }),
  events: (_id, _input, _world, now) => [change('webhook_endpoint', webhookEndpointId, before(), after(now))],
  again,
});

const temporaryLimit = (perSecond: unknown, burst: unknown, until: unknown) => ({
  ...{ temporaryRateLimitPerSecond: perSecond, temporaryRateLimitBurst: burst },
  temporaryRateLimitUntil: until,
});

/** The tests run in this order. */
const cases: Record<string, Case> = {
  createOrganization: creates('organization', () => ({ name: 'New club', timeZone: 'America/New_York' })),
  // A second call fails because the name is in use.
  createCourt: creates(
    'court',
    ({ organizations }) => ({ organizationId: organizations.hilltop.id, name: 'New court' }),
    0,
  ),
  createCourts: {
    input: ({ organizations }) => ({
      organizationId: organizations.hilltop.id,
      names: ['New court 2', 'New court 3'],
    }),
    events: (organizationId, { names }) =>
      (names as string[]).map((name) => ({
        action: 'createCourt',
        subjectType: 'court',
        subjectId: expect.any(String) as unknown as string,
        before: null,
        after: { organizationId, name },
      })),
    again: 0,
  },
  createExternalService: creates('external_service', () => ({ name: 'New partner' }), 0),
  updateOrganization: updates(
    'organization',
    ({ organizations }) => ({
      organizationId: organizations.hilltop.id,
      name: ' Hilltop ',
      timeZone: 'Asia/Tokyo',
    }),
    ({ organizations }) => ({ name: organizations.hilltop.name, timeZone: 'UTC' }),
    { name: 'Hilltop', timeZone: 'Asia/Tokyo' },
  ),
  updateCourt: records('court', 0, ({ courts }) => ({ courtId: courts.side.id, active: false })),
  updateExternalService: records('external_service', 0, ({ services }) => ({
    ...{ externalServiceId: services.gamma.id, name: 'Partner delta', active: true },
  })),
  setRateLimit: updates(
    'external_service',
    ({ services }) => ({
      externalServiceId: services.gamma.id,
      rateLimit: { requestsPerSecond: 5, burst: 10 },
    }),
    () => ({ rateLimitPerSecond: null, rateLimitBurst: null }),
    { rateLimitPerSecond: 5, rateLimitBurst: 10 },
  ),
  setTemporaryRateLimit: updates(
    'external_service',
    ({ services }) => ({
      externalServiceId: services.gamma.id,
      temporaryRateLimit: { requestsPerSecond: 50, burst: 100, until: '2027-06-01T08:00:00Z' },
    }),
    () => temporaryLimit(null, null, null),
    temporaryLimit(50, 100, '2027-06-01T08:00:00.000000Z'),
  ),
  rotateOperatorToken: records('operator', 1, ({ operators }) => ({
    ...{ operatorId: operators.viewer.id, overlapMinutes: 1 },
  })),
  createOperator: records('operator', 1, () => ({ name: 'New operator', role: 'VIEWER' })),
  grantOrganizationAccess: recordsAccess(({ services: { alpha }, organizations: { hilltop } }) => ({
    ...{ externalServiceId: alpha.id, organizationId: hilltop.id },
  })),
  revokeOrganizationAccess: recordsAccess(({ services: { beta }, organizations: { riverside } }) => ({
    ...{ externalServiceId: beta.id, organizationId: riverside.id },
  })),
  grantUserAccess: recordsAccess(({ services, users }) => ({
    ...{ externalServiceId: services.alpha.id, userId: users.bea.id },
  })),
  revokeUserAccess: recordsAccess(({ services, users }) => ({
    ...{ externalServiceId: services.alpha.id, userId: users.gil.id },
  })),
  issueApiToken: records('api_token', 1, ({ services }) => ({
    ...{ externalServiceId: services.alpha.id, scopes: ['USER_WRITE'], label: 'x' },
    expiresAt: '2099-01-01T00:00:00.000Z',
  })),
  rotateApiToken: {
    input: ({ services }) => ({ apiTokenId: services.beta.token.id, overlapMinutes: 0 }),
    events: (replacedBy, { apiTokenId }) =>
      [apiTokenId as string, replacedBy].map((subjectId) => ({ subjectType: 'api_token', subjectId })),
    again: 0,
  },
  revokeApiToken: records('api_token', 0, ({ services }) => ({ apiTokenId: services.gamma.token.id })),
  revokeApiTokens: {
    input: ({ services }) => ({ externalServiceId: services.beta.id }),
    events: (_id, _input, { services }) =>
      // The mutation above rotated the other token without an overlap, so a new token with an unknown id replaced it.
      [services.beta.secondToken.id, any].map((subjectId) => ({ subjectType: 'api_token', subjectId })),
    again: 0,
  },
  createUser: {
    input: ({ services }) => ({
      externalServiceId: services.gamma.id,
      ...{ email: 'new@example.com', externalUserId: 'new', firstName: 'Grace', lastName: 'Hopper' },
    }),
    events: (id, { email, firstName, lastName }) => [
      change('user', id, null, { id, email, firstName, lastName }),
    ],
    again: 0,
  },
  updateUser: updates(
    'user',
    ({ users }) => ({
      ...{ userId: users.ada.id, firstName: 'Ada', lastName: 'of alpha', gender: 'FEMALE' },
      ...{ email: 'Ada.Lovelace@example.com', externalUserId: 'member-1815' },
    }),
    () => ({ firstName: 'ada', gender: null, email: 'ada@example.com', externalUserId: 'member-1' }),
    {
      ...{ firstName: 'Ada', gender: 'FEMALE', email: 'ada.lovelace@example.com' },
      externalUserId: 'member-1815',
    },
  ),
  exportPerson: {
    input: ({ users }) => ({ email: users.bob.email }),
    events: (_id, _input, { users }) => [
      // The event records the export itself, not the exported data.
      { subjectType: 'user', subjectId: users.bob.id, before: null, after: null },
    ],
    again: 1,
  },
  upsertCourtBooking: {
    input: ({ services: { gamma } }) => ({
      ...gamma.booking.body,
      externalServiceId: gamma.id,
      externalCourtBookingId: 'booking',
      externalUpdatedAt: '2027-01-01T00:00:00.000Z',
      participants: [{ email: 'other@example.com' }],
    }),
    events: (id, { participants }, { services }, now) => {
      const before = some({ id, participants: services.gamma.booking.body.participants });
      const externalUpdatedAt = '2027-01-01T00:00:00.000000Z';
      const after = some({ participants, externalUpdatedAt, updatedAt: micros(now) });
      return [change('court_booking', id, before, after)];
    },
    again: 0,
  },
  moveCourtBooking: changesBooking(
    ({ services }) => ({ courtBookingId: services.alpha.booking.id, ...moved }),
    () => ({}),
    () => inMicros(moved),
  ),
  cancelCourtBooking: changesBooking(
    ({ services }) => ({ courtBookingId: services.alpha.booking.id, reason: 'dark' }),
    () => ({ ...inMicros(moved) }),
    (now) => ({ cancelledAt: micros(now), cancellationReason: 'dark' }),
  ),
  cancelCourtBookings: {
    input: afterDryRun('cancelCourtBookings', 'CourtBookingsCancellation', ({ services: { gamma } }) => {
      const { courtId, startDate: from, endDate: to } = gamma.booking.body;
      return { courtId, from, to, reason: 'flood' };
    }),
    events: (_id, _input, { services }, now) => [cancels(services.gamma.booking.id, 'flood', now)],
    again: 0,
  },
  reinstateCourtBookings: {
    input: afterDryRun('reinstateCourtBookings', 'CourtBookingsReinstatement', ({ services }, { clock }) => ({
      ...{ courtId: services.gamma.booking.body.courtId, cancelledFrom: clock.in(-60_000) },
    })),
    events: (_id, _input, { services }) => {
      const after = expect.not.objectContaining({ cancellationReason: expect.anything() });
      const before = some({ cancellationReason: 'flood' });
      return [change('court_booking', services.gamma.booking.id, before, after)];
    },
    again: 0,
  },
  blockCourt: {
    input: ({ courts }) => ({ courtId: courts.south.id, ...blocked, reason: 'new net' }),
    events: (id, { courtId }, _world, now) => {
      blockId = id;
      const after = some({ id, courtId, participants: [], externalUpdatedAt: micros(now) });
      return [
        { action: 'upsertCourtBooking', ...change('court_booking', id, null, after) },
        change('court', courtId as string, null, {
          courtBookingId: id,
          ...inMicros(blocked),
          reason: 'new net',
        }),
      ];
    },
    // A second block overlaps with the first one.
    again: 0,
  },
  unblockCourt: {
    input: () => ({ courtBookingId: blockId }),
    events: (id, _input, { courts }, now) => [
      change('court', courts.south.id, { courtBookingId: id, ...inMicros(blocked), reason: 'new net' }, null),
      {
        action: 'cancelCourtBooking',
        subjectType: 'court_booking',
        subjectId: id,
        before: expect.not.objectContaining({ cancelledAt: expect.anything() }),
        after: some({ cancelledAt: micros(now), cancellationReason: 'The block was lifted.' }),
      },
    ],
    again: 0,
  },
  reinstateCourtBooking: changesBooking(
    ({ services }) => ({ courtBookingId: services.beta.cancelled.id }),
    () => ({ cancelledAt: expect.any(String), cancellationReason: 'flood' }),
    () => ({}),
  ),
  resetCancellation: {
    input: ({ services }) => ({ externalServiceId: services.beta.id, externalCourtBookingId: 'overtaken' }),
    events: (subjectId, { externalCourtBookingId }) => {
      const before = { externalCourtBookingId, externalUpdatedAt: '2026-11-20T12:00:00.000000Z' };
      return [change('external_service', subjectId, before, null)];
    },
    again: 0,
  },
  resetCourtBookingVersion: changesBooking(
    ({ services }) => ({
      courtBookingId: services.beta.booking.id,
      externalUpdatedAt: '2026-01-01T00:00:00.000Z',
    }),
    () => ({ externalUpdatedAt: '2026-11-20T12:00:00.000000Z' }),
    () => ({ externalUpdatedAt: '2026-01-01T00:00:00.000000Z' }),
  ),
  exchangeAddresses: {
    input: ({ users }) => ({ userId: users.ada.id, otherUserId: users.bea.id }),
    events: (_id, { userId, otherUserId }) =>
      [userId, otherUserId].map((subjectId) => ({
        subjectType: 'user',
        subjectId: subjectId as string,
        before: { email: expect.any(String) },
        after: { email: expect.any(String) },
      })),
    again: 2,
  },
  eraseUser: {
    input: ({ users }) => ({ userId: users.gwen.id }),
    events: (subjectId) => [change('user', subjectId, null, { status: 'ERASED' })],
    again: 0,
  },
  eraseGuest: {
    input: ({ guest }) => ({ email: guest }),
    events: () => [change('guest', expect.stringMatching(/^[0-9a-f-]{36}$/), null, { courtBookings: 5 })],
    // A repeated request is recorded as well, with its actor.
    again: 1,
  },
  createWebhookEndpoint: {
    input: ({ services }) => ({ externalServiceId: services.alpha.id, url, types: ['USER_CREATED'] }),
    events: (subjectId, { externalServiceId }) => {
      webhookEndpointId = subjectId;
      const after = { externalServiceId, url, types: ['user.created'], signature: 'HMAC_SHA256' };
      return [{ subjectType: 'webhook_endpoint', subjectId, before: null, after }];
    },
    again: 1,
  },
  updateWebhookEndpoint: records('webhook_endpoint', 0, () => ({
    ...{ webhookEndpointId, url, types: ['USER_CREATED', 'USER_ERASED'] },
  })),
  pauseWebhookEndpoint: changesEndpoint(
    {},
    () => ({ pausedBecause: null }),
    () => ({ pausedBecause: 'OPERATOR' }),
  ),
  resumeWebhookEndpoint: changesEndpoint(
    {},
    () => ({ pausedBecause: 'OPERATOR' }),
    () => ({ pausedBecause: null }),
  ),
  rotateWebhookSecret: records('webhook_endpoint', 1, () => ({ webhookEndpointId, overlapHours: 1 })),
  testWebhookEndpoint: records(
    'webhook_endpoint',
    1,
    () => ({ webhookEndpointId }),
    () => webhookEndpointId,
  ),
  resendWebhookDelivery: {
    input: () => ({ webhookEndpointId, changeId }),
    events: () => [change('webhook_endpoint', webhookEndpointId, null, { changeId })],
    again: 1,
  },
  resendWebhookDeliveries: changesEndpoint(
    { fromSequence: 1, toSequence: 3 },
    () => null,
    () => ({ fromSequence: 1, toSequence: 3, count: expect.any(Number) }),
    1,
  ),
  resendFailedWebhookDeliveries: {
    input: async (world, service) => {
      await service.database.query(
        `insert into webhook_deliveries (endpoint_id, id, last_error) values ($1, $2, 'No response.')
         on conflict (endpoint_id, id) do update set last_error = excluded.last_error`,
        [webhookEndpointId, changeId],
      );
      const input = { webhookEndpointId, from: '2000-01-01T00:00:00Z' };
      const [name, result] = ['resendFailedWebhookDeliveries', 'ResentFailedWebhookDeliveries'];
      return afterDryRun(name!, result!, () => input)(world, service);
    },
    events: () => [
      change('webhook_endpoint', webhookEndpointId, null, {
        from: '2000-01-01T00:00:00.000000Z',
        count: expect.any(Number),
      }),
    ],
    again: 0,
  },
  deleteWebhookEndpoint: records('webhook_endpoint', 0, () => ({ webhookEndpointId })),
  createAlertEndpoint: {
    input: () => ({ url, types: ['STAMPS_AHEAD'] }),
    events: (subjectId) => {
      alertEndpointId = subjectId;
      const after = { url, types: ['STAMPS_AHEAD'] };
      return [{ subjectType: 'alert_endpoint', subjectId, before: null, after }];
    },
    again: 1,
  },
  updateAlertEndpoint: records('alert_endpoint', 0, () => ({
    ...{ alertEndpointId, url, types: ['STAMPS_AHEAD', 'API_TOKEN_EXPIRES'] },
  })),
  rotateAlertSecret: records('alert_endpoint', 1, () => ({ alertEndpointId, overlapHours: 1 })),
  testAlertEndpoint: records(
    'alert_endpoint',
    1,
    () => ({ alertEndpointId }),
    () => alertEndpointId,
  ),
  deleteAlertEndpoint: records('alert_endpoint', 0, () => ({ alertEndpointId })),
  revokeOperator: records('operator', 0, ({ operators }) => ({ operatorId: operators.viewer.id })),
  closeCourtAndCancelBookings: {
    input: afterDryRun('closeCourtAndCancelBookings', 'CourtBookingsCancellation', ({ services }) => ({
      ...{ courtId: services.gamma.booking.body.courtId, reason: 'sold' },
    })),
    events: (_id, { courtId }, { services }, now) => [
      change('court', courtId as string, { active: true }, { active: false }),
      cancels(services.gamma.booking.id, 'sold', now),
      // It was reinstated above.
      cancels(services.beta.cancelled.id, 'sold', now),
    ],
    again: 0,
  },
};

/**
 * The error of a repeated mutation that changes nothing. Mutations that set a state are not listed: they return the resource as it is, so
 * that a client may retry after a lost response.
 */
const repeated: Record<string, ErrorType> = {
  createCourt: 'name_already_in_use',
  createCourts: 'name_already_in_use',
  createExternalService: 'name_already_in_use',
  blockCourt: 'court_booking_overlap',
  grantOrganizationAccess: 'nothing_to_change',
  revokeOrganizationAccess: 'nothing_to_change',
  grantUserAccess: 'nothing_to_change',
  revokeUserAccess: 'nothing_to_change',
  revokeApiTokens: 'nothing_to_change',
  cancelCourtBookings: 'confirmation_outdated',
  reinstateCourtBookings: 'confirmation_outdated',
  closeCourtAndCancelBookings: 'confirmation_outdated',
  resendFailedWebhookDeliveries: 'confirmation_outdated',
  rotateApiToken: 'api_token_not_active',
  resetCancellation: 'cancellation_not_found',
  deleteWebhookEndpoint: 'webhook_endpoint_not_found',
  deleteAlertEndpoint: 'alert_endpoint_not_found',
};

const { schema: schemaOfFunctions } = databaseFunctions();
const mutations = Object.values(schema.getMutationType()!.getFields());

/** The selection that returns the id of the resource, or of the issued credential. */
function idIn(success: GraphQLObjectType): string {
  const fields = success.getFields();
  if (fields.id) return '{ id }';
  const inner = Object.values(fields).find(({ type }) => {
    const named = getNamedType(type);
    return isObjectType(named) && 'id' in named.getFields();
  });
  return inner ? `{ ${inner.name} { id } }` : '{ __typename }';
}

describe('every mutation in the schema', () => {
  const service = useClockedService();
  const world = useWorld(service);
  beforeAll(async () => {
    while (!(await sequenceChanges({ database: service.database, now: service.clock.now })));
    const [change] = await service.database.query<{ id: string }>(
      'select id from changes where external_service_id = $1 order by id limit 1',
      [world.services.alpha.id],
    );
    changeId = change!.id;
  });

  const mutate = async (name: string, input: Input) => {
    const field = mutations.find((mutation) => mutation.name === name)!;
    const success = (getNamedType(field.type) as GraphQLUnionType)
      .getTypes()
      .filter(({ name }) => name !== 'Confirmation')
      .find((type) => type.getInterfaces().every(({ name }) => name !== 'ApiError'))!;
    const query = `mutation M($input: ${field.args[0]!.type}) { result: ${name}(input: $input) {
      ... on ApiError { type message } ... on ${success.name} ${idIn(success)} } }`;
    const before = await service.database.query<{ id: string }>('select id from audit_events', []);
    const { secret } = world.operators.admin;
    const request = await withTokens(service, secret, { query, variables: { input } });
    const response = await postGraphql(service, secret, { ...request });
    const { data, errors } = (await response.json()) as { data: { result: Input }; errors?: unknown };
    expect(errors).toBeUndefined();
    const { result } = data;
    const events = await service.database.query<Event & Record<string, unknown>>(
      `select ${schemaOfFunctions}.as_instant(at) as at, actor_type as "actorType", actor_id as "actorId", request_id as "requestId",
         action, subject_type as "subjectType", subject_id as "subjectId", before, after
       from audit_events where id <> all ($1::uuid[]) order by id`,
      [before.map(({ id }) => id)],
    );
    return {
      result,
      id: (result.id ?? (Object.values(result)[0] as Input)?.id) as string,
      requestId: response.headers.get('x-request-id'),
      events,
    };
  };

  it('has a case in this file', () => {
    expect(Object.keys(cases).sort()).toEqual(mutations.map(({ name }) => name).sort());
  });

  it.each(Object.keys(cases))('%s records its audit events, and none if nothing changes', async (name) => {
    const { input, events, again } = cases[name]!;
    await service.clock.advance(60_000);
    const now = service.clock.in(0);
    const given = await input(world, service);
    const first = await mutate(name, given);
    expect(first.result).not.toHaveProperty('message');
    const by = {
      at: micros(now),
      actorType: 'operator',
      actorId: world.operators.admin.id,
      requestId: first.requestId,
      action: name,
      ...{ before: any, after: any },
    };
    expect(first.events).toEqual(events(first.id, given, world, now).map((event) => ({ ...by, ...event })));
    const second = await mutate(name, given);
    expect(second.events).toHaveLength(again);
    const done = again > 0 ? 'done once more' : second.id === first.id ? 'as it is' : 'something else';
    expect(second.result.type ?? done).toBe(repeated[name] ?? (again > 0 ? 'done once more' : 'as it is'));
  });

  it.each(Object.keys(cases).filter((name) => name.startsWith('update')))(
    '%s returns nothing_to_change for an input that names nothing to change',
    async (name) => {
      const [id] = Object.keys(await cases[name]!.input(world, service));
      const { result, events } = await mutate(name, { [id!]: randomUUID() });
      expect(result).toEqual({
        type: 'nothing_to_change',
        message: expect.stringMatching(/^The input names nothing to change, .* Give "\w+"( or "\w+")*\.$/),
      });
      expect(events).toEqual([]);
    },
  );

  it('shows scopes, change types and times of audit events as in the schema', async () => {
    const shownOf = async (action: string) => {
      const data = await world.operators.admin.data<{ auditEvents: { nodes: { after: Input }[] } }>(
        `{ auditEvents(action: ${action}, last: 1) { nodes { after } } }`,
      );
      return data.auditEvents.nodes[0]!.after;
    };
    expect(await shownOf('issueApiToken')).toMatchObject({
      scopes: ['USER_WRITE'],
      expiresAt: '2099-01-01T00:00:00.000Z',
    });
    const { types } = await shownOf('createWebhookEndpoint');
    expect(types).toEqual(expect.arrayContaining([expect.stringMatching(/^[A-Z]+_[A-Z_]+$/)]));
    expect(await shownOf('cancelCourtBooking')).toMatchObject({
      startDate: expect.stringMatching(/\.000Z$/),
    });
  });
});
