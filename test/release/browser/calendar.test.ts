import type { Page } from 'playwright-core';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { PageFaults } from '../../harness/assertions/page-faults.ts';
import { browserPath, signInAt, useBrowser } from '../../harness/clients/browser.ts';
import { useTestService } from '../../harness/servers/use-test-service.ts';

const hour = 3_600_000;
/** 14:10 in New York. */
const now = Date.UTC(2027, 2, 13, 19, 10);
const evening = Date.UTC(2027, 2, 14, 1);
const names = [
  ['Ada', 'Lovelace'],
  ['Wolfeschlegelsteinhausenbergerdorff', 'Hubert Blaine Senior the Third of Everywhere'],
  ['محمد', 'الخوارزمي'],
] as const;

describe.skipIf(browserPath === undefined)('calendar in a real browser', () => {
  const service = useTestService('postgresql', { now: () => now, newId: () => uuidv7({ msecs: now }) });
  const browser = useBrowser();
  let support: string;
  let club: { organizationId: string; courtIds: string[] };
  let partner: string;
  const bookingIds: string[] = [];
  beforeAll(async () => {
    support = (await service.factories.operator('SUPPORT')).secret;
    partner = await service.factories.externalService();
    club = await service.factories.organization(3, 'America/New_York');
    await service.database.query('update courts set name = $2 where id = $1', [
      club.courtIds[1],
      'ملعب '.repeat(40),
    ]);
    for (const [place, [firstName, lastName]] of names.entries()) {
      const userId = uuidv7();
      await service.database.query(
        'insert into users (id, email, first_name, last_name, managed_by_id) values ($1, $2, $3, $4, $5)',
        [userId, `${place}@example.com`, firstName, lastName, partner],
      );
      const start = evening + place * hour;
      const { id } = await service.factories.booking(partner, club.courtIds[0]!, [start, start + hour]);
      await service.database.query(
        'insert into court_booking_participants (court_booking_id, position, user_id) values ($1, 0, $2)',
        [id, userId],
      );
      bookingIds.push(id);
    }
  });

  async function open(path: string, width = 1280): Promise<Page> {
    const context = await browser.newContext({ bypassCSP: true, viewport: { width, height: 844 } });
    const page = await context.newPage();
    await signInAt(page, service.address + path, support);
    return page;
  }
  const clubDay = () => `/operators/calendar?organizationId=${club.organizationId}`;
  const courtWeek = () => `/operators/calendar?courtId=${club.courtIds[0]}&days=7`;

  it.each([1280, 390])('a click on a booking opens its page, %i px wide', async (width) => {
    const page = await open(clubDay(), width);
    await page.click('.lane a:has(title:text-matches("20:00–21:00: Ada Lovelace"))');
    await page.waitForURL(`${service.address}/operators/booking?courtBookingId=${bookingIds[0]}`);
    expect(await page.textContent('main')).toContain('13 Mar 2027, 20:00');
    await page.context().close();
  });

  it.each([
    [1280, 1],
    [390, 2],
  ])('a free time is blocked in three clicks, %i px wide', async (width, court) => {
    const page = await open(clubDay(), width);
    await page.click(`.lane a[href*="block-court?courtId=${club.courtIds[court]}"]`);
    expect(await page.inputValue('[name=from]')).toBe('2027-03-13T14:15');
    expect(await page.inputValue('[name=to]')).toBe('2027-03-13T23:00');
    await page.fill('[name=reason]', 'Net');
    await page.click('text=Continue');
    await page.click('.confirm button');
    await page.waitForSelector('.done, .problem');
    const blocks = await service.database.query(
      'select start_date, end_date from court_bookings where court_id = $1',
      [club.courtIds[court]],
    );
    expect(blocks).toEqual([{ start_date: '2027-03-13 19:15:00+00', end_date: '2027-03-14 04:00:00+00' }]);
    await page.context().close();
  });

  it('passes axe with long and right-to-left names, at each width and color scheme, without overflow', async () => {
    const found: string[] = [];
    const faultsOf = new PageFaults();
    for (const path of [clubDay(), courtWeek(), '/operators/calendar']) {
      const page = await open(path);
      found.push(...(await faultsOf.of(page, path)));
      await page.context().close();
    }
    expect(found).toEqual([]);
  });

  it('a name that is too long ends with an ellipsis within its booking', async () => {
    const page = await open(clubDay());
    const texts = await page.locator('.booked-text b').evaluateAll((all) =>
      all.map((each) => ({
        text: each.textContent,
        isCut: each.scrollWidth > each.clientWidth,
        ellipsis: getComputedStyle(each).textOverflow,
        overflows:
          each.getBoundingClientRect().right -
            each.closest('a')!.querySelector('rect')!.getBoundingClientRect().right >
          1,
      })),
    );
    expect(texts.map(({ isCut, overflows }) => [isCut, overflows])).toContainEqual([true, false]);
    expect(texts.filter(({ overflows }) => overflows)).toEqual([]);
    expect(new Set(texts.map(({ ellipsis }) => ellipsis))).toEqual(new Set(['ellipsis']));
    await page.context().close();
  });

  it('on a phone, each target has at least 44 px, and the drawing begins at the current time', async () => {
    for (const path of [clubDay(), courtWeek(), '/operators/calendar']) {
      const page = await open(path, 390);
      for (const details of await page.locator('summary').all()) await details.click();
      const small = await page
        .locator('main :is(a, button, input:not([type=hidden]), summary)')
        .evaluateAll((all) =>
          all.flatMap((each) => {
            const { width, height } = (each.querySelector('rect') ?? each).getBoundingClientRect();
            const isSmall = Math.min(width, height) < 43.5;
            return isSmall ? [`${each.outerHTML.slice(0, 120)}: ${width} x ${height}`] : [];
          }),
        );
      expect(small).toEqual([]);
      await page.context().close();
    }
    const page = await open(clubDay(), 390);
    const x = await page
      .locator('.now')
      .first()
      .evaluate((now) => now.getBoundingClientRect().x);
    expect(x).toBeGreaterThan(100);
    expect(x).toBeLessThan(290);
    await page.context().close();
  });

  it.each([
    ['a day of 3 courts', 3, 1],
    ['a day of 12 courts', 12, 1],
    ['a day of 40 courts', 40, 1],
    ['a week of 5 courts', 5, 7],
    ['a week of 15 courts', 15, 7],
  ])(
    '%s is printed on one sheet',
    async (_what, courts, days) => {
      const { organizationId, courtIds } = await service.factories.organization(courts);
      for (const courtId of courtIds)
        await service.factories.booking(partner, courtId, [now + hour, now + 2 * hour]);
      const page = await open(`/operators/calendar?organizationId=${organizationId}&days=${days}`);
      const pdf = (await page.pdf({ preferCSSPageSize: true, format: 'A4' })).toString('latin1');
      expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
      await page.context().close();
    },
    30_000,
  );

  it('the keyboard reaches each booking and each free time', async () => {
    const page = await open(clubDay());
    await page.focus('.lanes');
    const focused: string[] = [];
    for (let n = 0; n < 12; n += 1) {
      await page.keyboard.press('Tab');
      focused.push(
        await page.evaluate(() => document.activeElement!.querySelector('title')?.textContent ?? ''),
      );
    }
    expect(focused.filter((title) => /^20:00–21:00: Ada/.test(title))).toHaveLength(1);
    expect(focused.some((title) => title.endsWith('Block this time.'))).toBe(true);
    await page.context().close();
  });
});
