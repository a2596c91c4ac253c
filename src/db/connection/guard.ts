import { setTimeout as sleep } from 'node:timers/promises';
import { Bulkhead } from './bulkhead.ts';
import { classifyFailure, databaseUnavailable } from './database-failure.ts';

/** A resource that a call may have to wait for. Such calls can only use a part of the connections. */
export interface WaitsFor {
  /** The resource whose lock is taken, such as `court <id>`. */
  resource: string;
  /** The external service that makes the call. */
  externalServiceId: string;
  /**
   * True for one of many successive calls. Bulk calls of all partners together have the smallest share, so that single
   * calls are not delayed.
   */
  isBulk?: boolean;
  /** True for a group, each of whose calls is counted by `enter`. */
  isCounted?: boolean;
  /** True if `resource` is a name for several. Then a call that waits in vain says nothing about the others. */
  isForSeveral?: boolean;
}

// Not in the document: which share of the connections waiting calls can use, and how long they stay in the queue.
/** The share of the connections that stays free for other partners. */
const shareOfOthers = 0.3;
/** The share of a partner's connections that calls for one resource can use. */
const shareOfResource = 0.6;
/** The share of the partners' connections that bulk calls of all partners can use. */
const shareOfBulk = 0.4;
/**
 * While there are single calls, and for this time after the last one, bulk calls of this process use one connection.
 * With four connections, 16 importing clients reduced the rate of single upserts to 0.62 of the rate without import, on
 * two cores. With one connection, to 0.72 (`npm run lab -- batch`).
 */
const singlesMillis = 1_000;
/**
 * During that time bulk work also pauses after each call, for this multiple of the call's duration, up to a maximum.
 * With 16 importing clients, the p99 of single upserts is then 1.35 to 1.43 times the p99 without import. With a pause
 * as long as the call it is 1.55 to 1.63 times, and without a pause 1.93 times (`npm run lab -- batch`; two cores).
 * Longer pauses make no difference.
 */
const pauseTimes = 3;
const longestPauseMillis = 150;
/** Bulk senders are less urgent. Every response still arrives within 2.5 s. */
const bulkWaitMillis = 2_000;
// Queues are long enough for a burst, but not longer than what is served in a second. A longer wait would miss the time
// limit.
const inLineOfPartner = 150;
/** Leaves room in the queue for calls that wait for other resources. */
const inLineOfResource = 100;
const waitMillis = 1_000;

/** Limits the connections that calls for one resource, or of one partner, can use. */
export function createGuard(connections: number) {
  const ofPartner = Math.max(1, connections - Math.max(1, Math.round(connections * shareOfOthers)));
  let lastSingleAt = Number.NEGATIVE_INFINITY;
  const bulkYields = () => performance.now() - lastSingleAt < singlesMillis;
  const resources = new Bulkhead({
    atOnce: () => Math.max(1, Math.floor(ofPartner * shareOfResource)),
    inLine: inLineOfResource,
    waitMillis,
  });
  const bulk = new Bulkhead({
    atOnce: () => (bulkYields() ? 1 : Math.max(1, Math.floor(ofPartner * shareOfBulk))),
    inLine: inLineOfPartner,
    waitMillis: bulkWaitMillis,
  });
  const partners = new Bulkhead({ atOnce: () => ofPartner, inLine: inLineOfPartner, waitMillis });
  const most = ofPartner + inLineOfPartner;
  /** Queued and running calls of each external service. */
  const counts = new Map<string, number>();
  const saturated = new Set<string>();
  const count = (externalServiceId: string, change: 1 | -1) => {
    const calls = (counts.get(externalServiceId) ?? 0) + change;
    if (calls === 0) counts.delete(externalServiceId);
    else counts.set(externalServiceId, calls);
    if (calls === most) saturated.add(externalServiceId);
    else if (calls < most) saturated.delete(externalServiceId);
  };

  /** For bulk calls while there are single calls, which also need the processors. */
  const withPause = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      if (bulkYields())
        await sleep(Math.min(pauseTimes * (performance.now() - startedAt), longestPauseMillis));
    }
  };

  /** Counts a call of an external service until the returned function is called. */
  const enter = (externalServiceId: string) => {
    if (saturated.has(externalServiceId))
      throw databaseUnavailable('too many wait for this external service');
    count(externalServiceId, 1);
    return () => count(externalServiceId, -1);
  };

  return {
    saturated: saturated as ReadonlySet<string>,
    bulkYields,
    enter,
    // The resource first: a call in its queue uses nothing of the partner's share.
    run: async <Result>(
      { resource, externalServiceId, isBulk = false, isCounted = false, isForSeveral = false }: WaitsFor,
      work: () => Promise<Result>,
    ): Promise<Result> => {
      const leave = isCounted ? () => {} : enter(externalServiceId);
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
              // Calls for the same resource would also fail. A fault of this one request would not affect them.
              if (!isForSeveral && classifyFailure(error) === 'unavailable')
                resources.rejectWaiting(resource);
              throw error;
            }
          });
        return await (isBulk
          ? bulk.run('all', () => withPause(ofPartnersShare))
          : resources.run(resource, ofPartnersShare));
      } finally {
        seen();
        leave();
      }
    },
  };
}
