import { getNamedType, isObjectType } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nodeTables } from '../../../src/db/queries/operators/search.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { ask } from '../../harness/clients/graphql-client.ts';
import { createWorld, type World } from '../../harness/data/world.ts';
import { countingDatabase } from '../../harness/servers/counting-database.ts';
import { createTestDatabase } from '../../harness/servers/test-database.ts';
import { startServiceOn, type TestService } from '../../harness/servers/test-service.ts';

let service: TestService;
let world: World;
let statements: string[];
beforeAll(async () => {
  const testDatabase = await createTestDatabase('postgresql');
  const counting = countingDatabase(testDatabase.database);
  statements = counting.statements;
  service = await startServiceOn({ ...testDatabase, database: counting.database });
  world = await createWorld(service);
  await service.upsertCourtBooking(world.services.alpha.id, 'booking', {
    token: world.services.alpha.token.secret,
    headers: { 'X-Request-Id': 'of-the-caller' },
    body: {},
  });
  await service.app.close();
});
afterAll(() => service.stop());

const query = async <Data>(text: string, variables: Record<string, unknown>) => {
  const { viewer } = world.operators;
  const { data, errors } = await ask<Data, Record<string, unknown>>(service, viewer.secret, text, variables);
  expect(errors).toBeUndefined();
  return data;
};
const find = async (text: string) => {
  const { search } = await query<{ search: { __typename: string; id: string }[] }>(
    'query S($text: String!) { search(text: $text) { __typename id } }',
    { text },
  );
  return search.map(({ __typename: type, id }) => ({ type, id }));
};
const ofType = async (type: string, text: string) =>
  (await find(text)).filter((one) => one.type === type).map(({ id }) => id);

it.each(Object.entries(nodeTables))(
  '%s: node and search find it by its id, as what it is',
  async (name, table) => {
    const [row] = await service.database.query<{ id: string }>(`select id from ${table} limit 1`, []);
    const { id } = row!;
    const { node } = await query<{ node: unknown }>(
      `query N($id: ID!) { node(id: $id) { __typename id ... on ${name} { same: id } } }`,
      { id },
    );
    expect(node).toEqual({ __typename: name, id, same: id });
    expect(await find(id.toUpperCase())).toContainEqual({ type: name, id });
  },
);

it('all that has an id of its own is a Node', () => {
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node'),
  );
  expect(types.map(({ name }) => name).sort()).toEqual(Object.keys(nodeTables).sort());
  const singular = Object.values(schema.getQueryType()!.getFields()).filter(
    ({ name, args }) => args.length === 1 && args[0]!.name === 'id' && name !== 'node',
  );
  expect(Object.keys(nodeTables)).toEqual(
    expect.arrayContaining(singular.map(({ type }) => getNamedType(type).name)),
  );
});

it('an id of nothing: null, and nothing is found', async () => {
  const id = crypto.randomUUID();
  expect(await query('query N($id: ID!) { node(id: $id) { id } }', { id })).toEqual({ node: null });
  expect(await find(id)).toEqual([]);
});

it('people by an address or its beginning, in any case, and by the beginning of their name in either order', async () => {
  const { ada, bob } = world.users;
  for (const text of ['ADA@example.com', 'ada@ex', 'ada of al', 'Ada'])
    expect(await ofType('User', text), text).toContain(ada.id);
  expect(await ofType('User', `of ${bob.managedBy} bo`)).toEqual([bob.id]);
  // What PostgreSQL understands in a pattern is meant as it stands.
  for (const text of ['a_a@example.com', '%@example.com', 'da@example.com'])
    expect(await find(text), text).toEqual([]);
});

it('users and bookings by their ids in partners’ systems, of each partner', async () => {
  const bookings = Object.values(world.services).map(({ booking }) => booking.id);
  expect((await ofType('CourtBooking', 'booking')).sort()).toEqual(bookings.sort());
  const users = Object.values(world.users).filter(({ externalUserId }) => externalUserId === 'member-1');
  expect((await ofType('User', 'member-1')).sort()).toEqual(users.map(({ id }) => id).sort());
});

it('bookings by the address of a guest, whole', async () => {
  expect(await ofType('CourtBooking', world.guest.toUpperCase())).toHaveLength(6);
  expect(await find(world.guest.slice(0, -1))).toEqual([]);
});

it('organizations, courts and external services by a part of the name', async () => {
  expect(await ofType('Court', 'ENTRE')).toEqual([world.courts.centre.id]);
  expect(await ofType('Organization', 'river')).toEqual([world.organizations.riverside.id]);
  expect(await ofType('ExternalService', 'alpha')).toEqual([world.services.alpha.id]);
});

it('requests by the id that the caller sent', async () => {
  expect(await ofType('PartnerRequest', 'of-the-caller')).toHaveLength(1);
});

it('ten of each kind at most, and a statement for each kind, however many there are', async () => {
  await service.database.query(
    `insert into organizations (id, name) select gen_random_uuid(), 'Many ' || n from generate_series(1, $1::int) n`,
    [30],
  );
  statements.length = 0;
  expect(await find('many')).toHaveLength(10);
  expect(statements.filter((text) => text.includes('json_agg'))).toHaveLength(1);
});

const ofLength = 'text must have 2 to 254 characters.';
it.each([
  ['', ofLength],
  [' ', ofLength],
  ['x', ofLength],
  [' x ', ofLength],
  ['x'.repeat(255), ofLength],
  ['a\0b', 'text must be well-formed Unicode without NUL.'],
])('a text of no use is refused, and why is said: %j', async (text, message) => {
  const { viewer } = world.operators;
  const { errors } = await ask<unknown, Record<string, unknown>>(
    service,
    viewer.secret,
    'query S($text: String!) { search(text: $text) { id } }',
    { text },
  );
  expect(errors).toMatchObject([{ message, path: ['search'], extensions: { code: 'BAD_USER_INPUT' } }]);
});

it.each(['zz', ' zz ', 'z'.repeat(254)])(
  'a text of two characters, or of 254, is looked for: %j',
  async (text) => {
    expect(await find(text)).toEqual([]);
  },
);

it('an empty page has no cursors', async () => {
  const page = '{ nodes { id } pageInfo { startCursor endCursor hasNextPage hasPreviousPage } totalCount }';
  const after = '00000000-0000-7000-8000-000000000000';
  const data = await query<Record<string, unknown>>(
    `query P($after: String) { none: users(externalUserId: "nobody") ${page} end: users(after: $after) ${page} }`,
    { after },
  );
  const empty = { nodes: [], pageInfo: expect.objectContaining({ startCursor: null, endCursor: null }) };
  expect(data).toMatchObject({ none: { ...empty, totalCount: 0 }, end: { ...empty, totalCount: 6 } });
});

it('a list of more than 10,000 rows says so instead of counting them', async () => {
  const total = async () =>
    (await query<{ organizations: { totalCount: number | null } }>('{ organizations { totalCount } }', {}))
      .organizations;
  await service.database.query('delete from organizations where name like $1', ['Many %']);
  await service.database.query(
    `insert into organizations (id, name) select gen_random_uuid(), 'Lots' from generate_series(1, $1::int)`,
    [9_998],
  );
  expect(await total()).toEqual({ totalCount: 10_000 });
  await service.database.query(
    `insert into organizations (id, name) select gen_random_uuid(), 'Lots' where $1`,
    [true],
  );
  expect(await total()).toEqual({ totalCount: null });
});
