import { summary } from '../load/load.ts';
import { unlimited } from '../stage.ts';
import type { Fault } from './fault.ts';
import { sleep, startPlatform } from './platform.ts';

export const limitedClient: Fault = async ({ seconds, seed, isBroken, note }) => {
  const platform = await startPlatform({
    seed,
    env: isBroken ? unlimited : { RATE_LIMIT_PER_SECOND: '50', RATE_LIMIT_BURST: '100' },
  });
  const rows = async () => {
    const [row] = await platform.query<{ n: string }>('select count(*) as n from partner_requests');
    return Number(row!.n);
  };
  try {
    const [tenant] = platform.partners;
    const load = await platform.load({
      requests: [{ kind: 'create booking', tenant, courtIds: tenant.courtIds }],
      arrivals: { clients: 16 },
    });
    const elapsed = Math.min(15, Math.max(5, seconds));
    await sleep(elapsed);
    const samples = await load.stop();
    note('waiting for the records');
    await sleep(3);
    const rate = (await rows()) / elapsed;
    return [
      {
        figure: `rows of partner_requests a second, at ${(samples.length / elapsed).toFixed(0)} requests`,
        goal: 'at most 100',
        measured: `${rate.toFixed(0)} (${summary(samples)})`,
        met: rate <= 100 && rate > 0 && samples.every(({ documented }) => documented),
      },
    ];
  } finally {
    await platform.close();
  }
};
