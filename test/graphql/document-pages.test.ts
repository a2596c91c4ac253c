import { setTimeout as sleep } from 'node:timers/promises';
import { Kind, parse, print, type SelectionSetNode, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DocumentPage } from '../../src/graphql/document-pages/catalog.ts';
import { changeOf } from '../../src/graphql/document-pages/change.ts';
import { readPlaybook, readRecords } from '../../src/graphql/graphiql/read-playbook.ts';
import { schema } from '../../src/graphql/schema/schema.ts';
import { postGraphql } from '../harness/clients/graphql-client.ts';
import { confirmationIn, operatorPages, proposedIn } from '../harness/clients/operator-pages.ts';
import { catalog } from '../harness/data/catalog.ts';
import { bookingBody, userBody } from '../harness/data/factories.ts';
import { bookingIdIn } from '../harness/data/rows.ts';
import { useOperator, useTestService, useWorld } from '../harness/servers/use-test-service.ts';

const playbook = await readPlaybook();
const records = await readRecords();
const pages = [...catalog.pages.values()];

describe('catalog of the playbook', () => {
  it('has a page for each operation, under a path of its own', () => {
    expect(pages.length).toBe(playbook.flatMap(({ operations }) => operations).length);
    expect(catalog.pages.get('/operators/request-by-id')!.title).toBe('Why was this request rejected?');
    expect(catalog.pages.get('/operators/issue-api-token')!.mutation).toBe('issueApiToken');
  });

  it('can read every list of a question to its end', () => {
    // A booking is identified by its service and its id. There are at most 20 alert endpoints.
    const short = [
      'RequestsOfBooking.courtBookings',
      'BlockedBooking.courtBookings',
      'OpenAlerts.alertEndpoints',
    ];
    const lists = pages
      .filter(({ isMutation }) => !isMutation)
      .flatMap(({ name, definition }) =>
        definition.selectionSet.selections.flatMap((field) => {
          if (field.kind !== Kind.FIELD) return [];
          const selected = (field.selectionSet?.selections ?? []).map(print);
          if (!selected.some((inner) => inner.startsWith('nodes'))) return [];
          const after = field.arguments?.find((argument) => argument.name.value === 'after');
          const isPaged = after !== undefined && selected.some((inner) => inner.startsWith('pageInfo'));
          return [[`${name}.${field.name.value}`, isPaged] as const];
        }),
      );
    expect(lists.length).toBeGreaterThan(20);
    expect(lists.filter(([, isPaged]) => !isPaged).map(([name]) => name)).toEqual(
      lists.map(([name]) => name).filter((name) => short.includes(name)),
    );
  });

  it('shows the values of a change as words', () => {
    const after = { by: 'IDENTITY_PROVIDER', label: 'JO', revokedBecause: 'SECRET_SCANNING' };
    const shown = String(changeOf({ catalog, timeZone: 'UTC' }, { before: null, after }));
    expect(shown.match(/(?<=<dd>)[^<]+/g)).toEqual(['identity provider', 'JO', 'secret scanning']);
  });

  it('knows the time zone of the club of each booking that a page shows', () => {
    expect(pages.flatMap(bookingsWithoutZone)).toEqual([]);
  });

  it('lists for each kind of record only operations that take it', () => {
    expect(records.length).toBeGreaterThanOrEqual(8);
    for (const { type, shownBy, variable, operations } of records) {
      const named = (name: string) => pages.find((page) => page.name === name);
      expect(schema.getType(type), type).toBeDefined();
      for (const name of [shownBy, ...operations.map((each) => each.name)])
        expect(
          named(name)?.variables.map((each) => each.name),
          `${type}: ${name}`,
        ).toContain(variable);
    }
  });
});

/** The fields of bookings whose page does not know the time zone of the club. */
function bookingsWithoutZone({ name, typedDocument }: DocumentPage): string[] {
  const types = new TypeInfo(schema);
  const around: string[] = [];
  const found: string[] = [];
  const fragments = new Map(
    parse(typedDocument).definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [],
    ),
  );
  const textOf = (node: SelectionSetNode): string =>
    print(node).replaceAll(/\.\.\.(\w+)$/gm, (_, fragment) => textOf(fragments.get(fragment)!.selectionSet));
  const within = visitWithTypeInfo(types, {
    SelectionSet: { enter: (node) => void around.push(textOf(node)), leave: () => void around.pop() },
    Field: ({ name: { value } }) => {
      if (/^(start|end)Date$/.test(value) && around.slice(1).every((text) => !text.includes('timeZone')))
        found.push(`${name}: ${types.getParentType()}.${value}`);
    },
  });
  for (const node of parse(typedDocument).definitions)
    if (node.kind === Kind.OPERATION_DEFINITION || node === fragments.get('ErrorFields')) visit(node, within);
  return found;
}

