import { describe, expect, it } from 'vitest';
import { partnerSection, requestSection } from '../../../src/pages/operators/traffic-sections.ts';
import { overviewPeriod } from '../../../src/services/overview/overview-period.ts';
import type { TrafficOverview } from '../../../src/services/overview/read-traffic-overview.ts';

const now = Date.UTC(2027, 0, 2, 15, 20);
const days = (numbers: number[]) => numbers.map((requests) => ({ requests, rejected: 0 }));

/** @param before the requests of seven days, a week before */
function traffic(before: number[] | undefined): TrafficOverview {
  const inTime = days([10, 20, 30, 40, 50, 60, 1]);
  const whole = { requests: 211, rejected: 0, p50: 1, p95: 2 };
  const partner = { externalServiceId: 'x', name: 'Padel App', ...whole, inTime, before };
  return {
    whole,
    inTime,
    before,
    partners: [partner],
    hasMorePartners: false,
    errorTypes: [],
    operations: [],
  };
}

const textOf = (html: unknown) => String(html).replaceAll(/\s+/g, ' ');
const withoutLinks = (html: string) => html.replaceAll(/<\/?a[^>]*>/g, '');
const period = overviewPeriod('7d', now);

describe('comparison with the week before', () => {
  it.each([
    [[10, 20, 30, 40, 50, 50, 900], '200 (+5.0 %)'],
    [[10, 20, 30, 40, 50, 150, 0], '300 (−30 %)'],
    [[10, 20, 30, 40, 50, 60, 7], '210 (the same)'],
    [[0, 0, 0, 0, 0, 0, 7], '0 (new)'],
  ])('of a partner with %j leaves out the current day: %s', (before, text) => {
    const shown = textOf(partnerSection(traffic(before), period));
    expect(withoutLinks(shown)).toContain(`<td class="right wide">${text}</td>`);
    // Saturday is the current day, and is left out.
    expect(shown.includes('from=2026-12-20T00%3A00%3A00.000Z&amp;to=2026-12-26T00%3A00%3A00.000Z')).toBe(
      !text.startsWith('0 '),
    );
    expect(shown).toContain('leaves out the current day');
    expect(shown.match(/rect class="before"/g)).toHaveLength(7);
  });

  it('says of a partner without requests that it stopped sending', () => {
    const { partners, ...others } = traffic([10, 20, 30, 40, 50, 50, 900]);
    const stopped = { ...partners[0]!, requests: 0, inTime: days([0, 0, 0, 0, 0, 0, 0]) };
    const shown = withoutLinks(textOf(partnerSection({ ...others, partners: [stopped] }, period)));
    expect(shown).toContain('<bdi>Padel App</bdi><br><small class="fault">Stopped sending</small>');
    expect(shown).toContain('200 (−100 %)');
    expect(textOf(partnerSection(traffic(undefined), period))).not.toContain('Stopped');
  });

  it('is drawn in the chart, and in words in its titles and its table', () => {
    const shown = textOf(requestSection(traffic([0, 20, 30, 40, 50, 60, 12]), period));
    expect(shown.match(/rect class="before"/g)).toHaveLength(7);
    expect(shown).toContain('Sun 27 Dec UTC: 10 requests, 0 rejected, 0 requests a week before');
    expect(shown).toContain('Requests a week before</th>');
    expect(shown).toContain('<li class="before">A week before</li>');
    expect(shown).toContain('<td class="right">12</td>');
  });

  it('is left out where there is none', () => {
    const shown =
      textOf(requestSection(traffic(undefined), period)) + textOf(partnerSection(traffic(undefined), period));
    expect(shown).not.toMatch(/week before|class="before"|comparison/);
  });
});
