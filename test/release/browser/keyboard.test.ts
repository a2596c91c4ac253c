import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { browserPath, useBrowser } from '../../harness/clients/browser.ts';
import { bookingBody } from '../../harness/data/factories.ts';
import { useTestService } from '../../harness/servers/use-test-service.ts';

describe.skipIf(browserPath === undefined)('an operator without a mouse', () => {
  const service = useTestService('postgresql');
  const browser = useBrowser();
  let token: string;
  beforeAll(async () => {
    token = (await service.factories.operator('ADMIN')).secret;
    const tenant = await service.factories.tenant(1);
    await service.upsertCourtBooking(tenant.externalServiceId, 'by keyboard', {
      token: tenant.token,
      body: bookingBody(tenant.courtIds[0]!),
    });
  });

  const statusOf = async () => {
    const [row] = await service.database.query<{ active: boolean }>(
      `select active from court_bookings where external_court_booking_id = 'by keyboard'`,
      [],
    );
    return row!.active ? 'active' : 'cancelled';
  };

  /** Presses Tab until the focused element has this text or label. It must be visible, and show that it has the focus. */
  async function tabTo(page: Page, name: string | RegExp): Promise<void> {
    for (let presses = 0; presses < 80; presses += 1) {
      const focused = await page.evaluate(() => {
        const element = document.activeElement as HTMLInputElement;
        const { width, height } = element.getBoundingClientRect();
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return {
          name:
            element === document.body
              ? ''
              : (element.labels?.[0]?.textContent ??
                element.getAttribute('aria-label') ??
                element.textContent ??
                ''),
          isVisible: width > 0 && height > 0,
          hasOutline: outlineStyle !== 'none' && outlineWidth !== '0px',
        };
      });
      if (typeof name === 'string' ? focused.name.trim() !== name : !name.test(focused.name)) {
        await page.keyboard.press('Tab');
        continue;
      }
      expect([name, focused.isVisible, focused.hasOutline]).toEqual([name, true, true]);
      return;
    }
    throw new Error(`Tab does not reach ${name} on ${page.url()}.`);
  }

  const press = async (page: Page, key: string) => {
    await Promise.all([page.waitForNavigation(), page.keyboard.press(key)]);
  };

  it.each([
    ['with scripts', true],
    ['without scripts', false],
  ])(
    'signs in, finds a booking, cancels it, and undoes that: %s',
    async (_name, javaScriptEnabled) => {
      const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 1280, height: 900 } });
      const page = await context.newPage();
      await page.goto(`${service.address}/operators`);
      await tabTo(page, /token/i);
      await page.keyboard.type(token);
      await press(page, 'Enter');
      if (javaScriptEnabled) await page.keyboard.press('/');
      else await tabTo(page, /find|search/i);
      await page.keyboard.type('by keyboard');
      await press(page, 'Enter');
      expect(await page.innerText('h1')).toContain('by keyboard');
      await tabTo(page, 'Cancel a booking');
      await press(page, 'Enter');
      await tabTo(page, /^Reason/);
      await page.keyboard.type('The court is flooded.');
      await press(page, 'Enter');
      expect(await statusOf()).toBe('active');
      await tabTo(page, /^Cancel/);
      await press(page, 'Enter');
      expect(await statusOf()).toBe('cancelled');
      await tabTo(page, /^Undo/);
      await press(page, 'Enter');
      await tabTo(page, /^Reinstate/);
      await press(page, 'Enter');
      expect(await statusOf()).toBe('active');
      await context.close();
    },
    120_000,
  );
});