describe('pages of the playbook', () => {
  const service = useTestService('postgresql');
  const admin = useOperator(service);
  let viewer: string;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    const other = await service.factories.operator('VIEWER');
    viewer = other.secret;
    const { organizationId, courtIds, externalServiceId, token, tokenId } = await service.factories.tenant(1);
    const [courtId] = courtIds;
    const body = bookingBody(courtId!, { participants: [{ email: 'guest@example.com' }] });
    const requestIds = { 'booking <b>1</b>': 'asked-about', late: 'rejected-1' };
    for (const [name, requestId] of Object.entries(requestIds)) {
      const headers = { 'X-Request-Id': requestId };
      await service.upsertCourtBooking(externalServiceId, name, { token, headers, body });
    }
    const data = await admin.data<{ courtBookings: { nodes: { id: string }[] } }>(
      '{ courtBookings { nodes { id } } }',
    );
    Object.assign(ids, {
      organizationId,
      courtId: courtId!,
      externalServiceId,
      apiTokenId: tokenId,
      courtBookingId: data.courtBookings.nodes[0]!.id,
      operatorId: other.id,
    });
  });

  const get = (path: string, token = admin.secret) => operatorPages(service, token).get(path);
  const post = (...given: Parameters<typeof admin.post>) => admin.post(...given);
  const historyIn = (html: string) => html.slice(html.indexOf('<h2>History'));
  const fieldsOf = (values: Record<string, string>) => new URLSearchParams(values).toString();

  it('a request is found by its id, and its page shows why it was rejected', async () => {
    const find = () => get('/operators/search?text=rejected-1');
    await expect.poll(async () => (await find()).status).toBe(303);
    const found = (await find()).headers.get('location')!;
    expect((await get('/operators/request-by-id?requestId=rejected-1')).headers.get('location')).toBe(found);
    const { html } = await get(found);
    expect(html).toContain('court_booking_overlap');
    expect(html).toContain('booking &lt;b&gt;1&lt;/b&gt;');
    expect(html).not.toContain('<b>1</b>');
  });

  it('a hint names the choices of its field, and what a variable means in the first list', async () => {
    const requests = await get('/operators/requests');
    expect(requests.html).toContain('Yes: only status 400 or higher. No: only successful requests.');
    const tokens = await get('/operators/tokens-that-end');
    expect(tokens.html).toContain(
      'Only valid tokens of active partners that expire before this time and were not rotated.',
    );
  });

  it('a choice that is left empty filters nothing in a question, and gives nothing to a task', async () => {
    const choices = async (path: string) => (await get(path)).html.match(/<option value=""[^>]*>[^<]*/g);
    expect(await choices('/operators/requests')).toContain('<option value="" selected>Any');
    expect(await choices('/operators/update-user')).toEqual(
      Array.from({ length: 3 }, () => '<option value="" selected>Not given'),
    );
  });

  it('a task that the role does not allow is rejected with 403, and says whom to ask', async () => {
    const denied = await get(`/operators/cancel-court-booking?courtBookingId=${ids.courtBookingId}`, viewer);
    expect([denied.status, denied.html]).toEqual([
      403,
      expect.stringContaining(
        'Your role VIEWER does not allow this. Ask an operator with the role SUPPORT or ADMIN.',
      ),
    ]);
    expect(denied.html).toContain('<a href="/operators/playbook">questions and tasks</a>');
    const onboarding = await get('/operators/onboarding', viewer);
    expect(onboarding.html).toContain('Ask an operator with the role ADMIN.');
  });

  it('shows and reads bookings in the time zone of the club, and everything else in UTC with seconds', async () => {
    const { organizationId, courtIds } = await service.factories.organization(1, 'America/New_York');
    const [courtId] = courtIds as [string];
    await service.database.query("update courts set name = 'Rooftop' where id = $1", [courtId]);
    await service.factories.grantOrganization(ids.externalServiceId!, organizationId);
    // 20:00 in New York, on the next day in UTC.
    const start = Date.UTC(2027, 0, 11, 1);
    const hour: [number, number] = [start, start + 3_600_000];
    const { id } = await service.factories.booking(ids.externalServiceId!, courtId, hour);
    const shown = '<time datetime="2027-01-11T01:00:00.000Z">10 Jan 2027, 20:00 EST</time>';
    const { html: record } = await get(`/operators/booking?courtBookingId=${id}`);
    expect(record).toContain(shown);
    expect(record).toMatch(/<dt>Created at<\/dt><dd><time[^>]*>\d+ \w+ \d{4}, \d\d:\d\d:\d\d UTC</);
    const move = fieldsOf({ courtBookingId: id, startDate: '2027-01-11T09:00', sent: '1' });
    const review = await get(`/operators/move-court-booking?${move}`);
    expect(review.html).toContain(shown);
    expect(review.html).toContain('<dd>11 Jan 2027, 09:00 EST</dd>');
    expect(review.html.replaceAll(/<[^>]*>/g, '')).not.toMatch(/\d{4}-\d{2}-\d{2}T/);
    const list = fieldsOf({ courtId, from: '2027-01-10T00:00', until: '2027-01-11T00:00', sent: '1' });
    expect((await get(`/operators/bookings-of-court?${list}`)).html).toContain(shown);
    const values = fieldsOf({ courtId, from: '2027-01-11T15:00:00Z', to: '2027-01-11T17:00:00Z', edit: '1' });
    const { html } = await get(`/operators/block-court?${values}`);
    expect(html).toMatch(/value="2027-01-11T10:00" id="field-from"/);
    expect(html).toMatch(/value="2027-01-11T12:00" id="field-to"/);
    expect(html).toContain('<span class="zone">America/New_York</span>');
  });

  it('offers time zones in the form of an organization, which shows the present one', async () => {
    const { organizationId } = await service.factories.organization(0, 'Asia/Tokyo');
    const { html } = await get(`/operators/update-organization?organizationId=${organizationId}`);
    expect(html).toMatch(/<input list="time-zones"[^>]* value="Asia\/Tokyo" id="field-organizationTimeZone"/);
    expect(html).toMatch(/value="Club" id="field-organizationName"/);
    const zones = /<option value="(?:UTC|Europe\/Berlin|America\/New_York)"><\/option>/g;
    expect(html.match(zones)).toHaveLength(3);
    const values = fieldsOf({ organizationId, organizationTimeZone: 'Europe/Berlin', sent: '1' });
    const review = await get(`/operators/update-organization?${values}`);
    expect(review.html).toContain('<dd>Europe/Berlin</dd>');
    const done = await post('/operators/update-organization', confirmationIn(review.html));
    expect(done.html).toContain('<dt>Time zone</dt><dd>Europe/Berlin</dd>');
  });

  it('links a club and a court to their calendars', async () => {
    for (const [path, name] of [
      ['/operators/club', 'organizationId'],
      ['/operators/court', 'courtId'],
    ] as const) {
      const { html } = await get(`${path}?${name}=${ids[name]}`);
      expect(html).toContain(`<a href="/operators/calendar?${name}=${ids[name]}">Calendar</a>`);
    }
  });

  it('a task of a record sends nothing that was not entered, neither from its page nor from GraphiQL', async () => {
    const tasks = records.flatMap(({ variable, operations }) =>
      pages
        .filter(
          ({ name, isMutation }) => isMutation && operations.some((operation) => operation.name === name),
        )
        .map((page) => ({ page, variable })),
    );
    let rejected = 0;
    for (const { page, variable } of tasks) {
      const known = { [variable]: ids[variable] ?? uuidv7() };
      const { html } = await get(`${page.path}?${fieldsOf(known)}`);
      // How long the former secret stays valid is proposed, and shown before the confirmation.
      const allowed = [variable, 'confirmToken', 'timeZone', 'form', 'overlapMinutes', 'overlapHours'];
      expect(allowed, page.name).toEqual(expect.arrayContaining(confirmationIn(html).map(([name]) => name)));
      const [, link = ''] = /href="(\/graphql\?[^"]*)">Open in GraphiQL/.exec(html) ?? [];
      const opened = new URL(link.replaceAll('&amp;', '&'), service.address).searchParams;
      const variables = JSON.parse(opened.get('variables')!);
      expect(variables, page.name).toEqual(known);
      if (page.variables.every(({ name, isRequired }) => !isRequired || name === variable)) continue;
      const response = await postGraphql(service, admin.secret, { query: opened.get('query')!, variables });
      expect(JSON.stringify(await response.json()), page.name).toContain('BAD_USER_INPUT');
      rejected += 1;
    }
    expect(rejected).toBeGreaterThan(10);
  });

  it('a required group of values that is empty names each of them', async () => {
    const { status, html } = await get(
      `/operators/set-rate-limit?${fieldsOf({ externalServiceId: ids.externalServiceId!, sent: '1' })}`,
    );
    expect(status).toBe(400);
    for (const field of ['requestsPerSecond', 'burst'])
      expect(html).toContain(`href="#field-rateLimit-${field}"`);
    expect(html).not.toContain('optional');
  });

  it('a value that was cleared is missing, and not the default of the document', async () => {
    const { status, html } = await get(
      `/operators/issue-api-token?${fieldsOf({ externalServiceId: ids.externalServiceId!, label: '', sent: '1' })}`,
    );
    expect([status, html]).toEqual([400, expect.stringContaining('Enter a value for “Scopes”.')]);
    expect(html).toContain('Enter a value for “Label”.');
    expect(html).not.toContain(' checked');
  });

  it('says that the search failed, and not that nothing matches', async () => {
    await service.database.em().execute('alter table courts rename to courts_away');
    const { status, html } = await get('/operators/bookings-of-court?courtId=Court&sent=1');
    await service.database.em().execute('alter table courts_away rename to courts');
    expect([status, html]).toEqual([500, expect.stringContaining('The log has the details')]);
  });

  it('a form older than twelve hours, or without an id, changes nothing', async () => {
    const fields = (form: string): [string, string][] => [
      ['courtBookingId', ids.courtBookingId!],
      ['reason', 'x'],
      ['form', form],
    ];
    const old = uuidv7({ msecs: Date.now() - 13 * 3_600_000 });
    for (const form of [old, '', 'x'.repeat(36)]) {
      const { status, html } = await post('/operators/cancel-court-booking', fields(form));
      expect([status, html]).toEqual([409, expect.stringContaining('Nothing was changed')]);
    }
  });

  it('a form of another site is rejected', async () => {
    const { status } = await post('/operators/close-court', [['courtId', ids.courtId!]], {
      Origin: 'https://elsewhere.example',
    });
    expect(status).toBe(403);
  });

  it('the form of a move begins with the start of the booking, and needs no new end', async () => {
    const { html } = await get(`/operators/move-court-booking?courtBookingId=${ids.courtBookingId}&edit=1`);
    const { startDate } = bookingBody(ids.courtId!) as { startDate: string };
    expect(html).toContain(`value="${startDate.slice(0, 16)}"`);
    expect(html).toContain('list="field-newCourtId-list"');
    expect(html).toContain('value="" id="field-newEnd"');
    expect(html).toContain('If omitted, the booking keeps its duration.');
  });

  it('a rejected task says why, with the bookings in conflict, also at its review', async () => {
    const { startDate: from, endDate: to } = bookingBody(ids.courtId!) as Record<string, string>;
    const values = { courtId: ids.courtId!, from: from!, to: to!, reason: 'Net' };
    const review = await get(`/operators/block-court?${fieldsOf({ ...values, sent: '1' })}`);
    expect([review.status, review.html]).toEqual([
      409,
      expect.stringContaining('booking &lt;b&gt;1&lt;/b&gt;'),
    ]);
    const { status, html } = await post(
      '/operators/block-court',
      Object.entries({ ...values, form: uuidv7() }),
    );
    expect(status).toBe(409);
    expect(html).toContain('Not done: Block a court');
    expect(html).toContain('Active bookings or blocks are in the way.');
    expect(html).toContain('booking &lt;b&gt;1&lt;/b&gt;');
  });

  it('a list can be downloaded as CSV and JSON', async () => {
    const { html } = await get(`/operators/bookings-of-court?courtId=${ids.courtId}`);
    const [, path] = /href="(\/operators\/export\/courtBookings\.csv[^"]*)"/.exec(html)!;
    const { status, html: csv } = await get(path!.replaceAll('&amp;', '&'));
    expect([status, csv]).toEqual([200, expect.stringContaining(ids.courtBookingId!)]);
    const range = 'from=2026-01-01T00:00:00Z&to=2099-01-01T00:00:00Z';
    const lists = await get(`/operators/which-partner-fails?${range}&download=csv`);
    expect(lists.headers.get('content-type')).toContain('text/csv');
  });

  it('each of two lists on a page has its own next page', async () => {
    await service.database.query(
      `insert into api_tokens (id, external_service_id, label, scopes, secret_hash, expires_at)
       select gen_random_uuid(), $1, 'token ' || n, '{userread}', sha256(n::text::bytea), now() + n * interval '1 minute'
       from generate_series(1, 21) n`,
      [ids.externalServiceId],
    );
    await service.database.query(
      `insert into operators (id, name, role, secret_hash, expires_at)
       select gen_random_uuid(), 'operator ' || n, 'VIEWER', sha256(n::text::bytea), now() + n * interval '1 minute'
       from generate_series(1, $1::int) n`,
      [21],
    );
    const nextOf = (html: string) =>
      [...html.matchAll(/href="([^"]*)" rel="next"/g)].map(([, path]) => path!.replaceAll('&amp;', '&'));
    const first = await get('/operators/tokens-that-end');
    const [tokens, operators] = nextOf(first.html);
    expect(first.html).toContain('token 20<');
    expect(first.html).not.toContain('token 21<');
    const second = await get(tokens!);
    expect(second.html).toContain('token 21<');
    expect(second.html).not.toContain('token 20<');
    expect(second.html).toContain('operator 20<');
    const both = await get(nextOf(second.html)[0]!);
    expect(both.html).toContain('token 21<');
    expect(both.html).toContain('operator 21<');
    expect(both.html).not.toContain('operator 20<');
    const other = await get(operators!);
    expect(other.html).toContain('token 20<');
    expect(other.html).toContain('operator 21<');
  });

  it('lists what was cancelled in the last week, and downloads all of it as CSV', async () => {
    const { courtIds, organizationId } = await service.factories.organization(1);
    for (let n = 0; n < 25; n += 1) {
      const start = Date.UTC(2028, 0, 1 + n);
      const { id } = await service.factories.booking(ids.externalServiceId!, courtIds[0]!, [
        start,
        start + 3_600_000,
      ]);
      await service.database.query(
        `update court_bookings set external_court_booking_id = 'cancelled ' || $2, cancellation_reason = 'Flood',
           cancelled_at = date_trunc('hour', now()) - ($2::int * 12 - 3) * interval '1 hour' where id = $1`,
        [id, n],
      );
    }
    // 25 cancellations, two a day. The last seven days and the hours of the present one have 14 or 15 of them.
    const { status, html } = await get('/operators/cancelled-bookings');
    expect(status).toBe(200);
    expect(html).toContain('cancelled 13<');
    expect(html).not.toContain('cancelled 17<');
    expect(html.indexOf('cancelled 2<')).toBeLessThan(html.indexOf('cancelled 3<'));
    const all = await get(
      `/operators/cancelled-bookings?${fieldsOf({ organizationId, cancelledFrom: '2020-01-01T00:00', sent: '1' })}`,
    );
    expect(all.html).toContain('rel="next"');
    const [, path] = /href="(\/operators\/export\/courtBookings\.csv[^"]*)"/.exec(all.html)!;
    const { html: csv } = await get(path!.replaceAll('&amp;', '&'));
    expect(csv.match(/cancelled \d+/g)).toEqual(Array.from({ length: 25 }, (_, n) => `cancelled ${n}`));
  });

  it('lists failed requests of a status, and what operators have changed', async () => {
    const conflict = await get('/operators/failed-requests?status=409&sent=1');
    expect(conflict.html).toContain('court_booking_overlap');
    const none = await get('/operators/failed-requests?status=404&sent=1');
    expect(none.html).toContain('<p class="empty">None</p>');
    expect(none.html).not.toContain('Download');
    const invalid = await get('/operators/failed-requests?status=x&sent=1');
    expect([invalid.status, invalid.html]).toEqual([
      400,
      expect.stringContaining('Status must be a whole number.'),
    ]);
    const ofPartners = await get('/operators/activity?actorType=API_TOKEN&sent=1');
    expect(ofPartners.html).toContain('<td>Create or update booking</td>');
    expect(ofPartners.html).not.toContain('<td>Update club</td>');
    const ofOperators = await get('/operators/activity?actorType=OPERATOR&sent=1');
    expect(ofOperators.html).not.toContain('<td>Create or update booking</td>');
    expect(ofOperators.html).toContain('<td>Update club</td>');
  });

  it('counts the users of a partner, up to 10,000', async () => {
    const managedBy = await service.factories.externalService();
    const path = `/operators/users-of-partner?externalServiceId=${managedBy}`;
    const counted = async (users: number) => {
      await service.database.query(
        `insert into users (id, email, first_name, last_name, managed_by_id)
         select gen_random_uuid(), 'counted-' || gen_random_uuid() || '@example.com', 'a', 'b', $1
         from generate_series(1, $2::int)`,
        [managedBy, users],
      );
      return /<p>([^<]*) in total\.<\/p>/.exec((await get(path)).html)?.[1];
    };
    expect([await counted(2), await counted(9_999)]).toEqual(['2', 'More than 10,000']);
  });

  it.each(['no-such-question', '', 'a/b', 'a/b/c', 'export', 'export/x', 'export/', 'calendar/x', '%'])(
    'below /operators, the unknown page “%s” is an HTML page with 404, which leads back',
    async (path) => {
      const { status, headers, html } = await get(`/operators/${path}`);
      expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(html).toContain('<a href="/operators/playbook">');
    },
  );

  it('the history of a club names the partner that was given access, and the one that acted', async () => {
    const { organizationId, courtIds } = await service.factories.organization(1);
    const given = `{ externalServiceId: "${ids.externalServiceId}", organizationId: "${organizationId}" }`;
    const run = (mutation: string) => admin.ask(`mutation { ${mutation} { __typename } }`);
    await run(`grantOrganizationAccess(input: ${given})`);
    const partner = `<a href="/operators/partner?externalServiceId=${ids.externalServiceId}">Partner</a>`;
    const ofClub = await get(`/operators/club?organizationId=${organizationId}`);
    expect(historyIn(ofClub.html)).toContain(partner);
    const ofPartner = await get(`/operators/partner?externalServiceId=${ids.externalServiceId}`);
    const club = `<dt>Club</dt><dd><a href="/operators/club?organizationId=${organizationId}">Club</a>`;
    for (const { html } of [ofClub, ofPartner])
      expect(historyIn(html).replaceAll('<ins>', '')).toContain(club);
    const day: [number, number] = [Date.UTC(2028, 0, 1), Date.UTC(2028, 0, 2)];
    const { id } = await service.factories.booking(ids.externalServiceId!, courtIds[0]!, day);
    await run(
      `moveCourtBooking(input: { courtBookingId: "${id}", courtId: "${ids.courtId}", startDate: "2029-01-01T00:00:00Z" })`,
    );
    const moved = await get(`/operators/booking?courtBookingId=${id}`);
    expect(historyIn(moved.html)).toMatch(/<del><a [^>]*>Court 1, Club<\/a><\/del> → <ins><a/);
    const first = await get(`/operators/booking?courtBookingId=${ids.courtBookingId}`);
    expect(historyIn(first.html)).toContain(partner);
  });

  it('a review names each value, and says until when it can be confirmed', async () => {
    const { externalServiceId } = ids as { externalServiceId: string };
    const limit = { 'rateLimit.requestsPerSecond': '1000', 'rateLimit.burst': '1500', sent: '1' };
    const { html } = await get(`/operators/set-rate-limit?${fieldsOf({ externalServiceId, ...limit })}`);
    expect(html).toMatch(/<dt>Burst<\/dt><dd>1500<\/dd>.*<dt>Requests per second<\/dt><dd>1000<\/dd>/s);
    const revoke = await get(
      `/operators/revoke-organization-access?${fieldsOf({ externalServiceId, organizationId: ids.organizationId! })}`,
    );
    expect(revoke.html).toContain('<dt>Confirm before</dt>');
    expect(revoke.html).not.toContain('Expires at');
  });

  it('the result of a task names what the browser opens when somebody comes back to it', async () => {
    const { courtId } = ids as { courtId: string };
    const values = fieldsOf({ courtId, courtName: 'Court 3', sent: '1' });
    const { html } = await get(`/operators/rename-court?${values}`);
    const done = await post('/operators/rename-court', confirmationIn(html));
    const [, later] = /data-later="([^"]*)"/.exec(done.html)!;
    const { status, html: again } = await get(later!);
    expect([status, again]).toEqual([200, expect.stringContaining('This was already sent')]);
  });
});

