import { getNamedType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../../src/graphql/schema/schema.ts';
import {
  type ExplainedStatement,
  explainedIn,
  explainingSettings,
} from '../../harness/assertions/explained.ts';
import { ask } from '../../harness/clients/graphql-client.ts';
import {
  argumentsOf,
  filterNames,
  listCases,
  listOrders,
  listPages,
  needed,
  pagesOf,
  sortedPages,
} from '../../harness/data/list-cases.ts';
import { fillWithListData, idOf } from '../../harness/data/list-data.ts';
import { useClient, useOwnPostgresql, useServiceAt } from '../../harness/servers/use-test-service.ts';

const size = { bookings: 30_000, partnerRequests: 30_000, auditEvents: 30_000, courts: 400, services: 100 };
const span = { days: 200, requestDays: 20 };
/**
 * The maximum of rows read. It covers a page, a probe per day, court or service, and the rows at the edges of a day. It does not depend on
 * the stored amount.
 */
const mostRows = 1_500;

const lists = Object.values(schema.getQueryType()!.getFields()).filter(({ type }) =>
  getNamedType(type).name.endsWith('Connection'),
);
const listNames = lists.map(({ name }) => name);

describe('rows that a list reads, for any stored amount', () => {
  const server = useOwnPostgresql({
    // The data fits into a few pages, so PostgreSQL would otherwise prefer sequential scans.
    settings: [...explainingSettings, 'fsync=off', 'enable_seqscan=off', 'random_page_cost=1.1'],
  });
  const service = useServiceAt(server, { prepare: (url) => fillWithListData(url, { ...size, ...span }) });
  const client = useClient(server);
  let token: string;
  let user: string;
  beforeAll(async () => {
    token = (await service.factories.operator('VIEWER')).secret;
    user = (await client.query("select id from users where email = 'user-0@example.com'")).rows[0].id;
  });

  /** Returns the statements of a list that read too many rows. */
  const tooMuchOf = async (list: string, args: string, most = mostRows): Promise<ExplainedStatement[]> => {
    const before = server.logSize();
    const { errors } = await ask(
      service,
      token,
      `{ ${list}(${args.replace('USER', `"${user}"`)}) { nodes { id } pageInfo { hasNextPage } } }`,
    );
    expect(errors, args).toBeUndefined();
    const all = explainedIn(server.readLog(before));
    expect(all.length, 'the list itself was not seen').toBeGreaterThan(0);
    return all.filter(({ rowsRead }) => rowsRead > most);
  };
  it('every filter of every list has its cases', () => {
    expect(Object.keys(listCases).sort()).toEqual(filterNames(lists));
  });

  it.each(listNames)('%s without a filter', async (list) => {
    for (const page of listPages) expect(await tooMuchOf(list, `${needed(list)}${page}`), page).toEqual([]);
  });

  const walk = async (filter: string) => {
    // From the sixth execution on, PostgreSQL may keep one plan for all values. It must also suit the rare ones.
    for (const page of pagesOf(filter)) {
      const [list, args] = argumentsOf(filter, listCases[filter]![0]!);
      for (let time = 0; time < 6; time += 1) await tooMuchOf(list, `${page}, ${args}`);
    }
    for (const value of listCases[filter]!) {
      const [list, args] = argumentsOf(filter, value);
      // All audit events of the time are read.
      const most = filter === 'courtBookings.changed' ? mostRows + 3 * size.auditEvents : mostRows;
      for (const page of pagesOf(filter))
        expect(await tooMuchOf(list, `${page}, ${args}`, most), `${page}, ${args}`).toEqual([]);
    }
  };
  it.each(Object.keys(listCases))('%s', walk);

  it.each([
    ['an organization', `organizationId: "${idOf('organization', 0)}"`],
    ['a court', `courtId: "${idOf('court', 7)}"`],
    ['a service', `externalServiceId: "${idOf('service', 0)}"`],
    ['a service with few bookings', `externalServiceId: "${idOf('service', -1)}"`],
    ['all services', 'status: CANCELLED'],
  ])('bookings of %s by the time of their cancellation', async (_name, filter) => {
    const [from, until] = ['cancelledFrom: "2000-01-01T00:00:00Z"', 'cancelledUntil: "2100-01-01T00:00:00Z"'];
    for (const page of pagesOf('courtBookings.cancelledFrom'))
      for (const range of [from, until, `${from}, ${until}`])
        expect(await tooMuchOf('courtBookings', `${page}, filter: { ${filter}, ${range} }`), page).toEqual(
          [],
        );
  });

  it('changed bookings of an organization read the audit events once, and not per court', async () => {
    await client.query(
      `insert into audit_events (id, at, actor_type, actor_id, request_id, action, subject_type, subject_id)
       select b.id, b.updated_at, 'api_token', b.external_service_id, 'r', 'upsertCourtBooking', 'court_booking', b.id
       from court_bookings b join courts c on c.id = b.court_id where c.organization_id = $1 limit 1`,
      [idOf('organization', 0)],
    );
    const filter = `organizationId: "${idOf('organization', 0)}", changed: { from: "2000-01-01T00:00:00Z" }`;
    const most = mostRows + size.auditEvents;
    expect(await tooMuchOf('courtBookings', `first: 20, filter: { ${filter} }`, most)).toEqual([]);
  });

  const fields = Object.entries(listOrders).flatMap(([list, orders]) =>
    Object.entries(orders).map(([field, values]) => [list, field, values] as const),
  );
  it.each(fields)('%s sorted by %s', async (list, field, values) => {
    for (const page of sortedPages(field, values))
      expect(await tooMuchOf(list, `${needed(list)}${page}`), page).toEqual([]);
  });

  it.each(
    fields.flatMap(([list, field, values]) =>
      Object.keys(listCases)
        .filter((filter) => filter.startsWith(`${list}.`))
        .map((filter) => [filter, field, values] as const),
    ),
  )('%s, sorted by %s', async (filter, field, values) => {
    for (const value of listCases[filter]!) {
      const [list, args] = argumentsOf(filter, value);
      const most = isSortedAsAWhole(filter, field) ? mostRows + 2 * (await countOf(list, args)) : mostRows;
      for (const page of sortedPages(field, values))
        expect(await tooMuchOf(list, `${page}, ${args}`, most), `${page}, ${args}`).toEqual([]);
    }
  });
  /** Returns true if all matching rows must be sorted, because no index has this order within the filter. */
  const isSortedAsAWhole = (filter: string, field: string) =>
    ['courtBookings.organizationId', 'webhookDeliveries.lastStatus'].includes(filter) ||
    (['courtBookings.from', 'courtBookings.until'].includes(filter) && field === 'UPDATED_AT') ||
    (filter.startsWith('courtBookings.updated') && field !== 'UPDATED_AT') ||
    filter.startsWith('courtBookings.cancelled');
  const countOf = async (list: string, args: string): Promise<number> => {
    const query = `{ ${list}(${args}) { totalCount } }`;
    const { data } = await ask<Record<string, { totalCount: number | null }>, never>(service, token, query);
    return data[list]!.totalCount ?? size.bookings;
  };

  it.each([
    'user-1',
    'user-',
    'ada l',
    'lóvelace',
    'b-1',
    'guest-often@example.com',
    'ours-0',
    'theirs-0',
    'Court 3',
    'none',
    idOf('token', 1),
  ])('search for %s', async (text) => {
    const before = server.logSize();
    const { errors } = await ask(
      service,
      token,
      `{ search(text: "${text}") { __typename id } deliveriesByWebhookId(webhookId: "${text}") { id } }`,
    );
    expect(errors).toBeUndefined();
    const all = explainedIn(server.readLog(before));
    expect(all.length).toBeGreaterThan(0);
    expect(all.filter(({ rowsRead }) => rowsRead > mostRows)).toEqual([]);
  });

  it.each([
    ['audit_events_action_index', 'auditEvents.action'],
    ['audit_events_actor_type_index', 'auditEvents.actorType'],
    ['court_bookings_ahead_version_index', 'courtBookings.hasFutureVersion'],
    ['court_bookings_cancelled_at_index', 'courtBookings.cancelledFrom'],
    ['partner_requests_error_type_index', 'partnerRequests.errorType'],
    ['webhook_deliveries_failed_index', 'webhookDeliveries.lastAttemptFailed'],
    ['webhook_deliveries_failed_status_index', 'webhookDeliveries.lastStatus'],
  ])('detects that %s is missing', async (index, filter) => {
    const { rows } = await client.query('select pg_get_indexdef($1::regclass) as definition', [index]);
    await client.query(`drop index ${index}`);
    const all = await Promise.all(
      listCases[filter]!.map((value) => tooMuchOf(...([...argumentsOf(filter, value)] as [string, string]))),
    );
    expect(all.flat()).not.toEqual([]);
    await client.query(rows[0].definition.replace(' ON ONLY ', ' ON '));
  });
});
