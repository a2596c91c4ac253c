import type { DeliveryStatus, FormerAttempt } from '../../db/entities/webhook.ts';
import type { WebhookDeliveryRow } from '../../db/queries/partners/webhook-deliveries.ts';

/** The last attempt of a delivery, and those before it, oldest first. */
export type StoredAttempts = Pick<
  WebhookDeliveryRow,
  'lastAttemptAt' | 'lastStatus' | 'lastMilliseconds' | 'lastError' | 'lastAnswer' | 'formerAttempts'
>;

/** Returns the stored attempts of a delivery, newest first. */
export function attemptsOf({
  lastAttemptAt: at,
  lastStatus: status,
  lastMilliseconds,
  lastError: error,
  lastAnswer: answer,
  formerAttempts,
}: StoredAttempts): FormerAttempt[] {
  if (at === null) return [];
  const last = { at, status, milliseconds: lastMilliseconds ?? 0, error, answer };
  return [last, ...(formerAttempts ?? []).toReversed()];
}

export function deliveryStatusOf({
  dueAt,
  deliveredAt,
}: {
  dueAt: string | null;
  deliveredAt: string | null;
}): DeliveryStatus {
  if (dueAt !== null) return 'PENDING';
  return deliveredAt === null ? 'FAILED' : 'DELIVERED';
}
