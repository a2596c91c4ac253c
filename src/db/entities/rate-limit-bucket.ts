import { defineEntity, p } from '@mikro-orm/core';
import { InstantType } from './instant-type.ts';

const RateLimitBucketSchema = defineEntity({
  name: 'RateLimitBucket',
  tableName: 'rate_limit_buckets',
  properties: {
    key: p.text().primary(),
    permits: p.double(),
    refilledAt: p.type(InstantType),
  },
});

/** A token bucket that all processes share: the permits left at the time of the last refill. */
export class RateLimitBucket extends RateLimitBucketSchema.class {}
RateLimitBucketSchema.setClass(RateLimitBucket);
