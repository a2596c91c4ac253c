import type { Query } from '../../connection/query.ts';

/**
 * Deletes the stored responses of webhook receivers to changes of an erased person's data, because a response may
 * repeat what was sent. The response to a webhook that is currently being sent is not stored either.
 *
 * Call it after erasing the changes themselves. That waits for running sequencing, so their deliveries then exist.
 *
 * @param changeIds the erased changes. Without it, all changes of the subjects.
 */
export async function deleteWebhookResponses(
  query: Query,
  subjectIds: readonly string[],
  changeIds?: readonly string[],
): Promise<void> {
  const changes =
    changeIds === undefined
      ? 'changes.subject_id = any ($1::uuid[])'
      : 'changes.subject_id = any ($1::uuid[]) and changes.id = any ($2::uuid[])';
  await query(
    `update webhook_deliveries d set last_answer = null, erased = true
     from changes join webhook_endpoints e using (external_service_id)
     where ${changes} and d.endpoint_id = e.id and d.id = changes.id`,
    changeIds === undefined ? [subjectIds] : [subjectIds, changeIds],
  );
}
