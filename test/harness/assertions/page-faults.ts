import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

declare const axe: {
  run(what: object, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
};
const axeSource = `${readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')};undefined`;

/** A desktop and a phone. */
const widths = [1280, 390];

/**
 * Opens all details of a page, and returns each violation that axe finds, and each overflow, on a desktop and on a phone, in both color
 * schemes. The page's context needs `bypassCSP`.
 *
 * @param atWidth called at each width
 */
export async function pageFaults(
  page: Page,
  name: string,
  atWidth: (width: number) => Promise<unknown> = async () => {},
): Promise<string[]> {
  const found: string[] = [];
  await page.evaluate(axeSource);
  for (const summary of await page.locator('summary').all()) await summary.click();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const violations = await page.evaluate(async () => {
        const { violations } = await axe.run(document, { resultTypes: ['violations'] });
        return violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 140)).join(' | ')}`,
        );
      });
      found.push(...violations.map((violation) => `${name} ${width} ${colorScheme}: ${violation}`));
    }
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (wider > 0) found.push(`${name} ${width}: ${wider} px too wide`);
    await atWidth(width);
  }
  return found;
}
