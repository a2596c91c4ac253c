import { expect, it } from 'vitest';
import { deleteWebhookResponses } from '../../../../src/db/queries/jobs/delete-webhook-responses.ts';
import { sequenceChanges } from '../../../../src/services/changes/sequence-changes.ts';
import { newId } from '../../../../src/services/values/new-id.ts';
import { createFactories } from '../../../harness/data/factories.ts';
import { useTestDatabase } from '../../../harness/servers/use-test-service.ts';

const test = useTestDatabase();

it('erases all webhook responses to the changes of one resource and no others', async () => {
  const { query } = test.database;
  const factories = createFactories(test.database);
  const services = [await factories.externalService(), await factories.externalService()];
  const [erased, other] = [newId(), newId()];
  for (const service of services) {
    for (const path of ['a', 'b'])
      await query(
        `insert into webhook_endpoints (id, external_service_id, url, types, signature, secret)
         values ($1, $2, $3, '{user.updated}', 'HMAC_SHA256', '')`,
        [newId(), service, `https://partner.example.com/${path}`],
      );
    for (const subject of [erased, other])
      await query(
        `insert into change_outbox (external_service_id, type, subject_id, at, actor_type, request_id, data)
         values ($1, 'user.updated', $2, now(), 'operator', 'x', '{}')`,
        [service, subject],
      );
  }
  while (!(await sequenceChanges({ database: test.database, now: Date.now })));
  await query(`update webhook_deliveries set last_answer = 'answered', erased = not $1`, [true]);

  await deleteWebhookResponses(query, [erased]);
  const answers = await query(
    `select c.subject_id as subject, d.last_answer as answer, d.erased, count(*)::int as count
     from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
     join changes c on c.id = d.id and c.external_service_id = e.external_service_id
     group by 1, 2, 3 order by 1`,
    [],
  );
  expect(answers).toEqual([
    { subject: erased, answer: null, erased: true, count: 4 },
    { subject: other, answer: 'answered', erased: false, count: 4 },
  ]);
});
