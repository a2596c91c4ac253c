import {
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLNonNull,
  type GraphQLType,
  getNamedType,
} from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { valueIn } from '../../harness/data/rows.ts';
import { useOperator, useTestService } from '../../harness/servers/use-test-service.ts';

/** Sort fields of each list in the schema, without the creation time, which every list has. */
const ordersOf = Object.fromEntries(
  Object.values(schema.getQueryType()!.getFields())
    .filter(({ type }) => getNamedType(type).name.endsWith('Connection'))
    .map(({ name, args }) => {
      const orderBy = args.find((arg) => arg.name === 'orderBy')?.type as GraphQLInputObjectType;
      const { type } = orderBy.getFields().field! as { type: GraphQLType };
      const values = ((type as GraphQLNonNull<GraphQLEnumType>).ofType as GraphQLEnumType).getValues();
      return [name, values.map((value) => value.name)];
    }),
);

const tables: Record<string, { table: string; values: Record<string, string> }> = {
  organizations: { table: 'organizations', values: { NAME: 'name' } },
  courts: { table: 'courts', values: { NAME: 'name' } },
  externalServices: { table: 'external_services', values: { NAME: 'name' } },
  apiTokens: { table: 'api_tokens', values: { EXPIRES_AT: 'expires_at', LAST_USED_AT: 'last_used_at' } },
  operators: { table: 'operators', values: { NAME: 'name', EXPIRES_AT: 'expires_at' } },
  users: { table: 'users', values: { NAME: "last_name || ' ' || first_name", EMAIL: 'email' } },
  courtBookings: {
    table: 'court_bookings',
    values: { START_DATE: 'start_date', UPDATED_AT: 'updated_at' },
  },
  alertEndpoints: { table: 'alert_endpoints', values: {} },
  alerts: { table: 'alerts', values: {} },
  auditEvents: { table: 'audit_events', values: {} },
  partnerRequests: { table: 'partner_requests', values: {} },
  webhookEndpoints: {
    table: 'webhook_endpoints',
    values: { FAILING_SINCE: 'failing_since', LAST_SUCCESS_AT: 'last_success_at' },
  },
  webhookDeliveries: { table: 'webhook_deliveries', values: { DUE_AT: 'due_at' } },
};

const rows = 23;
/** Few different values, so that several rows share each one, also across page boundaries. */
const name = `(array['beta', 'Alpha', 'alpha', 'öl', 'Zeta', '10 %_\\'])[1 + n % 6]`;
const time = `(timestamptz '2026-11-01T12:00:00.000001Z' + n % 4 * interval '1 microsecond')`;
const timeOrNone = `case when n % 3 > 0 then ${time} end`;
const each = `from generate_series(1, ${rows}) n`;
const some = (table: string, count = rows) =>
  `(select id from ${table} order by id offset n % ${count} limit 1)`;

/** Three bookings at each time, two times a day, each court twice. Some are long, some are cancelled. */
const bookings = `insert into court_bookings (id, external_service_id, external_court_booking_id, court_id, start_date, end_date,
    external_updated_at, cancelled_at, cancellation_reason, stamp_ahead, updated_at)
  select gen_random_uuid(), ${some('external_services', 3)}, 'b-' || n, ${some('courts')}, at,
    at + case when n % 11 = 0 then interval '9 days' else interval '1 hour' end, case when n % 2 = 0 then timestamptz '2099-01-01' else at end,
    case when n % 4 = 0 then at end, case when n % 4 = 0 then 'flood' end, n % 5 = 0, ${time}
  from generate_series(1, ${2 * rows}) n, lateral (select timestamptz '2026-12-01T22:00:00Z'
    + n / 3 % 2 * interval '150 minutes' + n / 6 % 4 * interval '1 day' + n / 24 * interval '20 days' as at) s`;

