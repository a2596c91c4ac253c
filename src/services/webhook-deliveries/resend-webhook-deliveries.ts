import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { queryIn } from '../../db/connection/query.ts';
import { findIdOfSequence, findIdsOfTimes } from '../../db/queries/operators/webhook-deliveries.ts';
import type { ChangeType } from '../../rules/change-types.ts';
import { type ResendRange, resendRangeFault } from '../../rules/requests/resend-range.ts';
import { recordChange } from '../audit/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { faultAsIssue, instant, uuid } from '../values/fields.ts';
import { checkReadable, type EndpointManager, waitsForOf } from '../webhooks/by-partner.ts';
import { findWebhookEndpoint } from '../webhooks/find-webhook-endpoint.ts';
import { rescheduleDeliveries } from './reschedule-deliveries.ts';

const sequence = () => z.int().min(1).meta({ format: 'int64' }).optional();

const range = {
  fromSequence: sequence(),
  toSequence: sequence(),
  from: instant().optional(),
  to: instant().optional(),
};

/** A range of changes. Each end is a sequence or a time, so that `nextSequence` continues a range of times, too. */
export const ResendRangeInput = z.strictObject(range).superRefine(faultAsIssue(resendRangeFault));
export const ResendWebhookDeliveriesInput = z
  .strictObject({ webhookEndpointId: uuid(), ...range })
  .superRefine(faultAsIssue(resendRangeFault));

export const resendWebhookDeliveriesErrors = ['webhook_endpoint_not_found'] as const;
const createError = errorFactory(resendWebhookDeliveriesErrors);
const createOwnError = errorFactory(['scope_permission_denied']);

/** Not in the document: the maximum per call, which one statement can schedule within its time limit. */
export const mostSentAnew = 10_000;

export interface ResentWebhookDeliveries {
  count: number;
  /** The `fromSequence` of the next call, or null if the range is complete. */
  nextSequence: number | null;
}

/**
 * Sends the changes of a range to an endpoint at once, oldest first: those of its types, delivered or not, including
 * changes from before the endpoint was created. One call sends the first 10,000. For a paused endpoint they stay
 * queued until it is resumed.
 *
 * A time range refers to the times at which the changes were sequenced, which is shortly after they were made.
 *
 * @throws ApiError `webhook_endpoint_not_found`.
 */
export function resendWebhookDeliveries(
  context: ServiceContext,
  by: EndpointManager,
  { webhookEndpointId, ...given }: z.output<typeof ResendWebhookDeliveriesInput>,
): Promise<ResentWebhookDeliveries> {
  return context.database.transaction(async (em) => {
    const endpoint = await findWebhookEndpoint(em, webhookEndpointId, createError, by);
    if ('scopes' in by) checkReadable(by, endpoint.types as ChangeType[], createOwnError);
    const bounds = await boundsOf(em, endpoint.externalService.id, given);
    const { toSequence } = given;
    const range = { ...bounds, toSequence, ofItsTypes: true, limit: mostSentAnew };
    const { count, lastSequence } = await rescheduleDeliveries(em, context, endpoint, range);
    const nextSequence = count === mostSentAnew ? lastSequence! + 1 : null;
    await recordChange(em, context, by, {
      action: 'resendWebhookDeliveries',
      subjectId: webhookEndpointId,
      after: { ...given, count },
    });
    return { count, nextSequence };
  }, waitsForOf(by));
}

/** Returns the smallest and the largest id of a range. */
async function boundsOf(
  em: SqlEntityManager,
  externalServiceId: string,
  { fromSequence, toSequence, from, to }: ResendRange,
): Promise<{ from: string; to: string }> {
  const query = queryIn(em);
  const times = await findIdsOfTimes(query, { from, to });
  const idOf = (sequence: number) => findIdOfSequence(query, externalServiceId, sequence);
  return {
    from: fromSequence === undefined ? times.from : await idOf(fromSequence),
    to: toSequence === undefined ? times.to : await idOf(toSequence),
  };
}
