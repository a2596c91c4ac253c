import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { PageFaults } from '../../harness/assertions/page-faults.ts';
import { browserPath, signInAt, useBrowser, watchPage } from '../../harness/clients/browser.ts';
import { useTestService } from '../../harness/servers/use-test-service.ts';

const runStep = '.document-form[method=post] button';

describe.skipIf(browserPath === undefined)('onboarding of a partner in a real browser', () => {
  const service = useTestService('postgresql');
  let admin: string;
  const browser = useBrowser();
  const faults: string[] = [];
  beforeAll(async () => {
    admin = (await service.factories.operator('ADMIN')).secret;
  });

  async function signIn(options: object = {}): Promise<Page> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    watchPage(page, service.address, faults);
    await signInAt(page, `${service.address}/operators`, admin);
    return page;
  }

  type Press = (selector: string, heading: string) => Promise<void>;

  /** Goes through all steps for a club with three courts, and passes each page to `look`. */
  async function onboard(
    page: Page,
    name: string,
    press: Press,
    look: (heading: string) => Promise<void> = async () => {},
  ) {
    const step = async (selector: string, heading: string) => {
      await press(selector, heading);
      await expect.poll(() => page.innerText('h1').catch(() => '')).toBe(heading);
      await look(heading);
    };
    await page.fill('#field-organizationName', `${name} Club`);
    await page.fill('#field-organizationTimeZone', 'Europe/Berlin');
    await step(runStep, 'Step 2 of 6: Add courts');
    await page.fill('#field-courtNames', 'Centre Court\nCourt 1\nCourt 2');
    await step(runStep, 'Step 3 of 6: Create a partner');
    await page.fill('#field-serviceName', `${name} App`);
    await step(runStep, 'Step 4 of 6: Grant access to a club');
    await step(runStep, 'Step 5 of 6: Issue an API token');
    await step(runStep, 'Done: Issue an API token');
    await step('main a.button', 'Step 6 of 6: Create a webhook endpoint');
    await page.fill('#field-url', 'https://partner.example.com/hook');
    await step(runStep, 'Done: Create a webhook endpoint');
    await step('main a.button', 'Text for the partner');
  }

  it.each([['wide', 1280] as const, ['phone', 390] as const])(
    'takes at most 12 clicks with both secrets and the text copied, and the token works: %s',
    async (name, width) => {
      const page = await signIn({
        viewport: { width, height: 844 },
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      let clicks = 0;
      const copied: string[] = [];
      const click = async (selector: string) => {
        clicks += 1;
        await page.click(selector);
      };
      const copy = async () => {
        await click('.copy');
        await expect.poll(() => page.innerText('.copy')).toBe('Copied');
        copied.push(await page.evaluate(() => navigator.clipboard.readText()));
      };
      await click('a:text-is("Onboard a partner")');
      await page.waitForURL(/onboarding/);
      await onboard(page, name, click, async (heading) => {
        if (/^(?:Done|Text)/.test(heading)) await copy();
      });
      expect(clicks).toBeLessThanOrEqual(12);
      const [token, webhookSecret, text] = copied;
      expect(text).toContain(`Base URL: ${service.address}\n`);
      for (const hidden of [token!, webhookSecret!]) {
        expect(hidden).toMatch(/^(?:cbp|whsec)_/);
        expect(text).not.toContain(hidden);
        expect(page.url()).not.toContain(hidden);
      }
      const [, id] = /External service ID: (\S+)/.exec(text!)!;
      const { body } = await service.call(`/api/v1/external-services/${id}/courts`, { token: token! });
      const courts = body.items as { id: string; name: string }[];
      expect(courts.map((court) => court.name)).toEqual(['Centre Court', 'Court 1', 'Court 2']);
      for (const court of courts) expect(text).toContain(`${court.name}: ${court.id}`);
      expect(faults).toEqual([]);
      await page.context().close();
    },
    180_000,
  );

  it('a double click on each creating step has one effect, without JavaScript', async () => {
    const tables = ['organizations', 'courts', 'external_services', 'organization_grants', 'api_tokens'];
    const counts = async () => {
      // Not the events of queries, which are recorded later.
      const queries = [...tables, 'webhook_endpoints', `audit_events where action <> 'runQuery'`].map(
        (table) => service.database.query<{ n: number }>(`select count(*)::int as n from ${table}`, []),
      );
      return (await Promise.all(queries)).map(([row]) => row!.n);
    };
    const page = await signIn({ javaScriptEnabled: false });
    const before = await counts();
    await page.goto(`${service.address}/operators/onboarding`);
    await onboard(page, 'No script', (selector) =>
      selector === runStep ? page.dblclick(selector) : page.click(selector),
    );
    expect(await page.innerText('.letter code')).toContain('Organization: No script Club');
    expect((await counts()).map((n, at) => n - before[at]!)).toEqual([1, 3, 1, 1, 1, 1, 8]);
    await page.reload();
    expect(await page.innerText('h1')).toBe('Text for the partner');
    await page.context().close();
  });

  it('a second click that reaches the next step does not press its button', async () => {
    const page = await signIn();
    await page.goto(`${service.address}/operators/onboarding`);
    const isHit = await page.evaluate((selector) => {
      const button = document.querySelector<HTMLElement>(selector)!;
      button.scrollIntoView();
      const { x, y, width, height } = button.getBoundingClientRect();
      const hits = () => document.elementFromPoint(x + width / 2, y + height / 2) === button;
      button.style.animationName = 'none';
      hits();
      button.style.animationName = '';
      const [settling] = button.getAnimations();
      settling!.pause();
      settling!.currentTime = 300;
      const before = hits();
      settling!.finish();
      return [before, hits()];
    }, runStep);
    expect(isHit).toEqual([false, true]);
    await page.context().close();
  });

  it('each page passes axe at each width and color scheme, without overflow', async () => {
    const page = await signIn({ bypassCSP: true });
    const found: string[] = [];
    const faultsOf = new PageFaults();
    const look = async (heading: string) => {
      const screenshot = (width: number) => {
        const file = `${heading.toLowerCase().replaceAll(/\W+/g, '-')}-${width}`;
        return page.screenshot({ path: `test-output/onboarding-${file}.png`, fullPage: true });
      };
      found.push(...(await faultsOf.of(page, heading, screenshot)));
    };
    await page.goto(`${service.address}/operators/onboarding`);
    await page.click(runStep);
    await page.waitForSelector('.problem');
    // The browser reports the status 400 of the page.
    faults.length = 0;
    await look('missing name');
    await onboard(
      page,
      `${'Tennis and Padel '.repeat(4)}نادي التنس`,
      (selector) => page.click(selector),
      look,
    );
    expect([...found, ...faults]).toEqual([]);
    await page.context().close();
  });
});
