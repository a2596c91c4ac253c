import {
  type FieldNode,
  getNamedType,
  isListType,
  isObjectType,
  Kind,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { rests } from '../../../src/graphql/document-pages/rest-of-list.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { userCalls } from '../../harness/clients/user-calls.ts';
import { catalog } from '../../harness/data/catalog.ts';
import { bookingBody } from '../../harness/data/factories.ts';
import { useOperator, useTenant, useTestService } from '../../harness/servers/use-test-service.ts';

const pages = [...catalog.pages.values()];

const eachField = (document: string, see: (node: FieldNode, types: TypeInfo) => void) => {
  const types = new TypeInfo(schema);
  visit(parse(document), visitWithTypeInfo(types, { Field: (node) => see(node, types) }));
};

/** The lists of a document that have a size: the type that has each, its field, and the size. */
function listsOf(document: string): [string, number | undefined][] {
  const lists: [string, number | undefined][] = [];
  eachField(document, (node, types) => {
    const field = types.getFieldDef();
    const isList =
      field && isListType('ofType' in field.type ? (field.type as { ofType: unknown }).ofType : null);
    if (!isList || !field.args.some(({ name }) => name === 'first')) return;
    const first = node.arguments?.find(({ name }) => name.value === 'first')?.value;
    const size = first?.kind === Kind.INT ? Number(first.value) : undefined;
    lists.push([`${types.getParentType()!.name}.${field.name}`, size]);
  });
  return lists;
}

describe('lists inside records', () => {
  it('are read with one more row than is shown, at most 100', () => {
    let lists = 0;
    for (const page of pages) {
      const [given, run] = [listsOf(page.document), listsOf(page.typedDocument)];
      lists += given.length;
      expect(run, page.name).toEqual(given.map(([name, size = 20]) => [name, Math.min(size + 1, 100)]));
    }
    expect(lists).toBeGreaterThan(30);
  });

  it('have a link to each record that they name', () => {
    const withoutId: string[] = [];
    for (const { name: page, document } of pages)
      eachField(document, ({ name, selectionSet }, types) => {
        const fields = selectionSet?.selections.map((one) => one.kind === Kind.FIELD && one.name.value) ?? [];
        const isRecord = catalog.records.has(getNamedType(types.getType())?.name ?? '');
        if (isRecord && fields.includes('name') && !fields.includes('id'))
          withoutId.push(`${page}.${name.value}`);
      });
    expect(withoutId).toEqual([]);
  });

  it('lead to a question that takes what they give it', () => {
    for (const [list, { operation, given }] of Object.entries(rests)) {
      const [type, field] = list.split('.') as [string, string];
      const object = schema.getType(type);
      expect(isObjectType(object) && field in object.getFields(), list).toBe(true);
      const page = pages.find(({ name }) => name === operation)!;
      const names = page.variables.map(({ name }) => name);
      expect(names, list).toEqual(expect.arrayContaining(Object.keys(given({}, {}))));
      const required = page.variables.filter(({ isRequired }) => isRequired).map(({ name }) => name);
      expect(Object.keys(given({}, {})), list).toEqual(expect.arrayContaining(required));
    }
  });

  it('have such a question in each record, except relations that no list has', () => {
    const withoutRest = [...catalog.records.values()]
      .flatMap(({ page }) => listsOf(page.document))
      .map(([list]) => list)
      .filter((list) => !(list in rests));
    expect([...new Set(withoutRest)].sort()).toEqual([
      'ExternalService.organizations',
      'Organization.externalServices',
      'User.grantedTo',
    ]);
  });
});

describe('ends of lists on pages', () => {
  const service = useTestService('postgresql');
  const admin = useOperator(service);
  const tenant = useTenant(service, 1);
  let userId: string;
  let courtId: string;
  const externalUserId = 'member-of-50';
  const [former, present, guest] = ['former@example.com', 'present@example.com', 'guest@example.com'];
  /** Every second one by id, the others as a guest. The guest with the former address is somebody else. */
  const participantsOf = (slot: number) =>
    slot < 50
      ? [slot % 2 === 0 ? { userId } : { email: present }]
      : [{ email: slot === 50 ? former : slot < 62 ? guest : `guest-${slot}@example.com` }];
  beforeAll(async () => {
    courtId = tenant.courtIds[0]!;
    userId = (await userCalls(service).make(tenant, { externalUserId, email: former })).id;
    await service.database.query('update users set email = $2 where id = $1', [userId, present]);
    const items = Array.from({ length: 120 }, (_, slot) => ({
      ...{ action: 'upsert', externalCourtBookingId: `booking-${slot}` },
      ...bookingBody(courtId, { participants: participantsOf(slot) }, slot),
    }));
    const given = { token: tenant.token, body: { items } };
    const { body } = await service.batchCourtBookings(tenant.externalServiceId, given);
    expect(body.summary.created).toBe(120);
  });

  const get = async (path: string) => {
    const { status, html } = await admin.get(path);
    expect(status).toBe(200);
    return html;
  };
  const rowsIn = (html: string, heading = '') => {
    const after = html.slice(html.indexOf(heading));
    return (/<tbody>(.*?)<\/tbody>/s.exec(after)?.[1]?.match(/<tr>/g) ?? []).length;
  };
  const linkIn = (html: string, text: string) =>
    new RegExp(`href="([^"]*)"[^>]*>${text}<`).exec(html)?.[1]?.replaceAll('&amp;', '&');

  it('a record says that it shows the first 20 of a list, and leads to all 120', async () => {
    const court = await get(`/operators/court?courtId=${courtId}`);
    expect(court).toContain('Bookings (20, and more)');
    expect(rowsIn(court, 'Bookings (')).toBe(20);
    expect(court).toContain('Only the first 20 are shown.');
    const all = await get(linkIn(court, 'Show all')!);
    expect(rowsIn(all)).toBe(50);
    expect(all).toContain('50 on this page, and more on the next page.');
  });

  it('the page of a person has every booking as a user and as a guest, the latest first', async () => {
    const bookingsIn = (html: string) => [...html.matchAll(/>booking-(\d+)</g)].map(([, n]) => Number(n));
    const latest = Array.from({ length: 50 }, (_, n) => 49 - n);
    const user = await get(`/operators/user?userId=${userId}`);
    expect(user).toMatch(/History \(1\).*50 in total\./s);
    expect(bookingsIn(user)).toEqual(latest.slice(0, 20));
    expect(bookingsIn(await get(linkIn(user, 'Next page')!))).toEqual(latest.slice(20, 40));
    expect(bookingsIn(await get(`/operators/bookings?userId=${userId}`))).toEqual(latest);
    expect(await get(`/operators/search?text=${former}`)).toContain(`/operators/user?userId=${userId}`);
    expect(user).toMatch(/Former emails<\/dt><dd>former@(?:<wbr>)?example/);
  });

  const allRows = async (path: string): Promise<number> => {
    const page = await get(path);
    const [rows, next] = [rowsIn(page), linkIn(page, 'Next page')];
    if (path.includes('after='))
      expect(page).toContain(`${rows} on this page, ${next ? 'and more' : 'the last one'}`);
    return rows + (next ? await allRows(next) : 0);
  };
  const mutate = (name: string, input: object) => admin.mutate(name, input, '__typename');

  const growing: Record<string, () => Promise<[path: string, rows: number]>> = {
    'the history of a club, also of its courts and the access to them': async () => {
      const { organizationId } = tenant;
      await mutate('createCourts', { organizationId, names: Array.from({ length: 12 }, (_, n) => `${n}`) });
      const externalServiceId = await service.factories.externalService();
      const given = `externalServiceId: "${externalServiceId}", organizationId: "${organizationId}"`;
      await admin.data(`mutation { grantOrganizationAccess(input: { ${given} }) { __typename } }`);
      return [`club?organizationId=${organizationId}`, 13];
    },
    'the history of an operator': async () => {
      const { id } = await service.factories.operator();
      await service.database.query(
        `insert into audit_events (id, at, actor_type, actor_id, request_id, action, subject_type, subject_id)
         select id, now(), 'operator', $2, 'x', 'runQuery', 'operator', $2 from unnest($1::uuid[]) id`,
        [Array.from({ length: 12 }, newId), id],
      );
      return [`operator?operatorId=${id}`, 12];
    },
    'the tokens of a partner': async () => {
      const externalServiceId = await service.factories.externalService();
      for (let n = 0; n < 100; n += 1) await service.factories.token(externalServiceId);
      return [`partner?externalServiceId=${externalServiceId}`, 100];
    },
  };
  it.each(Object.keys(growing))('%s: the record leads to all of it', async (what) => {
    const [path, rows] = await growing[what]!();
    expect(await allRows(linkIn(await get(`/operators/${path}`), 'Show all')!)).toBe(rows);
  });

  it('a task about many bookings leads to exactly these: before it, and what it did after it', async () => {
    const start = Date.UTC(2026, 0, 1);
    await service.factories.booking(tenant.externalServiceId, courtId, [start, start + 3_600_000]);
    const block = { courtId, startDate: '2027-01-20T10:00:00Z', endDate: '2027-01-20T11:00:00Z' };
    await mutate('blockCourt', { ...block, reason: 'Net' });
    const path = '/operators/close-court-for-good';
    const review = await get(`${path}?${new URLSearchParams({ courtId, reason: 'Sold', sent: '1' })}`);
    expect(review).toContain('Bookings (99 of 120)');
    expect([rowsIn(review), await allRows(linkIn(review, 'Show all')!)]).toEqual([99, 120]);
    const { html: done } = await admin.confirm(path, review);
    expect(await allRows(linkIn(done, 'Show all')!)).toBe(121);
    const undo = await get(linkIn(done, 'Undo: Reinstate many bookings')!);
    expect(undo).toContain('Court closed (99, and more)');
  });

  it('a review knows how many of its bookings are over only if it shows them', async () => {
    await service.database.query(
      `update court_bookings set start_date = start_date - interval '300 days', end_date = end_date - interval '300 days',
         cancelled_at = null, cancellation_reason = null where court_id = $1 and start_date > now()`,
      [courtId],
    );
    const values = `courtId=${courtId}&from=2026-02-01T00:00&to=2026-12-01T00:00&reason=x&sent=1`;
    expect(await get(`/operators/cancel-court-bookings?${values}`)).toContain(
      'At least 100 of these bookings are over.',
    );
  });

  it('a row says that a list in it has more', async () => {
    const found = await get(`/operators/find-user?externalUserId=${externalUserId}&sent=1`);
    expect(found).toMatch(/<li>and more: <a href="\/operators\/user\?userId=/);
  });

  it('a search says that it shows at most 10 of each kind', async () => {
    const search = () => get('/operators/search?text=Limit%20Club');
    const add = (first: number, last: number) =>
      service.database.query(
        `insert into organizations (id, name, time_zone) select gen_random_uuid(), 'Limit Club ' || n, 'UTC' from generate_series($1::int, $2::int) n`,
        [first, last],
      );
    await add(1, 9);
    expect(await search()).toContain('9 in total.');
    await add(10, 11);
    expect(await search()).toContain('At most 10 of each kind are shown.');
  });

  it('a search for the address of a guest leads to all bookings with it', async () => {
    const found = await get(`/operators/search?text=${encodeURIComponent(` ${guest}`)}`);
    expect(found).toContain('Only 10 bookings are shown.');
    expect(await get(linkIn(found, 'Show all')!)).toContain('11 in total.');
  });

  it('traffic by the hour has pages that begin with an hour, and a CSV with all of it', async () => {
    await service.database.query(
      `insert into partner_traffic (hour, external_service_id, operation, status, error_type, requests, latencies, first_at, last_at, request_id)
       select at, $1, operation, 201, '', 1, array_fill(1::bigint, array[12]), at, at, 'x'
       from generate_series('2026-03-01T00:00Z'::timestamptz, '2026-03-03T23:00Z', '1 hour') at,
         unnest('{batchUsers,createUser,eraseUser,getUser,listUsers,updateUser,upsertUser}'::text[]) operation`,
      [tenant.externalServiceId],
    );
    const range = 'from=2026-03-01T00:00:00Z&to=2026-03-04T00:00:00Z';
    const path = `/operators/hour-by-hour?externalServiceId=${tenant.externalServiceId}&${range}`;
    const sizes: number[] = [];
    for (let next: string | undefined = path; next; ) {
      const page = await get(next);
      sizes.push(rowsIn(page));
      next = linkIn(page, 'Next page');
    }
    expect(sizes).toEqual([154, 154, 154, 42]);
    expect(await get(path)).toContain('154 on this page, and more on the next page.');
    expect((await get(linkIn(await get(path), 'CSV')!)).trim().split('\r\n')).toHaveLength(505);
  });

  it('a list of exactly its size has no more', async () => {
    await service.database.query('delete from court_booking_participants', []);
    const others = 'id not in (select id from court_bookings where court_id = $1 limit 20)';
    await service.database.query(`delete from court_bookings where ${others}`, [courtId]);
    const court = await get(`/operators/court?courtId=${courtId}`);
    expect(court).toContain('Bookings (20)');
    expect(court).not.toContain('are shown');
  });
});
