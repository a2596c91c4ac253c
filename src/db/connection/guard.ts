import { setTimeout as sleep } from 'node:timers/promises';
import { Bulkhead } from './bulkhead.ts';
import { classifyFailure, databaseUnavailable } from './database-failure.ts';

/** What a call may have to wait for in the database: then it holds only a part of the connections. */
export interface WaitsFor {
  /** Whose lock it takes, such as `court <id>`. */
  thing: string;
  /** On whose behalf. */
  externalServiceId: string;
  /** Whether it is one of many that follow each other: of all partners together these hold the least, so that single calls
   * get through. */
  isBulk?: boolean;
}

// Not in the document: how much of the connections what waits may hold, and how long it stands in line.
/** Of the connections, this much is left for others whatever one partner waits for. */
const shareOfOthers = 0.3;
/** Of a partner's connections, what waits for one thing may hold this much. */
const shareOfThing = 0.6;
/** Of a partner's connections, what is bulk of all partners may hold this much. */
const shareOfBulk = 0.4;
/**
 * While single calls come, and for so long after the last one, bulk of this process holds one connection. With four, 16 clients
 * that import left single upserts 0.62 of the rate that they have alone, on two cores; with one, 0.72 (`npm run bench -- batch`).
 */
const singlesMillis = 1_000;
/**
 * Then it also rests after each call, so many times as long as that took, but no longer than this: beside 16 clients that import,
 * the p99 of single upserts is 1.35 to 1.43 times what it is alone, where it rests as long as it took 1.55 to 1.63, and without a rest
 * 1.93 (`npm run bench -- batch`; two cores). To rest longer makes no further difference.
 */
const pauseTimes = 3;
const longestPauseMillis = 150;
/** Whoever sends many at once has time; every answer is still there within 2.5 s. */
const bulkWaitMillis = 2_000;
// Lines as long as what a burst may bring, and no longer than what is served in a second: whoever waits longer is
// answered too late.
const inLineOfPartner = 150;
/** What waits for one thing leaves a place in line to what waits for others. */
const inLineOfThing = 100;
const waitMillis = 1_000;

/** Lets what waits for one thing, or for one partner, hold only its part of the connections. */
export function createGuard(connections: number) {
  const ofPartner = Math.max(1, connections - Math.max(1, Math.round(connections * shareOfOthers)));
  let lastSingleAt = Number.NEGATIVE_INFINITY;
  const bulkYields = () => performance.now() - lastSingleAt < singlesMillis;
  const things = new Bulkhead({
    atOnce: () => Math.max(1, Math.floor(ofPartner * shareOfThing)),
    inLine: inLineOfThing,
    waitMillis,
  });
  const bulk = new Bulkhead({
    atOnce: () => (bulkYields() ? 1 : Math.max(1, Math.floor(ofPartner * shareOfBulk))),
    inLine: inLineOfPartner,
    waitMillis: bulkWaitMillis,
  });
  const partners = new Bulkhead({ atOnce: () => ofPartner, inLine: inLineOfPartner, waitMillis });
  const most = ofPartner + inLineOfPartner;
  /** Calls on behalf of each external service, in whichever line or under way. */
  const counts = new Map<string, number>();
  const saturated = new Set<string>();
  const count = (externalServiceId: string, change: 1 | -1) => {
    const calls = (counts.get(externalServiceId) ?? 0) + change;
    if (calls === 0) counts.delete(externalServiceId);
    else counts.set(externalServiceId, calls);
    if (calls === most) saturated.add(externalServiceId);
    else if (calls < most) saturated.delete(externalServiceId);
  };

  /** Bulk, while single calls come: the processors are theirs, too. */
  const withPause = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      if (bulkYields())
        await sleep(Math.min(pauseTimes * (performance.now() - startedAt), longestPauseMillis));
    }
  };

  return {
    saturated: saturated as ReadonlySet<string>,
    bulkYields,
    // The thing first: who waits in line for it holds nothing of the partner's share meanwhile.
    run: async <Result>(
      { thing, externalServiceId, isBulk = false }: WaitsFor,
      work: () => Promise<Result>,
    ): Promise<Result> => {
      if (saturated.has(externalServiceId))
        throw databaseUnavailable('too many wait for this external service');
      count(externalServiceId, 1);
      const seen = () => {
        if (!isBulk) lastSingleAt = performance.now();
      };
      seen();
      try {
        const ofPartnersShare = () =>
          partners.run(externalServiceId, async () => {
            try {
              return await work();
            } catch (error) {
              // Whoever waits for the same would wait in vain; a fault of this one request says nothing of theirs.
              if (classifyFailure(error) === 'unavailable') things.refuseWaiting(thing);
              throw error;
            }
          });
        return await (isBulk
          ? bulk.run('all', () => withPause(ofPartnersShare))
          : things.run(thing, ofPartnersShare));
      } finally {
        seen();
        count(externalServiceId, -1);
      }
    },
  };
}
