import { isListType, isObjectType, Kind, parse, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { rests } from '../../../src/graphql/document-pages/rest-of-list.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { userCalls } from '../../harness/clients/user-calls.ts';
import { catalog } from '../../harness/data/catalog.ts';
import { bookingBody } from '../../harness/data/factories.ts';
import { useOperator, useTenant, useTestService } from '../../harness/servers/use-test-service.ts';

const pages = [...catalog.pages.values()];

/** The lists of a document that have a size: the type that has each, its field, and the size. */
function listsOf(document: string): [string, number | undefined][] {
  const lists: [string, number | undefined][] = [];
  const types = new TypeInfo(schema);
  visit(
    parse(document),
    visitWithTypeInfo(types, {
      Field: (node) => {
        const field = types.getFieldDef();
        const isList =
          field && isListType('ofType' in field.type ? (field.type as { ofType: unknown }).ofType : null);
        if (!isList || !field.args.some(({ name }) => name === 'first')) return;
        const first = node.arguments?.find(({ name }) => name.value === 'first')?.value;
        const size = first?.kind === Kind.INT ? Number(first.value) : undefined;
        lists.push([`${types.getParentType()!.name}.${field.name}`, size]);
      },
    }),
  );
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
  const externalUserId = 'member-of-29';
  beforeAll(async () => {
    courtId = tenant.courtIds[0]!;
    userId = (await userCalls(service).make(tenant, { externalUserId })).id;
    const items = Array.from({ length: 120 }, (_, slot) => ({
      ...{ action: 'upsert', externalCourtBookingId: `booking-${slot}` },
      ...bookingBody(courtId, { participants: slot < 29 ? [{ userId }] : [] }, slot),
    }));
    const { body } = await service.batchCourtBookings(tenant.externalServiceId, {
      token: tenant.token,
      body: { items },
    });
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
    const user = await get(`/operators/user?userId=${userId}`);
    expect(user).toContain('29 in total.');
    expect(user).toContain('History (1)');
  });

  it('a review says how many of all it shows, and leads to all, page by page', async () => {
    const [from, to] = ['2027-01-01T00:00', '2027-02-01T00:00'];
    const values = new URLSearchParams({ courtId, from, to, reason: 'Rain', sent: '1' });
    const review = await get(`/operators/cancel-court-bookings?${values}`);
    expect(review).toContain('Bookings (99 of 120)');
    expect(rowsIn(review)).toBe(99);
    let page = await get(linkIn(review, 'Show all')!);
    const shown: number[] = [];
    for (;;) {
      shown.push(rowsIn(page));
      const next = linkIn(page, 'Next page');
      expect(page).toContain(
        next ? '50 on this page, and more on the next page.' : '20 on this page, the last one.',
      );
      if (!next) break;
      page = await get(next);
    }
    expect(shown).toEqual([50, 50, 20]);
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

  it('a list of exactly its size has no more', async () => {
    await service.database.query('delete from court_booking_participants where user_id = $1', [userId]);
    await service.database.query(
      'delete from court_bookings where court_id = $1 and id in (select id from court_bookings where court_id = $1 limit 100)',
      [courtId],
    );
    const court = await get(`/operators/court?courtId=${courtId}`);
    expect(court).toContain('Bookings (20)');
    expect(court).not.toContain('are shown');
  });
});
