import type { BrowserContext, Page } from 'playwright-core';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoIds } from '../../../src/services/demo/demo-ids.ts';
import { loadDemoData } from '../../../src/services/demo/load-demo-data.ts';
import { PageFaults } from '../../harness/assertions/page-faults.ts';
import { browserPath, signInAt, useBrowser, watchPage } from '../../harness/clients/browser.ts';
import { bookingBody } from '../../harness/data/factories.ts';
import { useTestService } from '../../harness/servers/use-test-service.ts';

interface Model {
  uri: { path: string };
  getValue(): string;
  setValue(text: string): void;
}
/** The editor, as GraphiQL publishes it. */
declare const __MONACO: { editor: { getModels(): Model[] } };

const slow = { timeout: 20_000 };

describe.skipIf(browserPath === undefined)('GraphiQL for operators, in a real browser', () => {
  const service = useTestService('postgresql');
  const browser = useBrowser();
  let token: string;
  let partnerToken: string;
  beforeAll(async () => {
    token = (await service.factories.operator('ADMIN')).secret;
    partnerToken = (await loadDemoData(service.database, uuidv7, Date.now))!.token;
  });

  /** Signs in, by default in a new browser context. Collects errors, warnings and requests to other hosts. */
  async function signIn(
    options: { context?: BrowserContext; secret?: string; path?: string; bypassCSP?: boolean } = {},
  ) {
    const { path = '/graphql', bypassCSP = false } = options;
    const context = options.context ?? (await browser.newContext({ bypassCSP }));
    const page = await context.newPage();
    await page.setViewportSize({ width: 1280, height: 844 });
    const faults: string[] = [];
    watchPage(page, service.address, faults);
    page.on('console', (message) => {
      if (message.type() === 'warning') faults.push(message.text());
    });
    await signInAt(page, service.address + path, options.secret ?? token);
    if (path === '/graphql') await loaded(page);
    return { context, page, faults };
  }

  const loaded = async (page: Page) => {
    await page.waitForSelector('.graphiql-execute-button', { timeout: 60_000 });
    await page.waitForFunction(() => __MONACO.editor.getModels().length >= 3, undefined, { timeout: 60_000 });
  };
  const textOf = (page: Page, file: string) =>
    page.evaluate(
      (ending) =>
        __MONACO.editor
          .getModels()
          .find(({ uri }) => uri.path.endsWith(ending))!
          .getValue(),
      file,
    );
  const type = (page: Page, file: string, text: string) =>
    page.evaluate(
      ([ending, value]) =>
        __MONACO.editor
          .getModels()
          .find(({ uri }) => uri.path.endsWith(ending!))!
          .setValue(value!),
      [file, text],
    );
  const titles = (page: Page) => page.locator('.graphiql-tab-button').allTextContents();
  const run = async (page: Page, expected: string) => {
    await page.click('.graphiql-execute-button');
    await expect.poll(() => textOf(page, 'response.json'), slow).toContain(expected);
  };
  const stored = (page: Page) => page.evaluate(() => JSON.stringify(localStorage));
  /** The tabs, which GraphiQL stores half a second after the last change. */
  const kept = (page: Page) => page.evaluate(() => localStorage.getItem('graphiql:tabState'));
  /** Opens a page of the playbook, and from there its document. */
  const open = async (page: Page, path: string) => {
    await page.goto(service.address + path);
    await page.getByRole('link', { name: 'Open in GraphiQL' }).click();
    await loaded(page);
  };

  it('a document opens in a tab of its own, and the other tabs stay as they were, with their history', async () => {
    const { context, page, faults } = await signIn({ path: '/operators/playbook' });
    await page.getByRole('link', { name: 'Who am I? in GraphiQL' }).click();
    await loaded(page);
    expect(page.url()).toBe(`${service.address}/graphql`);
    await run(page, '"role": "ADMIN"');
    const mine = 'query WhoAmI {\n  me { id } # mine\n}';
    await type(page, 'operation.graphql', mine);
    await expect.poll(() => kept(page), slow).toContain('# mine');

    await open(page, `/operators/bookings-of-court?courtId=${demoIds.court}`);
    expect(await titles(page)).toEqual(['WhoAmI', 'BookingsOfCourt']);
    await run(page, '"courtBookings"');
    // The same document with the same values has its tab already. The edited one does not.
    await open(page, `/operators/bookings-of-court?courtId=${demoIds.court}`);
    await open(page, '/operators/who-am-i');
    const three = ['WhoAmI', 'BookingsOfCourt', 'WhoAmI'];
    expect(await titles(page)).toEqual(three);
    await expect.poll(() => kept(page), slow).toContain('"activeTabIndex":2');
    await page.reload();
    await loaded(page);
    expect(await titles(page)).toEqual(three);
    await page.locator('.graphiql-tab-button').first().click();
    await expect.poll(() => textOf(page, 'operation.graphql'), slow).toBe(mine);
    await type(page, 'variables.json', '{ "mine": 1 }');
    await expect.poll(() => stored(page), slow).toContain('graphiql:variables');
    await page.goto(`${service.address}/graphql?query=%7Bme%7Bid%7D%7D`);
    await loaded(page);
    expect(await textOf(page, 'variables.json')).toBe('');

    await page.getByRole('button', { name: 'Show History' }).click();
    const history = page.locator('.graphiql-history-items');
    await expect
      .poll(() => history.allInnerTexts(), slow)
      .toEqual([expect.stringMatching(/^BookingsOfCourt\s+WhoAmI$/)]);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('a mutation opened from a record sends nothing that was not entered, and a dry run where a page has one', async () => {
    await service.upsertCourtBooking(demoIds.externalService, 'opened', {
      token: partnerToken,
      body: bookingBody(demoIds.court, { participants: [{ userId: demoIds.user }] }),
    });
    const [booking] = await service.database.query<{ id: string }>(
      "select id from court_bookings where external_court_booking_id = 'opened' and id > $1",
      ['00000000-0000-0000-0000-000000000000'],
    );
    const { context, page } = await signIn();
    const rows = () =>
      service.database.query(
        'select b.active, u.email is null as erased from court_bookings b, users u where b.id = $1 and u.id = $2',
        [booking!.id, demoIds.user],
      );
    await open(page, `/operators/cancel-court-booking?courtBookingId=${booking!.id}`);
    expect(JSON.parse(await textOf(page, 'variables.json'))).toEqual({ courtBookingId: booking!.id });
    await run(page, 'Variable \\"$reason\\"');
    await open(page, `/operators/erase-user?userId=${demoIds.user}`);
    await run(page, '"confirmToken": "');
    expect(await rows()).toEqual([{ active: true, erased: false }]);
    const { confirmToken } = JSON.parse(await textOf(page, 'response.json')).data.eraseUser;
    await type(page, 'variables.json', JSON.stringify({ userId: demoIds.user, confirmToken }));
    await run(page, '"status": "ERASED"');
    expect(await rows()).toEqual([{ active: true, erased: true }]);
    await context.close();
  });

  it('an ended session is reported, and signing in again returns to the same tab', async () => {
    const { context, page } = await signIn();
    await type(page, 'operation.graphql', '{ me { id } } # still here');
    await expect.poll(() => kept(page), slow).toContain('still here');
    await service.database.em().execute('delete from operator_sessions');
    await run(page, 'Sign in at /sign-in');
    await signInAt(page, `${service.address}/graphql`, token);
    await loaded(page);
    expect(await textOf(page, 'operation.graphql')).toContain('still here');
    await context.close();
  });

  it('signing out removes all operator data from the browser, even with another window open', async () => {
    const { context, page } = await signIn();
    await run(page, '"errors"');
    const other = await context.newPage();
    await other.goto(`${service.address}/graphql`);
    await loaded(other);
    expect(await stored(page)).toContain('graphiql:tabState');
    await page.getByRole('link', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${service.address}/`);
    await type(other, 'variables.json', '{ "left": "open" }');
    // GraphiQL writes half a second after the last change.
    await other.waitForTimeout(900);
    expect(await stored(page)).toBe('{}');
    expect((await context.cookies()).filter(({ value }) => value !== '')).toEqual([]);
    await context.close();
  });

  it('another operator sees nothing of the previous one', async () => {
    const { context, page } = await signIn();
    await type(page, 'operation.graphql', 'query Private { me { id } }');
    await run(page, '"me"');
    await expect.poll(() => kept(page), slow).toContain('Private');
    await context.clearCookies();
    const second = await signIn({ context, secret: (await service.factories.operator('VIEWER')).secret });
    expect(await titles(second.page)).toEqual(['<untitled>']);
    expect(await stored(second.page)).not.toContain('Private');
    await context.close();
  });

  it('passes axe at each width and color scheme, without overflow', async () => {
    // axe is injected into the page. The content security policy would block it.
    const { context, page, faults } = await signIn({ bypassCSP: true });
    await type(page, 'operation.graphql', 'query Me { me { name role } }');
    await run(page, '"me"');
    const screenshot = (width: number) => page.screenshot({ path: `test-output/graphiql-${width}.png` });
    const found = await new PageFaults().of(page, 'GraphiQL', screenshot);
    expect([...found, ...faults]).toEqual([]);
    await context.close();
  });
});
