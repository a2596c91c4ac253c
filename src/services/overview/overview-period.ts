import type { TrafficPeriod } from '../../db/queries/overview/traffic.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

/** The available periods, each with its unit and length. */
export const overviewPeriods = {
  '24h': { unit: 'hour', units: 24 },
  '7d': { unit: 'day', units: 7 },
  '30d': { unit: 'day', units: 30 },
} as const;
export type OverviewPeriodName = keyof typeof overviewPeriods;

/** A period that includes the current hour or day. */
export interface OverviewPeriod extends TrafficPeriod {
  name: OverviewPeriodName;
  /** The start of each hour or day. */
  starts: readonly string[];
}

/** The same hours or days a week before. Undefined for a period that is longer than a week. */
export function weekBefore(period: OverviewPeriod): OverviewPeriod | undefined {
  if (period.name === '30d') return undefined;
  const earlier = (at: string) => new Date(Date.parse(at) - 7 * day).toISOString();
  const { from, to, starts } = period;
  return { ...period, from: earlier(from), to: earlier(to), starts: starts.map(earlier) };
}

/** @param now Unix milliseconds */
export function overviewPeriod(name: OverviewPeriodName, now: number): OverviewPeriod {
  const { unit, units } = overviewPeriods[name];
  const millis = unit === 'hour' ? hour : day;
  const to = (Math.floor(now / millis) + 1) * millis;
  const instant = (n: number) => new Date(to - n * millis).toISOString();
  const starts = Array.from({ length: units }, (_, index) => instant(units - index));
  return { name, unit, from: starts[0]!, to: instant(0), starts };
}
