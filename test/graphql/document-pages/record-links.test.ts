import type { GraphQLObjectType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { type DocumentPage, fits } from '../../../src/graphql/document-pages/catalog.ts';
import { selectedFields } from '../../../src/graphql/document-pages/selection.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { operatorPages } from '../../harness/clients/operator-pages.ts';
import { catalog } from '../../harness/data/catalog.ts';
import { valueIn } from '../../harness/data/rows.ts';
import { useTestService, useWorld } from '../../harness/servers/use-test-service.ts';

const related = [...catalog.records].flatMap(([type, record]) =>
  record.related.map((each) => ({ type, record, ...each })),
);
const fieldsOf = (type: string, { fragments, definition }: DocumentPage) => {
  const [root] = selectedFields(schema, fragments, schema.getQueryType()!, definition.selectionSet);
  return selectedFields(schema, fragments, schema.getType(type) as GraphQLObjectType, root!.selections!);
};

describe('tasks of records', () => {
  it('fit by fields that the page of the record selects', () => {
    const unknown = related.flatMap(({ type, record, name, when = {} }) =>
      Object.keys(when)
        .filter((field) => !fieldsOf(type, record.page).some(({ key }) => key === field.split('.')[0]))
        .map((field) => `${name}: ${field}`),
    );
    expect(unknown).toEqual([]);
    expect(related.filter(({ when }) => when).length).toBeGreaterThan(15);
  });

  it('are undone by tasks of a record', () => {
    const names = related.map(({ name }) => name);
    const undone = related.flatMap(({ undoneBy }) => undoneBy ?? []);
    expect(undone.filter((name) => !names.includes(name))).toEqual([]);
  });

  it.each([
    [{ active: true }, { active: true }, true],
    [{ active: false }, { active: true }, false],
    [{ blockReason: null }, { blockReason: null }, true],
    [{ blockReason: 'Net' }, { blockReason: null }, false],
    [{ blockReason: 'Net' }, { blockReason: ['*'] }, true],
    [{ blockReason: null }, { blockReason: ['*'] }, false],
    [{ cancelledBy: ['PARTNER', 'OPERATOR'] }, { cancelledBy: ['OPERATOR'] }, true],
    [{ cancelledBy: ['PARTNER'] }, { cancelledBy: ['OPERATOR'] }, false],
    [{ tokens: [{ status: 'REVOKED' }, { status: 'ACTIVE' }] }, { 'tokens.status': ['ACTIVE'] }, true],
    [{ tokens: [{ status: 'REVOKED' }] }, { 'tokens.status': ['ACTIVE'] }, false],
    [{}, undefined, true],
  ])('a record with %j fits %j: %s', (value, when, expected) => {
    expect(fits(value, when)).toBe(expected);
  });
});

describe('the page of a record', () => {
  const service = useTestService('postgresql');
  const world = useWorld(service);
  let pages: ReturnType<typeof operatorPages>;
  beforeAll(async () => {
    pages = operatorPages(service, world.operators.admin.secret);
  });

  const tasksIn = (html: string) => {
    const [links = ''] = /<div class="record-links">.*?<\/div>/s.exec(html) ?? [];
    return [...links.matchAll(/>([^<]+)<\/a>/g)].map(([, title]) => title!);
  };
  const run = async (path: string, values: Record<string, string>) => {
    const { html } = await pages.get(path, { ...values, sent: '1' });
    return pages.confirm(path, html);
  };
  const undoIn = (html: string) => /href="([^"]*)">Undo: /.exec(html)?.[1]?.replaceAll('&amp;', '&');
  const undo = async ({ html }: { html: string }) => {
    const path = undoIn(html)!;
    return pages.confirm(path.replace(/\?.*/, ''), (await pages.get(path)).html);
  };

  it('shows facts first, then tasks, then lists', async () => {
    const { html } = await pages.get('/operators/court', { courtId: world.courts.centre.id });
    expect(html).toContain('<h1>Court centre</h1>');
    const places = ['<dl class="facts">', 'aria-label="Tasks"', 'aria-label="Careful"', '<table'].map(
      (part) => html.indexOf(part),
    );
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  it('offers to reinstate a booking that an operator has cancelled, and not to cancel or move it', async () => {
    const { id } = world.services.alpha.cancelled;
    const tasks = tasksIn((await pages.get('/operators/booking', { courtBookingId: id })).html);
    expect(tasks).toContain('Reinstate a cancelled booking');
    expect(tasks).not.toContain('Cancel a booking');
    expect(tasks).not.toContain('Move a booking');
  });

  it('a block offers its removal only, and is undone by it', async () => {
    const courtId = world.courts.south.id;
    const range = { from: '2030-01-01T10:00:00Z', to: '2030-01-01T11:00:00Z' };
    const done = await run('/operators/block-court', { courtId, ...range, reason: 'Net' });
    const undo = undoIn(done.html)!;
    expect(undo).toMatch(/^\/operators\/unblock-court\?courtBookingId=[0-9a-f-]{36}$/);
    const id = undo.slice(-36);
    const tasks = tasksIn((await pages.get('/operators/booking', { courtBookingId: id })).html);
    expect(tasks).toEqual(['Remove a block', 'What happened to this booking?']);
  });

  it('a court that was closed leads to its bookings of the next year, and back', async () => {
    const { id } = world.courts.side;
    const done = await run('/operators/close-court', { courtId: id });
    const [, next] = /href="([^"]*)">Next: Cancel all bookings/.exec(done.html)!;
    const { html } = await pages.get(next!.replaceAll('&amp;', '&'));
    expect(html).toContain(`value="${id}" id="field-courtId"`);
    expect(html).toContain('value="" id="field-reason"');
    const [from, to] = ['from', 'to'].map((name) =>
      Date.parse(new RegExp(`value="([^"]*)" id="field-${name}"`).exec(html)![1]!),
    );
    expect(Math.round((to! - from!) / 86_400_000)).toBe(365);
    expect((await undo(done)).status).toBe(200);
  });

  const [later, earlier] = ['2099-01-01T10:20:30.456Z', '2098-01-01T00:00:00Z'].map((until) => ({ until }));
  it.each([
    ['set-rate-limit', 'remove-rate-limit', 'rateLimit', {}, {}],
    ['set-temporary-rate-limit', 'end-temporary-rate-limit', 'temporaryRateLimit', later, earlier],
  ])('%s and %s are undone by what was set before', async (set, end, field, more, other) => {
    const { id: externalServiceId } = world.services.alpha;
    const row = "select to_jsonb(s) - 'updated_at' from external_services s where id = $1";
    const limits = () => valueIn<object>(service, row, externalServiceId);
    const change = (task: string, given: object = {}) => {
      const values = Object.entries(given).map(([name, value]) => [`${field}.${name}`, value]);
      return run(`/operators/${task}`, { externalServiceId, ...Object.fromEntries(values) });
    };
    const none = await limits();
    const first = await change(set, { requestsPerSecond: '20', burst: '40', ...more });
    const former = await limits();
    const second = await change(set, { requestsPerSecond: '30', burst: '50', ...other });
    expect(await limits()).not.toEqual(former);
    await undo(second);
    expect(await limits()).toEqual(former);
    const ended = await change(end);
    expect(await limits()).toEqual(none);
    await undo(ended);
    expect(await limits()).toEqual(former);
    await undo(first);
    expect(await limits()).toEqual(none);
  });

  it.each([
    ['rename-court', 'courts', 'courtId', { courtName: 'Other' }],
    ['rename-external-service', 'external_services', 'externalServiceId', { serviceName: 'Other' }],
    ['update-organization', 'organizations', 'organizationId', { organizationTimeZone: 'Asia/Tokyo' }],
    ['correct-name', 'users', 'userId', { newFirstName: 'Other' }],
    ['correct-birthday', 'users', 'userId', { newBirthday: '1990-02-28' }],
    ['update-user', 'users', 'userId', { newEmail: 'other@example.com' }],
    ['move-court-booking', 'court_bookings', 'courtBookingId', { startDate: '2027-01-03T04:05:06.789Z' }],
    ['update-webhook-endpoint', 'webhook_endpoints', 'webhookEndpointId', { url: 'https://other.example/x' }],
  ] as const)('%s of %s is undone with the former values: %s, %j', async (task, table, variable, values) => {
    const { courts, organizations, services, users } = world;
    const { id: externalServiceId, booking, endpoints } = services.alpha;
    const [courtId, organizationId, userId] = [courts.side.id, organizations.riverside.id, users.ada.id];
    const [courtBookingId, webhookEndpointId] = [booking.id, endpoints.active];
    const ids = { externalServiceId, courtId, organizationId, userId, courtBookingId, webhookEndpointId };
    const { [variable]: id } = ids;
    // A move gives a booking a version of its own.
    const row = `select to_jsonb(s) - 'updated_at' - 'external_updated_at' from ${table} s where id = $1`;
    const former = await valueIn<object>(service, row, id);
    const newCourt = variable === 'courtBookingId' ? { newCourtId: courtId } : {};
    const done = await run(`/operators/${task}`, { [variable]: id, ...values, ...newCourt });
    expect(await valueIn(service, row, id)).not.toEqual(former);
    await undo(done);
    expect(await valueIn(service, row, id)).toEqual(former);
  });

  it('the result of a task links to its record by its present name', async () => {
    const { id: courtId } = world.courts.south;
    const { html } = await run('/operators/rename-court', { courtId, courtName: 'Renamed' });
    expect(html).toMatch(/<nav aria-label="Records">.*>Renamed, /s);
  });

  it('what was empty is not restored, so no undo is offered', async () => {
    const { id: userId } = world.users.alan;
    await service.database.query('update users set birthday = null where id = $1', [userId]);
    const { html } = await run('/operators/correct-birthday', { userId, newBirthday: '1990-02-28' });
    expect([html.includes('class="done all"'), undoIn(html)]).toEqual([true, undefined]);
  });

  const pauses = ['OPERATOR', 'FAILING', 'PARTNER'];
  it.each(pauses)('resuming after the pause %s is undone if it was an operator’s', async (because) => {
    const { active: webhookEndpointId } = world.services.alpha.endpoints;
    const pause = 'update webhook_endpoints set paused_at = now(), paused_because = $2 where id = $1';
    await service.database.query(pause, [webhookEndpointId, because]);
    const stored = 'select paused_because from webhook_endpoints where id = $1';
    const resumed = await run('/operators/resume-webhook-endpoint', { webhookEndpointId });
    expect(await valueIn(service, stored, webhookEndpointId)).toBeNull();
    if (because !== 'OPERATOR') return expect(undoIn(resumed.html)).toBeUndefined();
    await undo(resumed);
    expect(await valueIn(service, stored, webhookEndpointId)).toBe('OPERATOR');
  });

  it('says why a cancelled booking cannot be reinstated', async () => {
    const { id } = world.services.alpha.cancelled;
    const booking = async () => (await pages.get('/operators/booking', { courtBookingId: id })).html;
    const update = (text: string) => service.database.query(text, [id]);
    const ofCourt = 'id = (select court_id from court_bookings where id = $1)';
    await update(`update courts set active = false where ${ofCourt}`);
    const closed = await booking();
    await update(`update courts set active = true where ${ofCourt}`);
    await update(
      `insert into court_bookings (id, external_service_id, external_court_booking_id, court_id, start_date, end_date, external_updated_at)
       select gen_random_uuid(), external_service_id, 'in-the-way', court_id, start_date, end_date, now() from court_bookings where id = $1`,
    );
    const taken = await booking();
    await update("delete from court_bookings where external_court_booking_id = 'in-the-way' and id <> $1");
    expect(closed).toMatch(/<li>Not possible: Reinstate a cancelled booking\. [^<]* closed/);
    expect(taken).toMatch(
      /<li>Not possible: Reinstate a cancelled booking\..*<a href="[^"]*">in-the-way<\/a><\/li>/,
    );
    expect([closed, taken].flatMap(tasksIn)).not.toContain('Reinstate a cancelled booking');
    expect(tasksIn(await booking())).toContain('Reinstate a cancelled booking');
  });

  it('offers to revoke the tokens of a partner if any is valid, behind however many that are not', async () => {
    const { id } = world.services.beta;
    const offered = async () =>
      tasksIn((await pages.get('/operators/partner', { externalServiceId: id })).html).includes(
        'Revoke all API tokens of a partner',
      );
    await service.database.query(
      `insert into api_tokens (id, external_service_id, label, scopes, secret_hash, revoked_at)
       select ('ffffffff-ffff-7fff-bfff-' || lpad(n::text, 12, '0'))::uuid, $1::uuid, 'old', '{userread}', sha256(n::text::bytea), now()
       from generate_series(1, 101) n`,
      [id],
    );
    const before = await offered();
    await service.database.query(
      'update api_tokens set revoked_at = now() where external_service_id = $1 and revoked_at is null',
      [id],
    );
    expect([before, await offered()]).toEqual([true, false]);
  });

  it('a row offers to send a delivery again only while its change is kept', async () => {
    const webhookEndpointId = world.services.alpha.endpoints.active;
    const offered = async () => {
      const { html } = await pages.get('/operators/webhook-deliveries', { webhookEndpointId, sent: '1' });
      return html.match(/href="\/operators\/resend-webhook-delivery\?/g)?.length ?? 0;
    };
    const before = await offered();
    const one = 'select id from webhook_deliveries where endpoint_id = $1 order by id desc limit 1';
    await service.database.query(`delete from changes where id in (${one})`, [webhookEndpointId]);
    expect([before > 0, await offered()]).toEqual([true, before - 1]);
  });

  it('the button of many says how many', async () => {
    const { id } = world.courts.centre;
    const [{ n }] = (await service.database.query(
      'select count(*)::int as n from court_bookings where court_id = $1 and active',
      [id],
    )) as [{ n: number }];
    expect(n).toBeGreaterThan(0);
    const range = { from: '2026-12-31T00:00:00Z', to: '2027-12-31T00:00:00Z' };
    const values = { courtId: id, reason: 'Flood', sent: '1', ...range };
    const { html } = await pages.get('/operators/cancel-court-bookings', values);
    expect(html).toContain('This will happen');
    expect(html).toContain(`>Cancel ${n} booking${n === 1 ? '' : 's'}</button>`);
  });
});