describe('records in every state', () => {
  const service = useTestService('postgresql');
  const world = useWorld(service);
  /** The values of the variable of each kind of record: one for each state. */
  const states: Record<string, string[]> = {};
  beforeAll(async () => {
    const { query } = service.database;
    const { alpha, beta, gamma } = world.services;
    for (const [id, because] of [
      [beta.endpoints.active, 'FAILING'],
      [gamma.endpoints.active, 'GONE'],
    ])
      await query(
        `update webhook_endpoints set paused_because = $2, paused_at = now(), failures = 7, failing_since = now() where id = $1`,
        [id, because],
      );
    const input = `{ externalServiceId: "${alpha.id}", url: "https://partner.example.com/", types: [USER_CREATED] }`;
    await world.operators.admin.data(`mutation { createWebhookEndpoint(input: ${input}) { __typename } }`);
    // Those of the world are sealed by another key.
    await query(
      'update webhook_endpoints set secret = (select secret from webhook_endpoints order by id desc limit 1)',
      [],
    );
    const gone = await service.factories.operator('SUPPORT');
    await query('update operators set revoked_at = now() where id = $1', [gone.id]);
    const ended = await service.factories.operator('VIEWER');
    await query(`update operators set expires_at = now() - interval '1 day' where id = $1`, [ended.id]);
    const revoked = await service.factories.token(alpha.id);
    await service.factories.revokeToken(revoked.id);
    const expired = await service.factories.token(alpha.id, undefined, '2026-01-01T00:00:00Z');
    const rotated = await service.factories.token(alpha.id);
    await query('update api_tokens set replaced_by_id = id where id = $1', [rotated.id]);
    const byIdentity = await service.factories.operator('VIEWER');
    await query(
      `update operators set secret_hash = null, identity_issuer = 'https://id.invalid', identity_subject = 'x' where id = $1`,
      [byIdentity.id],
    );
    const configured = await service.factories.operator('ADMIN');
    await query('update operators set configured = true where id = $1', [configured.id]);
    const bare = await service.factories.externalService();
    const { organizationId: empty } = await service.factories.organization(0);
    await query('update external_services set active = false where id = $1', [gamma.id]);
    await query('update courts set active = false where id = $1', [world.courts.south.id]);
    const block = `mutation { blockCourt(input: { courtId: "${world.courts.side.id}", startDate: "2031-01-01T10:00:00Z", endDate: "2031-01-01T12:00:00Z", reason: "net" }) { ... on CourtBooking { id } } }`;
    const { data, ask } = world.operators.admin;
    const { blockCourt } = await data(block);
    const { blockCourt: lifted } = await data(block.replaceAll('2031', '2032'));
    await ask(`mutation { unblockCourt(input: { courtBookingId: "${lifted.id}" }) { __typename } }`);
    await query('update court_bookings set partner_cancelled_at = now() where id = $1', [gamma.cancelled.id]);
    await ask(`mutation { eraseUser(input: { userId: "${world.users.gwen.id}" }) { __typename } }`);
    await query(
      `update court_bookings set stamp_ahead = true, external_updated_at = '2099-01-01' where id = $1`,
      [beta.booking.id],
    );
    const { secret: token } = alpha.token;
    const court = world.courts.centre.id;
    await service.upsertCourtBooking(alpha.id, 'new', { token, body: bookingBody(court, {}, 50) });
    await service.upsertCourtBooking(alpha.id, 'late', { token, body: bookingBody(court, {}, 50) });
    await service.upsertCourtBooking(alpha.id, 'bad', { token, body: {} });
    await service.upsertCourtBooking(beta.id, 'foreign', { token, body: {} });
    await service.createUser(alpha.id, { token: 'nobody', body: {} });
    const requests = () => query<{ id: string }>('select id from partner_requests', []);
    while ((await requests()).length < 5) await sleep(50);
    const deliveries = await query<{ id: string; endpoint: string }>(
      'select id, endpoint_id as endpoint from webhook_deliveries where endpoint_id = $1 order by id limit 3',
      [alpha.endpoints.active],
    );
    Object.assign(states, {
      externalServiceId: [alpha.id, gamma.id, bare],
      userId: [world.users.ada.id, world.users.alan.id, world.users.gwen.id],
      courtBookingId: [
        ...[alpha.booking.id, alpha.cancelled.id, gamma.cancelled.id, beta.booking.id],
        ...[blockCourt.id, lifted.id],
      ],
      partnerRequestId: (await requests()).map(({ id }) => id),
      courtId: [court, world.courts.south.id],
      organizationId: [world.organizations.riverside.id, empty],
      webhookEndpointId: [
        alpha.endpoints.active,
        alpha.endpoints.paused,
        beta.endpoints.active,
        gamma.endpoints.active,
      ],
      apiTokenId: [alpha.token.id, revoked.id, expired.id, rotated.id],
      operatorId: [world.operators.viewer.id, gone.id, ended.id, byIdentity.id, configured.id],
      changeId: deliveries.map(({ id, endpoint }) => `${id}&webhookEndpointId=${endpoint}`),
    });
  });

  const get = (path: string, secret = world.operators.admin.secret) =>
    operatorPages(service, secret).get(path);

  it.each(['VIEWER', 'SUPPORT', 'ADMIN'] as const)(
    'every link opens that a %s can reach from the overview, the questions and the records',
    async (role) => {
      const { id, secret } = await service.factories.operator(role);
      const records = [...catalog.records.values()].flatMap(({ page, variable }) =>
        [...states[variable]!, ...(variable === 'operatorId' ? [id] : [])].map(
          (value) => `${page.path}?${variable}=${value}`,
        ),
      );
      const found = new Map(['/operators', '/operators/playbook', ...records].map((path) => [path, '']));
      const rejected: unknown[] = [];
      /** How many addresses there were with the same path and the same names of parameters. */
      const alike = new Map<string, number>();
      for (const [path, from] of found) {
        const { pathname, searchParams } = new URL(path, service.address);
        const shape = `${pathname} ${[...searchParams.keys()].sort()}`;
        const seen = alike.get(shape) ?? 0;
        alike.set(shape, seen + 1);
        const isTask = catalog.pages.get(pathname)?.isMutation;
        if (from !== '' && seen >= 2 && !isTask) continue;
        const { status, html, location } = await get(path, secret);
        const isIdle = html.includes('Nothing is left to do');
        if (status >= 400 || isIdle) rejected.push([status, path, from]);
        if (catalog.pages.has(pathname) && status === 200 && !searchParams.has('download')) {
          expect(html, path).toContain('Open in GraphiQL');
          const labels = [...html.matchAll(/<label for="field-([^"]*?)[^-"]*">([^<]*)</g)];
          expect(new Set(labels.map(([, group, label]) => group! + label)).size, path).toBe(labels.length);
        }
        // What a form proposes lacks only what somebody has to enter.
        const [form] = (isTask && /<form class="document-form".*?<\/form>/s.exec(html)) || [];
        const proposed = form === undefined ? '' : String(new URLSearchParams(proposedIn(form)));
        const review = form === undefined ? { status } : await get(`${pathname}?${proposed}`, secret);
        if (review.status > 400) rejected.push([review.status, proposed, path]);
        for (const [, link = ''] of `${html} href="${location}"`.matchAll(/href="(\/operators[^"]*)"/g))
          if (!found.has(link.replaceAll('&amp;', '&'))) found.set(link.replaceAll('&amp;', '&'), path);
      }
      expect(rejected).toEqual([]);
      expect(alike.size).toBeGreaterThan(100);
    },
  );

  it('shows what was delivered, on the page and in the CSV', async () => {
    const { active: webhookEndpointId } = world.services.alpha.endpoints;
    const { html } = await get(`/operators/webhook-deliveries?webhookEndpointId=${webhookEndpointId}`);
    const [change] = await service.database.query<{ id: string; sequence: number; bookingId: string }>(
      `select c.id, c.sequence::float8 as sequence, c.subject_id as "bookingId"
       from webhook_deliveries d join changes c on c.id = d.id
       where d.endpoint_id = $1 and c.type = 'court_booking.created' and c.external_court_booking_id = 'booking'`,
      [webhookEndpointId],
    );
    const { id, sequence, bookingId } = change!;
    for (const shown of [
      `<dt>Webhook ID</dt><dd><code class="id">${id}</code></dd>`,
      `<dt>Sequence</dt><dd>${sequence}</dd>`,
      '<dt>Type</dt><dd>booking created</dd>',
      `<a href="/operators/booking?courtBookingId=${bookingId}">booking</a>`,
      `&quot;email&quot;: &quot;${world.guest}&quot;`,
    ])
      expect(html).toContain(shown);
    const [, path] = /href="(\/operators\/export\/webhookDeliveries\.csv[^"]*)"/.exec(html)!;
    const { html: csv } = await get(path!.replaceAll('&amp;', '&'));
    expect(csv).toContain(
      'change.at,change.body,change.externalCourtBookingId,change.id,change.requestId,change.sequence,change.type',
    );
    expect(csv).toContain(`,booking,${id},world,${sequence},COURT_BOOKING_CREATED,`);
    expect(csv).toContain(`""email"":""${world.guest}""`);
  });

  it('shows the values of an audit event before and after a change as one value', async () => {
    const { id } = world.services.beta;
    const input = `{ externalServiceId: "${id}", name: "Renamed" }`;
    await world.operators.admin.ask(`mutation { updateExternalService(input: ${input}) { __typename } }`);
    const { html } = await get(`/operators/partner?externalServiceId=${id}`);
    expect(html).toContain('<dt>Name</dt><dd><del>Partner beta</del> → <ins>Renamed</ins></dd>');
  });

  it('a count names the rows without an error, and those without a valid token', async () => {
    const traffic = async (of = '') => (await get(`/operators/traffic${of}`)).html;
    await expect.poll(() => traffic(), { timeout: 20_000 }).toContain('<td>No valid token</td>');
    expect(await traffic()).toContain('<td>successful</td>');
    expect(await traffic()).toContain('<td>create user <code>createUser</code></td>');
    const ofBeta = `?externalServiceId=${world.services.beta.id}`;
    expect(await traffic(ofBeta)).not.toContain('<td>No valid token</td>');
  });

  it('a row of a search is opened by its first value', async () => {
    const { courtIds, externalServiceId, token } = await service.factories.tenant(1);
    const email = 'twice@example.com';
    await service.createUser(externalServiceId, { token, body: userBody({ email }) });
    const body = bookingBody(courtIds[0]!, { participants: [{ email }] });
    await service.upsertCourtBooking(externalServiceId, 'of-twice', { token, body });
    const { html } = await get(`/operators/search?text=${email}`);
    expect(html).toMatch(/<td>User<\/td><td><a href="[^"]*">twice@example\.com<\/a><\/td>/);
    expect(html).toMatch(/<td>Booking<\/td><td><\/td>.*<td><a href="[^"]*">of-twice<\/a><\/td>/s);
    expect(html).not.toContain('>Open</a>');
  });

  it('calls an erased person erased, in a booking and in its history', async () => {
    const { courtIds, externalServiceId, token } = await service.factories.tenant(1);
    const { body } = await service.createUser(externalServiceId, { token, body: userBody() });
    const booking = bookingBody(courtIds[0]!, { participants: [{ userId: body.id }] });
    await service.upsertCourtBooking(externalServiceId, 'of-erased', { token, body: booking });
    await world.operators.admin.ask(`mutation { eraseUser(input: { userId: "${body.id}" }) { __typename } }`);
    const id = await bookingIdIn(service, 'of-erased');
    const { html } = await get(`/operators/booking?courtBookingId=${id}`);
    expect(html.match(/(?:User: |<td[^>]*>)<a [^>]*>erased<\/a>/g)).toHaveLength(2);
  });

  it('a failed delivery is found, shows its attempts, and is sent again from its row', async () => {
    const { active: webhookEndpointId } = world.services.alpha.endpoints;
    const list = `/operators/webhook-deliveries?webhookEndpointId=${webhookEndpointId}&sent=1`;
    const { html } = await get(`${list}&lastAttemptFailed=true&lastStatus=500`);
    expect(html).toContain('<p>1 in total.</p>');
    expect((await get(`${list}&lastAttemptFailed=true&lastStatus=503`)).html).not.toContain('0 in total');
    const [, page] = /href="(\/operators\/webhook-delivery\?[^"]*)"/.exec(html)!;
    const delivery = await get(page!.replaceAll('&amp;', '&'));
    expect(delivery.html).toContain('<h2>Attempt history (1)</h2>');
    expect(delivery.html).toContain('<td>The response was 500.</td>');
    const [, resend] =
      /<td><a href="(\/operators\/resend-webhook-delivery\?[^"]*)">Send one change again<\/a>/.exec(html)!;
    const review = await get(resend!.replaceAll('&amp;', '&'));
    expect(review.html).toContain('class="confirm"');
  });

  it('says how many failed deliveries a task sends again', async () => {
    const { active: webhookEndpointId } = world.services.alpha.endpoints;
    const path = '/operators/resend-failed-webhook-deliveries';
    const { html } = await get(`${path}?webhookEndpointId=${webhookEndpointId}`);
    expect(html).toMatch(
      /<input type="datetime-local" value="\d{4}-\d{2}-\d{2}T00:00" id="field-failedSince"/,
    );
    const values = `webhookEndpointId=${webhookEndpointId}&sent=1&failedSince=`;
    const review = await get(`${path}?${values}2026-01-01T00:00`);
    expect(review.html).toContain('<dt>Count</dt><dd>1</dd>');
    expect(review.html).toContain('class="confirm"');
    const none = await get(`${path}?${values}2099-01-01T00:00`);
    expect(none.html).toContain('Nothing matches.');
  });
});
