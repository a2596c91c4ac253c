import { type GraphQLArgument, getNamedType, isInputObjectType } from 'graphql';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../src/graphql/schema/schema.ts';
import { ask } from './harness/clients/graphql-client.ts';
import { type ClockedService, startClockedService } from './harness/data/clock.ts';
import { argumentsOf, needed } from './harness/data/list-cases.ts';
import { createWorld, serviceNames, type World } from './harness/data/world.ts';

/** The fields that the cases below compare. Each list is read once without a filter. */
const fieldsOf: Record<string, string> = {
  alertEndpoints: 'id',
  alerts: 'id type resolvedAt',
  apiTokens: 'id expiresAt lastUsedAt externalService { id }',
  auditEvents:
    'id at action requestId subjectId actor { __typename ... on Operator { id } ... on ApiToken { id } }',
  courtBookings: `id externalCourtBookingId startDate endDate updatedAt cancelledAt status stampAhead blockReason externalService { id }
    court { id organization { id } } participants { email user { id email } }`,
  courts: 'id name organization { id }',
  externalServices: 'id name',
  operators: 'id expiresAt',
  organizations: 'id name',
  partnerRequests: `id at operation externalId status errorType requestId callerRequestId
    externalService { id } pathExternalService { id } apiToken { id }`,
  savedQueries: 'id',
  users: 'id email managedBy { id }',
  webhookDeliveries: 'id status webhookEndpoint { id }',
  webhookEndpoints: 'id status externalService { id }',
};

// biome-ignore lint/suspicious/noExplicitAny: what a list answers, by the fields above
type Node = any;
type Case = [value: string, isThere: (node: Node) => boolean];

const json = JSON.stringify;

/**
 * Returns values for each filter, with a predicate for the rows that it returns. In this world, each value matches some rows but not all.
 * @param times the times of partner requests, except the first one
 * @param hours returns the time in this number of hours
 */
