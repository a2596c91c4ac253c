import { setTimeout as sleep } from 'node:timers/promises';
import { summary } from '../load/load.ts';
import { unlimited } from '../stage.ts';
import type { Fault } from './fault.ts';
import { onPlatform } from './platform.ts';

export const limitedClient: Fault = ({ seconds, seed, isBroken, note }) => {
  const env = isBroken ? unlimited : { RATE_LIMIT_PER_SECOND: '50', RATE_LIMIT_BURST: '100' };
  return onPlatform({ seed, env }, async ({ load, partners: [tenant], query }) => {
    const { stop } = await load({
      requests: [{ kind: 'create booking', tenant, courtIds: tenant.courtIds }],
      arrivals: { clients: 16 },
    });
    const elapsed = Math.min(15, Math.max(5, seconds));
    await sleep(1_000 * elapsed);
    const samples = await stop();
    note('waiting for the records');
    await sleep(3_000);
    const [row] = await query<{ n: string }>('select count(*) as n from partner_requests');
    const rate = Number(row!.n) / elapsed;
    return [
      {
        figure: `rows of partner_requests a second, at ${(samples.length / elapsed).toFixed(0)} requests`,
        goal: 'at most 100',
        measured: `${rate.toFixed(0)} (${summary(samples)})`,
        met: rate <= 100 && rate > 0 && samples.every(({ documented }) => documented),
      },
    ];
  });
};
