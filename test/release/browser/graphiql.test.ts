import type { Browser, BrowserContext, Page } from 'playwright-core';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPlaybook } from '../../../src/graphql/graphiql/read-playbook.ts';
import { demoIds } from '../../../src/services/demo/demo-ids.ts';
import { loadDemoData } from '../../../src/services/demo/load-demo-data.ts';
import { PageFaults } from '../../harness/assertions/page-faults.ts';
import { browserPath, launchBrowser, signInAt, warnWithoutBrowser } from '../../harness/clients/browser.ts';
import { ask } from '../../harness/clients/graphql-client.ts';
import { startTestService, type TestService } from '../../harness/servers/test-service.ts';

warnWithoutBrowser();

interface Model {
  uri: { path: string };
  getValue(): string;
  setValue(text: string): void;
}
declare const monaco: { editor: { getModels(): Model[] } };

const slow = { timeout: 20_000 };

describe.skipIf(browserPath === undefined)('GraphiQL for operators, in a real browser', () => {
  let service: TestService;
  let browser: Browser;
  let token: string;
  beforeAll(async () => {
    service = await startTestService('postgresql');
    browser = await launchBrowser();
    token = (await service.factories.operator('ADMIN')).secret;
    await loadDemoData(service.database, uuidv7, Date.now);
  });
  afterAll(async () => {
    await browser?.close();
    await service.stop();
  });

  /** Signs in, by default in a new browser context. Collects errors, warnings and requests to other hosts. */
  async function signIn(options: { context?: BrowserContext; secret?: string; width?: number } = {}) {
    const context = options.context ?? (await browser.newContext());
    const page = await context.newPage();
    await page.setViewportSize({ width: options.width ?? 1280, height: 844 });
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) faults.push(message.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(service.address) && !/^(?:blob|data):/.test(request.url()))
        faults.push(`loads ${request.url()}`);
    });
    await signInAt(page, `${service.address}/graphql`, options.secret ?? token);
    await loaded(page);
    return { context, page, faults };
  }

  const loaded = async (page: Page) => {
    await page.waitForSelector('.graphiql-execute-button', { timeout: 60_000 });
    await page.waitForFunction(() => monaco.editor.getModels().length >= 4, undefined, { timeout: 60_000 });
  };
  const textOf = (page: Page, file: string) =>
    page.evaluate(
      (ending) =>
        monaco.editor
          .getModels()
          .find(({ uri }) => uri.path.endsWith(ending))!
          .getValue(),
      file,
    );
  /** The complete response. The window displays only the lines that fit. */
  const answerOf = (page: Page) => textOf(page, 'response.json');
  const type = (page: Page, file: string, text: string) =>
    page.evaluate(
      ([ending, value]) =>
        monaco.editor
          .getModels()
          .find(({ uri }) => uri.path.endsWith(ending!))!
          .setValue(value!),
      [file, text],
    );
  const variablesOf = async (page: Page) => JSON.parse(await textOf(page, 'variables.json'));
  const fillIn = async (page: Page, variables: object) =>
    type(
      page,
      'variables.json',
      JSON.stringify({ ...(await variablesOf(page)), ...variables }, undefined, 2),
    );
  const titles = (page: Page) => page.locator('.graphiql-tab-button').allTextContents();
  const open = async (page: Page, entry: string) => {
    await page.click('#open-playbook');
    await page.click(`#tasks button:text-is(${JSON.stringify(entry)})`);
  };
  const run = async (page: Page, entry: string, expected: string) => {
    await open(page, entry);
    await page.click('#run');
    await expect.poll(() => answerOf(page), slow).toContain(expected);
  };
  /** Delays the requests to GraphQL until the returned function is called. */
  const holdRequests = async (page: Page) => {
    const held = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      await held.promise;
      await route.continue();
    });
    return held.resolve;
  };
  const stored = (page: Page) =>
    page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

  it.each([
    ['Who am I?', {}, '"role": "ADMIN"'],
    ['Which organizations are there?', { organizationName: null }, '"Demo Tennis Club"'],
    ['What is this id?', { text: demoIds.court }, '"__typename": "Court"'],
  ])('%s gets its response in three clicks', async (question, given, answer) => {
    const { context, page, faults } = await signIn();
    await page.click('#open-playbook');
    await page.click(`#tasks button:text-is("${question}")`);
    await fillIn(page, given);
    await page.click('#run');
    await expect.poll(() => answerOf(page), slow).toContain(answer);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('a task fills the ids that it created into later tasks, and never a secret', async () => {
    const { context, page, faults } = await signIn();
    await run(page, 'Create an organization', '"id"');
    const { organizationId } = await variablesOf(page);
    expect(organizationId).toMatch(/^[\da-f-]{36}$/);
    await run(page, 'Add courts', organizationId);
    await run(page, 'Create an external service', '"id"');
    const partner = await variablesOf(page);
    expect(partner).toMatchObject({
      organizationId,
      externalServiceId: expect.stringMatching(/^[\da-f-]{36}$/),
    });
    await run(page, 'Grant access to an organization', organizationId);
    await run(page, 'Issue an API token', '"secret": "cbp_');
    await open(page, 'Rotate an API token');
    const { apiTokenId, externalServiceId } = await variablesOf(page);
    expect(apiTokenId).toMatch(/^[\da-f-]{36}$/);
    expect(externalServiceId).toBe(partner.externalServiceId);
    expect(await stored(page)).not.toContain('cbp_');
    // A value that was typed stays.
    await fillIn(page, { apiTokenId: 'typed by hand' });
    await open(page, 'Create an organization');
    await open(page, 'Rotate an API token');
    expect((await variablesOf(page)).apiTokenId).toBe('typed by hand');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('an id that was typed stays when a response arrives, a tab changes or another task is chosen', async () => {
    const { context, page } = await signIn();
    const organizationId = async () => (await variablesOf(page)).organizationId;
    await run(page, 'Create an organization', '"id"');
    const first = await organizationId();
    await run(page, 'Create an organization', '"id"');
    await expect.poll(organizationId, slow).not.toBe(first);
    const second = await organizationId();

    const respond = await holdRequests(page);
    await page.click('#run');
    // The page filled in this id before, and still must not replace it.
    await fillIn(page, { organizationId: first });
    respond();
    await expect.poll(() => answerOf(page), slow).toContain('"id"');
    await open(page, 'Grant access to an organization');
    await expect.poll(organizationId, slow).toMatch(/^[\da-f-]{36}$/);
    expect([first, second]).not.toContain(await organizationId());
    await open(page, 'Add courts');
    // Waits for the timer of the page that fills in ids after a change of tabs.
    await page.evaluate(() => new Promise<void>((resolve) => setTimeout(resolve)));
    expect(await organizationId()).toBe(first);
    await page.click('#run');
    await expect.poll(() => answerOf(page), slow).toContain(first);
    await context.close();
  });

  it('an id is not filled into a task that needs a confirmation, and its second run confirms it', async () => {
    const { context, page, faults } = await signIn();
    await run(page, 'Create an organization', '"id"');
    await open(page, 'Create an external service');
    await fillIn(page, { serviceName: 'Lakeside App' });
    await page.click('#run');
    await expect.poll(() => answerOf(page), slow).toContain('"id"');
    await run(page, 'Grant access to an organization', '"organizations"');
    const { organizationId, externalServiceId } = await variablesOf(page);
    // Another window has the same tabs, but not the ids of this one.
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('graphiql:tabState')), slow)
      .toContain(organizationId);
    const other = await context.newPage();
    await other.goto(`${service.address}/graphql`);
    await loaded(other);
    expect((await variablesOf(other)).organizationId).toBe(organizationId);
    await open(other, 'Revoke access to an organization');
    expect((await variablesOf(other)).organizationId).toMatch(/^put .* here$/);
    await other.close();
    await open(page, 'Revoke access to an organization');
    expect((await variablesOf(page)).organizationId).toMatch(/^put .* here$/);
    await fillIn(page, { organizationId, externalServiceId });
    await page.click('#run');
    await expect.poll(() => answerOf(page), slow).toContain('can no longer book the courts of');
    await expect.poll(() => page.innerText('#run'), slow).toBe('Confirm RevokeOrganizationAccess');
    await page.click('#run');
    await expect.poll(() => answerOf(page), slow).toContain('"organizations": []');
    await expect.poll(async () => (await variablesOf(page)).confirmToken, slow).toBeNull();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('the token of a dry run is not filled into a task that was chosen before the response', async () => {
    const { context, page } = await signIn();
    for (const [next, label] of [
      ['Revoke an API token', 'Run RevokeApiToken (changes data)'],
      ['Revoke access to an organization', 'Run RevokeOrganizationAccess (changes data)'],
    ] as const) {
      await open(page, 'Revoke all API tokens of a partner');
      await fillIn(page, { externalServiceId: demoIds.externalService });
      const respond = await holdRequests(page);
      await page.click('#run');
      await open(page, next);
      expect(await page.isEnabled('#run')).toBe(false);
      respond();
      await expect.poll(() => page.isEnabled('#run'), slow).toBe(true);
      expect(await page.innerText('#run')).toBe(label);
    }
    await context.close();
  });

  it('a double click runs a mutation once', async () => {
    const { context, page } = await signIn();
    const count = async () => {
      const [row] = await service.database
        .em()
        .execute<{ n: number }[]>('select count(*)::int as n from organizations');
      return row!.n;
    };
    const before = await count();
    await open(page, 'Create an organization');
    await page.dblclick('#run');
    await expect.poll(() => answerOf(page), slow).toContain('"id"');
    expect(await count()).toBe(before + 1);
    await context.close();
  });

  it('a request that fails says what is known', async () => {
    const { context, page } = await signIn();
    await page.route('**/graphql', (route) => route.abort());
    await page.click('#run');
    await expect.poll(() => answerOf(page), slow).toContain('Run the query again.');
    await open(page, 'Create an organization');
    await page.click('#run');
    await expect.poll(() => answerOf(page), slow).toContain('Check whether the change was made.');
    await context.close();
  });

  it('a rejected mutation shows what is wrong', async () => {
    const { context, page } = await signIn();
    await open(page, 'Create an organization');
    await fillIn(page, { organizationName: ' ' });
    await page.click('#run');
    await expect.poll(() => answerOf(page), slow).toContain('"issues": [');
    expect(await answerOf(page)).toContain('invalid_schema');
    await context.close();
  });

  it('tabs are reused and survive a reload, and edited text stays in a separate tab', async () => {
    const { context, page, faults } = await signIn();
    await open(page, 'What is this id?');
    await open(page, 'Cancel a booking');
    await open(page, 'Which bookings overlap this time?');
    const three = ['0 Start here', '4 Rejected requests', '5 Bookings'];
    expect(await titles(page)).toEqual(three);
    const document = await textOf(page, 'operation.graphql');
    await type(page, 'operation.graphql', `${document}\n# mine`);
    const edited = [three[0], '4 Rejected requests (edited)', three[2]];
    await expect.poll(() => titles(page), slow).toEqual(edited);
    await open(page, 'What is this id?');
    expect(await titles(page)).toEqual([...edited, '4 Rejected requests']);
    await expect.poll(() => textOf(page, 'operation.graphql')).toBe(document);
    const kept = () => page.evaluate(() => localStorage.getItem('graphiql:tabState') ?? '');
    await expect.poll(async () => JSON.parse(await kept()).tabs.length, slow).toBe(4);
    await page.reload();
    await loaded(page);
    expect(await titles(page)).toEqual([...edited, '4 Rejected requests']);
    expect(await textOf(page, 'operation.graphql')).toBe(document);
    expect(page.url()).toBe(`${service.address}/graphql`);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('the playbook lists the current saved queries and opens each one in a tab of its name', async () => {
    const viewer = await service.factories.operator('VIEWER');
    const mutate = async (text: string) => {
      const { data, errors } = await ask<Record<string, { id: string }>, never>(
        service,
        viewer.secret,
        `mutation { ${text} { ... on SavedQuery { id } ... on ApiError { message } } }`,
      );
      expect(errors).toBeUndefined();
      return Object.values(data)[0]!.id;
    };
    const written = 'query OneCourt($courtId: ID!) { court(id: $courtId) { id } }';
    const given = JSON.stringify({ courtId: demoIds.court });
    const { context, page, faults } = await signIn();
    const section = page.locator('#saved');
    await page.click('#open-playbook');
    await expect.poll(() => section.innerText(), slow).toContain('None yet');
    await page.keyboard.press('Escape');
    const id = await mutate(
      `saveQuery(input: { name: "<b>Court 1</b>", document: ${JSON.stringify(written)}, variables: ${JSON.stringify(given)} })`,
    );
    await mutate('saveQuery(input: { name: "Anonymous", document: "{ me { id } }" })');
    await page.click('#open-playbook');
    await expect
      .poll(() => section.locator('li').allInnerTexts(), slow)
      .toEqual([
        expect.stringMatching(/^<b>Court 1<\/b>\s+by VIEWER of a test$/),
        expect.stringMatching(/^Anonymous\s+by VIEWER of a test$/),
      ]);
    const support = await service.factories.operator('SUPPORT');
    const erase = 'mutation Erase($id: ID!) { eraseUser(input: { userId: $id }) { __typename } }';
    await ask(
      service,
      support.secret,
      `mutation { saveQuery(input: { name: "Look", document: ${JSON.stringify(erase)} }) { __typename } }`,
    );
    await page.keyboard.press('Escape');
    await page.click('#open-playbook');
    await expect
      .poll(() => section.locator('li').allInnerTexts(), slow)
      .toContainEqual(expect.stringMatching(/^Look\s+changes data, by SUPPORT of a test$/));
    await section.getByRole('button', { name: 'Look' }).click();
    await expect.poll(() => page.locator('#run').innerText(), slow).toBe('Run Erase (changes data)');
    await page
      .getByRole('tab', { name: 'Look' })
      .locator('..')
      .getByRole('button', { name: 'Close Tab' })
      .click();
    await page.click('#open-playbook');
    await page.fill('#find', 'saved court');
    expect(await section.locator('li:visible').allInnerTexts()).toHaveLength(1);
    await page.fill('#find', '');
    await section.getByRole('button', { name: '<b>Court 1</b>' }).click();
    expect(await titles(page)).toEqual(['0 Start here', '<b>Court 1</b>']);
    expect(await textOf(page, 'operation.graphql')).toBe(written);
    expect(await textOf(page, 'variables.json')).toBe(given);
    await page.click('#run');
    await expect.poll(() => answerOf(page), slow).toContain(`"id": "${demoIds.court}"`);

    // Its tab is reused until somebody changes the saved query.
    await open(page, 'Who can sign in here, and with which role?');
    await open(page, '<b>Court 1</b>');
    expect(await titles(page)).toEqual(['0 Start here', '<b>Court 1</b>', '9 Operators']);
    await mutate(
      `updateSavedQuery(input: { savedQueryId: "${id}", document: ${JSON.stringify(`${written} # newer`)} })`,
    );
    await open(page, '<b>Court 1</b>');
    await expect.poll(() => textOf(page, 'operation.graphql'), slow).toBe(`${written} # newer`);
    expect((await titles(page)).filter((title) => title.startsWith('<b>'))).toHaveLength(2);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('the playbook reports that saved queries cannot be read and still shows its tasks', async () => {
    const { context, page } = await signIn();
    await service.database.em().execute('alter table saved_queries rename to saved_queries_away');
    await page.click('#open-playbook');
    const told = () => page.locator('#saved-told').innerText();
    await expect
      .poll(told, slow)
      .toMatch(/^They could not be read: .+\. Close the playbook and open it again\.$/);
    await service.database.em().execute('alter table saved_queries_away rename to saved_queries');
    expect(await page.locator('#tasks').getByRole('button', { name: 'What is this id?' }).isVisible()).toBe(
      true,
    );
    await page.keyboard.press('Escape');
    await page.click('#open-playbook');
    await expect.poll(told, slow).not.toContain('could not be read');
    await context.close();
  });

  it('after a release, a tab shows the text of that release unless it was edited', async () => {
    const { context, page } = await signIn();
    // Runs before the page's own scripts, because the page being left saves its tabs with a delay.
    await page.addInitScript(() => {
      const tab = (id: string, task: string, query: string, edited: boolean) => ({
        ...{ id, task, query, edited, title: 'x', variables: '{}' },
        ...{ headers: null, operationName: null, response: null },
      });
      const tabs = [
        tab('a', '9-operators', 'query Former { me { id } }', false),
        tab('b', '9-operators', 'query Mine { me { id } }', true),
      ];
      localStorage.setItem('graphiql:tabState', JSON.stringify({ tabs, activeTabIndex: 0 }));
    });
    await page.reload();
    await loaded(page);
    const now = (await readPlaybook()).find(({ name }) => name === '9-operators')!.query;
    await expect.poll(() => textOf(page, 'operation.graphql'), slow).toBe(now);
    await expect.poll(() => titles(page), slow).toEqual(['9 Operators', '9 Operators (edited)']);
    await page.locator('.graphiql-tab-button').nth(1).click();
    await expect.poll(() => textOf(page, 'operation.graphql')).toContain('query Mine');
    await context.close();
  });

  it('headers are sent and never stored', async () => {
    const { context, page } = await signIn();
    const { secret } = await service.factories.operator('VIEWER');
    await page.getByRole('button', { name: 'Headers' }).click();
    await type(page, 'request-headers.json', JSON.stringify({ Authorization: `Bearer ${secret}` }));
    await page.click('#run');
    await expect.poll(() => answerOf(page), slow).toContain('VIEWER of a test');
    await open(page, 'Create an organization');
    const kept = () => stored(page);
    await expect.poll(kept, slow).toContain('1-organizations-and-courts');
    expect(await kept()).not.toContain(secret);
    await page.getByRole('button', { name: 'Open settings dialog' }).click();
    expect(await page.getByText('Persist headers').count()).toBe(0);
    await context.close();
  });

  it('an ended session is reported, and signing in again returns to the same tab', async () => {
    const { context, page } = await signIn();
    await open(page, 'What is this id?');
    await fillIn(page, { text: 'still here' });
    const kept = () => page.evaluate(() => localStorage.getItem('graphiql:tabState') ?? '');
    await expect.poll(kept, slow).toContain('still here');
    await service.database.em().execute('delete from operator_sessions');
    await page.click('#run');
    const ended = page.getByRole('dialog', { name: 'Your session has ended' });
    await ended.waitFor();
    await ended.getByRole('link', { name: 'Sign in' }).click();
    await page.fill('#token', token);
    await page.click('button');
    await loaded(page);
    expect(await titles(page)).toEqual(['0 Start here', '4 Rejected requests']);
    expect((await variablesOf(page)).text).toBe('still here');
    await context.close();
  });

  it('signing out removes all operator data from the browser, even with another window open', async () => {
    const { context, page } = await signIn();
    await run(page, 'Who can sign in here, and with which role?', '"operators"');
    const other = await context.newPage();
    await other.goto(`${service.address}/graphql`);
    await loaded(other);
    expect(await stored(page)).toContain('graphiql:tabState');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${service.address}/`);
    await other.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    await other.keyboard.press('Escape');
    await type(other, 'variables.json', '{ "left": "open" }');
    // GraphiQL writes half a second after the last change.
    await other.waitForTimeout(900);
    expect(await stored(page)).toBe('[{},{}]');
    expect((await context.cookies()).filter(({ value }) => value !== '')).toEqual([]);
    await context.close();
  });

  it('another operator sees nothing of the previous one', async () => {
    const { context, page } = await signIn();
    await run(page, 'What is this id?', '"errors"');
    await context.clearCookies();
    const second = await signIn({ context, secret: (await service.factories.operator('VIEWER')).secret });
    expect(await titles(second.page)).toEqual(['0 Start here']);
    expect(await second.page.locator('.who').innerText()).toContain('VIEWER');
    await context.close();
  });

  it('passes axe at each width and color scheme, without overflow', async () => {
    // axe is injected into the page. The content security policy would block it.
    const { context, page, faults } = await signIn({
      context: await browser.newContext({ bypassCSP: true }),
    });
    const faultsOf = new PageFaults();
    const found = await faultsOf.of(page, 'page');
    await page.click('#open-playbook');
    found.push(...(await faultsOf.of(page, 'playbook')));
    await page.fill('#find', 'overlap nothing');
    expect(await page.locator('#nothing').isVisible()).toBe(true);
    await page.fill('#find', 'token');
    await page.getByRole('button', { name: 'Which tokens does each partner have?' }).click();
    await page.click('#run');
    await expect.poll(() => answerOf(page), slow).toContain('"expiresAt"');
    const screenshot = (width: number) => page.screenshot({ path: `test-output/graphiql-${width}.png` });
    found.push(...(await faultsOf.of(page, 'response', screenshot)));
    await page.evaluate(() => (document.getElementById('ended') as HTMLDialogElement).showModal());
    found.push(...(await faultsOf.of(page, 'dialog')));
    expect([...found, ...faults]).toEqual([]);
    await context.close();
  });
});