const statements = [
  `insert into organizations (id, name) select gen_random_uuid(), ${name} ${each}`,
  `insert into courts (id, organization_id, name) select gen_random_uuid(), ${some('organizations', 5)}, ${name} ${each}`,
  `insert into external_services (id, name) select gen_random_uuid(), ${name} ${each}`,
  `insert into api_tokens (id, external_service_id, label, scopes, secret_hash, expires_at, last_used_at)
   select gen_random_uuid(), ${some('external_services')}, 'x', '{}', sha256(n::text::bytea), ${timeOrNone}, ${timeOrNone} ${each}`,
  `insert into operators (id, name, role, secret_hash, expires_at)
   select gen_random_uuid(), ${name}, 'VIEWER', sha256(n::text::bytea), ${timeOrNone} ${each}`,
  `insert into users (id, email, first_name, last_name, managed_by_id, erased_at)
   select gen_random_uuid(), case when n % 5 > 0 then 'user-' || n || '@example.com' end, case when n % 5 > 0 then ${name} end,
     case when n % 5 > 0 then 'Lovelace' end, ${some('external_services')}, case when n % 5 = 0 then now() end ${each}`,
  bookings,
  `insert into court_booking_participants (court_booking_id, position, email)
   select id, 0, 'guest@example.com' from court_bookings where start_date > '2026-12-03'`,
  `insert into alert_endpoints (id, url, secret) select gen_random_uuid(), 'https://operators.invalid', '' ${each}`,
  `insert into alerts (id, type, cause, message, data, at) select gen_random_uuid(), 'STAMPS_AHEAD', n, 'x', '{}', now() ${each}`,
  `insert into audit_events (id, at, actor_type, actor_id, request_id, action, subject_type, subject_id)
   select gen_random_uuid(), now(), 'operator', gen_random_uuid(), 'x', 'createCourt', 'court', gen_random_uuid() ${each}`,
  `insert into partner_requests (id, at, operation, status, issue_paths, milliseconds, request_id)
   select gen_random_uuid(), now(), 'createUser', 201, '{}', 1, 'x' ${each}`,
  `insert into webhook_endpoints (id, external_service_id, url, types, signature, secret, failing_since, last_success_at)
   select gen_random_uuid(), ${some('external_services')}, 'https://partner.invalid', '{user.created}', 'HMAC_SHA256', '', ${timeOrNone}, ${timeOrNone} ${each}`,
  `insert into webhook_deliveries (endpoint_id, id, due_at, delivered_at)
   select (select id from webhook_endpoints limit 1), gen_random_uuid(), ${timeOrNone}, case when n % 6 = 3 then now() end ${each}`,
];

interface Row {
  id: string;
  [order: string]: string | null;
}

type Direction = 'ASC' | 'DESC';
const ways = ['first', 'last'] as const;
type Way = (typeof ways)[number];
type Bound = { after?: string; before?: string };

interface Page {
  nodes: { id: string }[];
  edges: { cursor: string }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string };
}

