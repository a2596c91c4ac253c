import { formatInstant, instantAt, isNoRange } from '../../../../src/rules/instant.ts';
import { ApiError } from './api-error.ts';
import { type Cursor, isWithin, pageOf } from './cursor.ts';
import { findEndpoint } from './webhooks.ts';
import type { Delivery, Token } from './world.ts';

interface Filter {
  status?: string;
  failed: boolean;
  from?: string;
  to?: string;
  limit: number;
  cursor?: Cursor;
}

/**
 * Lists the deliveries of an endpoint, newest change first. Responses have no body here.
 *
 * @throws ApiError `invalid_filter_time_range`, `invalid_schema` (a cursor of other filters), `webhook_endpoint_not_found`
 */
export function listWebhookDeliveries(
  { externalService }: Token,
  id: string,
  { limit, cursor, ...filter }: Filter,
) {
  const { status, failed, from, to } = filter;
  if (isNoRange(from, to)) throw new ApiError('invalid_filter_time_range');
  const filters = { id, ...filter, failed: failed || undefined };
  const position = ({ change }: Delivery) => ['delivery', change.id];
  const { deliveries } = findEndpoint(externalService, id);
  const found = deliveries.filter((delivery) => {
    const { change, history } = delivery;
    return (
      (status === undefined || statusOf(delivery) === status) &&
      (!failed || history[0]?.failure !== undefined) &&
      isWithin(instantAt(change.at * 1_000), from, to)
    );
  });
  return pageOf(found, { limit, cursor, filters, position }, toDelivery);
}

function statusOf({ dueAt, deliveredAt }: Delivery): string {
  if (dueAt !== undefined) return 'PENDING';
  return deliveredAt === undefined ? 'FAILED' : 'DELIVERED';
}

function toDelivery(delivery: Delivery) {
  const { change, dueAt, deliveredAt, history } = delivery;
  return {
    webhookId: change.id,
    type: change.type,
    sequence: change.sequence,
    status: statusOf(delivery),
    ...(dueAt === undefined ? {} : { dueAt: new Date(dueAt).toISOString() }),
    ...(deliveredAt === undefined ? {} : { deliveredAt: formatInstant(deliveredAt) }),
    attempts: history.map(({ at, ...one }) => ({ timestamp: formatInstant(at), milliseconds: 0, ...one })),
  };
}
