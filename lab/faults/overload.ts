import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Plan,
  percent,
  quantile,
  type Sample,
  slowest,
  succeeded,
  summary,
  time,
} from '../load/load.ts';
import { unlimited } from '../stage.ts';
import type { Fault, FaultOptions, Row } from './fault.ts';
import { onPlatform } from './platform.ts';

/** More requests than the service can handle: first from all partners, then from one partner while another one sends few. */
export const overload: Fault = async (options) => [
  ...(options.isBroken ? [] : await flooded(options)),
  ...(await noisy(options)),
];

const flooded = ({ seconds, seed, note }: FaultOptions): Promise<Row[]> =>
  onPlatform({ seed }, async (platform) => {
    const requests = platform.partners.map(
      (tenant) => ({ kind: 'create booking', tenant, courtIds: tenant.courtIds }) as const,
    );
    const warm = Math.min(3, seconds);
    const measure = async (arrivals: Plan['arrivals'], measured: number) => {
      const load = await platform.load({ requests, arrivals });
      await sleep(1_000 * warm);
      const from = Date.now();
      await sleep(1_000 * measured);
      const until = Date.now();
      const samples = await load.stop();
      return { samples, rate: rateOf(samples, from, until) };
    };
    const capacity = async () => (await measure({ clients: 16 }, Math.min(15, seconds))).rate;
    const before = await capacity();
    note(`capacity with 16 clients: ${before.toFixed(0)} a second; now three times that`);
    const { samples, rate: goodput } = await measure({ rate: 3 * before }, seconds);
    const after = await capacity();
    note(`capacity afterwards: ${after.toFixed(0)} a second`);
    // On shared hardware the capacity changes within a minute, so it is measured before and after.
    const peak = (before + after) / 2;
    return [
      {
        figure: `three times capacity for ${seconds} s: goodput`,
        goal: 'at least 80 % of peak; every response documented',
        measured: `${goodput.toFixed(0)} a second, ${percent(goodput, peak)} of ${peak.toFixed(0)}; ${summary(samples)}; p99 ${time(quantile(samples, 0.99))}, at most ${time(slowest(samples))}`,
        met: peak > 0 && goodput >= 0.8 * peak && samples.every(({ documented }) => documented),
      },
    ];
  });

/** Slower responses do not count. By then the SDK has abandoned the attempt. */
const patienceMillis = 10_000;

function rateOf(samples: Sample[], from: number, until: number): number {
  const answered = samples.filter(
    (sample) =>
      succeeded(sample) &&
      sample.millis <= patienceMillis &&
      sample.at + sample.millis >= from &&
      sample.at + sample.millis < until,
  );
  return (answered.length * 1_000) / (until - from);
}

/** Runs with the default rate limits. */
const noisy = ({ seconds, seed, isBroken, note }: FaultOptions): Promise<Row[]> =>
  onPlatform({ seed, env: isBroken ? unlimited : {} }, async (platform) => {
    const [loud, quiet] = platform.partners;
    const calm = async () => {
      const load = await platform.load({
        requests: [{ kind: 'create booking', tenant: quiet, courtIds: quiet.courtIds }],
        arrivals: { rate: 5 },
      });
      await sleep(1_000 * seconds);
      return load.stop();
    };
    await calm();
    const alone = await calm();
    note('now with a noisy partner');
    const noise = await platform.load({
      requests: [{ kind: 'create booking', tenant: loud, courtIds: loud.courtIds }],
      arrivals: { clients: 128 },
    });
    await sleep(1_000);
    const beside = await calm();
    const noises = await noise.stop();
    const [before, after] = [quantile(alone, 0.99), quantile(beside, 0.99)];
    return [
      {
        figure: 'p99 of a quiet partner (5 a second) next to a noisy one (128 clients)',
        goal: 'at most 1.5 times the value alone, 100 % 2xx',
        measured: `${time(after)} next to it, ${time(before)} alone: ${(after / before).toFixed(1)} times; ${percent(beside.filter(succeeded).length, beside.length)} 2xx; the noisy one ${(noises.length / (seconds + 1)).toFixed(0)} a second`,
        met: beside.length > 0 && after <= 1.5 * before && beside.every(succeeded),
      },
    ];
  });
