import { readFileSync } from 'node:fs';
import type { RequiredEntityData } from '@mikro-orm/core';
import type { Page } from 'playwright-core';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { CourtBooking } from '../../../src/db/entities/court-booking.ts';
import { type DemoData, loadDemoData } from '../../../src/services/demo/load-demo-data.ts';
import { browserPath, signInAt, useBrowser } from '../../harness/clients/browser.ts';
import { bookingBody } from '../../harness/data/factories.ts';
import { useTestService } from '../../harness/servers/use-test-service.ts';

const hour = 60 * 60_000;
const widths = [['wide', 1280] as const, ['phone', 390] as const];

describe.skipIf(browserPath === undefined)('everyday tasks of operators, in a real browser', () => {
  const service = useTestService('postgresql');
  let demo: DemoData;
  let secret: string;
  const browser = useBrowser();
  beforeAll(async () => {
    secret = (await service.factories.operator('ADMIN')).secret;
    const secrets = { seal: (text: Uint8Array) => Buffer.from(text), open: Buffer.from };
    demo = (await loadDemoData(service.database, uuidv7, Date.now, secrets as never))!;
    const tomorrow = Math.floor(Date.now() / (24 * hour) + 1) * 24 * hour;
    const put = (externalId: string, at: number) =>
      service.upsertCourtBooking(demo.externalServiceId, externalId, {
        token: demo.token,
        body: bookingBody(demo.courtId, {
          startDate: new Date(tomorrow + at * hour).toISOString(),
          endDate: new Date(tomorrow + (at + 1) * hour).toISOString(),
        }),
      });
    await put('match-78', 12);
    await put('match-79', 13);
    await put('match-80', 14);
  });

  /** The steps from the overview to an answer. Counts clicks, and texts that are entered. */
  class Walk {
    clicks = 0;
    entries = 0;
    readonly page: Page;
    constructor(page: Page) {
      this.page = page;
    }
    async find(text: string) {
      this.entries += 1;
      await this.page.fill('.find input', text);
      await this.page.press('.find input', 'Enter');
      await this.page.waitForURL(/search|operators\/\w+/);
      await this.page.waitForLoadState();
    }
    async enter(selector: string, text: string) {
      this.entries += 1;
      await this.page.fill(selector, text);
    }
    async click(selector: string) {
      this.clicks += 1;
      await this.page.locator(selector).first().click();
      await this.page.waitForLoadState();
    }
    link(text: string) {
      return this.click(`main a:text-is("${text}")`);
    }
    confirm() {
      return this.click('form.confirm button');
    }
    main() {
      return this.page.innerText('main');
    }
  }

  const walks: Record<string, (walk: Walk) => Promise<void>> = {
    'who plays on a court tomorrow': async (walk) => {
      await walk.click('nav a:text-is("Calendar")');
      await walk.click('main a:has-text("Demo Tennis Club")');
      await walk.click('main a:has-text("Next")');
      expect(await walk.main()).toMatch(/Nora Lind|Samir Haddad|Lucia Romano/);
    },
    'cancel a booking': async (walk) => {
      await walk.find(walk.page.viewportSize()!.width > 400 ? 'match-79' : 'match-80');
      await walk.link('Cancel a booking');
      await walk.enter('#field-reason', 'Flood');
      await walk.click('main .document-form button[type=submit]');
      await walk.confirm();
      expect(await walk.main()).toContain('Done');
    },
    'move a booking': async (walk) => {
      await walk.find('match-78');
      await walk.link('Move a booking');
      const start = walk.page.viewportSize()!.width > 400 ? '2027-06-01T10:00' : '2027-06-01T12:00';
      await walk.enter('#field-startDate', start);
      await walk.click('main .document-form button[type=submit]');
      await walk.confirm();
      const text = await walk.main();
      expect(text).toContain('Done');
      // It keeps its hour.
      expect(text).toContain(start.endsWith('10:00') ? '1 Jun 2027, 11:00' : '1 Jun 2027, 13:00');
    },
    'block a court, and see what is in the way': async (walk) => {
      await walk.find('Centre Court');
      await walk.link('Block a court');
      await walk.enter('#field-reason', 'Net');
      await walk.click('main .document-form button[type=submit]');
      expect(await walk.main()).toContain('Conflicts');
    },
    'export what is stored about a person': async (walk) => {
      await walk.find('lucia.romano@example.com');
      await walk.link('Export what is stored about a user');
      await walk.confirm();
      expect(await walk.main()).toContain('lucia.romano@example.com');
    },
    'erase a person, after a confirmation': async (walk) => {
      const email = walk.page.viewportSize()!.width > 400 ? 'piotr.nowak' : 'emma.keller';
      await walk.find(`${email}@example.com`);
      await walk.link('Erase a user');
      expect((await walk.main()).toLowerCase()).toContain(email.replace('.', ' '));
      await walk.confirm();
      expect(await walk.main()).toContain('Done');
    },
    'resume a webhook that fails': async (walk) => {
      await walk.click('section:has(#attention) a.number:has-text("failed")');
      await walk.link('Resume a webhook endpoint');
      await walk.confirm();
      expect(await walk.main()).toContain('Done');
      await service.database.query(
        "update webhook_endpoints set paused_because = 'FAILING', paused_at = now(), failures = 37",
        [],
      );
    },
  };

  /** A move takes the booking and its new start. Others take a reason. */
  const entriesOf: Record<string, number> = {
    'move a booking': 2,
    'cancel a booking': 2,
    'block a court, and see what is in the way': 2,
  };

  it.each(
    Object.keys(walks).flatMap((question) =>
      widths.map(([name, width]) => [question, entriesOf[question] ?? 1, name, width] as const),
    ),
  )('%s: clicks ≤ 3, entries ≤ %i, %s', async (question, entries, _name, width) => {
    const context = await browser.newContext({ viewport: { width, height: 844 } });
    const page = await context.newPage();
    await signInAt(page, `${service.address}/operators`, secret);
    const walk = new Walk(page);
    await walks[question]!(walk);
    expect(
      [walk.clicks <= 3, walk.entries <= entries],
      `${walk.clicks} clicks, ${walk.entries} entries`,
    ).toEqual([true, true]);
    await context.close();
  });

  it.each(widths)(
    'a list of 1,000 bookings with long and right-to-left names fits the window, and its CSV is complete: %s',
    async (name, width) => {
      const start = Date.UTC(2031, width === 1280 ? 0 : 6, 1);
      const court = uuidv7();
      const club = uuidv7();
      const longName = `${name} ${'نادي التنس '.repeat(20)}`.trim();
      await service.database.query('insert into organizations (id, name) values ($1, $2)', [club, longName]);
      await service.database.query('insert into courts (id, organization_id, name) values ($1, $2, $3)', [
        court,
        club,
        'W'.repeat(200),
      ]);
      const rows = Array.from({ length: 1_000 }, (_, n) => ({
        id: uuidv7(),
        externalService: demo.externalServiceId,
        externalCourtBookingId: `${name}-${n}-${'x'.repeat(200)}`,
        court,
        startDate: new Date(start + n * hour).toISOString(),
        endDate: new Date(start + (n + 1) * hour).toISOString(),
        externalUpdatedAt: '2026-11-20T12:00:00.000Z',
      }));
      await service.database.em().insertMany(CourtBooking, rows as RequiredEntityData<CourtBooking>[]);
      const context = await browser.newContext({ viewport: { width, height: 844 } });
      const page = await context.newPage();
      await signInAt(page, `${service.address}/operators/bookings-of-court?courtId=${court}`, secret);
      await page.waitForSelector('main table');
      expect(await page.locator('main tbody tr').count()).toBeLessThanOrEqual(100);
      const wider = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(await wider()).toBe(0);
      // On a phone, the header leaves the window to the list.
      await page.evaluate(() => scrollTo(0, 1_000));
      expect((await page.locator('.top').boundingBox())!.y).toBe(width === 390 ? -1_000 : 0);
      const download = page.waitForEvent('download');
      await page.click('main a:text-is("CSV")');
      const csv = readFileSync(await (await download).path(), 'utf8');
      expect(csv.trim().split('\n')).toHaveLength(1_001);
      for (const path of [
        `/operators/court?courtId=${court}`,
        `/operators/calendar?courtId=${court}&date=2031-0${width === 1280 ? 1 : 7}-02`,
      ]) {
        await page.goto(service.address + path);
        expect([path, await wider()]).toEqual([path, 0]);
      }
      await context.close();
    },
  );
});
