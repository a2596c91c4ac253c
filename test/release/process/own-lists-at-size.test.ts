import { beforeAll, describe, expect, it } from 'vitest';
import {
  type ExplainedStatement,
  explainedIn,
  explainingSettings,
} from '../../harness/assertions/explained.ts';
import { fillWithListData, idOf } from '../../harness/data/list-data.ts';
import { useClient, useOwnPostgresql, useServiceAt } from '../../harness/servers/use-test-service.ts';

const size = { bookings: 30_000, partnerRequests: 30_000, auditEvents: 1, courts: 400, services: 100 };
const span = { days: 200, requestDays: 30 };
/**
 * The maximum of rows read for both statuses. It covers a page, the newest rows and their participants, which are scanned first, and a
 * probe per day. It does not depend on the stored amount.
 */
const mostRows = 4_500;
/**
 * The maximum for a page of requests: its rows, a probe of each day, and what the planner reads of others in the small partition of the
 * current day.
 */
const mostRequests = 600;
/**
 * The maximum for a list in index order. It covers a page of each status, each of its rows once more, and twice its participants and
 * their users.
 */
const mostOfPage = 600;

const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const [big, rare] = [idOf('service', 0), idOf('service', -1)];
const court = idOf('court', 7);

/** Values of each filter: a frequent one, one absent from the newest rows, and an unknown one. */
const filters: Record<string, string[]> = {
  courtId: [`courtId=${court}`, `courtId=${idOf('court', -1)}`, `courtId=${idOf('court', 9_999)}`],
  from: [at(-1_000), at(0), at(-150), at(1_000)].map((from) => `from=${from}`),
  to: [at(-199), at(-100), at(0), at(1_000)].map((to) => `to=${to}`),
  'from, to': [
    `from=${at(-190)}&to=${at(-183)}`,
    `from=${at(-150)}&to=${at(-60)}`,
    `from=${at(-1_000)}&to=${at(1_000)}`,
  ],
  'courtId, from, to': [`courtId=${court}&from=${at(-190)}&to=${at(-183)}`],
  updatedFrom: [`updatedFrom=${at(-1)}`, `updatedFrom=${at(-199)}`, `updatedFrom=${at(1)}`],
  updatedTo: [`updatedTo=${at(-1)}`, `updatedTo=${at(-199)}`, `updatedTo=${at(-1_000)}`],
  'updatedFrom, from, to': [`updatedFrom=${at(-100)}&from=${at(-150)}&to=${at(-99)}`],
  participantUserId: ['participantUserId=USER', `participantUserId=${idOf('user', 9)}`],
  participantEmail: [
    'participantEmail=guest-often@example.com',
    'participantEmail=user-0@example.com',
    'participantEmail=user-77@example.com',
    'participantEmail=none@example.com',
  ],
  'participantEmail, courtId': [`participantEmail=guest-often@example.com&courtId=${court}`],
};

