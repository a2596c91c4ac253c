import { readFileSync } from 'node:fs';
import type { BrowserContext, ConsoleMessage, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { PageFaults } from '../../harness/assertions/page-faults.ts';
import { browserPath, signInAt, useBrowser, watchPage } from '../../harness/clients/browser.ts';
import { catalog } from '../../harness/data/catalog.ts';
import { samplesOf } from '../../harness/data/runs.ts';
import { createWorld, type World } from '../../harness/data/world.ts';
import { useTestService } from '../../harness/servers/use-test-service.ts';

const widths = [['wide', 1280] as const, ['phone', 390] as const];

describe.skipIf(browserPath === undefined)('pages of the playbook in a real browser', () => {
  const service = useTestService('postgresql');
  let world: World;
  let admin: string;
  const browser = useBrowser();
  const faults: string[] = [];
  beforeAll(async () => {
    admin = (await service.factories.operator('ADMIN')).secret;
    world = await createWorld(service);
  });

  async function signIn(options: object = {}): Promise<{ page: Page; context: BrowserContext }> {
    const context = await browser.newContext({ bypassCSP: true, ...options });
    const page = await context.newPage();
    // The browser reports statuses itself, such as 400 for a wrong address.
    const isStatus = (message: ConsoleMessage) => message.text().startsWith('Failed to load resource');
    watchPage(page, service.address, faults, isStatus);
    await signInAt(page, `${service.address}/operators`, admin);
    return { page, context };
  }

  /** Enters a text into the search field of the current page. */
  const find = async (page: Page, text: string) => {
    await page.fill('.find input', text);
    await page.press('.find input', 'Enter');
    await page.waitForLoadState();
  };
  const clicker = (page: Page) => {
    let clicks = 0;
    return {
      click: async (selector: string) => {
        clicks += 1;
        await page.click(selector);
        await page.waitForLoadState();
      },
      clicks: () => clicks,
    };
  };
  const tokens = async () => (await service.database.query('select from api_tokens', [])).length;

  it('pass axe at each width and color scheme, without overflow or external requests', async () => {
    const { page, context } = await signIn();
    const { id, token } = world.services.alpha;
    await service.upsertCourtBooking(id, 'rejected', { token: token.secret, body: {} });
    const rejected = () =>
      service.database.query<{ id: string }>(
        `select id from partner_requests where error_type = 'invalid_schema'`,
        [],
      );
    await expect.poll(rejected).not.toEqual([]);
    const known: Record<string, string> = {
      partnerRequestId: (await rejected())[0]!.id,
      externalServiceId: world.services.alpha.id,
      organizationId: world.organizations.riverside.id,
      courtId: world.courts.centre.id,
      apiTokenId: world.services.alpha.token.id,
      operatorId: world.operators.admin.id,
    };
    const paths = [
      '/operators/playbook',
      '/operators/organizations?after=x',
      '/operators/bookings-of-court?courtId=nowhere&sent=1',
      `/operators/failed-requests?${'x'.repeat(300)}=1`,
      ...samplesOf([...catalog.pages.values()]).map(({ path, variables }) => {
        const query = variables.flatMap(({ name }) => (known[name] ? [[name, known[name]]] : []));
        return `${path}?${new URLSearchParams(query)}`;
      }),
    ];
    const urls = paths.map((path) => service.address + path);
    expect([...(await new PageFaults().ofEach(page, urls)), ...faults]).toEqual([]);
    await context.close();
  });

  it.each(widths)('a token is rotated in three clicks after one entry: %s', async (_name, width) => {
    const { page, context } = await signIn({ viewport: { width, height: 844 } });
    const { click, clicks } = clicker(page);
    const before = await tokens();
    await find(page, world.services.beta.name);
    await click('table a[href*="api-token"]');
    await click('a:text-is("Rotate an API token")');
    await click('form.confirm button');
    expect(await page.innerText('main')).toMatch(/Done.*cbp_\w+/s);
    expect(clicks()).toBeLessThanOrEqual(3);
    expect(await tokens()).toBe(before + 1);
    await context.close();
  });

  it.each(widths)(
    'what was cancelled last week is downloaded as CSV in three clicks: %s',
    async (_name, width) => {
      await service.database.query(
        "update court_bookings set cancelled_at = now() - interval '2 days' where cancelled_at is not null",
        [],
      );
      const { page, context } = await signIn({ viewport: { width, height: 844 } });
      const { click, clicks } = clicker(page);
      await click('a[href="/operators/playbook"]');
      await click('a:text-is("Which bookings were cancelled?")');
      const download = page.waitForEvent('download');
      await click('a:text-is("CSV")');
      const csv = readFileSync(await (await download).path(), 'utf8');
      expect(csv).toContain(world.services.beta.cancelled.id);
      expect(clicks()).toBeLessThanOrEqual(3);
      await context.close();
    },
  );

  it('a double click on a confirmation has one effect, and shows the secret', async () => {
    const { page, context } = await signIn({ javaScriptEnabled: false });
    const before = await tokens();
    await page.goto(
      `${service.address}/operators/issue-api-token?externalServiceId=${world.services.gamma.id}&label=x&scopes=USER_READ&sent=1`,
    );
    await page.dblclick('form.confirm button');
    await expect.poll(() => page.innerText('main').catch(() => '')).toMatch(/cbp_\w+/);
    expect(await tokens()).toBe(before + 1);
    await page.reload();
    expect(await tokens()).toBe(before + 1);
    await context.close();
  });

  it('going back to a secret shows neither the secret nor an error of the browser', async () => {
    const { page, context } = await signIn();
    await page.goto(
      `${service.address}/operators/issue-api-token?externalServiceId=${world.services.gamma.id}&label=x&scopes=USER_READ&sent=1`,
    );
    await page.click('form.confirm button');
    await expect.poll(() => page.innerText('main').catch(() => '')).toMatch(/cbp_\w+/);
    await page.click('nav a:text-is("Overview")');
    await page.waitForURL(`${service.address}/operators`);
    await page.goBack();
    expect(await page.innerText('main')).toContain('This was already sent');
    await context.close();
  });

  it('every page works with the keyboard alone', async () => {
    const { page, context } = await signIn();
    await page.goto(`${service.address}/operators/close-court`);
    await page.focus('#field-courtId');
    await page.keyboard.type(world.courts.centre.id);
    await page.keyboard.press('Enter');
    await page.waitForLoadState();
    await page.focus('form.confirm button');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.innerText('main').catch(() => '')).toContain('Done');
    const [court] = await service.database.query('select active from courts where id = $1', [
      world.courts.centre.id,
    ]);
    expect(court).toEqual({ active: false });
    await context.close();
  });
});
