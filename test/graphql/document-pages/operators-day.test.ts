import { v7 as newId } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { raiseAlerts } from '../../../src/services/alerts/raise-alerts.ts';

import { operatorPages } from '../../harness/clients/operator-pages.ts';
import { bookingBody } from '../../harness/data/factories.ts';
import { useTestService, useWorld } from '../../harness/servers/use-test-service.ts';

const most = { clicks: 3, entries: 2 };

const textOf = (html: string) =>
  html
    .replaceAll(/<(?:svg|select|script).*?<\/(?:svg|select|script)>/gs, '')
    .replaceAll(/<\/?(?:b|a|code|time|wbr|del|ins)\b[^>]*>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ');

/** Walks from the start page by links and forms, and counts. */
function walkWith(get: ReturnType<typeof operatorPages>['get']) {
  let page = { path: '/operators', html: '' };
  const counts = { clicks: 0, entries: 0 };
  const open = async (address: string): Promise<void> => {
    const { status, headers, html } = await get(address.replaceAll('&amp;', '&'));
    if (status === 303) return open(headers.get('location')!);
    expect(status, address).toBe(200);
    page = { path: address, html };
  };
  const walk = {
    counts,
    start: () => open('/operators'),
    text: () => textOf(page.html.slice(page.html.indexOf('<main'))),
    /** Follows the first link with this text. */
    click: async (text: string) => {
      counts.clicks += 1;
      const links = [...page.html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/gs)];
      const link = links.find(([, , label]) => textOf(label!).trim() === text);
      expect(link, `a link “${text}” on ${page.path}`).toBeDefined();
      await open(link![1]!);
    },
    /** Enters values into the form of the page, and sends it. */
    enter: async (values: Record<string, string>) => {
      counts.clicks += 1;
      counts.entries += Object.keys(values).length;
      const form = [...page.html.matchAll(/<form\b.*?<\/form>/gs)].map(([one]) => one);
      const used = form.find((one) => Object.keys(values).every((name) => one.includes(`name="${name}"`)));
      expect(used, `a form with ${Object.keys(values)} on ${page.path}`).toBeDefined();
      const [, action] = /action="([^"]*)"/.exec(used!)!;
      const kept = [...used!.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [
        name!,
        value!,
      ]);
      await open(`${action}?${new URLSearchParams({ ...Object.fromEntries(kept), ...values })}`);
    },
  };
  return { ...walk, search: (text: string) => walk.enter({ text }) };
}

