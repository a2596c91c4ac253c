import type { BrowserContext, ConsoleMessage, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type OpenApi, operationsOf, referencePath } from '../../../src/pages/reference/openapi.ts';
import openApi from '../../../src/rest/openapi.json' with { type: 'json' };
import { loadDemoData } from '../../../src/services/demo/load-demo-data.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { PageFaults } from '../../harness/assertions/page-faults.ts';
import { browserPath, useBrowser, watchPage } from '../../harness/clients/browser.ts';
import { samplesOf } from '../../harness/data/runs.ts';
import { useTestService } from '../../harness/servers/use-test-service.ts';

const operations = operationsOf(openApi as unknown as OpenApi).map(({ operation }) => operation.operationId);

describe.skipIf(browserPath === undefined)('the pages in a real browser', () => {
  const service = useTestService('postgresql');
  const browser = useBrowser();
  let context: BrowserContext;
  let paths: string[];
  beforeAll(async () => {
    // axe is injected into the pages. Their content security policy would block it.
    context = await browser.newContext({ bypassCSP: true });
    const index = await (await fetch(`${service.address}/llms.txt`)).text();
    const guides = [...index.matchAll(/\((\/docs\/[\w-]+)\.md\)/g)].map(([, path]) => path!);
    paths = ['/', '/docs', ...guides.filter((path) => path !== '/docs/README')];
    paths.push('/docs/sdk-readme', '/docs/search?q=409', '/docs/search?q=xyzzy', '/docs/reference');
    paths.push(...[...samplesOf(operations), 'webhooks', 'errors'].map(referencePath));
    paths.push('/nowhere', '/sign-in', '/sign-out');
  });

  /** Opens a page. Collects script errors and requests to other hosts. */
  const open = async (path: string, within = context): Promise<{ page: Page; faults: string[] }> => {
    const page = await within.newPage();
    const faults: string[] = [];
    // The browser reports the 404 of /nowhere itself as an error.
    const isStatus = (message: ConsoleMessage) => message.location().url === `${service.address}/nowhere`;
    watchPage(page, service.address, faults, isStatus);
    await page.goto(service.address + path);
    return { page, faults };
  };

  it('every page passes axe at each width and color scheme, without overflow, errors or external requests', async () => {
    const faultsOf = new PageFaults();
    const { page, faults } = await open(paths[0]!);
    const urls = paths.map((path) => service.address + path);
    expect([...(await faultsOf.ofEach(page, urls)), ...faults]).toEqual([]);
    await page.close();
    expect(paths.length).toBeGreaterThan(18);
    expect(faultsOf.judged.size).toBeGreaterThan(80);
  });

  it('the checks detect low contrast, an image without alternative text and a block that is too wide', async () => {
    const { page } = await open('/docs/sdk');
    await page.evaluate(() => {
      const bad =
        '<p style="color:#999;background:#fff">pale</p><img src="/favicon.svg"><div style="width:3000px">wide</div>';
      document.querySelector('article')!.insertAdjacentHTML('beforeend', bad);
    });
    const found = (await new PageFaults().of(page, 'planted')).join('\n');
    for (const fault of ['light: color-contrast: ', 'light: image-alt: ', 'planted 390: '])
      expect(found).toContain(fault);
    await page.close();
  });

  it('addresses of the former reference lead to the same operation, error and group', async () => {
    const { page, faults } = await open('/docs/reference');
    const former = {
      '/docs#/users/createUser': '/createUser',
      '/docs#/court%20bookings/upsertCourtBooking': '/upsertCourtBooking',
      '/docs/try#/court%20bookings/upsertCourtBooking': '/upsertCourtBooking',
      '/docs#/court%20bookings': '#court-bookings',
      '/docs/reference#court-bookings': '#court-bookings',
      '/docs/reference#stale_write': '/errors#stale_write',
      ...Object.fromEntries(operations.map((name) => [`/docs/reference#${name}`, `/${name}`])),
    };
    for (const [path, target] of Object.entries(former)) {
      await page.goto('about:blank');
      await page.goto(service.address + path);
      await page.waitForURL(`${service.address}/docs/reference${target}`);
      const [, id] = target.split('#');
      if (id) await page.waitForFunction((wanted) => document.querySelector(':target')?.id === wanted, id);
    }
    expect(faults).toEqual([]);
    await page.close();
  });

  it('a chosen language is kept on every page, and choosing it does not move the page', async () => {
    const own = await browser.newContext();
    const { page } = await open('/docs/getting-started', own);
    const example = page.locator('.tabs').last();
    await example.scrollIntoViewIfNeeded();
    const { y } = (await example.locator('label', { hasText: 'PHP' }).boundingBox())!;
    await example.locator('label', { hasText: 'PHP' }).click();
    expect(await page.locator('.tabs input[value=php]:checked').count()).toBe(
      await page.locator('.tabs').count(),
    );
    expect((await example.locator('label', { hasText: 'PHP' }).boundingBox())!.y).toBeCloseTo(y, 0);
    // The arrow keys also select a language.
    await page.keyboard.press('ArrowRight');
    await page.goto(`${service.address}/docs/reference/upsertCourtBooking`);
    expect(await page.locator('.tabs pre:visible').textContent()).toContain('HttpClient');
    expect(
      await page.evaluate(() => [JSON.stringify(localStorage), sessionStorage.length, document.cookie]),
    ).toEqual(['{"language":"csharp"}', 0, '']);
    await own.close();
  });

  it('without JavaScript, examples are readable, their language can be chosen, and the search works', async () => {
    const scriptless = await browser.newContext({ javaScriptEnabled: false });
    const { page } = await open('/docs/reference/createUser', scriptless);
    await page.locator('.tabs label', { hasText: 'Python' }).click();
    expect(await page.locator('.tabs pre:visible').textContent()).toContain('urllib.request');
    expect(await page.locator('.copy').count()).toBe(0);
    expect(await page.locator('.try').isVisible()).toBe(false);
    await page.fill('.search input', 'stale_write');
    await page.press('.search input', 'Enter');
    await page.waitForURL(`${service.address}/docs/search?q=stale_write`);
    expect(await page.locator('#results a').first().getAttribute('href')).toContain('#stale_write');
    await scriptless.close();
  });

  it('the search shows results during typing, and works with the keyboard alone', async () => {
    for (const width of [1280, 390]) {
      const { page, faults } = await open('/docs');
      await page.setViewportSize({ width, height: 844 });
      await page.keyboard.press(width === 390 ? 'Control+k' : '/');
      await page.keyboard.type('jitter');
      await page.waitForSelector('.found a');
      expect(faults.concat(await new PageFaults().of(page, 'results'))).toEqual([]);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/docs\/limits-and-retries/);
      await page.keyboard.press('/');
      await page.keyboard.type('409');
      await page.waitForSelector('.found a');
      await page.keyboard.press('Escape');
      expect(await page.locator('.found').isVisible()).toBe(false);
      await page.close();
    }
  });

  it('the form of an operation sends a request with the token, and shows the response', async () => {
    const { token } = (await loadDemoData(service.database, newId, Date.now))!;
    // The content security policy applies.
    const own = await browser.newContext();
    const { page, faults } = await open('/docs/reference/upsertCourtBooking', own);
    await page.locator('.try summary').click();
    await page.fill('[name=token]', token);
    await page.locator('[name="path:externalCourtBookingId"]').focus();
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('[name="path:externalServiceId"]')!.value !== '',
    );
    await page.fill('[name="path:externalCourtBookingId"]', 'a/b c');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.waitForSelector('.try .code:visible');
    expect(await page.locator('.try form > [role=status]').textContent()).toMatch(
      /^201 Created, \d+ ms, request \S+$/,
    );
    expect(await page.locator('.try pre').textContent()).toContain('"externalCourtBookingId": "a/b c"');
    // Another operation has the token, and sends a query.
    await page.goto(`${service.address}/docs/reference/listCourtBookings`);
    await page.locator('.try summary').click();
    await page.fill('[name="query:limit"]', '1');
    await page.fill('[name="query:updatedFrom"]', '2020-01-01T00:00:00+01:00');
    await page.selectOption('[name="query:status"]', 'ANY');
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('[name="path:externalServiceId"]')!.value !== '',
    );
    await page.getByRole('button', { name: 'Send' }).click();
    await page.waitForSelector('.try .code:visible');
    expect(await page.locator('.try pre').textContent()).toContain('"nextCursor": "');
    expect(faults).toEqual([]);
    await own.close();
  });

  it('the copy button copies a code block unchanged', async () => {
    const allowed = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    const { page } = await open('/docs/access', allowed);
    const block = page.locator('.code', { hasText: 'curl' }).first();
    await block.hover();
    await block.getByRole('button', { name: 'Copy' }).click();
    await block.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(await block.locator('code').textContent());
    expect(copied).toContain('curl -X POST "$BASE_URL/api/v1/');
    await allowed.close();
  });

  it('by keyboard, the first stop skips the header, and long lines can be scrolled', async () => {
    const { page } = await open('/docs/errors');
    await page.setViewportSize({ width: 390, height: 800 });
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement!.textContent)).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.id === 'site-content');
    const code = page.locator('.code pre.continues').first();
    await code.focus();
    expect(await code.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => document.activeElement!.scrollLeft > 0);
    await page.close();
  });

  it('on a phone, a button opens the list of pages, Escape closes it and its links work', async () => {
    const { page } = await open('/docs/webhooks');
    await page.setViewportSize({ width: 390, height: 800 });
    const list = page.getByRole('navigation', { name: 'Documentation' });
    expect(await list.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Pages' }).click();
    expect(await list.isVisible()).toBe(true);
    expect(await list.locator('[aria-current=page]').textContent()).toBe('Webhooks');
    await page.keyboard.press('Escape');
    expect(await list.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Pages' }).click();
    await list.getByRole('link', { name: 'Errors' }).click();
    await page.waitForURL(`${service.address}/docs/errors`);
    await page.close();
  });

  it('both icons show the same picture', async () => {
    const { page } = await open('/nowhere');
    const difference = await page.evaluate(async () => {
      const draw = async (source: string) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const canvas = new OffscreenCanvas(32, 32).getContext('2d')!;
        canvas.drawImage(image, 0, 0, 32, 32);
        return canvas.getImageData(0, 0, 32, 32).data;
      };
      const [svg, ico] = await Promise.all([draw('/favicon.svg'), draw('/favicon.ico')]);
      let sum = 0;
      for (let i = 0; i < svg.length; i += 1) sum += Math.abs(svg[i]! - ico[i]!);
      return sum / svg.length;
    });
    // Out of 255. The two formats render edges slightly differently.
    expect(difference).toBeLessThan(6);
    await page.close();
  });
});
