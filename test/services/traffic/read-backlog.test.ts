import { expect, it } from 'vitest';
import { readBacklog } from '../../../src/services/traffic/read-backlog.ts';
import { createFactories } from '../../harness/data/factories.ts';
import { useTestDatabase } from '../../harness/servers/use-test-service.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const test = useTestDatabase();

const backlog = (at = now) => readBacklog({ database: test.database, now: () => at });
const ago = (seconds: number) => new Date(now - seconds * 1_000).toISOString();

it('an empty backlog is all zeros', async () => {
  expect(await backlog()).toEqual({
    unnumberedChanges: 0,
    oldestUnnumberedSeconds: 0,
    pendingDeliveries: 0,
    lateSeconds: 0,
    activeEndpoints: 0,
    failingEndpoints: 0,
    failingSeconds: 0,
    pausedEndpoints: 0,
  });
});

it('the backlog has pending work, the age of the oldest and the states of endpoints', async () => {
  const { query } = test.database;
  const service = await createFactories(test.database).externalService();
  for (const seconds of [90, 30])
    await query(
      `insert into change_outbox (external_service_id, type, subject_id, at, actor_type, request_id, data)
       values ($1, 'user.created', $1, $2, 'operator', 'x', '{}')`,
      [service, ago(seconds)],
    );
  const endpoints = [
    { due: ago(40), paused: null, failures: 0, since: null },
    { due: ago(-5), paused: null, failures: 0, since: null },
    { due: null, paused: null, failures: 0, since: null },
    { due: ago(10), paused: null, failures: 2, since: ago(600) },
    { due: null, paused: 'OPERATOR', failures: 3, since: ago(9_000) },
    { due: null, paused: 'OPERATOR', failures: 0, since: null },
  ];
  for (const { due, paused, failures, since } of endpoints)
    await query(
      `insert into webhook_endpoints (id, external_service_id, url, types, signature, secret, due_at, paused_because, paused_at, failures, failing_since)
       values (gen_random_uuid(), $1, 'https://partner.example.com/', '{user.created}', 'HMAC_SHA256', '', $2, $3,
         case when $3::text is not null then now() end, $4, $5)`,
      [service, due, paused, failures, since],
    );
  await query(
    `insert into webhook_deliveries (endpoint_id, id, due_at)
     select id, gen_random_uuid(), case when n < 3 then now() end from webhook_endpoints, generate_series(1, 3) n where due_at = $1`,
    [ago(40)],
  );
  const waiting = {
    unnumberedChanges: 2,
    pendingDeliveries: 2,
    activeEndpoints: 3,
    failingEndpoints: 1,
    pausedEndpoints: 2,
  };
  expect(await backlog()).toEqual({
    ...waiting,
    oldestUnnumberedSeconds: 90,
    lateSeconds: 40,
    failingSeconds: 600,
  });
  // The waiting time is never negative, even if the clock is behind.
  expect(await backlog(now - 3_600_000)).toEqual({
    ...waiting,
    oldestUnnumberedSeconds: 0,
    lateSeconds: 0,
    failingSeconds: 0,
  });
});
