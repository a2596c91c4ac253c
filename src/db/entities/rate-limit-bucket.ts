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

/** A token bucket shared by all processes: the number of permits at the last refill. */
export class RateLimitBucket extends RateLimitBucketSchema.class {}
RateLimitBucketSchema.setClass(RateLimitBucket);