describe('rows that partners read, for any stored amount', () => {
  const server = useOwnPostgresql({
    // The data fits into a few pages, so PostgreSQL would otherwise prefer sequential scans.
    settings: [...explainingSettings, 'fsync=off', 'enable_seqscan=off', 'random_page_cost=1.1'],
  });
  const service = useServiceAt(server, { prepare: (url) => fillWithListData(url, { ...size, ...span }) });
  const client = useClient(server);
  let user: string;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    await client.query(
      'insert into organization_grants (external_service_id, organization_id) select $1, id from organizations',
      [big],
    );
    await client.query('vacuum (analyze) organization_grants');
    user = (await client.query("select id from users where email = 'user-0@example.com'")).rows[0].id;
    for (const id of [big, rare]) tokens[id] = (await service.factories.token(id)).secret;
  });

  /** Returns the response, and the statements that read bookings or courts for it. */
  const read = async (externalServiceId: string, path: string, operationId: string, query = '') => {
    const before = server.logSize();
    const target = `/api/v1/external-services/${externalServiceId}/${path}?${query.replace('USER', user)}`;
    const { status, body } = await service.call(target, { token: tokens[externalServiceId] }, operationId);
    expect(status, target).toBe(200);
    const all = explainedIn(server.readLog(before)).filter(({ text }) =>
      /court_bookings|courts|from partner_requests|webhook_deliveries/.test(text),
    );
    expect(all.length, `${target} was not seen`).toBeGreaterThan(0);
    return { all, body };
  };
  const tooMuch = (all: ExplainedStatement[], most: number) =>
    all.filter(({ rowsRead }) => rowsRead > most).map(({ plan, rowsRead }) => `${rowsRead} rows\n${plan}`);

  /** Returns the statements for the first page, the next one, and one from the middle. */
  const list = async (id: string, path: string, operationId: string, query: string, midst: string[]) => {
    const first = await read(id, path, operationId, query);
    const next: string = first.body.nextCursor ?? '';
    // A cursor ends with the fingerprint of its filters.
    const fingerprint = /\..+$/.exec(next)?.[0] ?? '';
    const fromMidst = Buffer.from(JSON.stringify(midst)).toString('base64url') + fingerprint;
    const cursors = next === '' ? [] : [next, fromMidst];
    const all = [...first.all];
    for (const cursor of cursors)
      all.push(...(await read(id, path, operationId, `${query}&cursor=${cursor}`)).all);
    return all;
  };
  const listBookings = (id: string, query: string) =>
    list(id, 'court-bookings', 'listCourtBookings', query, [`${at(-100).slice(0, 23)}000Z`, user]);

  it.each(['', ...Object.keys(filters)])('a list of bookings by "%s", in each status', async (name) => {
    for (const filter of filters[name] ?? ['']) {
      for (const status of ['ACTIVE', 'CANCELLED', 'ANY']) {
        for (const id of [big, rare]) {
          const query = `${filter}&status=${status}`;
          expect(tooMuch(await listBookings(id, query), mostRows), query).toEqual([]);
        }
      }
    }
  });

  it('a prepared plan of the list without a search suits every service', async () => {
    // From the sixth execution on, PostgreSQL may keep one plan for all values.
    for (const query of ['', `updatedFrom=${at(-199)}`, 'status=CANCELLED']) {
      for (let time = 0; time < 7; time += 1) await listBookings(big, query);
      for (const id of [rare, big])
        expect(tooMuch(await listBookings(id, query), mostOfPage), query).toEqual([]);
    }
  });

  it('a booking by its external id', async () => {
    for (const [id, external] of [
      [big, 'b-10'],
      [rare, 'b-0'],
    ] as const) {
      const path = `court-bookings/by-external-id/${external}`;
      const { all } = await read(id, path, 'getCourtBooking');
      expect(tooMuch(all, 20)).toEqual([]);
    }
  });

  it('the courts of all organizations and of one', async () => {
    const midst = ['court', 'Court 2', court];
    for (const query of ['', `organizationId=${idOf('organization', 0)}`])
      expect(tooMuch(await list(big, 'courts', 'listCourts', query, midst), mostRows), query).toEqual([]);
    const one = await read(rare, 'courts', 'listCourts');
    expect(one.body).toEqual({ items: [] });
    expect(tooMuch(one.all, 5)).toEqual([]);
  });

  it.each([
    '',
    'failed=true',
    'externalId=b-9000',
    'externalId=b-0',
    'externalId=none',
    'externalId=b-9000&failed=true',
    'operation=upsertCourtBooking',
    'operation=eraseUser',
    'operation=eraseUser&failed=true',
    'operation=listUsers',
    'operation=createUser&failed=true',
    'externalId=b-9000&operation=upsertCourtBooking',
    `from=${at(-2)}`,
    `to=${at(-25)}`,
    `from=${at(-20)}&to=${at(-19)}&operation=createUser`,
  ])('own requests by "%s"', async (query) => {
    for (const id of [big, rare]) {
      const midst = ['request', '0'.repeat(8) + user.slice(8)];
      // From the sixth execution on, PostgreSQL may keep one plan for all values.
      for (let time = 0; time < 7; time += 1) {
        const all = await list(id, 'requests', 'listRequests', query, midst);
        expect(tooMuch(all, mostRequests), query).toEqual([]);
      }
    }
  });

  it.each([
    ...['', 'status=PENDING', 'status=DELIVERED', 'status=FAILED', 'failed=true'],
    ...['status=FAILED&failed=true', `from=${at(-2)}`, `to=${at(-25)}`],
    `from=${at(-20)}&to=${at(-19)}&status=DELIVERED`,
  ])('deliveries of an own endpoint by "%s"', async (query) => {
    // Those of the third have no delivery, and those of the last one are all abandoned.
    for (const n of [0, 1, 2, -1]) {
      const id = idOf('service', n);
      tokens[id] ??= (await service.factories.token(id)).secret;
      const path = `webhook-endpoints/${idOf('endpoint', n)}/deliveries`;
      const midst = ['delivery', '0'.repeat(8) + user.slice(8)];
      // From the sixth execution on, PostgreSQL may keep one plan for all values.
      for (let time = 0; time < 7; time += 1) {
        const all = await list(id, path, 'listWebhookDeliveries', query, midst);
        expect(tooMuch(all, mostRequests), query).toEqual([]);
      }
    }
  });

  it('one of the own requests, and those of one booking, among many with the same ids', async () => {
    await client.query(
      `update partner_requests set caller_request_id = 'same', external_id = 'same' where external_service_id = $1`,
      [big],
    );
    await client.query('vacuum (analyze) partner_requests');
    for (const id of ['same', 'ours-0', 'theirs-0']) {
      const path = `/api/v1/external-services/${big}/requests/${id}`;
      const before = server.logSize();
      await service.call(path, { token: tokens[big]! }, 'getRequest');
      const all = explainedIn(server.readLog(before)).filter(({ text }) =>
        /from partner_requests/.test(text),
      );
      expect(all.length).toBeGreaterThan(0);
      expect(tooMuch(all, mostRequests), id).toEqual([]);
    }
  });

  it('the occupancy of a court in a range', async () => {
    const { body, all } = await read(
      big,
      `courts/${court}/occupancy`,
      'getCourtOccupancy',
      `from=${at(-20)}&to=${at(0)}`,
    );
    expect(body.occupied.length).toBeGreaterThan(3);
    expect(tooMuch(all, body.occupied.length + 20)).toEqual([]);
  });

  it('the occupancy of an organization in a range', async () => {
    const range = `from=${at(-20)}&to=${at(0)}`;
    const { rows } = await client.query('select organization_id from courts where id = $1', [court]);
    const path = `organizations/${rows[0].organization_id}/occupancy`;
    const { body, all } = await read(big, path, 'getOrganizationOccupancy', range);
    const { courts } = body as { courts: { occupied: object[] }[] };
    const times = courts.flatMap(({ occupied }) => occupied).length;
    expect(times).toBeGreaterThan(3);
    // Those of another organization are not read.
    expect(tooMuch(all, times + 3 * courts.length + 20)).toEqual([]);
  });

  it.each([
    ['partner_requests_service_operation_index', big, 'operation=eraseUser'],
    ['partner_requests_service_failed_operation_index', big, 'operation=eraseUser&failed=true'],
    ['partner_requests_service_external_id_index', rare, 'externalId=same'],
  ])('detects that %s is missing', async (index, id, query) => {
    expect(tooMuch((await read(id, 'requests', 'listRequests', query)).all, mostRequests)).toEqual([]);
    const { rows } = await client.query('select pg_get_indexdef($1::regclass) as definition', [index]);
    await client.query(`drop index ${index}`);
    const { all } = await read(id, 'requests', 'listRequests', query);
    await client.query(rows[0].definition);
    expect(tooMuch(all, mostRequests)).not.toEqual([]);
  });

  it.each([
    ['court_bookings_updated_index', 'status=ACTIVE', mostRows],
    ['court_bookings_cancelled_updated_index', 'status=CANCELLED', mostOfPage],
    ['court_bookings_own_start_day_index', `from=${at(-190)}&to=${at(-183)}`, mostRows],
  ])('detects that %s is missing', async (index, query, most) => {
    expect(tooMuch(await listBookings(big, query), most)).toEqual([]);
    const { rows } = await client.query('select pg_get_indexdef($1::regclass) as definition', [index]);
    await client.query(`drop index ${index}`);
    const all = await listBookings(big, query);
    await client.query(rows[0].definition);
    expect(tooMuch(all, most)).not.toEqual([]);
  });
});
