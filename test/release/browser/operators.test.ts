import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { lockName } from '../../../src/db/queries/lock-name.ts';
import * as playbook from '../../graphql/graphiql/playbook.generated.ts';
import { PageFaults } from '../../harness/assertions/page-faults.ts';
import { browserPath, signInAt, useBrowser, watchPage } from '../../harness/clients/browser.ts';
import { run } from '../../harness/clients/graphql-client.ts';
import { bookingBody } from '../../harness/data/factories.ts';
import { createWorld, type World } from '../../harness/data/world.ts';
import { useClient, useTestService } from '../../harness/servers/use-test-service.ts';

const now = Date.UTC(2027, 0, 1, 12, 30);

const service = useTestService('postgresql', { now: () => now });
const other = useClient(service);
let world: World;
let viewer: string;
beforeAll(async () => {
  viewer = (await service.factories.operator('VIEWER')).secret;
});

const get = (path: string, headers: Record<string, string> = { Authorization: `Bearer ${viewer}` }) =>
  fetch(service.address + path, { headers: { Accept: 'text/html', ...headers }, redirect: 'manual' });
const htmlOf = async (path: string) => (await get(path)).text();
const paths = () => [
  '/operators',
  '/operators?period=7d',
  '/operators?period=30d',
  '/operators/calendar',
  `/operators/calendar?organizationId=${world.organizations.riverside.id}&date=2027-01-01`,
  `/operators/calendar?organizationId=${world.organizations.riverside.id}&date=2027-01-01&days=7`,
  `/operators/calendar?courtId=${world.courts.centre.id}&date=2027-01-01&days=7&timeZone=America/New_York`,
];

