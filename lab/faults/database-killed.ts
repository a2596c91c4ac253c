import { setTimeout as sleep } from 'node:timers/promises';
import { slowest, succeeded, summary, time } from '../load/load.ts';
import type { Fault } from './fault.ts';
import { onPlatform } from './platform.ts';

export const databaseKilled: Fault = ({ seconds, seed, isBroken, note }) =>
  onPlatform({ seed, isBroken }, async (platform) => {
    const [tenant] = platform.partners;
    const load = await platform.load({
      requests: [
        { kind: 'create booking', tenant, courtIds: tenant.courtIds },
        { kind: 'create user', tenant },
      ],
      arrivals: { clients: 8, pauseMillis: 20 },
    });
    await sleep(2_000);
    note('killing PostgreSQL');
    const killedAt = Date.now();
    await platform.server.kill();
    await sleep(1_000 * Math.min(10, Math.max(3, seconds / 4)));
    const notReady = await platform.ready();
    await platform.server.restart();
    const backAt = Date.now();
    note('PostgreSQL is back');
    await sleep(6_000);
    const samples = await load.stop();

    const away = samples.filter(({ at }) => at >= killedAt);
    const first = away.filter(succeeded).map(({ at, millis }) => at + millis);
    const firstSuccess = Math.min(...first.filter((at) => at >= backAt)) - backAt;
    const lost = await platform.lost(samples.flatMap(({ acknowledged }) => acknowledged ?? []));
    return [
      {
        figure: 'all responses after the kill',
        goal: 'JSON, documented, within 3 s',
        measured: `at most ${time(slowest(away))}; ${summary(away)}`,
        met: away.every(({ documented }) => documented) && slowest(away) <= 3_000,
      },
      {
        figure: 'first success after the restart',
        goal: 'within 5 s',
        measured: Number.isFinite(firstSuccess) ? time(firstSuccess) : 'none in 6 s',
        met: firstSuccess <= 5_000,
      },
      {
        figure: '/readyz while PostgreSQL is down',
        goal: '503',
        measured: `${notReady.status} in ${time(notReady.millis)}`,
        met: notReady.status === 503,
      },
      {
        figure: 'lost bookings that were acknowledged',
        goal: '0',
        measured: String(lost.length),
        met: lost.length === 0,
      },
    ];
  });