describe('sorted list', () => {
  const service = useTestService('postgresql');
  const viewer = useOperator(service, 'VIEWER');
  let endpointId: string;
  beforeAll(async () => {
    // Stops background jobs, so that nothing else is written.
    await service.app.close();
    for (const statement of statements) await service.database.query(statement, []);
    endpointId = await valueIn(service, 'select endpoint_id from webhook_deliveries limit 1');
  });

  const argumentsOf = (list: string, ...others: string[]) =>
    [...(list === 'webhookDeliveries' ? [`webhookEndpointId: "${endpointId}"`] : []), ...others].join(', ');
  /** Reads a page of a list. The cursor `bound` is a variable, so that all pages share one document, which is parsed and validated once. */
  const read = async (list: string, args: string[], bound: Bound = {}): Promise<Page> => {
    const fields =
      '{ nodes { id } edges { cursor } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }';
    const given = argumentsOf(list, ...args, 'after: $after', 'before: $before');
    const query = `query ($after: String, $before: String) { ${list}(${given}) ${fields} }`;
    const data = await viewer.data<Record<string, Page>>(query, bound);
    return data[list]!;
  };
  const orderBy = (field: string, direction: Direction) =>
    `orderBy: { field: ${field}, direction: ${direction} }`;

  /** All stored ids of a list, sorted here by value, then by id. Rows without a value come last. */
  const stored = async (list: string, field: string, direction: Direction): Promise<string[]> => {
    const { table, values } = tables[list]!;
    const value = values[field] ?? "''";
    const all = await service.database.query<Row>(`select id, (${value})::text as value from ${table}`, []);
    const sign = direction === 'ASC' ? 1 : -1;
    const compare = (one: string, other: string) =>
      sign * Buffer.compare(Buffer.from(one), Buffer.from(other));
    const ofValue = ({ value }: Row) => value!.toLowerCase();
    return all
      .toSorted((one, other) => {
        if (one.value === null || other.value === null)
          return Number(one.value === null) - Number(other.value === null) || compare(one.id, other.id);
        return compare(ofValue(one), ofValue(other)) || compare(one.id, other.id);
      })
      .map(({ id }) => id);
  };

  const walk = async (list: string, way: Way, size: number, ...args: string[]): Promise<string[]> => {
    const found: string[] = [];
    let bound: Bound = {};
    for (;;) {
      const { nodes, edges, pageInfo } = await read(list, [`${way}: ${size}`, ...args], bound);
      const ids = nodes.map(({ id }) => id);
      if (way === 'first') found.push(...ids);
      else found.unshift(...ids);
      if (ids.length > 0)
        expect([pageInfo.startCursor, pageInfo.endCursor]).toEqual([edges[0]!.cursor, edges.at(-1)!.cursor]);
      if (!(way === 'first' ? pageInfo.hasNextPage : pageInfo.hasPreviousPage)) return found;
      bound = way === 'first' ? { after: pageInfo.endCursor } : { before: pageInfo.startCursor };
    }
  };

  it('has a test in this file for every order in the schema', () => {
    const all = Object.entries(tables).map(([list, { values }]) => [
      list,
      ['CREATED_AT', ...Object.keys(values)],
    ]);
    const sorted = (entries: Record<string, string[]>) =>
      Object.fromEntries(Object.entries(entries).map(([list, fields]) => [list, fields.toSorted()]));
    expect(sorted(Object.fromEntries(all))).toEqual(sorted(ordersOf));
  });

  it.each(
    Object.entries(ordersOf).flatMap(([list, fields]) =>
      fields.flatMap((field) =>
        (['ASC', 'DESC'] as const).map((direction) => [list, field, direction] as const),
      ),
    ),
  )(
    '%s by %s, %s: returns each row once, in order, forwards and backwards',
    async (list, field, direction) => {
      const all = await stored(list, field, direction);
      expect(all.length).toBeGreaterThanOrEqual(rows);
      const walks = await Promise.all(ways.map((way) => walk(list, way, 5, orderBy(field, direction))));
      expect(walks).toEqual([all, all]);
    },
  );

  it.each(Object.keys(ordersOf))('%s: lists the newest rows first by default', async (list) => {
    const all = await stored(list, 'CREATED_AT', 'DESC');
    expect(await walk(list, 'first', 7)).toEqual(all);
    const [{ edges }, same] = [
      await read(list, ['first: 20']),
      await read(list, ['first: 20', orderBy('CREATED_AT', 'DESC')]),
    ];
    expect(same.edges).toEqual(edges);
  });

  const left = async (list: string, filter: string) =>
    new Set((await read(list, ['first: 100', filter])).nodes.map(({ id }) => id));
  const anyOf = async (table: string, column: string) => {
    const statement = `select ${column} as value from ${table} where ${column} is not null group by 1 order by count(*) desc, 1 limit 1`;
    return `"${await valueIn(service, statement)}"`;
  };
  const time = (day: string) => `"2026-12-${day}T00:00:00Z"`;
  const times = `from: ${time('03')}, until: ${time('25')}`;
  const court = async () => `courtId: ${await anyOf('court_bookings', 'court_id')}`;
  const bookingsWith = (condition: string) =>
    `court_bookings b join courts c on c.id = b.court_id and ${condition}`;
  const club = async (condition = 'true') =>
    `organizationId: ${await anyOf(bookingsWith(condition), 'organization_id')}`;
  const partner = async (condition = 'true') =>
    `externalServiceId: ${await anyOf(bookingsWith(condition), 'external_service_id')}`;
  const [updatedFrom, updatedUntil] = ['2026-11-01T12:00:00.000002Z', '2026-11-01T12:00:00.000004Z'];
  const updated = `updatedFrom: "${updatedFrom}", updatedUntil: "${updatedUntil}"`;
  const wasUpdated = `b.updated_at >= '${updatedFrom}' and b.updated_at < '${updatedUntil}'`;
  const cancelled = `cancelledFrom: ${time('03')}, cancelledUntil: ${time('25')}`;
  it.each([
    ['a court', court],
    ['a club', club],
    ['a partner', partner],
    ['active ones', () => 'status: ACTIVE'],
    ['cancelled ones', () => 'status: CANCELLED'],
    ['cancelled bookings of a partner', async () => `status: CANCELLED, ${await partner()}`],
    ['from a time on', () => `from: ${time('04')}`],
    ['until a time', () => `until: ${time('23')}`],
    ['a time', () => times],
    ['a time range of a partner', async () => `${times}, ${await partner()}`],
    ['a time range of a club', async () => `${times}, ${await club()}`],
    ['cancelled bookings of a time range', () => `${times}, status: CANCELLED`],
    ['a time of change', () => updated],
    ['a time of change of a partner', async () => `${updated}, ${await partner(wasUpdated)}`],
    ['a time of change of a club', async () => `${updated}, ${await club(wasUpdated)}`],
    ['a time of change in a time', () => `${updated}, ${times}`],
    ['active ones with a time of change', () => `${updated}, status: ACTIVE`],
    ['a time of cancellation', () => cancelled],
    ['a time of cancellation of a partner', async () => `${cancelled}, ${await partner()}`],
    [
      'a time of cancellation of a club',
      async () => `cancelledFrom: ${time('01')}, ${await club('not b.active')}`,
    ],
    ['a time of cancellation in a time', () => `${cancelled}, ${times}`],
    [
      'a time of cancellation and of change',
      () => `${cancelled}, updatedFrom: "2026-11-01T12:00:00.000001Z"`,
    ],
    ['a time of cancellation of a guest', () => `${cancelled}, participantEmail: "guest@example.com"`],
    ['bookings dated in the future', () => 'hasFutureVersion: true'],
    ['no bookings dated in the future', () => 'hasFutureVersion: false'],
    ['no blocks', () => 'blocks: false'],
    ['a guest', () => 'participantEmail: "guest@example.com"'],
    ['a guest in a time', () => `participantEmail: "guest@example.com", ${times}`],
  ])('returns court bookings of %s in every order, without extra or missing rows', async (_what, ofWhat) => {
    const filter = `filter: { ${await ofWhat()} }`;
    const ids = await left('courtBookings', filter);
    expect(ids.size).toBeGreaterThan(1);
    for (const field of ['START_DATE', 'UPDATED_AT'])
      for (const direction of ['ASC', 'DESC'] as const) {
        const all = (await stored('courtBookings', field, direction)).filter((id) => ids.has(id));
        for (const way of ['first', 'last'] as const)
          expect(await walk('courtBookings', way, 9, filter, orderBy(field, direction)), way).toEqual(all);
      }
  });

  it.each([
    ['organizations', 'NAME', () => 'name: "ALPHA"'],
    ['courts', 'NAME', () => 'name: "a"'],
    ['externalServices', 'NAME', () => 'name: "a"'],
    ['apiTokens', 'EXPIRES_AT', () => 'expiresBefore: "2099-01-01T00:00:00Z"'],
    ['users', 'NAME', async () => `externalServiceId: ${await anyOf('users', 'managed_by_id')}`],
    ['webhookEndpoints', 'FAILING_SINCE', () => 'status: ACTIVE'],
    ['webhookDeliveries', 'DUE_AT', () => 'status: PENDING'],
    ['webhookDeliveries', 'DUE_AT', () => 'status: DELIVERED'],
    ['webhookDeliveries', 'DUE_AT', () => 'status: FAILED'],
  ])('returns %s by %s with a filter, without extra or missing rows', async (list, field, ofWhat) => {
    const filter = await ofWhat();
    const ids = await left(list, filter);
    for (const direction of ['ASC', 'DESC'] as const) {
      const all = (await stored(list, field, direction)).filter((id) => ids.has(id));
      const walks = await Promise.all(
        ways.map((way) => walk(list, way, 3, filter, orderBy(field, direction))),
      );
      expect(walks).toEqual([all, all]);
    }
  });

  it('returns each row once while rows are inserted around the page boundary', async () => {
    const all = await stored('organizations', 'NAME', 'ASC');
    const found: string[] = [];
    let bound: Bound = {};
    for (let page = 0; page < 20; page += 1) {
      const { nodes, pageInfo } = await read('organizations', ['first: 2', orderBy('NAME', 'ASC')], bound);
      found.push(...nodes.map(({ id }) => id));
      if (!pageInfo.hasNextPage) break;
      bound = { after: pageInfo.endCursor };
      if (page > 4) continue;
      // Their ids are below and above all others.
      await service.database.query(
        `insert into organizations (id, name) select (id || lpad(to_hex($1::int * 8 + row_number() over ()), 2, '0'))::uuid, name
         from unnest(array['00000000-0000-7000-8000-0000000000', 'ffffffff-ffff-7fff-bfff-ffffffffff']) as id,
           unnest(array[' ', (select name from organizations where id = $2::uuid), '~']) as name`,
        [page, nodes.at(-1)!.id],
      );
    }
    expect(found.filter((id) => all.includes(id))).toEqual(all);
    expect(new Set(found).size).toBe(found.length);
    await service.database.query('delete from organizations where not id = any($1::uuid[])', [all]);
  });

  it('continues from the place of a row that was moved or deleted', async () => {
    const all = await stored('organizations', 'NAME', 'ASC');
    const page = ['first: 5', orderBy('NAME', 'ASC')];
    const { pageInfo } = await read('organizations', page);
    const name = await valueIn(
      service,
      `with former as (select name from organizations where id = $1)
       update organizations set name = 'zzz' where id = $1 returning (select name from former)`,
      all[4],
    );
    const { nodes } = await read('organizations', page, { after: pageInfo.endCursor });
    expect(nodes.map(({ id }) => id)).toEqual(all.slice(5, 10));
    await service.database.query('update organizations set name = $2 where id = $1', [all[4], name]);
  });

  const cursorOf = (...position: unknown[]) => Buffer.from(JSON.stringify(position)).toString('base64url');
  const id = crypto.randomUUID();
  const noCursor = (what: string) =>
    `${what} is not a cursor of this list. Send a cursor that the list returned, unchanged.`;
  it.each<[string, string, string]>([
    [
      'of another order',
      `after: "${cursorOf('CREATED_AT', 'ASC', id)}", ${orderBy('NAME', 'ASC')}`,
      'after is a cursor of CREATED_AT ASC, and this list is sorted by NAME ASC. Send the orderBy that the cursor was returned with, or start again without after.',
    ],
    [
      'from the other direction',
      `before: "${cursorOf('NAME', 'DESC', id, 'Lovelace', 'Ada')}", ${orderBy('NAME', 'ASC')}`,
      'before is a cursor of NAME DESC, and this list is sorted by NAME ASC. Send the orderBy that the cursor was returned with, or start again without before.',
    ],
    [
      'from an unsorted list',
      `after: "${id}", ${orderBy('EMAIL', 'DESC')}`,
      'after is a cursor of CREATED_AT DESC, and this list is sorted by EMAIL DESC. Send the orderBy that the cursor was returned with, or start again without after.',
    ],
    [
      'from a sorted list, in an unsorted one',
      `after: "${cursorOf('EMAIL', 'ASC', id, 'a@example.com')}"`,
      'after is a cursor of EMAIL ASC, and this list is sorted by CREATED_AT DESC. Send the orderBy that the cursor was returned with, or start again without after.',
    ],
    ['that is not a cursor', `after: "x", ${orderBy('EMAIL', 'ASC')}`, noCursor('after')],
    ['that is not a cursor, in an unsorted list', 'after: "null"', noCursor('after')],
    ...(
      [
        ['with a value too few', 'after', ['NAME', 'ASC', id, 'x']],
        ['with an invalid value', 'after', ['EMAIL', 'ASC', id, 7]],
        ['with text that PostgreSQL cannot store', 'before', ['EMAIL', 'ASC', id, 'a\0']],
        ['with an invalid id', 'after', ['EMAIL', 'ASC', 'x', 'x']],
      ] as const
    ).map(([what, name, position]): [string, string, string] => {
      const args = `${name}: "${cursorOf(...position)}", ${orderBy(position[0], 'ASC')}`;
      return [what, args, noCursor(name)];
    }),
  ])('rejects a cursor %s and says what to do', async (_what, args, message) => {
    const { data, errors } = await viewer.ask(`{ users(${args}) { nodes { id } } }`);
    expect(data).toBeNull();
    expect(errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  it.each([
    ['an invalid time', cursorOf('START_DATE', 'ASC', id, 'soon')],
    ['no time, although every row has one', cursorOf('START_DATE', 'ASC', id, null)],
  ])('rejects a cursor of %s', async (_what, cursor) => {
    const args = `after: "${cursor}", ${orderBy('START_DATE', 'ASC')}`;
    const { errors } = await viewer.ask(`{ courtBookings(${args}) { nodes { id } } }`);
    expect(errors).toMatchObject([{ message: noCursor('after'), extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  it('is exported in order', async () => {
    const given = encodeURIComponent('{"orderBy":{"field":"START_DATE","direction":"DESC"}}');
    const response = await fetch(
      `${service.address}/operators/export/courtBookings.jsonl?arguments=${given}`,
      { headers: { Authorization: `Bearer ${viewer.secret}` } },
    );
    const lines = (await response.text()).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).id)).toEqual(
      await stored('courtBookings', 'START_DATE', 'DESC'),
    );
  });
});
