import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

interface Rule {
  id: string;
  nodes: { html: string; element: Element }[];
}
declare const axe: { run(what: object, options: object): Promise<{ violations: Rule[]; passes: Rule[] }> };

const rulesOfColors = ['color-contrast', 'link-in-text-block'];
/** The element of GraphiQL. */
const foreign = '#root';

// The script ends with `undefined`, so that its value is not transferred from the browser.
const axeSource = `${readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')};undefined`;

/** A desktop and a phone. */
const widths = [1280, 390];

/** Faults of several pages that share styles. */
export class PageFaults {
  /** The looks of texts whose colors were checked. */
  readonly judged = new Set<string>();
  /** How often axe was asked about a look. About some it says nothing, such as that of an empty link. */
  readonly #asked = new Map<string, number>();

  /**
   * Opens all details of a page, and returns each violation that axe finds, and each overflow, on a desktop and on a phone, in both color
   * schemes. The page's context needs `bypassCSP`.
   *
   * @param atWidth called at each width
   */
  async of(
    page: Page,
    name: string,
    atWidth: (width: number) => Promise<unknown> = async () => {},
  ): Promise<string[]> {
    const found: string[] = [];
    await page.evaluate(axeSource);
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const violations = await this.#badColorsOf(page);
        // The other rules do not depend on colors.
        if (colorScheme === 'light') violations.push(...(await violationsOf(page)));
        found.push(...violations.map((violation) => `${name} ${width} ${colorScheme}: ${violation}`));
      }
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (wider > 0) found.push(`${name} ${width}: ${wider} px too wide`);
      found.push(...(await brokenWordsOf(page)).map((word) => `${name} ${width}: ${word} is broken`));
      await atWidth(width);
    }
    return found;
  }

  /** Opens each of these pages, and returns the faults of all. */
  async ofEach(page: Page, urls: readonly string[]): Promise<string[]> {
    const found: string[] = [];
    for (const url of urls) {
      await page.goto(url);
      found.push(...(await this.of(page, url)));
    }
    return found;
  }

  /**
   * Returns axe's violations of the color rules, which take most of its time. Checks at most three texts of the same look on a page, and
   * none if that look was checked before, or axe said nothing about it three times.
   */
  async #badColorsOf(page: Page): Promise<string[]> {
    const silent = [...this.#asked.keys()].filter((look) => this.#asked.get(look)! >= 3);
    const { found, now, asked } = await page.evaluate(
      async ({ rules, known, foreign }) => {
        const layers = new Map<Element, string>();
        /** The backgrounds behind an element, outermost first. */
        const layersUnder = (element: Element | null): string => {
          if (element === null) return '';
          const kept = layers.get(element);
          if (kept !== undefined) return kept;
          const { backgroundColor, backgroundImage, opacity, filter } = getComputedStyle(element);
          const own = [backgroundColor, backgroundImage, opacity, filter].join(' ');
          const isNone = own === 'rgba(0, 0, 0, 0) none 1 none';
          const all = layersUnder(element.parentElement) + (isNone ? '' : `, ${own}`);
          layers.set(element, all);
          return all;
        };
        const hasText = (element: Element | null) =>
          [...(element?.childNodes ?? [])].some(
            (node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '',
          );
        const lookOf = (element: Element) => {
          const { color, fontSize, fontWeight, textShadow, textDecoration } = getComputedStyle(element);
          const own = [element.tagName, element.className, color, fontSize, fontWeight, textShadow];
          const around = element.parentElement;
          const link = element.tagName === 'A' ? [textDecoration, hasText(around)] : [];
          const next = around ? getComputedStyle(around).color : '';
          return [...own, ...link, next, layersUnder(element)].join(' ');
        };
        const before = new Set(JSON.parse(known) as string[]);
        const byLook = new Map<string, Element[]>();
        for (const element of document.querySelectorAll('body, body *')) {
          if (element.closest(foreign)) continue;
          if (!hasText(element) && !element.matches('a, input')) continue;
          if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
          const look = lookOf(element);
          const alike = byLook.get(look) ?? [];
          if (!before.has(look) && alike.length < 3) byLook.set(look, [...alike, element]);
        }
        if (byLook.size === 0) return { found: [], now: [], asked: [] };
        const { violations, passes } = await axe.run(
          { include: [...byLook.values()].flat() },
          {
            resultTypes: ['violations', 'passes'],
            elementRef: true,
            runOnly: { type: 'rule', values: rules },
          },
        );
        const nodes = [...violations, ...passes].flatMap((rule) => rule.nodes);
        return {
          found: violations.map(
            ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 140)).join(' | ')}`,
          ),
          now: [...new Set(nodes.map(({ element }) => lookOf(element)))],
          asked: [...byLook.keys()],
        };
      },
      // One string, because the elements of a list would be transferred one by one.
      { rules: rulesOfColors, known: JSON.stringify([...this.judged, ...silent]), foreign },
    );
    for (const look of now) this.judged.add(look);
    for (const look of asked) this.#asked.set(look, (this.#asked.get(look) ?? 0) + 1);
    return found;
  }
}

/** Returns the words on a page of the playbook that are broken although they are short. A line may end after a hyphen. */
function brokenWordsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken: string[] = [];
    for (const cell of document.querySelectorAll('.document :is(td, th, dt, dd)')) {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode())
        for (const { index, 0: word } of text.textContent!.matchAll(/[^\s–-]+/g)) {
          if (word.length > 20) continue;
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) broken.push(word);
        }
    }
    return broken;
  });
}

/** Returns axe's violations on the whole page, except those of colors. */
function violationsOf(page: Page): Promise<string[]> {
  return page.evaluate(
    async ({ off, foreign }) => {
      const rules = Object.fromEntries(off.map((rule) => [rule, { enabled: false }]));
      const { violations } = await axe.run({ exclude: [[foreign]] }, { resultTypes: ['violations'], rules });
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 140)).join(' | ')}`,
      );
    },
    { off: rulesOfColors, foreign },
  );
}
