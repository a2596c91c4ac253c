import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { browserPath, useBrowser } from '../../harness/clients/browser.ts';

const docs = new URL('../../../docs/', import.meta.url);
const pictures = readdirSync(docs).filter((file) => file.endsWith('.svg'));

describe.skipIf(browserPath === undefined)('the pictures of the docs', () => {
  const browser = useBrowser();

  /** Returns each text that crosses the edge of a box, another text or a line, with what it crosses. */
  async function crossings(svg: string): Promise<string[]> {
    const page = await browser.newPage();
    await page.setContent(svg);
    const found = await page.evaluate(() => {
      const all = (selector: string) =>
        [...document.querySelectorAll<SVGGraphicsElement>(selector)].map((element) => ({
          element,
          ...(({ x, y, width, height }) => ({ x, y, right: x + width, bottom: y + height }))(
            element.getBBox(),
          ),
        }));
      type Box = ReturnType<typeof all>[number];
      const isApart = (a: Box, b: Box) => a.x > b.right || b.x > a.right || a.y > b.bottom || b.y > a.bottom;
      // Leaves some room at the sides, because fonts differ between machines.
      const isInside = (a: Box, b: Box) =>
        a.x >= b.x + 4 && a.right <= b.right - 4 && a.y >= b.y && a.bottom <= b.bottom;
      return all('svg text').flatMap((text) =>
        all('svg :is(rect, text, svg > path)')
          .filter((other) => other.element !== text.element && !isApart(text, other))
          .filter((other) => other.element.tagName !== 'rect' || !isInside(text, other))
          .map((other) => `"${text.element.textContent}" crosses ${other.element.outerHTML}`),
      );
    });
    await page.close();
    return found;
  }

  it.each(pictures)('%s: no text crosses a box, a line or another text', async (file) => {
    const svg = readFileSync(new URL(file, docs), 'utf8');
    expect(svg).toContain('<text');
    expect(await crossings(svg)).toEqual([]);
  });

  it('a text that crosses a box is reported', async () => {
    const box = '<rect x="0" y="0" width="60" height="30"/>';
    const wide = '<text x="5" y="20" font-size="15">wider than its box</text>';
    expect(await crossings(`<svg width="300" height="40">${box}${wide}</svg>`)).toEqual([
      expect.stringContaining('"wider than its box" crosses <rect'),
    ]);
  });
});
