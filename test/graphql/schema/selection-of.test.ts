import { type GraphQLObjectType, getNamedType, isObjectType, isUnionType } from 'graphql';
import { beforeAll, expect, it, vi } from 'vitest';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { sequenceChanges } from '../../../src/services/changes/sequence-changes.ts';
import { bookingBody, userBody } from '../../harness/data/factories.ts';
import { useOperator, useTenant, useTestService } from '../../harness/servers/use-test-service.ts';

const service = useTestService('postgresql', { poolSize: 4 });
const admin = useOperator(service);
const tenant = useTenant(service, 2);
const ids: Record<string, string> = {};
beforeAll(async () => {
  // Responses must be in UTC, whatever the time zone of the session.
  const name = new URL(service.url).pathname.slice(1);
  await service.database.em().execute(`alter database "${name}" set timezone = 'Pacific/Auckland'`);
  await service.database
    .em()
    .execute(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
  const other = await service.factories.tenant(1);
  const call = { token: tenant.token };
  const user = await service.createUser(tenant.externalServiceId, { ...call, body: userBody() });
  await service.factories.grantUser(other.externalServiceId, user.body.id);
  const participants = [{ userId: user.body.id }, { email: 'guest@example.com' }];
  const externalUpdatedAt = '2026-01-01T00:00:00.000001Z';
  const upsert = async (id: string, changes: object, slot: number) => {
    const body = bookingBody(tenant.courtIds[0], { participants, ...changes }, slot);
    return service.upsertCourtBooking(tenant.externalServiceId, id, { ...call, body });
  };
  await upsert('b-1', { externalUpdatedAt }, 1);
  await upsert('b-1', { externalUpdatedAt: '2026-01-02T00:00:00.120Z', participants: [participants[0]] }, 2);
  await upsert('b-2', {}, 3);
  await upsert('b-1', { externalUpdatedAt }, 1);

  const first = async (list: string) => {
    const query = `{ ${list}(last: 1) { nodes { id } } }`;
    const data = await admin.data<Record<string, { nodes: { id: string }[] }>>(query);
    return data[list]!.nodes[0]?.id;
  };
  await vi.waitFor(
    async () => {
      const { partnerRequests } = await read('{ partnerRequests { nodes { id } } }');
      expect(partnerRequests.nodes).toHaveLength(5);
    },
    { timeout: 20_000, interval: 100 },
  );
  const [webhookEndpointId, changeId] = await sendingSomewhere();
  Object.assign(ids, {
    Organization: tenant.organizationId,
    Court: tenant.courtIds[0],
    ExternalService: tenant.externalServiceId,
    User: user.body.id,
    CourtBooking: await first('courtBookings'),
    Operator: admin.id,
    AuditEvent: await first('auditEvents'),
    PartnerRequest: await first('partnerRequests'),
    WebhookEndpoint: webhookEndpointId,
    WebhookDelivery: changeId,
  });
});

/** Creates an endpoint and a delivery in which every field has a value. The endpoint is paused, so nothing is sent. */
async function sendingSomewhere(): Promise<[endpointId: string, changeId: string]> {
  const issued = await read(`mutation { createWebhookEndpoint(input: {
    externalServiceId: "${tenant.externalServiceId}", url: "https://partner.invalid/", types: [COURT_CREATED]
  }) { ... on IssuedWebhookSecret { webhookEndpoint { id } } } }`);
  const { id } = issued.createWebhookEndpoint.webhookEndpoint;
  await service.database.query(
    `update webhook_endpoints set paused_because = 'OPERATOR', paused_at = $2, failures = 3, failing_since = $2,
       last_success_at = $2, last_failure_at = $2, former_secret = secret, former_secret_until = $2 where id = $1`,
    [id, '2026-11-20T12:00:00.000001Z'],
  );
  await read(
    `mutation { createCourt(input: { organizationId: "${tenant.organizationId}", name: "Court 9" }) { __typename } }`,
  );
  const isNumbered = async () => {
    while (!(await sequenceChanges({ database: service.database, now: Date.now })));
    return service.database.query<{ id: string }>(
      `update webhook_deliveries set attempts = 2, delivered_at = $2, last_attempt_at = $2, last_status = 200,
         last_milliseconds = 3.5, last_error = 'x', last_answer = 'y', former_attempts = '[]' where endpoint_id = $1 returning id`,
      [id, '2026-11-20T12:00:00.000001Z'],
    );
  };
  // The service itself may be sequencing at the same time.
  const rows = await vi.waitUntil(async () => {
    const found = await isNumbered();
    return found.length > 0 && found;
  });
  return [id, rows[0]!.id];
}

// biome-ignore lint/suspicious/noExplicitAny: what a test expects of it is the test
const read = async (query: string): Promise<any> => {
  const data = await admin.data(query);
  return data;
};

const fieldsOf = (type: string) => (schema.getType(type) as GraphQLObjectType).getFields();

function fieldOf(type: string, field: string): string {
  const leadsTo = getNamedType(fieldsOf(type)[field]!.type);
  const all = (isUnionType(leadsTo) ? leadsTo.getTypes() : [leadsTo]).filter((type) => isObjectType(type));
  if (all.length === 0) return field;
  // Participants, issues, entries, limits and attempts have no id.
  const identity = (one: (typeof all)[number]) =>
    ['id', 'email', 'path', 'cursor', 'burst', 'at'].find((name) => name in one.getFields());
  return `${field} { __typename ${all.map((one) => `... on ${one} { ${one}: ${identity(one)} }`).join(' ')} }`;
}

const queries = Object.values(schema.getQueryType()!.getFields()).filter(({ args }) =>
  args.some(({ name }) => name === 'id' || name === 'changeId'),
);
/** Arguments that select the object. A delivery is identified by its endpoint and its change. */
const oneOf = (type: string) =>
  type === 'WebhookDelivery'
    ? `webhookEndpointId: "${ids.WebhookEndpoint}", changeId: "${ids[type]}"`
    : `id: "${ids[type]}"`;
it.each(
  queries
    .map(({ name, type }) => [name, getNamedType(type)] as const)
    // The Node interface has no field but its id.
    .filter(([, type]) => isObjectType(type))
    .map(([name, type]) => [name, type.name]),
)('%s: returns the same value for a field alone and among all fields', async (query, type) => {
  const fields = Object.keys(fieldsOf(type));
  const asked = (some: string[]) =>
    read(`{ it: ${query}(${oneOf(type)}) { ${some.map((name) => fieldOf(type, name)).join(' ')} } }`);
  const { it: all } = await asked(fields);
  expect(Object.keys(all)).toEqual(fields);
  for (const name of fields) expect((await asked([name])).it, name).toEqual({ [name]: all[name] });
});

it('reads a field with different selections in several places of a query', async () => {
  const history = (first: number, fields: string) => `history(first: ${first}) { ${fields} }`;
  const { courtBookings } = await read(`
    { courtBookings(filter: { externalCourtBookingId: "b-1" }) {
      nodes { h: ${history(1, 'action')} ...Court one: ${history(2, 'id')} two: ${history(2, 'action')} }
      edges { node { h: ${history(2, 'subjectId')} externalService { createdAt } ... on CourtBooking { externalService { name } } } }
      again: nodes { history(first: 0) { id } court @skip(if: true) { id } status @include(if: false) }
    } }
    fragment Court on CourtBooking { court { name } court { organization { name } } }`);
  const [node] = courtBookings.nodes;
  expect(node).toEqual({
    h: [{ action: 'upsertCourtBooking' }],
    court: { name: 'Court 1', organization: { name: 'Club' } },
    one: [{ id: expect.any(String) }, { id: expect.any(String) }],
    two: [{ action: 'upsertCourtBooking' }, { action: 'upsertCourtBooking' }],
  });
  expect(courtBookings.edges[0].node).toEqual({
    h: [{ subjectId: ids.CourtBooking }, { subjectId: ids.CourtBooking }],
    externalService: { createdAt: expect.any(String), name: 'Partner' },
  });
  expect(courtBookings.again).toEqual([{ history: [] }]);
});

/** Every list inside a row that takes `first`, as [type, field, type of its rows]. */
const innerLists = Object.values(schema.getTypeMap())
  .filter((type) => isObjectType(type))
  .flatMap((type) =>
    Object.values(type.getFields())
      .filter(({ args }) => args.some(({ name }) => name === 'first'))
      .map((field) => [type.name, field.name, String(getNamedType(field.type))] as const),
  )
  .filter(([type]) => queries.some((query) => String(getNamedType(query.type)) === type));
it.each(innerLists)('%s.%s: returns the same for a variable as for its value', async (type, field) => {
  const { name: query } = queries.find((each) => String(getNamedType(each.type)) === type)!;
  const list = fieldOf(type, field).replace(field, '');
  const rows = async (variables: string, argument: string, values?: Record<string, unknown>) => {
    const document = `query${variables} { it: ${query}(${oneOf(type)}) { list: ${field}${argument} ${list} } }`;
    const data = await admin.data(document, values);
    return data.it.list;
  };
  const [one, all] = [await rows('', '(first: 1)'), await rows('', '')];
  expect(await rows('($n: Int)', '(first: $n)', { n: 1 })).toEqual(one);
  expect(await rows('($n: Int)', '(first: $n)', { n: null })).toEqual(all);
  expect(await rows('($n: Int)', '(first: $n)')).toEqual(all);
  expect(await rows('($n: Int = 1)', '(first: $n)')).toEqual(one);
});

it('reads lists in lists, fragments and directives with variables', async () => {
  const data = await admin.data(
    `query ($n: Int, $isLeftOut: Boolean!, $after: String) {
      organizations(first: 1) { nodes { courts(first: $n) { ...Court } } }
      courtBooking(id: "${ids.CourtBooking}") {
        id @skip(if: $isLeftOut) timeline(first: $n, after: $after) { cursor }
      }
    }
    fragment Court on Court { name courtBookings(first: $n) { id } history(first: $n) @include(if: $isLeftOut) { id } }`,
    { n: 1, isLeftOut: true },
  );
  expect(data.organizations.nodes).toEqual([
    { courts: [expect.objectContaining({ name: expect.any(String) })] },
  ]);
  expect(data.courtBooking).toEqual({ timeline: [{ cursor: expect.any(String) }] });
});

it('continues a timeline after the cursor in a variable', async () => {
  const all: string[] = [];
  let after: string | undefined;
  for (;;) {
    const document = `query ($id: ID!, $after: String) {
      courtBooking(id: $id) { timeline(first: 2, after: $after) { cursor } }
    }`;
    const data = await admin.data(document, {
      id: ids.CourtBooking,
      after,
    });
    const cursors: string[] = data.courtBooking.timeline.map(({ cursor }: { cursor: string }) => cursor);
    if (cursors.length === 0) break;
    all.push(...cursors);
    after = cursors.at(-1);
  }
  const { courtBooking } = await read(
    `{ courtBooking(id: "${ids.CourtBooking}") { timeline(first: 100) { cursor } } }`,
  );
  expect(all.length).toBeGreaterThan(3);
  expect(all).toEqual(courtBooking.timeline.map(({ cursor }: { cursor: string }) => cursor));
});

it('returns the actor and the subject of a change by their types, or null', async () => {
  const document = `{ auditEvents(subjectId: "${ids.CourtBooking}", first: 1) { nodes {
    actor { __typename ... on ApiToken { label externalService { name } } ... on Operator { name } }
    subject { __typename ... on CourtBooking { externalCourtBookingId court { name } } ... on Court { name } }
  } } }`;
  expect((await read(document)).auditEvents.nodes).toEqual([
    {
      actor: { __typename: 'ApiToken', label: 'test', externalService: { name: 'Partner' } },
      subject: { __typename: 'CourtBooking', externalCourtBookingId: 'b-1', court: { name: 'Court 1' } },
    },
  ]);
  await service.database.em().execute("update audit_events set actor_type = 'configuration'");
  expect((await read(document)).auditEvents.nodes[0].actor).toBeNull();
});

it('links a request about a booking to that booking, and one about a user to none', async () => {
  const { partnerRequests } = await read(
    '{ partnerRequests { nodes { operation externalId courtBooking { id } } } }',
  );
  const found = (operation: string) =>
    partnerRequests.nodes.filter((node: { operation: string }) => node.operation === operation);
  expect(found('upsertCourtBooking')).toHaveLength(4);
  for (const { externalId, courtBooking } of found('upsertCourtBooking'))
    expect(courtBooking.id === ids.CourtBooking, externalId).toBe(externalId === 'b-1');
  expect(found('createUser')).toEqual([expect.objectContaining({ courtBooking: null })]);
});

it('returns instants in UTC to the microsecond, whatever the time zone of the session', async () => {
  const { courtBooking } = await read(
    `{ courtBooking(id: "${ids.CourtBooking}") { externalUpdatedAt history { at after } } }`,
  );
  expect(courtBooking.externalUpdatedAt).toBe('2026-01-02T00:00:00.120Z');
  const [newest, oldest] = courtBooking.history;
  expect(oldest.after.externalUpdatedAt).toBe('2026-01-01T00:00:00.000001Z');
  expect(Date.parse(newest.at)).toBeGreaterThan(Date.now() - 600_000);
  expect(Date.parse(newest.at)).toBeLessThanOrEqual(Date.now() + 1_000);
});

it('rejects a list size out of range, unless no row contains the list', async () => {
  const list = (id: string) =>
    `{ courts(organizationId: "${id}") { nodes { courtBookings(first: 101) { id } } } }`;
  const { errors } = await admin.ask(list(tenant.organizationId));
  expect(errors![0]!.message).toBe('A list has 0 to 100 rows, not 101.');
  expect(await read(list(tenant.externalServiceId))).toEqual({ courts: { nodes: [] } });
});