describe('fifteen questions of a day', () => {
  const service = useTestService('postgresql');
  const world = useWorld(service);
  const requests = { rejected: 'asked-about', batch: 'batch-of-three' };

  /** The rows of a query, as the pages show them. */
  const rows = (text: string, values: unknown[] = []) =>
    service.database.query<Record<string, string>>(text, values);
  const count = async (from: string, values: unknown[] = []) =>
    Number((await rows(`select count(*) as n from ${from}`, values))[0]!.n);

  beforeAll(async () => {
    const { alpha, gamma } = world.services;
    const call = { token: alpha.token.secret };
    const { id: courtId } = world.courts.centre;
    await service.upsertCourtBooking(alpha.id, 'not-stored', {
      ...call,
      headers: { 'X-Request-Id': requests.rejected },
      body: bookingBody(courtId, { externalUpdatedAt: 'soon' }),
    });
    const item = (externalCourtBookingId: string) => ({
      action: 'upsert',
      externalCourtBookingId,
      ...bookingBody(courtId, {}, 5),
    });
    await service.batchCourtBookings(alpha.id, {
      ...call,
      headers: { 'X-Request-Id': requests.batch },
      body: { items: [item('first'), item('second'), item('third')] },
    });
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    await service.upsertCourtBooking(gamma.id, 'of-tomorrow', {
      token: gamma.token.secret,
      body: bookingBody(world.courts.north.id, { externalUpdatedAt: inDays(2) }, 9),
    });
    await service.database.query('update api_tokens set expires_at = $2 where id = $1', [
      world.services.beta.secondToken.id,
      inDays(3),
    ]);
    const { startDate, endDate } = bookingBody(world.courts.side.id, {}, 20);
    const reason = 'The net is replaced.';
    await world.operators.admin.ask<unknown>(
      'mutation M($input: BlockCourtInput!) { blockCourt(input: $input) { __typename } }',
      { input: { courtId: world.courts.side.id, startDate, endDate, reason } },
    );
    await raiseAlerts({ database: service.database, now: Date.now, newId });
    const ids = Object.values(requests);
    for (let stored = 0; stored < 4; await new Promise((resolve) => setTimeout(resolve, 50)))
      stored = await count('partner_requests where caller_request_id = any ($1)', [ids]);
  });

  type Walk = ReturnType<typeof walkWith>;
  const questions: Record<string, (walk: Walk) => Promise<unknown[]>> = {
    'Why was this request rejected?': async ({ search }) => {
      await search(requests.rejected);
      return ['invalid schema invalid_schema', 'externalUpdatedAt'];
    },
    'Which items of this import were rejected, and why?': async ({ search }) => {
      await search(requests.batch);
      return [
        `${await count('partner_requests where caller_request_id = $1', [requests.batch])} in total`,
        ...['Item, from 0', 'second', 'third', 'Booking overlap'],
      ];
    },
    'Which requests of this partner failed?': async ({ search, click }) => {
      const { alpha } = world.services;
      await search(alpha.name);
      await click('Which requests failed?');
      const failed = await rows(
        'select external_id from partner_requests where external_service_id = $1 and status >= 400',
        [alpha.id],
      );
      return ['not-stored', ...failed.map(({ external_id }) => external_id!)];
    },
    'Which partner is failing most?': async () => {
      const [row] = await rows(
        `select count(*) as requests, count(*) filter (where status >= 400) as rejected
         from partner_requests where external_service_id = $1`,
        [world.services.alpha.id],
      );
      return [`Partner alpha ${row!.requests} ${row!.rejected} `];
    },
    'What is booked on this court?': async ({ search, click }) => {
      const { id, name } = world.courts.centre;
      await search(name);
      await click('What is booked on this court?');
      const booked = await rows(
        'select external_court_booking_id as id from court_bookings where court_id = $1 and active',
        [id],
      );
      return booked.map((one) => one.id);
    },
    'Which bookings does this person have?': async ({ search, click }) => {
      const { id, email } = world.users.ada;
      await search(email);
      await click(email);
      const booked = await rows(
        `select b.external_court_booking_id as id from court_bookings b
         join court_booking_participants p on p.court_booking_id = b.id where p.user_id = $1`,
        [id],
      );
      return ['ada@example.com', ...booked.map((one) => one.id)];
    },
    'Which bookings name this guest?': async ({ search }) => {
      await search(world.guest);
      return [
        `${await count('court_booking_participants where email = $1', [world.guest])} in total`,
        'Partner alpha',
      ];
    },
    'What happened to this booking?': async ({ search, click }) => {
      await search(world.services.alpha.booking.id);
      await click('What happened to this booking?');
      return ['Action Create or update booking By first, Partner alpha Change Court'];
    },
    'Who cancelled this booking, and why?': async ({ search }) => {
      const { id } = world.services.beta.cancelled;
      await search(id);
      const [row] = await rows('select cancellation_reason as reason from court_bookings where id = $1', [
        id,
      ]);
      return [
        'Status cancelled',
        'Cancelled by operator',
        `Cancellation reason ${row!.reason}`,
        'Cancel booking admin',
      ];
    },
    'Which webhooks to this endpoint failed, and with which response?': async ({ search, click }) => {
      const { alpha } = world.services;
      await search(alpha.name);
      await click('https://partner.invalid/active');
      const failed = await rows(
        'select last_status as status, last_error as error from webhook_deliveries where endpoint_id = $1 and last_error is not null',
        [alpha.endpoints.active],
      );
      return failed.map(({ status, error }) => `${status} ${error}`);
    },
    'Which alerts are open?': async ({ click }) => {
      await click('Questions and tasks');
      await click('Which alerts are open?');
      const open = await count('alerts where resolved_at is null');
      return [
        `${open} in total`,
        '“Partner gamma” has 1 booking',
        'The API token “second” of “Partner beta” ends',
        '} Bookings',
        '} Token',
      ];
    },
    'Which tokens expire within a week?': async ({ click, enter }) => {
      await click('Questions and tasks');
      await click('Which tokens expire?');
      await enter({ expiresBefore: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 16) });
      return ['second', 'Partner beta'];
    },
    'Which bookings are dated in the future?': async ({ click }) => {
      await click('Questions and tasks');
      await click('Which bookings are dated in the future?');
      return [
        `${await count('court_bookings where external_updated_at > now() and stamp_ahead')} in total`,
        'of-tomorrow',
      ];
    },
    'Which clubs may this partner book?': async ({ search }) => {
      await search(world.services.beta.name);
      return ['Club riverside', 'Club hilltop'];
    },
    'Is this court closed, or blocked?': async ({ search, click }) => {
      await search(world.courts.side.name);
      await click('Which times are blocked?');
      return ['The net is replaced.', 'Court side'];
    },
  };

  it.each(Object.keys(questions))('%s', async (question) => {
    const { get } = operatorPages(service, world.operators.viewer.secret);
    const walk = walkWith(get);
    await walk.start();
    const answers = await questions[question]!(walk);
    const text = walk.text();
    expect(answers.length).toBeGreaterThan(0);
    for (const answer of answers) expect(text).toContain(answer);
    expect(walk.counts.clicks).toBeLessThanOrEqual(most.clicks);
    expect(walk.counts.entries).toBeLessThanOrEqual(most.entries);
  });
});
