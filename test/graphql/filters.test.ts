import { getNamedType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { operatorsService } from '../../src/db/entities/external-service.ts';
import { schema } from '../../src/graphql/schema/schema.ts';
import { sequenceChanges } from '../../src/services/changes/sequence-changes.ts';
import { bookingBody, type Tenant, userBody } from '../harness/data/factories.ts';
import { argumentsOf, filterNames, needed } from '../harness/data/list-cases.ts';
import { bookingIdIn, valueIn } from '../harness/data/rows.ts';
import { useOperator, useTestService } from '../harness/servers/use-test-service.ts';
import * as playbook from './graphiql/playbook.generated.ts';

type Row = { id: string } & Record<string, unknown>;
interface Change {
  /** Unix milliseconds. */
  at: number;
  by: string;
}
interface Case {
  /** In GraphQL syntax. */
  value: string;
  matches: (row: Row) => boolean;
}

const statements: Record<string, string> = {
  organizations: 'select id, name from organizations',
  courts: 'select id, name, organization_id from courts',
  // The operators' own external service owns their blocks. It is not a partner.
  externalServices: `select id, name from external_services where id <> '${operatorsService.id}'`,
  operators: `select id, revoked_at is null and expires_at > now() as ends, (extract(epoch from expires_at) * 1000)::float8 as at
    from operators`,
  apiTokens: `select t.id, external_service_id, active and replaced_by_id is null and revoked_at is null and expires_at > now() as ends,
      (extract(epoch from expires_at) * 1000)::float8 as at, active and revoked_at is null and (expires_at is null or expires_at > now()) as good,
      (extract(epoch from coalesce(last_used_at, t.created_at)) * 1000)::float8 as used
    from api_tokens t join external_services s on s.id = external_service_id`,
  users: `select u.id, u.email, u.managed_by_id, l.external_user_id from users u join user_links l on l.user_id = u.id`,
  courtBookings: `select b.id, b.court_id, c.organization_id, b.external_service_id, b.external_court_booking_id, b.active, b.stamp_ahead and b.external_updated_at > now() as is_ahead, b.block_reason,
      (extract(epoch from b.updated_at) * 1000)::float8 as updated, (extract(epoch from b.cancelled_at) * 1000)::float8 as cancelled,
      (extract(epoch from b.start_date) * 1000)::float8 as start, (extract(epoch from b.end_date) * 1000)::float8 as end,
      array(select p.user_id::text from court_booking_participants p where p.court_booking_id = b.id and p.user_id is not null) as users,
      array(select u.id::text from users u join court_booking_participants p on p.user_id = u.id or p.email = u.email
            where p.court_booking_id = b.id) as persons,
      array(select coalesce(p.email, u.email) from court_booking_participants p left join users u on u.id = p.user_id
            where p.court_booking_id = b.id) as emails,
      (select jsonb_agg(jsonb_build_object('at', (extract(epoch from a.at) * 1000)::float8, 'by', a.actor_type))
       from audit_events a where a.subject_id = b.id) as changes
    from court_bookings b join courts c on c.id = b.court_id`,
  alertEndpoints: 'select id from alert_endpoints',
  alerts: 'select id, type, resolved_at from alerts',
  auditEvents: `select e.id, subject_id, actor_id, actor_type, request_id, action, trunc(extract(epoch from at) * 1000)::float8 as at,
      coalesce(after ->> 'organizationId', c.organization_id::text, case when subject_type = 'organization' then subject_id::text end) as organization_id
    from audit_events e left join courts c on c.id = e.subject_id`,
  partnerRequests: `select id, external_service_id, path_external_service_id, api_token_id, external_id, error_type, operation,
      status, request_id, caller_request_id, (extract(epoch from at) * 1000)::float8 as at
    from partner_requests`,
  webhookEndpoints: 'select id, external_service_id, paused_because from webhook_endpoints',
  webhookDeliveries: `select id, endpoint_id, due_at, delivered_at, last_status, last_error,
      ('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint::float8 as at
    from webhook_deliveries`,
};

const distinct = (values: unknown[]) => [...new Set(values)].filter((value) => value !== null);
const of = (values: unknown[], matches: (row: Row, value: never) => boolean): Case[] =>
  distinct(values).map((value) => ({
    value: JSON.stringify(value),
    matches: (row) => matches(row, value as never),
  }));
const equal = (column: string) => (rows: Row[]) =>
  of(
    rows.map((row) => row[column]),
    (row, value) => row[column] === value,
  );
const word = (column: string) => (rows: Row[]) =>
  equal(column)(rows).map((one) => ({ ...one, value: JSON.parse(one.value) as string }));
/** By the time of a record. */
const answered = (matches: (at: number, bound: number) => boolean) => (rows: Row[]) =>
  distinct(rows.map(({ at }) => at))
    .filter((_, index) => index % 7 === 3)
    .map((bound) => ({
      value: `"${new Date(Number(bound)).toISOString()}"`,
      matches: (row: Row) => matches(Number(row.at), Number(bound)),
    }));
/** One case for each part of a name, ignoring case. Wildcards of PostgreSQL patterns match literally. */
const named =
  (...parts: string[]) =>
  () =>
    of(parts, ({ name }, part: string) => String(name).toLowerCase().includes(part.toLowerCase()));
const addressed = (emailsOf: (row: Row) => string[]) => (rows: Row[]) =>
  of(
    rows.flatMap(emailsOf).flatMap((email) => [email, email.toUpperCase()]),
    (row, email: string) => emailsOf(row).includes(email.toLowerCase()),
  );
const among = (key: 'users' | 'persons') => (rows: Row[]) =>
  of(
    rows.flatMap((row) => row[key] as string[]),
    (row, user: string) => (row[key] as string[]).includes(user),
  );
const timed = (matches: (row: Row, at: number) => boolean) => (rows: Row[]) =>
  rows
    .flatMap(({ start, end }) => [start, end] as number[])
    .map((at) => ({ value: `"${new Date(at).toISOString()}"`, matches: (row: Row) => matches(row, at) }));

const instants = (times: unknown[], matches: (row: Row, bound: number) => boolean) =>
  distinct(times)
    .flatMap((at) => [-1, 0, 1].map((by) => Math.round(Number(at)) + by))
    .map((bound) => ({
      value: `"${new Date(bound).toISOString()}"`,
      matches: (row: Row) => matches(row, bound),
    }));
const changed = (column: string, matches: (at: number, bound: number) => boolean) => (rows: Row[]) =>
  instants(
    rows.map((row) => row[column]),
    (row, bound) => row[column] !== null && matches(Number(row[column]), bound),
  );
const ending = (rows: Row[]) =>
  instants(
    rows.map(({ at }) => at),
    ({ ends, at }, bound) => ends === true && Number(at) < bound,
  );

const names = ['Tennis_Club 100%', 'Tennis-Club 1000', 'Padel'];

const casesOf: Record<string, (rows: Row[]) => Case[]> = {
  'organizations.name': named('tennis', 'S_C', '0%', 'CLUB 1', '\\', ' '),
  'externalServices.name': named('tennis', 'S_C', '0%', 'CLUB 1', '\\', ' '),
  'courts.name': named('court', 'T 1', '2', '%'),
  'courts.organizationId': equal('organization_id'),
  'users.email': addressed(({ email }) => [String(email)]),
  'users.externalServiceId': equal('managed_by_id'),
  'users.externalUserId': equal('external_user_id'),
  'courtBookings.courtId': equal('court_id'),
  'courtBookings.organizationId': equal('organization_id'),
  'courtBookings.externalServiceId': equal('external_service_id'),
  'courtBookings.externalCourtBookingId': equal('external_court_booking_id'),
  'courtBookings.participantUserId': among('users'),
  'courtBookings.personId': among('persons'),
  'courtBookings.participantEmail': addressed(({ emails }) => emails as string[]),
  'courtBookings.from': timed(({ end }, at) => Number(end) > at),
  'courtBookings.until': timed(({ start }, at) => Number(start) < at),
  'courtBookings.status': () => [
    { value: 'ACTIVE', matches: ({ active }) => active === true },
    { value: 'CANCELLED', matches: ({ active }) => active === false },
  ],
  'courtBookings.hasFutureVersion': () => [
    { value: 'true', matches: ({ is_ahead }) => is_ahead === true },
    { value: 'false', matches: ({ is_ahead }) => is_ahead === false },
  ],
  'courtBookings.blocks': () => [
    { value: 'true', matches: ({ block_reason }) => block_reason !== null },
    { value: 'false', matches: ({ block_reason }) => block_reason === null },
  ],
  'courtBookings.updatedFrom': changed('updated', (at, bound) => at >= bound),
  'courtBookings.updatedUntil': changed('updated', (at, bound) => at < bound),
  'courtBookings.changed': (rows) =>
    rows
      .flatMap(({ changes }) => changes as Change[])
      .filter((_, index) => index % 3 === 0)
      .flatMap(({ at }) =>
        ([undefined, 'PARTNER', 'OPERATOR'] as const).map((author) => {
          const [from, until] = [Math.floor(at), Math.ceil(at) + 5];
          const by = author && { PARTNER: 'api_token', OPERATOR: 'operator' }[author];
          const range = `from: "${new Date(from).toISOString()}", until: "${new Date(until).toISOString()}"`;
          return {
            value: `{ ${range}${author ? `, by: ${author}` : ''} }`,
            matches: ({ changes }: Row) =>
              (changes as Change[]).some(
                (change) => change.at >= from && change.at < until && (!by || change.by === by),
              ),
          };
        }),
      ),
  'courtBookings.cancelledFrom': changed('cancelled', (at, bound) => at >= bound),
  'courtBookings.cancelledUntil': changed('cancelled', (at, bound) => at < bound),
  'courtBookings.conflictsWith': (rows) =>
    rows.flatMap((one) =>
      // The same time, an overlapping one, and one that begins at its end.
      [0, 30, 60].map((minutes) => {
        const [from, until] = [one.start, one.end].map((at) => Number(at) + minutes * 60_000) as [
          number,
          number,
        ];
        const [startDate, endDate] = [from, until].map((at) => new Date(at).toISOString());
        return {
          value: `{ courtId: "${one.court_id}", startDate: "${startDate}", endDate: "${endDate}" }`,
          matches: ({ active, court_id, start, end }: Row) =>
            active === true && court_id === one.court_id && Number(start) < until && Number(end) > from,
        };
      }),
    ),
  'alerts.type': word('type'),
  'alerts.open': () => [
    { value: 'true', matches: ({ resolved_at }) => resolved_at === null },
    { value: 'false', matches: ({ resolved_at }) => resolved_at !== null },
  ],
  'operators.expiresBefore': ending,
  'apiTokens.externalServiceId': equal('external_service_id'),
  'apiTokens.expiresBefore': ending,
  'apiTokens.unusedSince': (rows) =>
    instants(
      rows.map(({ used }) => used),
      ({ good, used }, bound) => good === true && Number(used) < bound,
    ),
  'auditEvents.subjectId': equal('subject_id'),
  'auditEvents.organizationId': equal('organization_id'),
  'auditEvents.actorId': equal('actor_id'),
  'auditEvents.actorType': () =>
    ['api_token', 'operator', 'configuration'].map((type) => ({
      value: type.toUpperCase(),
      matches: ({ actor_type }) => actor_type === type,
    })),
  'auditEvents.requestId': equal('request_id'),
  'auditEvents.action': word('action'),
  'auditEvents.from': answered((at, bound) => at >= bound),
  'auditEvents.to': answered((at, bound) => at < bound),
  'partnerRequests.externalServiceId': equal('external_service_id'),
  'partnerRequests.externalId': equal('external_id'),
  'partnerRequests.errorType': word('error_type'),
  'partnerRequests.operation': word('operation'),
  'partnerRequests.pathExternalServiceId': equal('path_external_service_id'),
  'partnerRequests.token': equal('api_token_id'),
  'partnerRequests.status': equal('status'),
  'partnerRequests.failed': () => [
    { value: 'true', matches: ({ status }) => Number(status) >= 400 },
    { value: 'false', matches: ({ status }) => Number(status) < 400 },
  ],
  'partnerRequests.from': answered((at, bound) => at >= bound),
  'partnerRequests.to': answered((at, bound) => at < bound),
  'partnerRequests.requestId': (rows) =>
    of(
      rows.flatMap((row) => [row.request_id, row.caller_request_id]),
      (row, id) => row.request_id === id || row.caller_request_id === id,
    ),
  'webhookEndpoints.externalServiceId': equal('external_service_id'),
  'webhookEndpoints.status': () => [
    { value: 'ACTIVE', matches: ({ paused_because }) => paused_because === null },
    { value: 'PAUSED', matches: ({ paused_because }) => paused_because !== null },
  ],
  'webhookDeliveries.webhookEndpointId': equal('endpoint_id'),
  'webhookDeliveries.status': () => [
    { value: 'PENDING', matches: ({ due_at }) => due_at !== null },
    { value: 'DELIVERED', matches: ({ due_at, delivered_at }) => due_at === null && delivered_at !== null },
    { value: 'FAILED', matches: ({ due_at, delivered_at }) => due_at === null && delivered_at === null },
  ],
  'webhookDeliveries.lastAttemptFailed': () => [
    { value: 'true', matches: ({ last_error }) => last_error !== null },
    { value: 'false', matches: ({ last_error }) => last_error === null },
  ],
  'webhookDeliveries.lastStatus': (rows) =>
    distinct([...rows.map(({ last_status }) => last_status), 410]).map((status) => ({
      value: String(status),
      matches: ({ last_status }) => last_status === status,
    })),
  'webhookDeliveries.from': changed('at', (at, bound) => at >= bound),
  'webhookDeliveries.to': changed('at', (at, bound) => at < bound),
};

const queries = Object.values(schema.getQueryType()!.getFields());
const lists = queries.filter(({ type }) => getNamedType(type).name.endsWith('Connection'));
const filtersOf = (list: string) => Object.keys(casesOf).filter((filter) => filter.startsWith(`${list}.`));

describe('filter of a list', () => {
  const service = useTestService('postgresql');
  const admin = useOperator(service);
  const stored: Record<string, Row[]> = {};
  /** The endpoint of the listed deliveries, unless a filter names another one. */
  let endpointId: string;
  beforeAll(async () => {
    // Three partners do the same and use the same external ids.
    for (const [index, name] of names.entries()) await liveAs(await service.factories.tenant(), index, name);
    await untilSequenced();
    const court = await valueIn(service, 'select id from courts limit 1');
    for (const day of ['03', '04']) {
      const [from, to] = [`2029-01-${day}T00:00:00Z`, `2029-01-${day}T12:00:00Z`];
      const block = { courtId: court, from, to, reason: 'new net' };
      const { blockCourt } = await admin.run(playbook.BlockCourtDocument, block);
      expect(blockCourt).not.toHaveProperty('message');
    }
    await service.createUser(crypto.randomUUID(), { token: 'nobody', body: {} });
    await service.app.close();
    await untilSequenced();
    // Responses come up to thirty seconds after the ids were made, as for a caller who waits for a change.
    await service.database.query("update partner_requests set at = at + interval '30 seconds'", []);
    // These were dated in the future, and no longer are.
    await service.database.query(
      `update court_bookings set stamp_ahead = true where external_court_booking_id = 'booking-1'`,
      [],
    );
    // Three consecutive deliveries of an endpoint have different states.
    await service.database.query(
      `update webhook_deliveries d set due_at = case when place % 3 = 0 then due_at end,
         delivered_at = case when place % 3 < 2 then $1::timestamptz end,
         last_status = case place % 3 when 1 then 200 when 2 then 500 end,
         last_error = case place % 3 when 0 then 'No response.' when 2 then 'The response was 500.' end
       from (select endpoint_id, id, row_number() over (partition by endpoint_id order by id) as place from webhook_deliveries) p
       where d.endpoint_id = p.endpoint_id and d.id = p.id`,
      ['2026-11-20T12:00:00Z'],
    );
    await service.database.query(
      `insert into alerts (id, type, cause, message, data, at, resolved_at)
       select gen_random_uuid(), type, n::text, 'x', '{}', now(), case when n = 1 then $1::timestamptz end
       from unnest(array['STAMPS_AHEAD', 'WEBHOOK_ENDPOINT_PAUSED']) as type, generate_series(1, 2) n`,
      [new Date().toISOString()],
    );
    await service.database.query(
      `insert into alert_endpoints (id, url, secret) select gen_random_uuid(), $1, '' from generate_series(1, 2)`,
      ['https://operators.invalid'],
    );
    await service.database.query(
      'update audit_events set actor_type = $1 where id = (select id from audit_events order by id limit 1)',
      ['configuration'],
    );
    // Some tokens expire soon, some have expired, some were revoked or rotated. Some were used long ago. A partner is deactivated.
    await service.database.query(
      `insert into api_tokens (id, external_service_id, label, scopes, secret_hash, expires_at, revoked_at, last_used_at, replaced_by_id)
       select gen_random_uuid(), s.id, 'x', '{userread}', sha256(convert_to(s.id::text || kind, 'UTF8')),
         case when kind <> 'unused' then date_trunc('second', now()) + case when kind = 'ended' then -1 else 1 end * interval '1 day' end,
         case when kind = 'revoked' then now() end, case when kind <> 'unused' then $1::timestamptz end,
         case when kind = 'rotated' then (select t.id from api_tokens t where t.external_service_id = s.id limit 1) end
       from external_services s, unnest(array['ends', 'ended', 'revoked', 'rotated', 'unused']) as kind`,
      ['2026-11-01T12:00:00Z'],
    );
    await service.database.query('update external_services set active = false where name = $1', ['Padel']);
    await service.database.query(
      `insert into operators (id, name, role, secret_hash, expires_at, revoked_at)
       select gen_random_uuid(), kind, 'VIEWER', sha256(convert_to(kind, 'UTF8')),
         $1::timestamptz + case when kind = 'ended' then -1 else 1 end * interval '1 day', case when kind = 'revoked' then now() end
       from unnest(array['ends', 'ended', 'revoked']) as kind`,
      [new Date().toISOString()],
    );
    for (const [list, statement] of Object.entries(statements))
      stored[list] = await service.database.query<Row>(`${statement} order by id desc`, []);
    endpointId = String(stored.webhookDeliveries![0]!.endpoint_id);
  });

  const untilSequenced = async () => {
    while (!(await sequenceChanges({ database: service.database, now: Date.now })));
  };
  const liveAs = async (tenant: Tenant, index: number, name: string) => {
    const { externalServiceId, organizationId, courtIds } = tenant;
    await service.database.query('update organizations set name = $1 where id = $2', [name, organizationId]);
    await service.database.query('update external_services set name = $1 where id = $2', [
      name,
      externalServiceId,
    ]);
    // One endpoint is paused. The other one holds its due deliveries.
    for (const [path, held, paused] of [
      ['/', '2999-12-31T00:00:00Z', null],
      ['/paused', null, '2026-11-20T12:00:00Z'],
    ])
      await service.database.query(
        `insert into webhook_endpoints (id, external_service_id, url, types, signature, secret, held_until, paused_because, paused_at)
         values (gen_random_uuid(), $1, 'https://partner.invalid' || $2, '{user.created,court_booking.created}', 'HMAC_SHA256', '',
           $3, case when $4::timestamptz is not null then 'OPERATOR' end, $4)`,
        [externalServiceId, path, held, paused],
      );
    const call = (requestId: string) => ({
      token: tenant.token,
      headers: { 'X-Request-Id': `${requestId}-${index === 0 ? 'own' : 'shared'}` },
    });
    const users: string[] = [];
    for (const externalUserId of ['member-1', `member-${index}`]) {
      const body = userBody({ externalUserId: `${externalUserId}${users.length}` });
      users.push((await service.createUser(externalServiceId, { ...call('user'), body })).body.id);
    }
    // The changes of the users have other times than those of the bookings.
    await untilSequenced();
    await service.createUser(externalServiceId, { ...call('refused'), body: {} });
    for (const [n, courtId] of [...courtIds, courtIds[0]].entries()) {
      const participants = [{ userId: users[n % 2] }, { email: `guest-${n}@example.com` }];
      const ahead = n === 0 && index === 1 ? { externalUpdatedAt: '2099-01-01T00:00:00Z' } : {};
      const named = { participants: n === 1 ? [] : participants };
      const body = bookingBody(courtId, { ...named, ...ahead }, index * 2 + n);
      await service.upsertCourtBooking(externalServiceId, `booking-${n}`, { ...call('booking'), body });
    }
    await service.createUser(externalServiceId, { token: 'nobody', body: {} });
    const unknown = bookingBody(crypto.randomUUID());
    await service.upsertCourtBooking(externalServiceId, 'booking-0', { ...call('lost'), body: unknown });
    if (index > 0)
      await admin.run(playbook.CancelCourtBookingDocument, {
        courtBookingId: await bookingIdIn(service, 'booking-2', externalServiceId),
        reason: 'flood',
      });
  };

  const find = async (list: string, all: string[]) => {
    const found: { nodes: { id: string }[]; totalCount: number }[] = [];
    for (let from = 0; from < all.length; from += 30) {
      const part = all.slice(from, from + 30);
      const fields = '{ nodes { id } totalCount }';
      const query = `{ ${part.map((args, n) => `l${n}: ${list}(${args}) ${fields}`).join(' ')} }`;
      const data = await admin.data<Record<string, (typeof found)[number]>>(query);
      found.push(...part.map((_, n) => data[`l${n}`]!));
    }
    return found;
  };
  /** A list that is filtered by the time of a change is in the order of these times. Rows are sorted by id already. */
  const inDefaultOrder = (args: string, rows: Row[]) => {
    const [, column] =
      args.match(/(cancelled)(?:From|Until):/) ?? args.match(/(updated)(?:From|Until):/) ?? [];
    return column ? rows.toSorted((one, other) => Number(other[column]) - Number(one[column])) : rows;
  };
  const expectRows = async (list: string, wanted: { args: string; rows: Row[] }[]) => {
    const found = await find(
      list,
      wanted.map(({ args }) => args),
    );
    for (const [n, { args, rows }] of wanted.entries()) {
      expect(found[n]!.nodes, args).toEqual(inDefaultOrder(args, rows).map(({ id }) => ({ id })));
      expect(found[n]!.totalCount, args).toBe(rows.length);
    }
  };

  it('has cases in this file, for every list and filter in the schema', () => {
    expect(Object.keys(casesOf).sort()).toEqual(filterNames(lists));
    expect(Object.keys(statements).sort()).toEqual(lists.map(({ name }) => name).sort());
  });

  it('a reversed or an empty time range is rejected everywhere, with the names of its ends', async () => {
    const ranges = [
      'courtBookings(filter: { from: $a, until: $b })',
      'courtBookings(filter: { updatedFrom: $a, updatedUntil: $b })',
      'courtBookings(filter: { cancelledFrom: $a, cancelledUntil: $b })',
      'courtBookings(filter: { changed: { from: $a, until: $b } })',
      `courtBookings(filter: { conflictsWith: { courtId: "${stored.courts![0]!.id}", startDate: $a, endDate: $b } })`,
      ...['auditEvents', 'partnerRequests', 'partnerTraffic', 'partnerFaults'].map(
        (list) => `${list}(from: $a, to: $b)`,
      ),
      `webhookDeliveries(${needed('webhookDeliveries', endpointId)}from: $a, to: $b)`,
    ];
    const [early, late] = ['2026-12-01T10:00:00Z', '2026-12-01T11:00:00Z'];
    for (const list of ranges) {
      const errorsOf = async (a: string, b: string) =>
        (await admin.ask(`query ($a: DateTime!, $b: DateTime!) { ${list} { __typename } }`, { a, b })).errors;
      expect(await errorsOf(early, late), list).toBeUndefined();
      const ends = [...list.matchAll(/(\w+): \$/g)].map(([, name]) => name).join(', ');
      for (const from of [late, early])
        expect((await errorsOf(from, early))![0]!.message, list).toMatch(`${ends}: The range `);
    }
  });

  const rowsOf = (list: string, filter?: string) =>
    needed(list) === '' || filter === 'webhookDeliveries.webhookEndpointId'
      ? stored[list]!
      : stored[list]!.filter((row) => row.endpoint_id === endpointId);

  it.each(Object.keys(statements))('%s returns every row without a filter', async (list) => {
    const rows = rowsOf(list);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThan(100);
    await expectRows(list, [
      { args: `${needed(list, endpointId)}first: 100`, rows },
      { args: `${needed(list, endpointId)}last: 100`, rows },
    ]);
  });

  it.each(Object.keys(casesOf))('%s finds the matching rows and nothing else', async (filter) => {
    const [list] = filter.split('.') as [string];
    const rows = rowsOf(list, filter);
    const cases = casesOf[filter]!(rows).map(({ value, matches }) => ({
      value,
      rows: rows.filter(matches),
    }));
    expect(
      cases.filter((one) => one.rows.length > 0 && one.rows.length < rows.length).length,
    ).toBeGreaterThan(0);
    await expectRows(
      list,
      cases.flatMap((one) =>
        ['first: 100', 'last: 100'].map((page) => ({
          args: `${page}, ${argumentsOf(filter, one.value, endpointId)[1]}`,
          rows: one.rows,
        })),
      ),
    );
  });

  it.each(Object.keys(statements).filter((list) => filtersOf(list).length > 1))(
    '%s returns only rows that match both of two filters',
    async (list) => {
      const rows = stored[list]!;
      // For each filter, the values that match the most and the fewest rows but not all.
      const count = ({ matches }: Case) => rows.filter(matches).length;
      const telling = (filter: string) => {
        const cases = casesOf[filter]!(rows)
          .filter((one) => count(one) > 0 && count(one) < rows.length)
          .sort((one, other) => count(other) - count(one));
        return [cases[0]!, cases.at(-1)!];
      };
      const name = (filter: string) => filter.split('.')[1]!;
      const filters = filtersOf(list);
      const wanted = filters.flatMap((one, index) =>
        filters.slice(index + 1).flatMap((other) => {
          const of = [one, other].some((filter) => name(filter) === 'webhookEndpointId')
            ? ''
            : needed(list, endpointId);
          const listed = of === '' ? rows : rowsOf(list);
          return telling(one).flatMap((a) =>
            telling(other).map((b) => {
              const both = `${of}${name(one)}: ${a.value}, ${name(other)}: ${b.value}`;
              return {
                args: `first: 100, ${list === 'courtBookings' ? `filter: { ${both} }` : both}`,
                rows: listed.filter((row) => a.matches(row) && b.matches(row)),
                alone: [a, b].map(count),
                isNoRange:
                  /^(.*)from \1(to|until)$/i.test(`${name(one)} ${name(other)}`) && a.value >= b.value,
              };
            }),
          );
        }),
      );
      // At least one pair matches fewer rows than either of its filters.
      expect(wanted.some((both) => both.rows.length > 0 && both.rows.length < Math.min(...both.alone))).toBe(
        true,
      );
      await expectRows(
        list,
        wanted.filter(({ isNoRange }) => !isNoRange),
      );
    },
  );
});
