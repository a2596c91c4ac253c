import { getNamedType, isObjectType } from 'graphql';
import { beforeAll, expect, it } from 'vitest';
import { nodeTables } from '../../../src/db/queries/operators/search.ts';
import { searchKey, searchKeyOf } from '../../../src/db/search-key.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { ask } from '../../harness/clients/graphql-client.ts';
import { countingDatabase } from '../../harness/servers/counting-database.ts';
import { createTestDatabase } from '../../harness/servers/test-database.ts';
import { startServiceOn } from '../../harness/servers/test-service.ts';
import { useService, useWorld } from '../../harness/servers/use-test-service.ts';

let statements: string[];
const service = useService(async () => {
  const testDatabase = await createTestDatabase('postgresql');
  const counting = countingDatabase(testDatabase.database);
  statements = counting.statements;
  return startServiceOn({ ...testDatabase, database: counting.database });
});
const world = useWorld(service);
beforeAll(async () => {
  await service.upsertCourtBooking(world.services.alpha.id, 'booking', {
    token: world.services.alpha.token.secret,
    headers: { 'X-Request-Id': 'of-the-caller' },
    body: {},
  });
  await service.app.close();
});

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
  '%s: is found by id, with its own type, by node and search',
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

it('makes every type with an id of its own a Node', () => {
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

it('returns null and finds nothing for an unknown id', async () => {
  const id = crypto.randomUUID();
  expect(await query('query N($id: ID!) { node(id: $id) { id } }', { id })).toEqual({ node: null });
  expect(await find(id)).toEqual([]);
});

it('finds users by the beginning of an email address or a name, ignoring case', async () => {
  const { ada, bob } = world.users;
  for (const text of ['ADA@example.com', 'ada@ex', 'ada of al', 'Ada'])
    expect(await ofType('User', text), text).toContain(ada.id);
  expect(await ofType('User', `of ${bob.managedBy} bo`)).toEqual([bob.id]);
  // Wildcards of PostgreSQL patterns match literally.
  for (const text of ['a_a@example.com', '%@example.com', 'da@example.com'])
    expect(await find(text), text).toEqual([]);
});

it('finds users and bookings of every partner by their external ids', async () => {
  const bookings = Object.values(world.services).map(({ booking }) => booking.id);
  expect((await ofType('CourtBooking', 'booking')).sort()).toEqual(bookings.sort());
  const users = Object.values(world.users).filter(({ externalUserId }) => externalUserId === 'member-1');
  expect((await ofType('User', 'member-1')).sort()).toEqual(users.map(({ id }) => id).sort());
});

it('finds ten users by an id that several partners use for the same user', async () => {
  await service.database.query(
    `with service as (
       insert into external_services (id, name) select gen_random_uuid(), n from generate_series(1, $1::int) n returning id, name::int as n
     ), person as (
       insert into users (id, email, first_name, last_name, managed_by_id)
       select gen_random_uuid(), n || '@link.example.com', 'L', 'L', id from service where n <= 10 returning id, email
     )
     insert into user_links (external_service_id, external_user_id, user_id)
     select s.id, 'link', p.id from service s join person p on p.email = least(s.n, 10) || '@link.example.com'`,
    [40],
  );
  expect(await ofType('User', 'link')).toHaveLength(10);
});

it('finds bookings by the whole email address of a guest', async () => {
  expect(await ofType('CourtBooking', world.guest.toUpperCase())).toHaveLength(6);
  expect(await find(world.guest.slice(0, -1))).toEqual([]);
});

it('finds organizations, courts and external services by a part of their names', async () => {
  expect(await ofType('Court', 'ENTRE')).toEqual([world.courts.centre.id]);
  expect(await ofType('Organization', 'river')).toEqual([world.organizations.riverside.id]);
  expect(await ofType('ExternalService', 'alpha')).toEqual([world.services.alpha.id]);
});

it('lists exact matches first, then beginnings, then others, and of these the newest', async () => {
  const id = (n: number) => `00000000-0000-7000-8000-0000000${n}`;
  const add = (table: string, columns: string, rows: unknown[][]) =>
    service.database.query(
      `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
      [
        JSON.stringify(
          rows.map((row) => Object.fromEntries(columns.split(', ').map((name, n) => [name, row[n]]))),
        ),
      ],
    );
  const clubs = ['Nordring', 'Am Nordring', 'NORDRING', 'Nordring 2', 'Nordring 10'];
  await add(
    'organizations',
    'id, name',
    clubs.map((name, n) => [id(10_000 + n), name]),
  );
  await add('courts', 'id, name, organization_id', [[id(10_005), 'nordring', id(10_000)]]);
  const ranked = [10_002, 10_000, 10_005, 10_004, 10_003, 10_001].map(id);
  expect((await find('nordring')).map((one) => one.id)).toEqual(ranked);

  const people = Array.from({ length: 12 }, (_, n) => [id(11_000 + n), `p${n}@anna.example.com`, 'Zoltan']);
  people.push([id(11_100), 'q@anna.example.com', 'Zoltana'], [id(11_200), 'zoltan', 'Q']);
  people.push([id(11_300), 'p1@anna.example.com.au', 'Q']);
  await add(
    'users',
    'id, email, first_name, last_name, managed_by_id',
    people.map((person) => [...person, 'Anna', world.services.alpha.id]),
  );
  const newest = Array.from({ length: 10 }, (_, n) => id(11_011 - n));
  expect(await ofType('User', 'zoltan anna')).toEqual(newest);
  expect((await ofType('User', 'zoltan'))[0]).toBe(id(11_200));
  expect(await ofType('User', 'P1@anna.example.com')).toEqual([id(11_001), id(11_300)]);
  for (const [table, start] of [
    ['users', 11_000],
    ['courts', 10_005],
    ['organizations', 10_000],
  ] as const)
    await service.database.query(`delete from ${table} where id between $1 and $2`, [id(start), id(11_999)]);
});

it('finds requests by the id that the caller sent', async () => {
  expect(await ofType('PartnerRequest', 'of-the-caller')).toHaveLength(1);
});

it('finds names without regard to case and accents', async () => {
  const { id } = world.users.bob;
  await service.database.query(
    "update users set first_name = 'Søren', last_name = 'Weiß-ÉLÈVE' where id = $1",
    [id],
  );
  for (const text of ['soren weiss', 'SØREN WEISS-E', 'weiß-eleve SOR', 'Weiss-Élève'])
    expect(await ofType('User', text), text).toEqual([id]);
  await service.database.query("update courts set name = 'Pádel Münster' where id = $1", [
    world.courts.side.id,
  ]);
  for (const text of ['padel', 'MUNSTER', 'münst', 'él mü'])
    expect(await ofType('Court', text), text).toEqual([world.courts.side.id]);
});

it('has the same key of a name in the database and here', async () => {
  const names = [
    'Søren Łuk ÆŒß',
    'İstanbul ı',
    'ŒUVRE Đð',
    'Ångström ﬁ½',
    'Ünïcødé',
    'ΕΛΈΝΗΣ Ёлка ԱՐԱ',
    '山田 太郎',
    '😀 a',
  ];
  const [row] = await service.database.query<{ keys: string[] }>(
    `select array_agg(${searchKeyOf('n')} order by o) as keys from unnest($1::text[]) with ordinality t (n, o)`,
    [names],
  );
  expect(row!.keys).toEqual(names.map(searchKey));
  expect(row!.keys.slice(0, 2)).toEqual(['soren luk aeoess', 'istanbul i']);
});

it('finds operators, API tokens by label or id but not by secret, and webhook endpoints', async () => {
  const { viewer } = world.operators;
  const { alpha } = world.services;
  const [operator] = await service.database.query<{ name: string }>(
    'select name from operators where id = $1',
    [viewer.id],
  );
  expect(await ofType('Operator', operator!.name.toUpperCase())).toContain(viewer.id);
  await service.database.query("update api_tokens set label = 'Tournée 2027' where id = $1", [
    alpha.token.id,
  ]);
  for (const text of ['tournee', 'ÉE 20', alpha.token.id])
    expect(await ofType('ApiToken', text), text).toEqual([alpha.token.id]);
  for (const secret of [alpha.token.secret, viewer.secret, alpha.token.secret.slice(0, 12)])
    expect(await find(secret), secret).toEqual([]);
  await service.database.query(
    "update webhook_endpoints set url = 'https://Hooks.example.com/in' where id = $1",
    [alpha.endpoints.active],
  );
  expect(await ofType('WebhookEndpoint', 'hooks.EXAMPLE.com')).toEqual([alpha.endpoints.active]);
});

it('finds the deliveries of a webhook-id at each endpoint, and none for other texts', async () => {
  const [delivery] = await service.database.query<{ id: string; endpoints: string[] }>(
    'select id, array_agg(endpoint_id::text order by endpoint_id) as endpoints from webhook_deliveries group by id having count(*) > 1 limit 1',
    [],
  );
  const deliveries = async (webhookId: string) =>
    (
      await query<{ found: { id: string; webhookEndpoint: { id: string } }[] }>(
        'query D($webhookId: String!) { found: deliveriesByWebhookId(webhookId: $webhookId) { id webhookEndpoint { id } } }',
        { webhookId },
      )
    ).found;
  const found = await deliveries(` ${delivery!.id.toUpperCase()} `);
  expect(found.map(({ webhookEndpoint }) => webhookEndpoint.id).sort()).toEqual(delivery!.endpoints);
  expect(new Set(found.map(({ id }) => id))).toEqual(new Set([delivery!.id]));
  for (const text of ['booking', crypto.randomUUID()]) expect(await deliveries(text), text).toEqual([]);
});

it('returns at most ten results of each type, in one statement per type', async () => {
  await service.database.query(
    `insert into organizations (id, name) select gen_random_uuid(), 'Many ' || n from generate_series(1, $1::int) n`,
    [30],
  );
  statements.length = 0;
  expect(await find('many')).toHaveLength(10);
  expect(statements.filter((text) => text.includes('json_agg'))).toHaveLength(1);
});

const ofLength = 'text must have 1 to 255 characters.';
it.each([
  ['', ofLength],
  [' ', ofLength],
  ['x'.repeat(256), ofLength],
  ['a\0b', 'text must be well-formed Unicode without NUL.'],
])('rejects an unusable text with the reason: %j', async (text, message) => {
  const { viewer } = world.operators;
  const { errors } = await ask<unknown, Record<string, unknown>>(
    service,
    viewer.secret,
    'query S($text: String!) { search(text: $text) { id } }',
    { text },
  );
  expect(errors).toMatchObject([{ message, path: ['search'], extensions: { code: 'BAD_USER_INPUT' } }]);
});

it.each(['7', 'z'.repeat(255), ' with spaces '])('finds a booking and a court named %j', async (name) => {
  const [made] = await service.database.query<{ court: string; booking: string }>(
    `with court as (insert into courts (id, name, organization_id) values (gen_random_uuid(), trim($1), $2) returning id),
       booking as (insert into court_bookings (id, external_service_id, external_court_booking_id, court_id, start_date, end_date, external_updated_at)
         select gen_random_uuid(), $3, $1, id, now(), now() + interval '1 hour', now() from court returning id)
     select court.id as court, booking.id as booking from court, booking`,
    [name, world.organizations.riverside.id, world.services.alpha.id],
  );
  expect(await ofType('Court', name)).toContain(made!.court);
  expect(await ofType('CourtBooking', name)).toEqual([made!.booking]);
});

it('returns an empty page without cursors', async () => {
  const page = '{ nodes { id } pageInfo { startCursor endCursor hasNextPage hasPreviousPage } totalCount }';
  const after = '00000000-0000-7000-8000-000000000000';
  const data = await query<Record<string, unknown>>(
    `query P($after: String) { none: users(externalUserId: "nobody") ${page} end: users(after: $after) ${page} }`,
    { after },
  );
  const empty = { nodes: [], pageInfo: expect.objectContaining({ startCursor: null, endCursor: null }) };
  expect(data).toMatchObject({ none: { ...empty, totalCount: 0 }, end: { ...empty, totalCount: 16 } });
});

it('returns no exact total for a list of more than 10,000 rows', async () => {
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

it('finds a user by a former address and a former id, as the list of users does', async () => {
  const { id, email, externalUserId } = world.users.gwen;
  await service.database.query("update users set email = 'moved@example.com' where id = $1", [id]);
  await service.database.query(
    "update user_links set external_user_id = 'renamed' where user_id = $1 and external_user_id = $2",
    [id, externalUserId],
  );
  const listed = async (filter: string) =>
    (await query<{ users: { nodes: { id: string }[] } }>(`{ users(${filter}) { nodes { id } } }`, {})).users
      .nodes;
  expect(await ofType('User', email.toUpperCase())).toEqual([id]);
  expect(await ofType('User', externalUserId)).toContain(id);
  expect(await listed(`email: "${email}"`)).toEqual([{ id }]);
  expect(await listed(`externalUserId: "${externalUserId}"`)).toContainEqual({ id });
});