describe('operator pages', () => {
  it('show placeholder texts on a fresh installation', async () => {
    const html = await htmlOf('/operators');
    expect(html).toContain('No requests in this period.');
    expect(html).toContain('No bookings from last week to the next days.');
    expect(html).toContain(
      '<p class="well">None: Open alerts, failing webhooks, tokens that expire within 30 days, tokens unused for 30 days, bookings dated in the future</p>',
    );
    expect(await htmlOf('/operators/calendar')).toContain('No clubs yet.');
  });

  it('without a session redirect a browser to the sign-in page and reject a program', async () => {
    world = await createWorld(service);
    for (const path of paths()) {
      for (const headers of [
        {},
        { Cookie: 'courtbridge_session=x' },
        { Authorization: `Bearer ${world.services.alpha.token.secret}` },
      ]) {
        const answer = await get(path, headers as Record<string, string>);
        expect([answer.status, answer.headers.get('location')]).toEqual([
          303,
          path === '/operators' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(path)}`,
        ]);
        expect(await answer.text()).toBe('');
      }
      const { status, body } = await service.call(path, {});
      expect([status, body.error.type]).toEqual([401, 'operator_token_invalid']);
      for (const role of ['VIEWER', 'SUPPORT', 'ADMIN'] as const) {
        const { secret } = await service.factories.operator(role);
        expect((await get(path, { Authorization: `Bearer ${secret}` })).status, path).toBe(200);
      }
    }
    const { headers } = await get('/operators');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('link each number to a page that shows it', async () => {
    await fill();
    const numbers = new Map<string, Set<string>>();
    for (const path of paths())
      for (const [, href, shown] of (await htmlOf(path)).matchAll(
        /<a class="number" href="([^"]+)">([^<]+)<\/a>/g,
      )) {
        const address = href!.replaceAll('&amp;', '&');
        numbers.set(address, (numbers.get(address) ?? new Set()).add(shown!));
      }
    for (const [address, shown] of numbers) {
      const answer = await get(address);
      expect(answer.status, address).toBe(200);
      const html = await answer.text();
      for (const number of shown)
        expect(valuesOf(html), `${number} in ${address}`).toContain(number.replace(/ (?:ms|failed)$/, ''));
    }
    expect([...new Set([...numbers.keys()].map((address) => address.split('?')[0]))].sort()).toEqual([
      '/operators/api-token',
      '/operators/booking',
      '/operators/calendar',
      '/operators/future-versions',
      '/operators/traffic',
      '/operators/webhook-endpoint',
    ]);
    expect(paths()).toHaveLength(7);
  });

  it('say who is signed in, with which role', async () => {
    for (const role of ['VIEWER', 'SUPPORT', 'ADMIN'] as const) {
      const { id, secret } = await service.factories.operator(role);
      const headers = { Authorization: `Bearer ${secret}` };
      const others = ['/operators/playbook', '/operators/unknown', '/operators?period=1y', '/graphql'];
      for (const path of [...paths(), ...others]) {
        const html = await (await get(path, headers)).text();
        expect(html, path).toContain(`href="/operators/operator?operatorId=${id}"`);
        expect(html, path).toContain(`</bdi></a> <span>${role.toLowerCase()}</span>`);
      }
    }
  });

  it('the overview begins with open alerts and problems, each with the next step that the role allows', async () => {
    const { alpha, beta } = world.services;
    // Otherwise the service ends alerts without a cause meanwhile.
    await other.query('begin');
    await lockName(async (text, values) => (await other.query(text, [...values])).rows, 'courtbridge/alerts');
    const alert = (type: string, data: object) =>
      service.database.query(
        `insert into alerts (id, type, cause, message, data, at) values (gen_random_uuid(), $1, $1, 'A message about externalUpdatedAt.', $2, now())`,
        [type, data],
      );
    await alert('PARTNER_REFUSALS_RISEN', { externalServiceId: alpha.id, hour: '2027-01-01T11:00Z' });
    await alert('WEBHOOK_ENDPOINT_PAUSED', { webhookEndpointId: alpha.endpoints.paused });
    await alert('API_TOKEN_EXPIRES', { apiTokenId: beta.token.id });
    await alert('OPERATOR_TOKEN_EXPIRES', { operatorId: world.operators.viewer.id });
    await alert('STAMPS_AHEAD', { externalServiceId: beta.id });
    await alert('API_TOKEN_FOUND', { apiTokenId: beta.token.id, externalServiceId: beta.id });
    const stepsOf = async (role: 'VIEWER' | 'SUPPORT' | 'ADMIN') => {
      const headers = { Authorization: `Bearer ${(await service.factories.operator(role)).secret}` };
      const html = await (await get('/operators', headers)).text();
      const [, attention] = /<h1>Overview<\/h1>.*?<section class="attention"(.*?)<dl class="tiles">/s.exec(
        html,
      )!;
      const hrefs = [...attention!.matchAll(/href="([^"]+)"/g)].map(([, href]) =>
        href!.replaceAll('&amp;', '&'),
      );
      for (const href of hrefs) expect([href, (await get(href, headers)).status]).toEqual([href, 200]);
      expect(attention).toContain('A message about version.');
      return [...new Set(hrefs.map((href) => href.split('?')[0]!.slice('/operators/'.length)))].sort();
    };
    const questions = ['api-token', 'booking', 'failed-requests', 'future-versions', 'open-alerts'];
    const records = ['operator', 'webhook-deliveries', 'webhook-endpoint'];
    expect(await stepsOf('VIEWER')).toEqual([...questions, ...records]);
    expect(await stepsOf('SUPPORT')).toEqual(
      [...questions, ...records, 'reset-court-booking-version'].sort(),
    );
    // The page of the operator offers to rotate a token that expires, if this session may do it.
    const ofAdministrators = ['resume-webhook-endpoint', 'issue-api-token', 'revoke-api-token'];
    expect(await stepsOf('ADMIN')).toEqual(
      [...questions, ...records, 'reset-court-booking-version', ...ofAdministrators].sort(),
    );
    await other.query('rollback');
  });

  it('list the partner with the most rejected requests first', async () => {
    const html = await htmlOf('/operators?period=7d');
    const [, table] = /<h2 id="partners">.*?<tbody>(.*?)<\/tbody>/s.exec(html)!;
    const rejected = [...table!.matchAll(/<tr>.*?<\/tr>/gs)].map(([row]) =>
      Number([...row.matchAll(/class="number" [^>]*>([\d,]+)</g)][1]![1]!.replaceAll(',', '')),
    );
    expect(rejected.length).toBeGreaterThan(2);
    expect(rejected).toEqual([...rejected].sort((one, other) => other - one));
  });

  it('a calendar shows active bookings, free times, closed courts and the days of its time zone', async () => {
    const { riverside } = world.organizations;
    await service.database.query('update courts set active = false where id = $1', [world.courts.side.id]);
    const day = await htmlOf(`/operators/calendar?organizationId=${riverside.id}&date=2027-01-01`);
    expect(day).toContain('Court side</bdi></a> <span class="closed">closed</span>');
    // Alpha's and beta's bookings. Gamma has no booking on a court of this club, and cancelled bookings take no time.
    expect(day.match(/<rect class="booked partner-/g)).toHaveLength(3);
    expect(day).toContain('Free from 07:00 to 10:00: 3 h');
    expect(day).toContain('Free from 12:00 to 13:00: 1 h');
    expect(day).toMatch(/>10:00–11:00: [^<]*booking, /);
    const tokyo = await htmlOf(
      `/operators/calendar?organizationId=${riverside.id}&date=2027-01-01&timeZone=Asia/Tokyo`,
    );
    expect(tokyo).toMatch(/>19:00–20:00: [^<]*booking, /);
    await service.database.query("update organizations set time_zone = 'Asia/Tokyo' where id = $1", [
      riverside.id,
    ]);
    const own = await htmlOf(`/operators/calendar?organizationId=${riverside.id}&date=2027-01-01`);
    expect(own).toMatch(/>19:00–20:00: [^<]*booking, /);
    expect(own).toContain('1 Jan 2027 in GMT+9, time zone Asia/Tokyo.');
    expect(await htmlOf('/operators/calendar')).toContain('<small>Asia/Tokyo</small>');
    await service.database.query("update organizations set time_zone = 'UTC' where id = $1", [riverside.id]);
    expect(day).toContain(`organizationId=${riverside.id}&amp;date=2026-12-31&amp;days=1`);
    expect(day).toContain(`organizationId=${riverside.id}&amp;date=2027-01-02&amp;days=1`);
    const week = await htmlOf(`/operators/calendar?courtId=${world.courts.centre.id}&date=2027-01-01&days=7`);
    expect(week.match(/<div class="lane[" ]/g)).toHaveLength(7);
    expect(week).toContain('date=2027-01-08&amp;days=7');
    const berlin = await htmlOf(
      `/operators/calendar?courtId=${world.courts.centre.id}&date=2027-03-27&days=7&timeZone=Europe/Berlin`,
    );
    expect(berlin.match(/clock change: 23 hours/g)).toHaveLength(1);
  });

  it('a calendar takes a part of a name, and offers several matches to choose from', async () => {
    const { riverside } = world.organizations;
    const { centre, side } = world.courts;
    const titleOf = (html: string) => /<h1>(.*?)<\/h1>/.exec(html)![1]!.replaceAll(/<[^>]+>/g, '');
    expect(titleOf(await htmlOf('/operators/calendar?organizationId=RIVERS&date=2027-01-01'))).toBe(
      riverside.name,
    );
    expect(titleOf(await htmlOf('/operators/calendar?courtId=cêntre'))).toBe(
      `${centre.name}, ${riverside.name}`,
    );
    const several = await htmlOf('/operators/calendar?courtId=court');
    expect(several).toContain('Several courts match “court”. Choose one.');
    for (const { id } of [centre, side]) expect(several).toContain(`courtId=${id}&amp;days=7`);
    // A name that is a part of others.
    await service.database.query('insert into organizations (id, name) values (gen_random_uuid(), $1)', [
      `${riverside.name} Two`,
    ]);
    const exact = `/operators/calendar?${new URLSearchParams({ organizationId: riverside.name })}`;
    expect(titleOf(await htmlOf(exact))).toBe(riverside.name);
    await service.database.query('delete from organizations where name like $1', ['% Two']);
  });

  it('a block shows its reason in the drawing and in the list', async () => {
    const { centre } = world.courts;
    const { secret } = await service.factories.operator('SUPPORT');
    const block = {
      courtId: centre.id,
      from: '2027-02-01T08:00:00Z',
      to: '2027-02-01T12:00:00Z',
      reason: 'new <net>',
    };
    const { blockCourt } = await run(service, secret, playbook.BlockCourtDocument, block);
    expect(blockCourt).not.toHaveProperty('message');
    const day = await htmlOf(`/operators/calendar?courtId=${centre.id}&date=2027-02-01`);
    expect(day).toContain('<title>08:00–12:00: Blocked: new &lt;net&gt;</title>');
    expect(day.match(/<rect class="booked is-block/g)).toHaveLength(1);
    expect(day).toContain('<b dir="auto">Blocked</b><span dir="auto">new &lt;net&gt;</span>');
    expect(day).toMatch(/<td>08:00–12:00<\/td>.*Blocked: new &lt;net&gt;/);
    // Blocks and bookings are counted separately.
    expect(day).toContain('<span>0 bookings, 1 block</span>');
  });

  it('texts of partners and operators are escaped', async () => {
    const evil = '<img src=x onerror=alert(1)>"\'';
    await service.database.query('update organizations set name = $2 where id = $1', [
      world.organizations.riverside.id,
      evil,
    ]);
    await service.database.query('update external_services set name = $2 where id = $1', [
      world.services.alpha.id,
      evil,
    ]);
    await service.database.query('update courts set name = $2 where id = $1', [world.courts.centre.id, evil]);
    await service.database.query('update court_bookings set external_court_booking_id = $2 where id = $1', [
      world.services.alpha.booking.id,
      evil,
    ]);
    for (const path of paths()) {
      const html = await htmlOf(path);
      expect(html, path).not.toContain('<img');
      expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;');
    }
  });
});

/** Adds data for every kind of number, such as requests of several days and failing webhooks. */
async function fill(): Promise<void> {
  const { alpha, beta } = world.services;
  // A busy machine may reject it with 503 at first.
  const booked = () =>
    service.upsertCourtBooking(alpha.id, 'later', {
      token: alpha.token.secret,
      body: bookingBody(world.courts.centre.id, {}, 3),
    });
  await expect.poll(async () => (await booked()).status < 300).toBe(true);
  // The totals change until this request is recorded.
  const recorded = async () => {
    const text = "select from partner_requests where external_id = 'later' and status < 300";
    return (await service.database.query(text, [])).length > 0;
  };
  await expect.poll(recorded).toBe(true);
  for (const id of [alpha.id, beta.id, '00000000-0000-0000-0000-000000000000'])
    await service.database.query(
      `insert into partner_traffic (hour, external_service_id, operation, status, error_type, requests, latencies, first_at, last_at, request_id)
       select h, $2, o.operation, o.status, o.error_type, n, array[0, n, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]::bigint[], h, h, 'r'
       from generate_series($1::timestamptz - interval '200 hours', $1, interval '5 hours') with ordinality as t (h, place),
         (values ('createUser', 201, '', 3), ('upsertCourtBooking', 409, 'stale_write', 11)) o (operation, status, error_type, times),
         lateral (select o.times * place * 131 as n) c`,
      [new Date(Math.floor(now / 3_600_000) * 3_600_000).toISOString(), id],
    );
  const instant = (hours: number) => new Date(now + hours * 3_600_000).toISOString();
  await service.database.query(
    'update webhook_endpoints set failures = 4321, failing_since = $2 where id = $1',
    [alpha.endpoints.active, instant(-5)],
  );
  await service.database.query('update api_tokens set expires_at = $2, created_at = $3 where id = $1', [
    beta.token.id,
    instant(50),
    instant(-2_000),
  ]);
  await service.database.query(
    'update court_bookings set stamp_ahead = true, external_updated_at = $2 where id = $1',
    [beta.booking.id, instant(2_000)],
  );
}

/** Returns the values that a page shows: each field and cell, and the sum of the bookings of a calendar. */
function valuesOf(html: string): string[] {
  const values = [...html.matchAll(/<(td|dd)[^>]*>(.*?)<\/\1>/gs)].map(([, , value]) =>
    value!.replaceAll(/<[^>]+>/g, ''),
  );
  const booked = [...html.matchAll(/<span>(\d+) bookings?\b/g)].reduce((sum, [, n]) => sum + Number(n), 0);
  const total = /<p>(\d+) in total\.<\/p>/.exec(html)?.[1];
  return [...values, String(booked), ...(total ? [total] : [])];
}

describe.skipIf(browserPath === undefined)('operator pages in a real browser', () => {
  const browser = useBrowser();
  let page: Page;
  const faults: string[] = [];
  beforeAll(async () => {
    const context = await browser.newContext({ bypassCSP: true });
    page = await context.newPage();
    watchPage(page, service.address, faults);
    await signInAt(page, `${service.address}/operators?period=7d`, viewer);
  });

  it('pass axe at each width and color scheme, without overflow, errors or external requests', async () => {
    // Signing in has redirected back to the requested page.
    expect(page.url()).toBe(`${service.address}/operators?period=7d`);
    const urls = paths().map((path) => service.address + path);
    expect([...(await new PageFaults().ofEach(page, urls)), ...faults]).toEqual([]);
  });

  it('a number opens the page with its details', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${service.address}/operators`);
    const number = page.locator('.tiles .number').first();
    const shown = (await number.textContent())!;
    await number.click();
    await page.waitForSelector('h1:text-is("How many requests were rejected?")');
    expect(await page.locator('.result td').first().textContent()).toBe(shown);
  });

  it('a list has 30 rows on a screen, and each row is a card on a phone, without overflow', async () => {
    await page.setViewportSize({ width: 1280, height: 1000 });
    await page.goto(`${service.address}/operators/bookings`);
    // Where names are so long that a line does not have room for them, a row is taller.
    const row = page.locator('.result tbody tr').filter({ hasNotText: '<img' }).first();
    expect((await row.boundingBox())!.height).toBeLessThan(1_000 / 30);
    const widthOf = (look: string, text: string) =>
      row
        .locator('td')
        .first()
        .evaluate(
          (cell, [className, content]) => {
            const shown = document.createElement('span');
            Object.assign(shown, { className, textContent: content });
            cell.replaceChildren(shown);
            return shown.getBoundingClientRect().width;
          },
          [look, text],
        );
    // The longest id must not push the other columns away, and a sentence is read in few lines.
    expect(await widthOf('long', 'x'.repeat(255))).toBeLessThan(350);
    expect(await widthOf('text', 'a few words '.repeat(20))).toBeGreaterThan(300);
    for (const list of ['requests', 'failed-requests', 'activity', 'bookings']) {
      await page.goto(`${service.address}/operators/${list}`);
      const hidden = (all: Element[]) => all.filter((e) => e.scrollWidth > e.clientWidth).length;
      expect([list, await page.locator('.scroll').evaluateAll(hidden)]).toEqual([list, 0]);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${service.address}/operators/bookings`);
    expect((await row.boundingBox())!.width).toBeLessThanOrEqual(390);
    const labels = await row
      .locator('td')
      .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, '::before').content));
    expect(labels.slice(0, 3)).toEqual(['"Partner’s booking ID"', '"Status"', '"Start date"']);
    await page.goto(`${service.address}/operators/search?text=al`);
    const without = page.locator('.result td:empty');
    expect(await without.count()).toBeGreaterThan(0);
    expect(await without.filter({ visible: true }).count()).toBe(0);
  });

  it('an ID has a button that copies all of it', async () => {
    await page.setViewportSize({ width: 1280, height: 1000 });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${service.address}/operators/booking?courtBookingId=${world.services.alpha.booking.id}`);
    await page.locator('dd > .copy[aria-label="Copy ID"]').first().click();
    await page.waitForSelector('dd > .copy:text-is("Copied")');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(world.services.alpha.booking.id);
  });

  it('/ and Ctrl+K focus the search on every page, and a / in a field is a letter', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
    for (const path of [...paths(), '/operators/playbook', '/operators/bookings', '/operators/unknown'])
      for (const shortcut of ['/', 'Control+k']) {
        await page.goto(service.address + path);
        expect(await focused(), path).not.toBe('text');
        await page.keyboard.press(shortcut);
        expect(await focused(), `${path}, ${shortcut}`).toBe('text');
      }
    await page.keyboard.type('a/b');
    expect(await page.inputValue('.find input')).toBe('a/b');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('gone');
    expect(await page.inputValue('.find input')).toBe('gone');
  });

  it('the overview and a day of a calendar print on one sheet each', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    for (const path of ['/operators?period=7d', paths()[4]!]) {
      await page.goto(service.address + path);
      const pdf = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1');
      expect([path, pdf.match(/\/Type\s*\/Page\b/g)?.length]).toEqual([path, 1]);
    }
  });

  it('on a phone the days begin at today, and every link and button is large enough for a finger', async () => {
    await page.setViewportSize({ width: 390, height: 900 });
    await page.goto(`${service.address}/operators?period=7d`);
    const [first, today] = await Promise.all(
      ['.shaded thead th', '.shaded .today'].map((selector) => page.locator(selector).first().boundingBox()),
    );
    expect(Math.abs(today!.x - (first!.x + first!.width))).toBeLessThan(2);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('main :is(a[href], button, summary, input):not(.skip, svg a)')].flatMap(
        (element) => {
          const { width, height } = element.getBoundingClientRect();
          return width > 0 && (height < 44 || width < 24) ? [element.outerHTML.slice(0, 120)] : [];
        },
      ),
    );
    expect(small.filter((html) => !html.includes('href="/operators/calendar">calendar'))).toEqual([]);
  });
});
