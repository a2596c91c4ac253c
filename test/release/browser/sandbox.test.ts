import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DescribedRun } from '../../../src/sandbox/describe-run.ts';
import { runPage } from '../../../src/sandbox/pages/run-page.ts';
import { PageFaults } from '../../harness/assertions/page-faults.ts';
import { browserPath, useBrowser, watchPage } from '../../harness/clients/browser.ts';
import { failingClients } from '../../harness/sandbox/failing-clients.ts';
import { SandboxClient } from '../../harness/sandbox/sandbox-client.ts';
import { type SandboxProcess, startSandbox } from '../../harness/sandbox/start-sandbox.ts';
import { emptyDatabase } from '../../harness/servers/test-database.ts';

const { create: WrongClient } = failingClients.find(({ check }) => check === 'keeps-version')!;

describe.skipIf(browserPath === undefined)('the pages of the sandbox in a real browser', () => {
  let database: Awaited<ReturnType<typeof emptyDatabase>>;
  let sandbox: SandboxProcess;
  let address: string;
  const browser = useBrowser();
  let context: BrowserContext;
  let failed: DescribedRun;
  const faults: string[] = [];
  beforeAll(async () => {
    database = await emptyDatabase();
    sandbox = await startSandbox(database.url);
    address = sandbox.address;
    context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    failed = await new WrongClient().workAt(address, { scenario: 'lost-response' });
  });
  afterAll(async () => {
    await sandbox?.stop();
    await database?.drop();
  });

  const startRun = async (scenario: string, webhookUrl?: string): Promise<DescribedRun> => {
    const response = await fetch(`${address}/sandbox/runs`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ scenario, webhookUrl }),
    });
    expect(response.status).toBe(201);
    return (await response.json()) as DescribedRun;
  };
  const next = (run: DescribedRun, step: number) =>
    fetch(`${run.page}/next`, { method: 'POST', body: JSON.stringify({ step }) });

  /** Opens a page. Collects script errors, blocked resources and requests to other hosts. */
  const open = async (url: string, within = context): Promise<Page> => {
    const page = await within.newPage();
    // The browser reports statuses and a missing network itself.
    watchPage(page, address, faults, (message) => message.text().startsWith('Failed to load resource'));
    await page.goto(url);
    return page;
  };
  const status = (page: Page) => page.locator('#status').textContent();
  const sheetsOf = async (page: Page) =>
    (await page.pdf({ format: 'A4', preferCSSPageSize: true }))
      .toString('latin1')
      .match(/\/Type\s*\/Page\b/g);

  it('every page passes axe at each width and color scheme, without overflow', async () => {
    const running = await startRun('own-overlap');
    // axe is injected into the pages. Their content security policy would block it.
    const page = await open(`${address}/sandbox`, await browser.newContext({ bypassCSP: true }));
    const urls = [`${address}/sandbox`, running.page, failed.page, `${address}/sandbox/runs/none`];
    expect(await new PageFaults().ofEach(page, urls)).toEqual([]);
    await page.context().close();
  });

  it('the form starts a run by keyboard, and a button copies the address of the service', async () => {
    const page = await open(`${address}/sandbox`);
    await page.focus('#scenario');
    await page.keyboard.type('Overload');
    await page.keyboard.press('Enter');
    for (const _field of ['partner', 'webhookUrl', 'seed', 'button']) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForSelector('h2:text-is("Step 1: write")');
    await page.locator('dd', { hasText: '/door' }).getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${page.url()}/door`);
    expect(await page.locator('#scenario-overload .is-running').textContent()).toBe('Running');
    await page.close();
  });

  it('a browser receives errors as pages, and a program receives JSON', async () => {
    const page = await open(`${address}/sandbox/runs/none`);
    expect(await page.locator('h1').textContent()).toBe('Run not found');
    expect((await fetch(page.url())).headers.get('content-type')).toBe('application/json');
    await page.getByRole('link', { name: 'Start a run' }).click();
    await page.selectOption('#scenario', 'webhooks');
    await page.getByRole('button', { name: 'Start a run' }).click();
    await page.waitForSelector('h1:text-is("Request rejected")');
    expect(await page.locator('main').textContent()).toContain('needs webhookUrl');
    await page.close();
  });

  it('an update keeps focus, scroll position and open rows, and a late click skips no step', async () => {
    const run = await startRun('own-overlap');
    const page = await open(run.page);
    await page.setViewportSize({ width: 900, height: 500 });
    await page.click('summary');
    await page.focus('#rows pre');
    await page.evaluate(() => {
      document.querySelector('#rows pre')!.scrollLeft = 50;
      window.scrollTo(0, 120);
      // Like a block that an update adds.
      document.querySelector('#rows .copy')!.remove();
      document.querySelector('#access .copy')!.textContent = 'Copied';
      const seen: string[] = [];
      Object.assign(window, { seen });
      const title = document.querySelector('#step-title')!;
      const note = () =>
        seen.push(`${title.textContent} ${document.querySelector<HTMLInputElement>('[name=step]')!.value}`);
      new MutationObserver(note).observe(title, { characterData: true, childList: true, subtree: true });
    });
    await next(run, 1);
    await page.waitForSelector('h2:text-is("Step 2: write")');
    await page.waitForSelector('[name=step][value="2"]', { state: 'attached' });
    const kept = await page.evaluate(() => ({
      seen: (window as unknown as { seen: string[] }).seen,
      focus: document.activeElement!.getAttribute('aria-label'),
      scroll: [window.scrollY, document.querySelector('#rows pre')!.scrollLeft],
      isOpen: document.querySelector<HTMLDetailsElement>('#rows')!.open,
      copyButtons: [...document.querySelectorAll('.copy')].map(({ textContent }) => textContent),
    }));
    expect(kept).toEqual({
      seen: ['Step 2: write 1'],
      focus: 'Rows',
      scroll: [120, 50],
      isOpen: true,
      copyButtons: ['Copy', 'Copied', 'Copy', 'Copy'],
    });
    expect(await page.locator('main :is([aria-live], [role=status]):not(.hidden)').count()).toBe(1);
    await page.close();
  });

  it('the page follows a client until the run has ended, and then sends no more requests', async () => {
    const run = await startRun('lost-response');
    const page = await open(run.page);
    await page.getByRole('button', { name: 'I have done this step' }).focus();
    const client = new WrongClient();
    client.runUrl = run.page;
    await client.work();
    await expect.poll(() => status(page)).toBe('Ended: 0 of 1 scenarios passed, 1 failed.');
    expect(await page.title()).toMatch(/^0 of 1 scenarios passed, 1 failed/);
    expect(await page.evaluate(() => document.activeElement!.tagName)).toBe('MAIN');
    let requests = 0;
    page.on('request', () => (requests += 1));
    await page.waitForTimeout(4_500);
    expect(requests).toBe(0);
    // A check that failed names its requests, and their numbers lead to them.
    const check = page.locator('li', { hasText: 'Repeats with the same externalUpdatedAt' });
    expect(await check.locator('.verdict').textContent()).toBe('Failed');
    const link = check.locator('a').first();
    await link.press('Enter');
    const row = page.locator(`#request-${await link.textContent()}`);
    expect(await row.evaluate((element) => element.matches(':target'))).toBe(true);
    expect(await row.textContent()).toContain('connection closed after the commit');
    await page.close();
  });

  it('a button ends the run, and the address of its form leads back to the start page', async () => {
    const page = await open((await startRun('all')).page);
    await page.getByRole('button', { name: 'End the run' }).click();
    await page.waitForSelector('h2:text-is("The run has ended")');
    expect(await status(page)).toBe('Ended: 0 of 17 scenarios passed, 1 incomplete, 16 not seen.');
    await page.goto(`${address}/sandbox/runs`);
    expect(page.url()).toBe(`${address}/sandbox`);
    await page.close();
  });

  it('a click after the end of the run leads to its verdicts', async () => {
    const run = await startRun('stale-write');
    const page = await open(run.page);
    await page.route(run.page, (route) =>
      route.request().resourceType() === 'fetch' ? route.abort() : route.continue(),
    );
    await fetch(run.page, { method: 'DELETE' });
    await page.getByRole('button', { name: 'I have done this step' }).click();
    await page.waitForSelector('h2:text-is("The run has ended")');
    expect(page.url()).toBe(run.page);
    await page.close();
  });

  it('the page of a run that was lost says so, and sends no more requests', async () => {
    const run = await startRun('stale-write');
    const page = await open(run.page);
    let requests = 0;
    await page.route(run.page, (route) => {
      requests += 1;
      return route.continue({ url: `${address}/sandbox/runs/none` });
    });
    await expect.poll(() => status(page)).toMatch(/^This sandbox has no run with this address/);
    await page.waitForTimeout(2_500);
    expect(requests).toBe(1);
    expect(await page.locator('#step').isVisible()).toBe(true);
    await page.close();
  });

  it('webhooks of the sandbox are among the requests', async () => {
    const { page: url, webhook } = await new SandboxClient().workAt(address, { scenario: 'webhooks' });
    const page = await open(url);
    const forged = page.locator('#requests tr', { hasText: 'webhook to you: forged' });
    expect(await forged.textContent()).toContain(`400POST ${webhook.url}`);
    const check = page.locator('li', { hasText: 'Rejects forged webhooks' });
    expect(await check.locator('a').first().getAttribute('href')).toBe(`#${await forged.getAttribute('id')}`);
    await page.close();
  });

  it('the report is printed on one sheet without secrets, even if every check of all scenarios failed', async () => {
    const run = await startRun('all', 'http://127.0.0.1:9/');
    for (const scenario of run.scenarios) {
      scenario.grade = 'failed';
      for (const check of scenario.checks) {
        check.verdict = 'failed';
        check.explanation =
          'lost-response-0 was sent again with another externalUpdatedAt. Send what was sent before, or a late first request replaces a newer version.';
      }
    }
    const page = await open(failed.page);
    expect(await sheetsOf(page)).toHaveLength(1);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator(':is(header, #now, #requests, .evidence, footer):visible').count()).toBe(0);
    await page.route(run.page, (route) => route.fulfill({ body: runPage(run), contentType: 'text/html' }));
    await page.goto(run.page);
    expect(await sheetsOf(page)).toHaveLength(1);
    expect(await page.locator('li p:visible').count()).toBeGreaterThan(40);
    await page.close();
  });

  it('the page waits for a sandbox that is stopped, and shows the run again when it is back', async () => {
    const run = await startRun('own-overlap');
    const page = await open(run.page);
    await sandbox.stop();
    await expect.poll(() => status(page)).toBe('The sandbox does not respond. Trying again.');
    expect(await page.locator('#access').isVisible()).toBe(true);
    sandbox = await startSandbox(database.url, [], new URL(address).port);
    await expect.poll(() => status(page)).toMatch(/^Ended: 0 of 1 scenarios passed/);
    await page.close();
    expect(faults).toEqual([]);
  });
});
