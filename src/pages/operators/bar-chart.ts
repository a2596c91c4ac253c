import { type Html, html } from '../html.ts';
import { shortCount } from './numbers.ts';

export interface Bar {
  /** The tooltip. */
  title: string;
  /** The text below the bar; empty if there is no room. */
  label: string;
  /** Stacked: `done` below `rejected`. */
  done: number;
  rejected: number;
  /** The sum at the same time a week before. */
  before?: number | undefined;
  /** The page of the requests in this time. */
  href: string;
}

const plot = 150;
const above = 14;
const below = 24;

/**
 * A bar chart that adapts to the width of its container. Positions are percentages, so that texts keep their size. The links of
 * bars work with the pointer only; the table next to the chart has the same links.
 */
export function barChart(id: string, title: string, description: string, bars: readonly Bar[]): Html {
  const most = ceiling(
    Math.max(...bars.map(({ done, rejected, before = 0 }) => Math.max(done + rejected, before))),
  );
  const height = (n: number) => (plot * n) / most;
  const share = (n: number) => `${round((100 * n) / bars.length)}%`;
  const line = (n: number) => {
    const y = round(above + plot - height(n));
    return html`<line class="grid" x1="0" x2="100%" y1="${y}" y2="${y}"/><text class="axis" x="0" y="${round(y - 4)}">${shortCount(n)}</text>`;
  };
  const drawn = bars.map((bar, index) => {
    const [x, width] = [share(index + 0.12), share(0.76)];
    const [done, rejected] = [height(bar.done), height(bar.rejected)];
    const top = above + plot;
    const rect = (kind: string, y: number, size: number) =>
      size > 0 &&
      html`<rect class="${kind}" x="${x}" width="${width}" y="${round(y)}" height="${round(size)}"/>`;
    // Keep small bars visible.
    const seen = bar.rejected > 0 ? Math.max(rejected, 1.5) : 0;
    return html`<a href="${bar.href}" tabindex="-1" aria-label="${bar.title}"><title>${bar.title}</title><rect class="touch" x="${share(index)}" width="${share(1)}" y="0" height="${top + below}"/>${rect('done', top - done, done)}${rect('rejected', top - done - seen, seen)}${bar.before !== undefined && rect('before', top - height(bar.before) - 1, 2)}</a>
${bar.label !== '' && html`<text class="axis" text-anchor="middle" x="${share(index + 0.5)}" y="${top + 17}">${bar.label}</text>`}
`;
  });
  return html`<svg class="chart" width="100%" height="${above + plot + below}" role="group" aria-labelledby="${id}-title ${id}-description">
<title id="${id}-title">${title}</title>
<desc id="${id}-description">${description}</desc>
${line(most)}${line(most / 2)}
${drawn}<line class="base" x1="0" x2="100%" y1="${above + plot}" y2="${above + plot}"/>
</svg>`;
}

/** A small chart for a table row, without texts. The row contains the numbers. */
export function sparkline(
  values: readonly { requests: number; rejected: number }[],
  before: readonly number[] = [],
): Html {
  const most = Math.max(1, ...values.map(({ requests }) => requests), ...before);
  const rects = values.map(({ requests, rejected }, index) => {
    const x = `${round((100 * (index + 0.1)) / values.length)}%`;
    const width = `${round(80 / values.length)}%`;
    const [all, bad] = [(28 * requests) / most, (28 * rejected) / most];
    const rect = (kind: string, from: number, size: number) =>
      size > 0 &&
      html`<rect class="${kind}" x="${x}" width="${width}" y="${round(30 - from - size)}" height="${round(size)}"/>`;
    const seen = rejected > 0 ? Math.max(bad, 1.5) : 0;
    const earlier = before[index];
    return [
      rect('done', 0, all - bad),
      rect('rejected', all - bad, seen),
      earlier !== undefined && rect('before', (28 * earlier) / most, 1.5),
    ];
  });
  return html`<svg class="sparkline" width="100%" height="30" aria-hidden="true">${rects}</svg>`;
}

export function lengthBar(kind: 'done' | 'rejected' | 'time', value: number, most: number): Html {
  const width = most === 0 ? 0 : Math.max(0.5, (100 * value) / most);
  return html`<svg class="length" width="100%" height="14" aria-hidden="true"><rect class="track" width="100%" height="14" rx="3"/><rect class="${kind}" width="${round(width)}%" height="14" rx="3"/></svg>`;
}

/** Rounds up to a number that is easy to read. */
function ceiling(n: number): number {
  if (n <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(n));
  const step = [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8, 10].find((factor) => factor * power >= n)!;
  return step * power;
}

const round = (n: number) => Math.round(n * 100) / 100;
