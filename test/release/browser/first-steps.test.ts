import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browserPath, useBrowser, watchPage } from '../../harness/clients/browser.ts';
import { useTestService } from '../../harness/servers/use-test-service.ts';

describe.skipIf(browserPath === undefined)('first steps in a real browser', () => {
  const service = useTestService('postgresql');
  const browser = useBrowser();

  /** Opens a page. Collects script errors and requests to other hosts. */
  const newPage = async (): Promise<{ page: Page; faults: string[] }> => {
    const page = await browser.newPage({ viewport: { width: 1500, height: 950 } });
    const faults: string[] = [];
    watchPage(page, service.address, faults);
    return { page, faults };
  };

  // The editor displays spaces as non-breaking spaces.
  const textOf = async (locator: Locator) => (await locator.textContent())?.replaceAll('\u00a0', ' ');

  it('an operator signs in and runs a question of the playbook in GraphiQL', async () => {
    const { secret } = await service.factories.operator('ADMIN');
    const { page, faults } = await newPage();
    await page.goto(`${service.address}/graphql`);
    expect(page.url()).toBe(`${service.address}/sign-in?next=%2Fgraphql`);
    await page.fill('#token', secret);
    await page.click('button');
    await page.waitForSelector('.graphiql-execute-button');
    expect(page.url()).toBe(`${service.address}/graphql`);
    const answer = page.locator('.result-window');
    await page.getByRole('link', { name: 'Questions and tasks' }).click();
    await page.getByRole('link', { name: 'Which clubs are there? in GraphiQL' }).click();
    await page.waitForSelector('.graphiql-execute-button');
    await page.locator('.graphiql-execute-button').click();
    await expect.poll(() => textOf(answer)).toContain('"organizations"');
    await page.screenshot({ path: 'test-output/graphiql.png' });

    await page.goto(`${service.address}/sign-out`);
    await page.click('button');
    await page.goto(`${service.address}/graphql`);
    expect(page.url()).toBe(`${service.address}/sign-in?next=%2Fgraphql`);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('an address with a query opens GraphiQL with the query in its own tab and does not run it', async () => {
    const { secret } = await service.factories.operator('ADMIN');
    const { page, faults } = await newPage();
    const query =
      'mutation Name($name: String!) {\n  createOrganization(input: { name: $name }) { __typename }\n}';
    const variables = '{ "name": "by an address" }';
    let asked = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.postData()?.includes('createOrganization')) asked += 1;
    });
    await page.goto(`${service.address}/graphql?${new URLSearchParams({ query, variables })}`);
    await page.fill('#token', secret);
    await page.click('button');
    await page.waitForSelector('.graphiql-execute-button');
    const editor = page.locator('.graphiql-query-editor');
    await expect.poll(() => textOf(editor)).toContain('createOrganization(input: { name: $name })');
    await expect.poll(() => textOf(page.locator('.graphiql-editor-tool'))).toContain('by an address');
    expect(await textOf(page.locator('.graphiql-tab-active'))).toContain('Name');
    const tabs = await page.locator('.graphiql-tab').count();
    // GraphiQL saves its tabs with a delay.
    await page.waitForFunction(() =>
      localStorage.getItem('graphiql:tabState')?.includes('createOrganization'),
    );
    // Another query opens a second tab. The same query again does not.
    const other = new URLSearchParams({ query: 'query Me { me { name } }' });
    for (const _time of [1, 2]) {
      await page.goto(`${service.address}/graphql?${other}`);
      await expect.poll(() => textOf(editor)).toContain('query Me { me { name } }');
      expect(await page.locator('.graphiql-tab').count()).toBe(tabs + 1);
    }
    expect(asked).toBe(0);
    expect(faults).toEqual([]);
    await page.close();
  });
});