function casesOf(
  { services, users, courts, organizations, operators }: World,
  times: string[],
  hours: (count: number) => string,
): Record<string, Case[]> {
  const { alpha, beta, gamma } = services;
  const each = <Thing>(things: Thing[], make: (thing: Thing) => Case) => things.map(make);
  const ofService = each([alpha, beta], ({ id }) => [json(id), (node) => node.externalService?.id === id]);
  const ofOrganization = Object.values(organizations);
  const named = each(['e', 'h'], (part) => [json(part.toUpperCase()), ({ name }) => name.includes(part)]);
  /** The times of changes and of cancellations, see below. */
  const minutes = (count: number) => `2027-02-01T00:0${count}:00.000Z`;
  const middle = '2027-01-01T12:00:00.000Z';
  const endsBefore = each([hours(2), hours(4)], (time) => [
    json(time),
    ({ expiresAt }) => expiresAt !== null && expiresAt < time,
  ]);
  return {
    'alerts.open': each(['true', 'false'], (open) => [
      open,
      ({ resolvedAt }) => (resolvedAt === null) === (open === 'true'),
    ]),
    'alerts.type': each(['API_TOKEN_EXPIRES', 'STAMPS_AHEAD'], (type) => [
      type,
      (node) => node.type === type,
    ]),
    'apiTokens.expiresBefore': endsBefore,
    'apiTokens.externalServiceId': ofService,
    'apiTokens.unusedSince': each([hours(-2), hours(-6)], (time) => [
      json(time),
      ({ lastUsedAt }) => lastUsedAt === null || lastUsedAt < time,
    ]),
    'auditEvents.from': each(times, (time) => [json(time), ({ at }) => at >= time]),
    'auditEvents.to': each(times, (time) => [json(time), ({ at }) => at < time]),
    'auditEvents.action': each(['createUser', 'cancelCourtBooking'], (action) => [
      action,
      (node) => node.action === action,
    ]),
    'auditEvents.actorId': each([alpha.token.id, operators.admin.id], (id) => [
      json(id),
      ({ actor }) => actor?.id === id,
    ]),
    'auditEvents.actorType': [
      ['API_TOKEN', ({ actor }) => actor?.__typename === 'ApiToken'],
      ['OPERATOR', ({ actor }) => actor?.__typename === 'Operator'],
      ['CONFIGURATION', ({ actor }) => actor === null],
    ],
    'auditEvents.requestId': each(['world', 'another'], (id) => [
      json(id),
      ({ requestId }) => requestId === id,
    ]),
    'auditEvents.subjectId': each([users.ada.id, beta.cancelled.id], (id) => [
      json(id),
      ({ subjectId }) => subjectId === id,
    ]),
    'courtBookings.blocks': each(['true', 'false'], (blocks) => [
      blocks,
      (node) => (node.blockReason !== null) === (blocks === 'true'),
    ]),
    'courtBookings.conflictsWith': each([alpha, gamma], ({ booking: { body } }) => {
      const { courtId, startDate, endDate } = body as Record<string, string>;
      return [
        `{ courtId: "${courtId}", startDate: "${startDate}", endDate: "${endDate}" }`,
        (node) =>
          node.court.id === courtId &&
          node.status === 'ACTIVE' &&
          node.startDate < endDate! &&
          node.endDate > startDate!,
      ];
    }),
    'courtBookings.cancelledFrom': [[json(minutes(2)), (node) => node.cancelledAt >= minutes(2)]],
    'courtBookings.cancelledUntil': [
      [json(minutes(2)), ({ cancelledAt }) => cancelledAt !== null && cancelledAt < minutes(2)],
    ],
    'courtBookings.updatedFrom': [[json(minutes(3)), ({ updatedAt }) => updatedAt >= minutes(3)]],
    'courtBookings.updatedUntil': [[json(minutes(3)), ({ updatedAt }) => updatedAt < minutes(3)]],
    'courtBookings.courtId': each([courts.centre, courts.north], ({ id }) => [
      json(id),
      ({ court }) => court.id === id,
    ]),
    'courtBookings.externalCourtBookingId': each(['booking', 'cancelled'], (id) => [
      json(id),
      ({ externalCourtBookingId }) => externalCourtBookingId === id,
    ]),
    'courtBookings.externalServiceId': ofService,
    'courtBookings.from': [[json(middle), ({ endDate }) => endDate > middle]],
    'courtBookings.until': [[json(middle), ({ startDate }) => startDate < middle]],
    'courtBookings.organizationId': each(ofOrganization, ({ id }) => [
      json(id),
      ({ court }) => court.organization.id === id,
    ]),
    // A participant with an account matches by address, whether the booking names the address or the id. Only the guest is in all bookings.
    'courtBookings.participantEmail': each([users.ada.email, users.gil.email], (email) => [
      json(email.toUpperCase()),
      ({ participants }) => participants.some((one: Node) => (one.email ?? one.user.email) === email),
    ]),
    'courtBookings.participantUserId': each([users.ada.id, users.bob.id], (id) => [
      json(id),
      ({ participants }) => participants.some(({ email, user }: Node) => email === null && user.id === id),
    ]),
    'courtBookings.status': each(['ACTIVE', 'CANCELLED'], (status) => [
      status,
      (node) => node.status === status,
    ]),
    'courtBookings.stampAhead': each(['true', 'false'], (ahead) => [
      ahead,
      (node) => node.stampAhead === (ahead === 'true'),
    ]),
    'courts.name': named,
    'courts.organizationId': each(ofOrganization, ({ id }) => [
      json(id),
      ({ organization }) => organization.id === id,
    ]),
    'externalServices.name': [['"GAM"', ({ name }) => name === gamma.name]],
    'operators.expiresBefore': endsBefore,
    'organizations.name': [['"hill"', ({ id }) => id === organizations.hilltop.id]],
    'partnerRequests.errorType': each(['court_not_found', 'organization_access_denied'], (type) => [
      type,
      ({ errorType }) => errorType === type,
    ]),
    'partnerRequests.externalId': each(['one', 'two'], (id) => [
      json(id),
      ({ externalId }) => externalId === id,
    ]),
    'partnerRequests.externalServiceId': ofService,
    'partnerRequests.failed': each(['true', 'false'], (failed) => [
      failed,
      ({ status }) => status >= 400 === (failed === 'true'),
    ]),
    // Includes requests at exactly this time.
    'partnerRequests.from': each(times, (time) => [json(time), ({ at }) => at >= time]),
    'partnerRequests.operation': each(['createUser', 'upsertCourtBooking'], (name) => [
      name,
      ({ operation }) => operation === name,
    ]),
    'partnerRequests.pathExternalServiceId': each([alpha, beta], ({ id }) => [
      json(id),
      ({ pathExternalService }) => pathExternalService?.id === id,
    ]),
    'partnerRequests.status': each([403, 404], (code) => [String(code), ({ status }) => status === code]),
    'partnerRequests.to': each(times, (time) => [json(time), ({ at }) => at < time]),
    'partnerRequests.token': each([alpha.token, gamma.secondToken], ({ id }) => [
      json(id),
      ({ apiToken }) => apiToken?.id === id,
    ]),
    'partnerRequests.requestId': [['"theirs"', ({ callerRequestId }) => callerRequestId === 'theirs']],
    'users.email': [[json(users.bob.email.toUpperCase()), ({ id }) => id === users.bob.id]],
    'users.externalServiceId': each([alpha, beta], ({ id }) => [
      json(id),
      (node) => node.managedBy.id === id,
    ]),
    'users.externalUserId': each(['member-1', 'member-2'], (externalUserId) => [
      json(externalUserId),
      ({ id }) => Object.values(users).find((user) => user.id === id)?.externalUserId === externalUserId,
    ]),
    // A list of the deliveries of one endpoint, which the query names.
    'webhookDeliveries.status': each(['PENDING', 'DELIVERED', 'FAILED'], (status) => [
      status,
      (node) => node.webhookEndpoint.id === alpha.endpoints.active && node.status === status,
    ]),
    'webhookDeliveries.webhookEndpointId': each([alpha.endpoints.active, beta.endpoints.paused], (id) => [
      json(id),
      ({ webhookEndpoint }) => webhookEndpoint.id === id,
    ]),
    'webhookEndpoints.externalServiceId': ofService,
    'webhookEndpoints.status': each(['ACTIVE', 'PAUSED'], (status) => [
      status,
      (node) => node.status === status,
    ]),
  };
}

