import type { Database } from '../../db/connection/database.ts';
import { deleteUnusedBuckets } from '../../db/queries/jobs/rate-limit-buckets.ts';
import type { Bucket } from './rate-limiter.ts';

/** Buckets in the database, shared by all processes. `name` separates the keys of different limits. */
export function sharedBucket(database: Database, name: string): Bucket {
  return async (key, permits, policy) => {
    const taken = await database.call('take_rate_limit_permits', {
      key: `${name}/${key}`,
      ...permits,
      ...policy,
    });
    return taken as { granted: number; left: number };
  };
}

/** Deletes buckets that were not used for a day. A returning caller gets a new one. */
export async function deleteIdleBuckets(database: Database): Promise<void> {
  await deleteUnusedBuckets(database.query, 24);
}

/** Buckets in this process, for limits that must not cause database load. */
export function localBucket(monotonic: () => number): Bucket {
  const buckets = new Map<string, { permits: number; refilledAt: number }>();
  return async (key, { returned, needed, wanted }, { perSecond, burst }) => {
    const now = monotonic();
    const bucket = buckets.get(key) ?? { permits: burst, refilledAt: now };
    // Reinserting keeps the least recently used key first.
    buckets.delete(key);
    if (buckets.size >= 20_000) buckets.delete(buckets.keys().next().value as string);
    const refilled = bucket.permits + returned + (perSecond * (now - bucket.refilledAt)) / 1_000;
    const available = Math.min(burst, refilled);
    const granted = available < needed ? 0 : Math.min(wanted, Math.floor(available));
    buckets.set(key, { permits: available - granted, refilledAt: now });
    return { granted, left: Math.floor(available - granted) };
  };
}
