import { setTimeout as sleep } from 'node:timers/promises';
import { changedVersion } from '../../test/harness/data/versions.ts';
import { percent, quantile, succeeded, summary, time } from '../load/load.ts';
import type { Fault, Row } from './fault.ts';
import { onPlatform, type Platform } from './platform.ts';

const strangers = [
  'no token',
  'a malformed token',
  'an unknown token',
  "an unknown operator's token",
  'a malformed session on /graphql',
  'an unknown session on /graphql',
  'an unknown session on /sign-out',
] as const;

const sources = {
  'one address': ['127.0.0.1'],
  '249 addresses': Array.from({ length: 249 }, (_, index) => `127.0.0.${index + 2}`),
};

const noLimitForAddresses = {
  AUTH_FAILURE_LIMIT_PER_SECOND: '1000000',
  AUTH_FAILURE_LIMIT_BURST: '1000000',
};
/** The limit of all look-ups together is no setting. */
const noLimitInTotal = {
  'src/services/limits/failed-attempts.ts': (source: string) =>
    source.replace(
      'const unnoticed = { perSecond: 30, burst: 30 }',
      'const unnoticed = { perSecond: 1_000_000, burst: 1_000_000 }',
    ),
};

/** Floods the service with unauthenticated requests from 32 clients, with the default rate limits. */
export const floods: Fault = ({ seconds, seed, isBroken, note }) => {
  const broken = isBroken ? changedVersion(noLimitInTotal) : undefined;
  const env = isBroken ? noLimitForAddresses : {};
  return onPlatform({ seed, env, entry: broken?.entry }, async (platform) => {
    const rows: Row[] = [];
    for (const as of strangers) {
      for (const [from, addresses] of Object.entries(sources)) {
        note(`flood: ${as}, from ${from}`);
        rows.push(await flood(platform, as, from, addresses, Math.min(10, seconds)));
      }
    }
    return rows;
  }).finally(broken?.remove);
};

async function flood(
  platform: Platform,
  as: (typeof strangers)[number],
  from: string,
  addresses: string[],
  seconds: number,
): Promise<Row> {
  const [tenant] = platform.partners;
  const valid = await platform.load({
    requests: [{ kind: 'create booking', tenant, courtIds: tenant.courtIds }],
    arrivals: { rate: 5 },
  });
  const junk = await platform.load({
    requests: [{ kind: 'stranger', as }],
    // The load keeps open connections for each address.
    arrivals: { clients: 32 },
    addresses,
  });
  await sleep(1_000);
  const before = await statements(platform);
  const startedAt = Date.now();
  await sleep(1_000 * seconds);
  const elapsed = (Date.now() - startedAt) / 1_000;
  const [rejected, served] = await Promise.all([junk.stop(), valid.stop()]);
  const rate = ((await statements(platform)) - before) / elapsed;
  const sent = rejected.filter(({ at }) => at >= startedAt).length / elapsed;
  return {
    figure: `${as}, from ${from}`,
    goal: 'at most 300 statements a second; a valid partner 100 %, p99 < 300 ms',
    measured: `${rate.toFixed(0)} statements a second at ${sent.toFixed(0)} requests (${summary(rejected)}); valid ${percent(served.filter(succeeded).length, served.length)}, p99 ${time(quantile(served, 0.99))}`,
    met:
      rate <= 300 &&
      served.length > 0 &&
      served.every(succeeded) &&
      quantile(served, 0.99) < 300 &&
      rejected.every(({ documented }) => documented),
  };
}

/** Returns the number of transactions so far. An unauthenticated request may cause at most one statement, in its own transaction. */
async function statements(platform: Platform): Promise<number> {
  // Backends report their statistics once a second.
  await sleep(1_200);
  const [row] = await platform.query<{ n: string }>(
    `select xact_commit + xact_rollback as n from pg_stat_database where datname = current_database()`,
  );
  return Number(row!.n);
}
