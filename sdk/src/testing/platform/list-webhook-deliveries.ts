import { formatInstant, isNoRange } from '../../../../src/rules/instant.ts';
import { ApiError } from './api-error.ts';
import { type Cursor, pageOf } from './cursor.ts';
import { findEndpoint } from './webhooks.ts';
import type { Attempt, Delivery, Token } from './world.ts';

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
  const oldest = externalService.changes[0]?.sequence ?? Number.POSITIVE_INFINITY;
  const found = deliveries.filter((delivery) => {
    const { change, history } = delivery;
    const at = new Date(change.at).toISOString().replace('Z', '000Z');
    return (
      change.sequence >= oldest &&
      (status === undefined || statusOf(delivery) === status) &&
      (!failed || history[0]?.isDone === false) &&
      (from === undefined || at >= from) &&
      (to === undefined || at < to)
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
    attempts: history.map(toAttempt),
  };
}

function toAttempt({ at, status, isDone }: Attempt) {
  const timestamp = formatInstant(at);
  const failure = status === undefined ? 'There was no response.' : `The response was ${status}.`;
  return { timestamp, milliseconds: 0, status, failure: isDone ? undefined : failure };
}
