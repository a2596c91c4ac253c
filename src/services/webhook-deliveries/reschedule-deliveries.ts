import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { queryIn } from '../../db/connection/query.ts';
import type { WebhookEndpoint } from '../../db/entities/webhook.ts';
import {
  type ChangeRange,
  type RescheduledChanges,
  scheduleDeliveries,
} from '../../db/queries/operators/webhook-deliveries.ts';
import type { ServiceContext } from '../service-context.ts';

/** The changes of the external service to send again. */
interface Range extends Pick<ChangeRange, 'from' | 'to' | 'toSequence' | 'limit'> {
  ofItsTypes: boolean;
}

/**
 * Schedules changes for an endpoint as if they had never been sent, beginning with the oldest of a range. For a paused
 * endpoint they stay queued until it is resumed. A change that is currently being sent is sent only once. The endpoint
 * must be locked.
 */
export function rescheduleDeliveries(
  em: SqlEntityManager,
  { now }: ServiceContext,
  endpoint: WebhookEndpoint,
  { ofItsTypes, ...range }: Range,
): Promise<RescheduledChanges> {
  return scheduleDeliveries(queryIn(em), endpoint.id, new Date(now()).toISOString(), {
    ...range,
    externalServiceId: endpoint.externalService.id,
    types: ofItsTypes ? endpoint.types : undefined,
  });
}
