import { type GraphQLArgument, type GraphQLInputObjectType, getNamedType, isInputObjectType } from 'graphql';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { openPostgresql } from '../../src/db/open-postgresql.ts';
import { schema } from '../../src/graphql/schema.ts';
import { type ExplainedStatement, explainedIn, explainingSettings } from '../harness/explained.ts';
import { ask } from '../harness/graphql-client.ts';
import { fillWithListData, idOf } from '../harness/list-data.ts';
import { type PostgresqlServer, startPostgresql } from '../harness/postgresql.ts';
import { startServiceOn, type TestService } from '../harness/test-service.ts';

const size = { bookings: 30_000, partnerRequests: 30_000, auditEvents: 30_000, courts: 400, services: 100 };
const span = { days: 200, requestDays: 20 };
/** A page, a probe of each day, court or service, and what stands at the edges of a day: not what is stored. */
const mostRows = 1_500;

const daysAgo = (days: number) => `"${new Date(Date.now() - days * 86_400_000).toISOString()}"`;
const slot = `{ courtId: "${idOf('court', 7)}", startDate: ${daysAgo(100)}, endDate: ${daysAgo(90)} }`;
const rareService = `"${idOf('service', -1)}"`;

/** Of each filter of each list, values: what is often, what is not among the newest, what there is not. */
const cases: Record<string, string[]> = {
  'auditEvents.action': ['"upsertCourtBooking"', '"rareAction"', '"no such thing"'],
  'auditEvents.actorId': [`"${idOf('service', 0)}"`, rareService],
  'auditEvents.requestId': ['"ours-0"', '"none"'],
  'auditEvents.subjectId': [`"${idOf('court', -1)}"`],
  'courtBookings.conflictsWith': [slot],
  'courtBookings.courtId': [`"${idOf('court', 7)}"`, `"${idOf('court', -1)}"`],
  'courtBookings.externalCourtBookingId': ['"b-1"', '"none"'],
  'courtBookings.externalServiceId': [`"${idOf('service', 0)}"`, rareService],
  'courtBookings.from': [daysAgo(1_000), daysAgo(0), daysAgo(-150), daysAgo(-1_000)],
  'courtBookings.organizationId': [`"${idOf('organization', 0)}"`, `"${idOf('organization', -1)}"`],
  'courtBookings.participantEmail': [
    '"guest-often@example.com"',
    '"user-0@example.com"',
    '"none@example.com"',
  ],
  'courtBookings.participantUserId': ['USER'],
  'courtBookings.status': ['ACTIVE', 'CANCELLED'],
  'courtBookings.until': [daysAgo(-1_000), daysAgo(0), daysAgo(199), daysAgo(1_000)],
  'courts.name': ['"Court 39"', '"none"'],
  'courts.organizationId': [`"${idOf('organization', -1)}"`],
  'externalServices.name': ['"Partner 9"', '"none"'],
  'organizations.name': ['"Club 3"', '"none"'],
  'partnerRequests.errorType': ['"court_booking_overlap"', '"rare_error"', '"none"'],
  'partnerRequests.externalId': ['"b-0"', '"none"'],
  'partnerRequests.externalServiceId': [`"${idOf('service', 0)}"`, rareService],
  'partnerRequests.operation': ['"upsertCourtBooking"', '"rareOperation"', '"none"'],
  'partnerRequests.requestId': ['"ours-0"', '"theirs-0"', '"none"'],
  'users.email': ['"user-0@example.com"', '"none@example.com"'],
  'users.externalServiceId': [`"${idOf('service', 0)}"`, rareService],
  'users.externalUserId': ['"user-0"', '"none"'],
};
/** Until lists are read as plain rows: who makes one of these fast is told to take it off. */
const notYet = ['courtBookings.from', 'courtBookings.participantEmail', 'courtBookings.until'];
const listNames = Object.values(schema.getQueryType()!.getFields())
  .filter(({ type }) => getNamedType(type).name.endsWith('Connection'))
  .map(({ name }) => name);

