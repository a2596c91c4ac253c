import type { Database } from '../../db/connection/database.ts';

/**
 * What receivers have answered to the changes of a thing may repeat what was sent: it goes with the person who is erased
 * from them. The answer to what is being sent just now is not kept either, whenever it comes.
 *
 * To be called behind erasing the changes themselves, which waits for whoever numbers them: then their deliveries are there.
 */
export async function deleteWebhookResponses(
  query: Database['query'],
  changes: string,
  parameters: readonly unknown[],
): Promise<void> {
  await query(
    `update webhook_deliveries d set last_answer = null, erased = true
     from changes join webhook_endpoints e using (external_service_id)
     where ${changes} and d.endpoint_id = e.id and d.id = changes.id`,
    parameters,
  );
}
