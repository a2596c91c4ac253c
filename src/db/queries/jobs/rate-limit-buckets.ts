import type { Query } from '../../connection/query.ts';

export async function deleteUnusedBuckets(query: Query, hours: number): Promise<void> {
  await query('delete from rate_limit_buckets where refilled_at < now() - make_interval(hours => $1)', [
    hours,
  ]);
}
