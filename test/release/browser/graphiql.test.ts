import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPlaybook } from '../../../src/graphql/graphiql/read-playbook.ts';
import { sequenceChanges } from '../../../src/services/changes/sequence-changes.ts';
import { demoIds } from '../../../src/services/demo/demo-ids.ts';
import { loadDemoData } from '../../../src/services/demo/load-demo-data.ts';
import { browserPath, launchBrowser, signInAt, warnWithoutBrowser } from '../../harness/clients/browser.ts';
import { ask } from '../../harness/clients/graphql-client.ts';
import { bookingBody } from '../../harness/data/factories.ts';
import { startTestService, type TestService } from '../../harness/servers/test-service.ts';

warnWithoutBrowser();

interface Violation {
  id: string;
  nodes: { html: string }[];
}
declare const axe: { run(what: object, options: object): Promise<{ violations: Violation[] }> };
interface Model {
  uri: { path: string };
  getValue(): string;
  setValue(text: string): void;
}
declare const monaco: { editor: { getModels(): Model[] } };

const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const slow = { timeout: 20_000 };

describe.skipIf(browserPath === undefined)('GraphiQL for operators, in a real browser', () => {
  let service: TestService;
  let browser: Browser;
  let token: string;
  let partnerToken: string;
  let webhookEndpointId: string;
  let aheadId: string;
  beforeAll(async () => {
    service = await startTestService('embedded');
    browser = await launchBrowser();
    token = (await service.factories.operator('ADMIN')).secret;
    partnerToken = (await loadDemoData(service.database, uuidv7, Date.now))!.token;
  });
  afterAll(async () => {
    await browser?.close();
    await service.stop();
  });

  const today = (time: string) => `${new Date().toISOString().slice(0, 10)}T${time}Z`;

  /** Makes the calls that the playbook questions are about. */
  async function makeADay() {
    const recorded = async () =>
      (
        await ask<{ partnerRequests: { totalCount: number } }, never>(
          service,
          token,
          '{ partnerRequests { totalCount } }',
        )
      ).data.partnerRequests.totalCount;
    const before = await recorded();
    const { externalService, court } = demoIds;
    const put = (id: string, body: unknown, headers: Record<string, string> = {}) =>
      service.upsertCourtBooking(externalService, id, { token: partnerToken, body, headers });
    const at = (startDate: string, endDate: string) => ({
      startDate: today(startDate),
      endDate: today(endDate),
    });
    expect((await put('of-today', bookingBody(court, at('00:10:00', '00:50:00')))).status).toBe(201);
    const refused = await put('too-late', bookingBody(court, at('00:20:00', '00:40:00')), {
      'X-Request-Id': 'refused-today',
    });
    expect(refused.body.error.type).toBe('court_booking_overlap');
    expect((await put('ill-formed', { courtId: 'x' })).status).toBe(400);
    const ahead = { ...at('01:10:00', '01:50:00'), externalUpdatedAt: '2099-01-01T00:00:00Z' };
    expect((await put('ahead', bookingBody(court, ahead))).status).toBe(201);
    const wrong = await service.upsertCourtBooking(externalService, 'of-today', { token: 'wrong', body: {} });
    expect(wrong.status).toBe(401);
    const { data } = await ask<{ createWebhookEndpoint: { webhookEndpoint: { id: string } } }, never>(
      service,
      token,
      `mutation { createWebhookEndpoint(input: { externalServiceId: "${externalService}", url: "https://partner.example.com/hook", types: [COURT_BOOKING_CANCELLED] }) { ... on IssuedWebhookSecret { webhookEndpoint { id } } } }`,
    );
    webhookEndpointId = data.createWebhookEndpoint.webhookEndpoint.id;
    const stored = await service.database
      .em()
      .execute("select id from court_bookings where external_court_booking_id = 'ahead'");
    aheadId = stored[0]!.id;
    const cancelled = await ask(
      service,
      token,
      `mutation { cancelCourtBooking(input: { courtBookingId: "${stored[0]!.id}", reason: "Rain." }) { __typename } }`,
    );
    expect(cancelled.errors).toBeUndefined();
    const { database } = service;
    while (!(await sequenceChanges({ database, now: Date.now })));
    await expect.poll(recorded, slow).toBeGreaterThanOrEqual(before + 5);
  }

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

  describe('playbook questions', () => {
    const answers: Record<string, { given?: () => object; answer: string }> = {
      'Who did what?': { answer: '"auditEvents"' },
      'Who am I?': { answer: '"role": "ADMIN"' },
      'Which organizations are there?': {
        given: () => ({ organizationName: null }),
        answer: '"Demo Tennis Club"',
      },
      'Which requests named this booking?': {
        given: () => ({ externalServiceId: demoIds.externalService, externalCourtBookingId: 'too-late' }),
        answer: '"errorType": "court_booking_overlap"',
      },
      'Which times are blocked?': { answer: '"courtBookings"' },
      'How many bookings would be exported?': { given: () => ({ filter: {} }), answer: '"totalCount"' },
      'Who exported data?': { answer: '"auditEvents"' },
      'Which tokens expire?': {
        given: () => ({ expiresBefore: '2099-01-01T00:00:00Z' }),
        answer: '"expiresAt": "20',
      },
      'Which tokens are unused?': { answer: '"apiTokens"' },
      'Which alerts are open?': { answer: '"alerts"' },
      'Which alerts were resolved?': { answer: '"alerts"' },
      'Which queries are saved?': { answer: '"savedQueries"' },
      'Which partner is failing?': { answer: '"refused": 2' },
      'What is wrong with the requests of partners?': { answer: '"place": "courtId"' },
      'How many requests were rejected?': { answer: '"byErrorType"' },
      'Since when does it fail?': { answer: '"errorType": "court_booking_overlap"' },
      'Why was this request rejected?': {
        given: () => ({ requestId: 'refused-today' }),
        answer: '"errorType": "court_booking_overlap"',
      },
      'Which requests failed?': { answer: '"externalId": "too-late"' },
      'Why does every request of this partner return 401?': {
        given: () => ({ externalServiceId: demoIds.externalService }),
        answer: '"errorType": "invalid_api_token"',
      },
      'What happened to this booking?': {
        given: () => ({ courtBookingId: aheadId }),
        answer: '"action": "cancelCourtBooking"',
      },
      'What would this booking return now?': {
        given: () => ({
          externalServiceId: demoIds.externalService,
          externalCourtBookingId: 'too-late',
          courtId: demoIds.court,
          startDate: today('00:20:00'),
          endDate: today('00:40:00'),
        }),
        answer: '"outcome"',
      },
      'Which bookings overlap this time?': {
        given: () => ({ courtId: demoIds.court, startDate: today('00:20:00'), endDate: today('00:40:00') }),
        answer: '"externalCourtBookingId": "of-today"',
      },
      'What is this id?': { given: () => ({ text: demoIds.court }), answer: '"__typename": "Court"' },
      'Who is this?': {
        given: () => ({ externalUserId: null, email: 'ada@example.com' }),
        answer: '"users"',
      },
      'Which users does a partner manage?': {
        given: () => ({ externalServiceId: demoIds.externalService }),
        answer: '"totalCount": ',
      },
      'What is booked on this court?': {
        given: () => ({ courtId: demoIds.court }),
        answer: '"externalCourtBookingId": "of-today"',
      },
      'Which bookings were cancelled?': {
        given: () => ({ courtId: null }),
        answer: '"cancelledAt": "20',
      },
      'Which bookings were changed?': {
        given: () => ({ courtId: null }),
        answer: '"externalCourtBookingId": "of-today"',
      },
      'When was each token of this partner last used?': {
        given: () => ({ externalServiceId: demoIds.externalService }),
        answer: '"lastUsedAt"',
      },
      'Which tokens does each partner have?': { answer: '"expiresAt": "20' },
      'Which bookings are dated in the future?': { answer: '"externalUpdatedAt": "2099-01-01' },
      'Why are all updates of this booking stale?': {
        given: () => ({ externalServiceId: demoIds.externalService, externalCourtBookingId: 'ahead' }),
        answer: '"externalUpdatedAt": "2099-01-01',
      },
      'Which webhook endpoints fail, or are paused?': { answer: '"url": "https://partner.example.com/hook"' },
      'What was delivered, and what was the response?': {
        given: () => ({ webhookEndpointId, status: null }),
        answer: '"type": "COURT_BOOKING_CANCELLED"',
      },
      'Who can sign in here, and with which role?': { answer: '"role": "ADMIN"' },
    };

    const questions = async () =>
      (await readPlaybook())
        .flatMap(({ operations }) => operations.map(({ title }) => title))
        .filter((title) => title.endsWith('?'));

    it('each question of the manual gets its response in at most three clicks', async () => {
      await makeADay();
      const { context, page, faults } = await signIn();
      const failed: string[] = [];
      for (const question of await questions()) {
        const { given, answer } = answers[question]!;
        let clicks = 0;
        const click = async (selector: string) => {
          clicks += 1;
          await page.click(selector);
        };
        await click('#open-playbook');
        await click(`#tasks button:text-is("${question}")`);
        if (given) await fillIn(page, given());
        await click('#run');
        try {
          await expect.poll(() => answerOf(page), slow).toContain(answer);
        } catch {
          failed.push(`${question} ${(await answerOf(page)).slice(0, 300)}`);
        }
        if (clicks > 3) failed.push(`${question} takes ${clicks} clicks`);
      }
      expect(failed).toEqual([]);
      expect(faults).toEqual([]);
      await page.screenshot({ path: 'test-output/graphiql-answered.png' });
      await context.close();
    }, 300_000);
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

  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const)('has no axe violation and no horizontal scrolling: %s at %i', async (colorScheme, width) => {
    // axe is injected into the page. The content security policy would block it.
    const context = await browser.newContext({ bypassCSP: true, colorScheme });
    const { page, faults } = await signIn({ context, width });
    await page.evaluate(axeSource);
    const violations = () =>
      page.evaluate(async () => {
        // GraphiQL's own elements are not ours to check.
        const found = await axe.run({ exclude: [['#root']] }, { resultTypes: ['violations'] });
        return found.violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
        );
      });
    const wider = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await violations()).toEqual([]);
    await page.click('#open-playbook');
    expect(await violations()).toEqual([]);
    await page.fill('#find', 'overlap nothing');
    expect(await page.locator('#nothing').isVisible()).toBe(true);
    await page.fill('#find', 'token');
    await page.getByRole('button', { name: 'Which tokens does each partner have?' }).click();
    await page.click('#run');
    await expect.poll(() => answerOf(page), slow).toContain('"expiresAt"');
    expect(await wider()).toBeLessThanOrEqual(0);
    await page.screenshot({ path: `test-output/graphiql-${colorScheme}-${width}.png` });
    await page.evaluate(() => (document.getElementById('ended') as HTMLDialogElement).showModal());
    expect(await violations()).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });
});
