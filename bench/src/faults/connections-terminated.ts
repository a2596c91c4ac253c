import type { Fault } from './fault.ts';
import { percent, slowest, succeeded, summary, time } from './load.ts';
import { repeatedly, sleep, startPlatform } from './platform.ts';

export const connectionsTerminated: Fault = async ({ seconds, seed, note }) => {
  const platform = await startPlatform({ seed });
  try {
    const [tenant] = platform.partners;
    const load = await platform.load({
      requests: [
        { kind: 'create booking', tenant, courtIds: tenant.courtIds },
        { kind: 'create user', tenant },
      ],
      arrivals: { clients: 16 },
    });
    await sleep(1);
    const admin = await platform.connect();
    const startedAt = Date.now();
    const terminating = repeatedly(200, async () => {
      const { rowCount } = await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and backend_type = 'client backend' and application_name <> 'bench'`,
      );
      return rowCount ?? 0;
    });
    await sleep(Math.min(15, seconds));
    const ended = (await terminating.stop()).reduce((sum, n) => sum + n, 0);
    const samples = (await load.stop()).filter(({ at }) => at >= startedAt);
    await admin.end();
    note(`${ended} connections terminated`);
    const failed = samples.filter((sample) => !succeeded(sample));
    const lost = await platform.lost(samples.flatMap(({ acknowledged }) => acknowledged ?? []));
    return [
      {
        figure: 'responses that are not 2xx',
        goal: 'at most 2 %, all documented',
        measured: `${percent(failed.length, samples.length)} of ${samples.length} (${summary(failed)}), at most ${time(slowest(samples))}; ${ended} connections terminated`,
        met:
          ended > 0 && failed.length <= samples.length * 0.02 && failed.every(({ documented }) => documented),
      },
      {
        figure: 'lost bookings that were acknowledged',
        goal: '0',
        measured: String(lost.length),
        met: lost.length === 0,
      },
    ];
  } finally {
    await platform.close();
  }
};
