import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { queryIn } from '../../db/connection/query.ts';
import {
  countFailedDeliveries,
  findIdsOfTimes,
  scheduleFailedDeliveries,
} from '../../db/queries/operators/webhook-deliveries.ts';
import { timeRangeFault } from '../../rules/requests/time-range.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import { recordChange } from '../audit/record-change.ts';
import { confirmMillis, confirmTokenFor, isConfirmed, useToken } from '../confirmations/confirm-token.ts';
import type { ServiceContext } from '../service-context.ts';
import { faultAsIssue, instant, text, uuid } from '../values/fields.ts';
import { findWebhookEndpoint } from '../webhooks/find-webhook-endpoint.ts';
import { mostSentAnew } from './resend-webhook-deliveries.ts';

export const ResendFailedWebhookDeliveriesInput = z
  .strictObject({
    webhookEndpointId: uuid(),
    from: instant(),
    to: instant().optional(),
    confirmToken: text(1, 255).optional(),
  })
  .superRefine(faultAsIssue(timeRangeFault));

export const resendFailedWebhookDeliveriesErrors = [
  'webhook_endpoint_not_found',
  'confirmation_outdated',
] as const;
const createError = errorFactory(resendFailedWebhookDeliveriesErrors);

export interface ResentFailedWebhookDeliveries {
  /** False for a dry run, which changes nothing. */
  done: boolean;
  count: number;
  /** True if the range has more than one call sends. Call again for the rest. */
  hasMore: boolean;
  /** Only from a dry run that found something. Send it to confirm. */
  confirmToken: string | null;
}

/**
 * Sends the changes of a time range at once whose last attempt failed, oldest first: those that are still repeated, and
 * those that were abandoned. One call sends the first 10,000. For a paused endpoint they stay queued until it is resumed.
 *
 * Without `confirmToken` it is a dry run. The token is valid once, for ten minutes and the same range. It does not depend
 * on the number, because attempts go on meanwhile.
 *
 * @throws ApiError `webhook_endpoint_not_found`, `confirmation_outdated`.
 */
export function resendFailedWebhookDeliveries(
  context: ServiceContext,
  administrator: Administrator,
  { confirmToken, ...given }: z.output<typeof ResendFailedWebhookDeliveriesInput>,
): Promise<ResentFailedWebhookDeliveries> {
  const { webhookEndpointId, ...times } = given;
  const { database, now } = context;
  return database.transaction(async (em) => {
    const query = queryIn(em);
    await findWebhookEndpoint(em, webhookEndpointId, createError);
    const range = { endpointId: webhookEndpointId, ...(await findIdsOfTimes(query, times)) };
    const found = await countFailedDeliveries(query, range, mostSentAnew + 1);
    const hasMore = found > mostSentAnew;
    if (confirmToken === undefined) {
      const token = found === 0 ? null : confirmTokenFor(given, null, now() + confirmMillis);
      return { done: false, count: Math.min(found, mostSentAnew), hasMore, confirmToken: token };
    }
    const isUnused = await useToken(query, administrator, confirmToken);
    if (!isUnused || !isConfirmed(confirmToken, given, null, now()))
      throw createError('confirmation_outdated');
    const dueAt = new Date(now()).toISOString();
    const count = await scheduleFailedDeliveries(query, range, mostSentAnew, dueAt);
    await recordChange(em, context, administrator, {
      action: 'resendFailedWebhookDeliveries',
      subjectId: webhookEndpointId,
      after: { ...times, count },
    });
    return { done: true, count, hasMore, confirmToken: null };
  });
}
