import { errorFactory } from '../../api-error.ts';
import type { WebhookDeliveryFilter } from '../../db/queries/operators/lists.ts';
import { queryForPartner } from '../../db/queries/partners/query-for-partner.ts';
import {
  selectWebhookDeliveries,
  type WebhookDeliveryRow,
} from '../../db/queries/partners/webhook-deliveries.ts';
import { type ChangeType, scopesOfChanges } from '../../rules/change-types.ts';
import { isNoRange } from '../../rules/instant.ts';
import { allows } from '../../rules/requests/scope.ts';
import type { Partner } from '../access/authorize-partner.ts';
import { partnerErrors } from '../access/partner-errors.ts';
import type { changeScopes } from '../changes/list-changes.ts';
import type { ServiceContext } from '../service-context.ts';
import { type PageInput, pageOf, positionIn } from '../values/cursor.ts';
import { attemptsOf, deliveryStatusOf } from './delivery-attempts.ts';

export const listWebhookDeliveriesErrors = [
  ...partnerErrors,
  'webhook_endpoint_not_found',
  'invalid_filter_time_range',
] as const;
const createError = errorFactory(listWebhookDeliveriesErrors);

/** The filters. Instants are in the stored format. */
interface ListWebhookDeliveriesInput
  extends Pick<WebhookDeliveryFilter, 'webhookEndpointId' | 'status' | 'from' | 'to'>,
    PageInput<readonly [list: string, id: string]> {
  /** Only deliveries whose last attempt failed. */
  failed: boolean;
}

/**
 * Returns a page of the deliveries of a webhook endpoint of the external service, newest change first, with their
 * attempts.
 *
 * Not in the document: a response may repeat what was sent. So a token sees responses only to changes that it may read.
 *
 * @throws ApiError `webhook_endpoint_not_found`, `invalid_filter_time_range`, `invalid_schema` (a cursor of other
 * filters), `service_unavailable`.
 */
export async function listWebhookDeliveries(
  { database }: ServiceContext,
  { externalServiceId, scopes }: Partner<(typeof changeScopes)[number] | 'webhookwrite'>,
  { limit, cursor, failed, ...asked }: ListWebhookDeliveriesInput,
) {
  if (isNoRange(asked.from, asked.to)) throw createError('invalid_filter_time_range');
  // Each endpoint has its own list. The default is the same list as no filter.
  const filters = { ...asked, lastAttemptFailed: failed || undefined };
  const before = positionIn(cursor, filters)?.[1];
  const statement = selectWebhookDeliveries(externalServiceId, filters, { before, limit: limit + 1 });
  const rows = await queryForPartner<WebhookDeliveryRow>(database, externalServiceId, statement);
  if (rows.length === 0) throw createError('webhook_endpoint_not_found');
  const found = rows.filter(({ id }) => id !== null);
  const { items, ...next } = pageOf(found, { limit, filters }, ({ id }) => ['delivery', id]);
  const isReadable = (type: string | null) =>
    type !== null && allows(scopes, scopesOfChanges[type as ChangeType]);
  const deliveries = items.map(({ id, type, sequence, dueAt, deliveredAt, ...attempts }) => ({
    id,
    type: type as ChangeType | null,
    sequence,
    status: deliveryStatusOf({ dueAt, deliveredAt }),
    dueAt,
    deliveredAt,
    attempts: attemptsOf(attempts).map(({ answer, ...attempt }) => ({
      ...attempt,
      answer: isReadable(type) ? (answer ?? null) : null,
    })),
  }));
  return { items: deliveries, ...next };
}

export type ListedWebhookDelivery = Awaited<ReturnType<typeof listWebhookDeliveries>>['items'][number];