describe('what a list reads does not depend on how much is stored', () => {
  let server: PostgresqlServer;
  let service: TestService;
  let token: string;
  let client: pg.Client;
  let user: string;
  beforeAll(async () => {
    // Here everything fits into a few pages, which are read as a whole sooner than through an index.
    const settings = [...explainingSettings, 'fsync=off', 'enable_seqscan=off', 'random_page_cost=1.1'];
    server = await startPostgresql({ settings });
    const database = await openPostgresql({ url: server.url, poolSize: 4 });
    await migrate(database);
    await fillWithListData(server.url, { ...size, ...span });
    service = await startServiceOn({ database, url: server.url, drop: () => database.close() });
    token = (await service.factories.operator('VIEWER')).secret;
    client = new pg.Client(server.url);
    await client.connect();
    user = (await client.query("select id from users where email = 'user-0@example.com'")).rows[0].id;
  });
  afterAll(async () => {
    await client?.end();
    await service?.stop();
    await server?.stop();
  });

  /** What reads too much of all that a list sends. */
  const tooMuchOf = async (list: string, args: string): Promise<ExplainedStatement[]> => {
    const before = server.readLog().length;
    const { errors } = await ask(
      service,
      token,
      `{ ${list}(${args.replace('USER', `"${user}"`)}) { nodes { id } pageInfo { hasNextPage } } }`,
    );
    expect(errors, args).toBeUndefined();
    const all = explainedIn(server.readLog().slice(before));
    expect(all.length, 'the list itself was not seen').toBeGreaterThan(0);
    return all.filter(({ rowsRead }) => rowsRead > mostRows);
  };
  const filterOf = (filter: string, value: string) => {
    const [list, name] = filter.split('.') as [string, string];
    return [list, list === 'courtBookings' ? `filter: { ${name}: ${value} }` : `${name}: ${value}`] as const;
  };

  it('every filter of every list has its cases', () => {
    const paging = ['after', 'before', 'first', 'last'];
    const filters = Object.values(schema.getQueryType()!.getFields())
      .filter(({ name }) => listNames.includes(name))
      .flatMap(({ name, args }) =>
        args.flatMap((arg: GraphQLArgument) => {
          const type = getNamedType(arg.type);
          const names = isInputObjectType(type)
            ? Object.keys((type as GraphQLInputObjectType).getFields())
            : [arg.name];
          return paging.includes(arg.name) ? [] : names.map((filter) => `${name}.${filter}`);
        }),
      );
    expect(Object.keys(cases).sort()).toEqual(filters.sort());
  });

  // From the newest on, from the oldest on, and from the midst of it.
  const middle = `"${(Date.now() - 100 * 86_400_000)
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})/, '$1-')}-7000-8000-000000000000"`;
  const pages = ['first: 20', 'last: 20', `first: 20, after: ${middle}`];

  it.each(listNames)('%s without a filter', async (list) => {
    for (const page of pages) expect(await tooMuchOf(list, page), page).toEqual([]);
  });

  const walk = async (filter: string) => {
    for (const value of cases[filter]!) {
      const [list, args] = filterOf(filter, value);
      for (const page of pages)
        expect(await tooMuchOf(list, `${page}, ${args}`), `${page}, ${args}`).toEqual([]);
    }
  };
  it.each(Object.keys(cases).filter((filter) => !notYet.includes(filter)))('%s', walk);
  it.fails.each(notYet)('%s, not yet', walk);

  it.each([
    ['audit_events_action_index', 'auditEvents.action'],
    ['partner_requests_error_type_index', 'partnerRequests.errorType'],
  ])('would tell when %s was missing', async (index, filter) => {
    const { rows } = await client.query('select pg_get_indexdef($1::regclass) as definition', [index]);
    await client.query(`drop index ${index}`);
    const all = await Promise.all(
      cases[filter]!.map((value) => tooMuchOf(...([...filterOf(filter, value)] as [string, string]))),
    );
    expect(all.flat()).not.toEqual([]);
    await client.query(rows[0].definition.replace(' ON ONLY ', ' ON '));
  });
});