const paging = ['after', 'before', 'first', 'last', 'orderBy'];
const lists = Object.values(schema.getQueryType()!.getFields()).filter(({ type }) =>
  getNamedType(type).name.endsWith('Connection'),
);
const filters = lists.flatMap(({ name, args }) =>
  args.flatMap((arg: GraphQLArgument) => {
    const type = getNamedType(arg.type);
    const names =
      isInputObjectType(type) && arg.name === 'filter' ? Object.keys(type.getFields()) : [arg.name];
    return names.filter((filter) => !paging.includes(filter)).map((filter) => `${name}.${filter}`);
  }),
);

describe('filters and ownership among similar resources', () => {
  let service: ClockedService;
  let world: World;
  let cases: Record<string, Case[]>;
  beforeAll(async () => {
    service = await startClockedService();
    world = await createWorld(service, service.clock.time);
    const times: string[] = [];
    const { alpha, beta, gamma } = world.services;
    const strange = { courtId: world.courts.south.id };
    const unknown = { courtId: world.users.ada.id };
    const put = (key: typeof alpha, id: string, court: { courtId: string }, requestId?: string) =>
      service.upsertCourtBooking(key.id, id, {
        token: key.token.secret,
        body: { ...key.booking.body, ...court, participants: [] },
        headers: requestId === undefined ? {} : { 'X-Request-Id': requestId },
      });
    const pass = async (millis: number) => {
      await service.clock.advance(millis);
      times.push(service.clock.in(0));
    };
    // Dated by a wrong clock.
    const ahead = { courtId: String(beta.booking.body.courtId), externalUpdatedAt: '2099-01-01T00:00:00Z' };
    await put(beta, 'booking', ahead);
    await put(alpha, 'one', strange);
    await pass(5 * 60_000);
    await put(alpha, 'two', unknown);
    await put(beta, 'one', unknown, 'theirs');
    await put(gamma, 'three', unknown);
    // So short that ids alone do not distinguish the times.
    await pass(1_000);
    await service.createUser(gamma.id, { token: gamma.token.secret, body: {} });
    // The first token belongs to another service than the path, and the second does not exist.
    await service.createUser(alpha.id, { token: gamma.secondToken.secret, body: {} });
    await service.createUser(beta.id, { token: 'cb_nobody', body: {} });
    const block = `{ courtId: "${world.courts.south.id}", startDate: "2028-01-01T00:00:00Z", endDate: "2028-01-02T00:00:00Z", reason: "new net" }`;
    const { data: blocked } = await ask(
      service,
      world.operators.admin.secret,
      `mutation { blockCourt(input: ${block}) { __typename } }`,
    );
    expect(blocked).toEqual({ blockCourt: { __typename: 'CourtBooking' } });
    const hours = (count: number) => service.clock.in(count * 3_600_000);
    cases = casesOf(world, times, hours);
    await service.app.close();
    const change = (statement: string, values: unknown[]) => service.database.query(statement, values);
    await change('update api_tokens set last_used_at = null, created_at = $1', [hours(-8)]);
    const setToken = 'update api_tokens set last_used_at = $2, expires_at = $3 where id = $1';
    await change(setToken, [alpha.token.id, hours(-5), hours(1)]);
    await change(setToken, [beta.token.id, hours(-1), hours(3)]);
    await change('update operators set expires_at = $2 where id = $1', [world.operators.admin.id, hours(1)]);
    for (const [type, resolvedAt] of [
      ['API_TOKEN_EXPIRES', null],
      ['API_TOKEN_EXPIRES', hours(0)],
      ['STAMPS_AHEAD', null],
    ]) {
      const insert = `insert into alerts (id, type, cause, message, data, at, resolved_at) values ($1, $2, 'x', 'x', '{}', $3, $4)`;
      await change(insert, [uuidv7(), type, hours(0), resolvedAt]);
    }
    await change(
      `insert into audit_events (id, at, actor_type, actor_id, request_id, action, subject_type, subject_id)
       values ($1, $2, 'configuration', $3, 'start', 'revokeOperator', 'operator', $3)`,
      [uuidv7({ msecs: Date.parse(hours(0)) }), hours(0), world.operators.viewer.id],
    );
    await change(
      `update court_bookings b set updated_at = $1::timestamptz + n * interval '1 minute',
         cancelled_at = case when not active then $1::timestamptz + m * interval '1 minute' end
       from (select id, row_number() over (order by id) as n, row_number() over (partition by active order by id) as m
             from court_bookings) s
       where s.id = b.id`,
      ['2027-02-01T00:00:00Z'],
    );
    await service.database.query(`update audit_events set request_id = 'another' where subject_id = $1`, [
      world.users.ada.id,
    ]);
  });
  afterAll(() => service.stop());

  const nodesOf = async (list: string, args: string): Promise<Node[]> => {
    const { data, errors } = await ask<Record<string, { nodes: Node[] }>, never>(
      service,
      world.operators.viewer.secret,
      `{ ${list}(${['first: 100', args].filter(Boolean).join(', ')}) { nodes { ${fieldsOf[list]} } } }`,
    );
    expect(errors, args).toBeUndefined();
    return data[list]!.nodes;
  };

  const unfiltered = new Map<string, Promise<Node[]>>();
  /** A list of deliveries belongs to one endpoint. This reads the lists of all endpoints. */
  const readAll = async (list: string): Promise<Node[]> => {
    if (needed(list) === '') return nodesOf(list, '');
    const ids = Object.values(world.services).flatMap(({ endpoints }) => Object.values(endpoints));
    const all = await Promise.all(ids.map((id) => nodesOf(list, needed(list, id))));
    return all.flat();
  };
  const allOf = (list: string) => {
    const known = unfiltered.get(list) ?? readAll(list);
    unfiltered.set(list, known);
    return known;
  };

  it('every filter has its cases', () => {
    expect(Object.keys(cases).sort()).toEqual([...filters].sort());
    expect(Object.keys(fieldsOf).sort()).toEqual(lists.map(({ name }) => name).sort());
  });

  it.each(filters)('%s returns exactly the matching rows', async (filter) => {
    for (const [value, isThere] of cases[filter]!) {
      const [list, args] = argumentsOf(filter, value, world.services.alpha.endpoints.active);
      const all = await allOf(list);
      const expected = all.filter(isThere);
      expect(expected.length, `${args}: something`).toBeGreaterThan(0);
      expect(expected.length, `${args}: not all`).toBeLessThan(all.length);
      expect(await nodesOf(list, args), args).toEqual(expected);
    }
  });

  it.each(serviceNames)(
    'only %s has its organizations, granted users, tokens and endpoints',
    async (name) => {
      const own = world.services[name];
      const text = `id name organizations { id } grantedUsers { id } apiTokens { id } webhookEndpoints { id }`;
      const { data } = await ask<{ externalService: Node }, never>(
        service,
        world.operators.viewer.secret,
        `{ externalService(id: "${own.id}") { ${text} } }`,
      );
      const ids = (rows: { id: string }[]) => rows.map(({ id }) => id).sort();
      expect({
        organizations: ids(data.externalService.organizations),
        grantedUsers: ids(data.externalService.grantedUsers),
        apiTokens: ids(data.externalService.apiTokens),
        webhookEndpoints: ids(data.externalService.webhookEndpoints),
      }).toEqual({
        organizations: own.organizations.map((key) => world.organizations[key].id).sort(),
        grantedUsers: Object.values(world.users)
          .filter(({ grantedTo }) => grantedTo.includes(name))
          .map(({ id }) => id)
          .sort(),
        apiTokens: [own.token.id, own.secondToken.id].sort(),
        webhookEndpoints: Object.values(own.endpoints).sort(),
      });
    },
  );
});
