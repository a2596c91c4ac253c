import { beforeAll, describe, expect, it } from 'vitest';
import { operatorPages } from '../../harness/clients/operator-pages.ts';
import { userBody } from '../../harness/data/factories.ts';
import { useOperator, useTestService } from '../../harness/servers/use-test-service.ts';

const hour = 3_600_000;

describe('review of a task', () => {
  const service = useTestService('postgresql');
  const admin = useOperator(service);
  let token: string;
  let pages: ReturnType<typeof operatorPages>;
  let externalServiceId: string;
  let organizationId: string;
  let courtIds: readonly string[];
  beforeAll(async () => {
    pages = operatorPages(service, admin.secret);
    const tenant = await service.factories.tenant(2, 'Europe/Berlin');
    ({ externalServiceId, organizationId, courtIds, token } = tenant);
  });

  const bookingAt = async (start: number) =>
    (await service.factories.booking(externalServiceId, courtIds[0]!, [start, start + hour])).id;
  const stored = async (id: string) => {
    const [row] = await service.database.query<{ active: boolean; reason: string; version: string }>(
      `select active, cancellation_reason as reason, external_updated_at as version from court_bookings
       where id = $1`,
      [id],
    );
    return row!;
  };

  it.each([
    ['/operators/cancel-court-booking', 'reason', () => bookingAt(Date.UTC(2031, 0, 1))],
    ['/operators/block-court', 'reason', async () => courtIds[1]!],
  ])('%s begins with its form, and proposes no %s', async (path, field, make) => {
    const id = await make();
    const variable = path.includes('booking') ? 'courtBookingId' : 'courtId';
    const { html } = await pages.get(path, { [variable]: id });
    expect(html).not.toContain('class="confirm"');
    expect(html).toContain(`value="" id="field-${field}"`);
  });

  const [past, future] = ['2026-10-01T10:00:00Z', '2037-02-01T10:00:00Z'];
  it.each([
    ['cancel', past, { reason: 'Flood' }, 'This booking ended on 1 Oct 2026, 13:00 CEST. Change it anyway.'],
    ['cancel', '2038-01-01T00:00:00Z', { reason: 'x' }, null],
    ['move', past, { startDate: future }, 'This booking ended on 1 Oct 2026, 13:00 CEST. Change it anyway.'],
    ['move', future, { startDate: past }, 'The new time ended on 1 Oct 2026, 13:00 CEST. Change it anyway.'],
  ])('%s a booking of %s with %j only after a separate confirmation', async (verb, at, values, text) => {
    const id = await bookingAt(Date.parse(at!));
    const path = `/operators/${verb}-court-booking`;
    const before = await stored(id);
    const { html } = await pages.get(path, { courtBookingId: id, ...values, sent: '1' });
    if (text === null) return expect(html).not.toContain('name="changesPast"');
    expect(html).toContain(`name="changesPast" value="true" required> ${text}`);
    const refused = await pages.confirm(path, html, ['changesPast']);
    expect([refused.status, refused.html]).toEqual([400, expect.stringContaining('A booking is over.')]);
    expect(await stored(id)).toEqual(before);
    expect((await pages.confirm(path, refused.html)).html).toContain('class="done all"');
    expect(await stored(id)).not.toEqual(before);
    await service.database.query('delete from court_bookings where id = $1', [id]);
  });

  it('logs no error when it is shown, and is not shown if the task fails', async () => {
    const courtBookingId = await bookingAt(Date.UTC(2039, 0, 1));
    await pages.get('/operators/cancel-court-booking', { courtBookingId, reason: 'Flood', sent: '1' });
    const logged = () => service.logLines.filter(({ msg }) => msg === 'graphql');
    expect(logged()).toEqual([]);
    const constraint = 'alter table court_bookings add constraint fails check (active) not valid';
    await service.database.query(constraint, []);
    const failed = { courtBookingId, reason: 'Rain', sent: '1' };
    const { status, html } = await pages.get('/operators/cancel-court-booking', failed);
    await service.database.query('alter table court_bookings drop constraint fails', []);
    expect([status, logged().length, html.includes('class="confirm"')]).toEqual([500, 1, false]);
  });

  it('many bookings of which one is over are cancelled only after a separate confirmation', async () => {
    const start = Date.UTC(2026, 9, 3, 10);
    const past = await bookingAt(start);
    const future = await bookingAt(Date.UTC(2027, 2, 1));
    const path = '/operators/cancel-court-bookings';
    const range = { from: new Date(start).toISOString(), to: '2027-03-02T00:00:00Z' };
    const { html } = await pages.get(path, { courtId: courtIds[0]!, ...range, reason: 'Flood', sent: '1' });
    expect(html).toContain('One of these bookings is over. It ended on 3 Oct 2026, 13:00 CEST. Change it');
    const refused = await pages.confirm(path, html, ['changesPast']);
    expect(refused.status).toBe(400);
    expect((await stored(past)).active && (await stored(future)).active).toBe(true);
    expect((await pages.confirm(path, refused.html)).html).toContain('class="done all"');
    expect((await stored(past)).active || (await stored(future)).active).toBe(false);
  });

  it('unblocking a booking proposes the time of its last change, which lets the next update pass', async () => {
    const courtBookingId = await bookingAt(Date.UTC(2033, 0, 1));
    await service.database.query(
      `update court_bookings set external_updated_at = '2099-01-01', stamp_ahead = true,
       updated_at = '2026-11-20T12:34:56Z' where id = $1`,
      [courtBookingId],
    );
    const path = '/operators/reset-court-booking-version';
    const form = await pages.get(path, { courtBookingId, timeZone: 'UTC' });
    expect(form.html).toContain('value="2026-11-20T12:34" id="field-externalUpdatedAt"');
    expect(form.html).not.toContain('2099-01-01T00:00" id');
    const review = await pages.get(path, {
      courtBookingId,
      externalUpdatedAt: '2026-11-20T12:34',
      timeZone: 'UTC',
      sent: '1',
    });
    expect((await pages.confirm(path, review.html)).html).toContain('class="done all"');
    expect(new Date((await stored(courtBookingId)).version)).toEqual(new Date('2026-11-20T12:34:00Z'));
    const passed = await pages.get(path, { courtBookingId });
    expect(passed.html, 'it is not blocked').toContain('value="" id="field-externalUpdatedAt"');
  });

  it('the time of a block is in the zone of its club, on the page of the court and in the activity', async () => {
    const times = { startDate: '2041-02-01T10:00:00Z', endDate: '2041-02-01T11:00:00Z' };
    await admin.mutate('blockCourt', { courtId: courtIds[0], ...times, reason: 'Net' }, '__typename');
    for (const path of [`/operators/court?courtId=${courtIds[0]}`, '/operators/activity?action=blockCourt'])
      expect((await pages.get(path)).html, path).toContain('1 Feb 2041, 11:00 CET');
  });

  it('a form has the zone of the club that was chosen in it, and the instants that were entered before', async () => {
    const values = { organizationId, from: '2027-01-10T00:00', timeZone: 'UTC', sent: '1' };
    const { html } = await pages.get('/operators/bookings', values);
    expect(html).toContain('type="datetime-local" value="2027-01-10T01:00" id="field-from"');
    expect(html).toContain('name="timeZone" value="Europe/Berlin"');
  });

  const present = '2036-01-01T00:00:00.000Z';
  it.each([
    [
      'move-court-booking',
      async () => ({
        ...{ courtBookingId: await bookingAt(Date.parse(present)), newCourtId: courtIds[0]! },
        startDate: present,
      }),
    ],
    ['rename-court', () => ({ courtId: courtIds[1]!, courtName: ' Court 2 ' })],
    ['update-organization', () => ({ organizationId, organizationTimeZone: 'Europe/Berlin' })],
  ])('%s with the present values has nothing to confirm', async (path, make) => {
    const { html } = await pages.get(`/operators/${path}`, { ...(await make()), sent: '1' });
    expect(html).toContain('Nothing is left to do');
    expect(html).not.toContain('class="confirm"');
  });

  const query = (sql: string, id: string) => service.database.query(sql, [id]);
  const make: Record<string, () => Promise<string>> = {
    courtBookingId: () => bookingAt(Date.UTC(2040, 0, 1)),
    courtId: async () => courtIds[1]!,
    externalServiceId: () => service.factories.externalService(),
    userId: async () =>
      (await service.createUser(externalServiceId, { token, body: userBody() })).body.id as string,
  };
  const cancel = "update court_bookings set cancelled_at = now(), cancellation_reason = 'Net' where id = $1";
  const erase =
    'update users set erased_at = now(), email = null, first_name = null, last_name = null, birthday = null where id = $1';
  const lower = "update operators set role = 'VIEWER' where role = 'ADMIN' and $1::uuid is not null";
  const end = 'update external_services set active = false where id = $1';
  const [move, off] = ['move-court-booking', 'switch-partner-off'];
  const remove = 'delete from court_bookings where id = $1';

  it.each([
    ['cancel-court-booking', 'courtBookingId', { reason: 'Flood' }, cancel, 409, 'for another reason'],
    [move, 'courtBookingId', { startDate: future }, cancel, 404, 'so it cannot be moved'],
    [move, 'courtBookingId', { startDate: future }, remove, 404, 'No booking matches'],
    ['correct-name', 'userId', { newLastName: 'Byron' }, erase, 404, 'or the user was erased'],
    [off, 'externalServiceId', {}, end, 409, 'The record has changed since the review.'],
    ['rename-court', 'courtId', { courtName: 'Roof' }, lower, 403, 'Your role VIEWER does not allow this.'],
  ])('%s changes nothing if its %s or the role changed since the review', async (...given) => {
    const [task, variable, values, change, status, text] = given;
    const path = `/operators/${task}`;
    const id = await make[variable!]!();
    const { html } = await pages.get(path, { [variable!]: id, ...values, sent: '1' } as never);
    expect(html).toContain('class="confirm"');
    await query(change!, id);
    const confirmed = await pages.confirm(path, html);
    await query("update operators set role = 'ADMIN' where id = $1", admin.id);
    expect([confirmed.status, confirmed.html]).toEqual([status, expect.stringContaining(String(text))]);
    expect(confirmed.html).not.toContain('class="done');
  });

  it('a session that ended since the review leads back to the review by the sign-in', async () => {
    const review = `/operators/rename-court?${new URLSearchParams({ courtId: courtIds[1]!, courtName: 'Roof', sent: '1' })}`;
    const { headers, status } = await fetch(`${service.address}/operators/rename-court`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Accept: 'text/html', Referer: service.address + review },
      body: new URLSearchParams({ form: 'x' }),
    });
    expect([status, headers.get('location')]).toEqual([
      303,
      `/sign-in?${new URLSearchParams({ next: review })}`,
    ]);
  });
});
