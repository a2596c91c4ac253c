import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseFunctions } from '../../src/db/functions/functions.ts';
import { PartnerRequestRecorder } from '../../src/services/traffic/record-partner-request.ts';
import { newId } from '../../src/services/values/new-id.ts';
import { everyCall, type OperationCall } from '../harness/clients/every-call.ts';
import { ask } from '../harness/clients/graphql-client.ts';
import { operatorOf } from '../harness/clients/operator-calls.ts';
import type { Tenant } from '../harness/data/factories.ts';
import { operations } from '../harness/data/isolation-matrix.ts';
import { startOwnPostgresql } from '../harness/servers/own-postgresql.ts';
import { startServiceAt, type TestService } from '../harness/servers/test-service.ts';
import { startReceiver, type WebhookReceiver } from '../harness/servers/webhook-receiver.ts';

const settings = [
  'shared_preload_libraries=pg_stat_statements',
  'pg_stat_statements.track=all',
  'pg_stat_statements.track_planning=on',
  'autovacuum=off',
  'fsync=off',
];

type Work = Record<string, (n: number) => Promise<unknown>>;

/** A service on its own server, with everything that it does for requests and in loops. */
async function start() {
  const server = await startOwnPostgresql({ settings });
  // One connection for partners, and one for operators: each keeps its own plans, so more would only need more calls.
  const service = await startServiceAt(server.url, { poolSize: 2 });
  const client = new pg.Client(server.url);
  await client.connect();
  await client.query('create extension pg_stat_statements');
  const tenant = await service.factories.tenant(50);
  const { rows } = await client.query<{ id: string }>(
    `insert into users (id, email, first_name, last_name, managed_by_id)
     select gen_random_uuid(), 'user-' || n || '@example.com', 'Ada', 'Lovelace', $1 from generate_series(1, 500) n
     returning id`,
    [tenant.externalServiceId],
  );
  const calls = everyCall(
    tenant,
    rows.map(({ id }) => id),
  );
  const send = sending(service, tenant.token);
  const stop = async () => {
    await client.end();
    await service.stop();
    await server.stop();
  };
  return { service, client, tenant, calls, send, stop };
}

type Started = Awaited<ReturnType<typeof start>>;

function sending(service: TestService, token: string) {
  return async ({ operationId, method, path, body, status }: OperationCall) => {
    const answer = await service.call(path, { method, token, body }, operationId);
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBe(status);
  };
}

function operationsOf({ calls, send }: Started): Work {
  return Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, (n) => send(call(n))]));
}

const operatorsPage = (filter: string) => `{
  courtBookings(first: 50${filter}) {
    nodes {
      id externalCourtBookingId court { id name organization { id name } } externalService { id name }
      participants { email user { id email } }
    }
    pageInfo { hasNextPage }
  }
}`;

async function operatorsPages({ service }: Started): Promise<Work> {
  const { secret } = await service.factories.operator('VIEWER');
  return {
    page: () => ask(service, secret, operatorsPage('')),
    'page with a filter': () => ask(service, secret, operatorsPage(', filter: { status: ACTIVE }')),
  };
}

function loops({ service: { database }, tenant }: Started, deliver: Work[string]): Work {
  const recorder = new PartnerRequestRecorder(database);
  const now = () => new Date().toISOString();
  return {
    'deliver a webhook': deliver,
    'assign sequence numbers': () => database.call('number_changes', { now: now(), limit: 100 }),
    'look for due webhooks': () => database.callInBackground('look_for_webhooks', { now: now() }),
    'record a request': async () => {
      recorder.record({
        id: newId(),
        at: now(),
        externalServiceId: tenant.externalServiceId,
        apiTokenId: tenant.tokenId,
        operation: 'createUser',
        status: 400,
        errorType: 'invalid_schema',
        issuePaths: [],
        milliseconds: 1,
        requestId: 'recorded',
        callerRequestId: undefined,
        sdkVersion: undefined,
      });
      await recorder.flush();
    },
  };
}

/** Creates a booking of another external service, and waits for its webhook. */
async function delivering(service: TestService, receiver: WebhookReceiver) {
  const tenant = await service.factories.tenant(1);
  const operator = await operatorOf(service);
  await operator.createWebhookEndpoint(tenant.externalServiceId, receiver.urlOf('/'), [
    'COURT_BOOKING_CREATED',
  ]);
  const calls = everyCall(tenant, []);
  const send = sending(service, tenant.token);
  const arrivals = new Map<string, () => void>();
  receiver.answer = ({ body }) => {
    arrivals.get(body.data.externalCourtBookingId)?.();
    return { status: 204 };
  };
  return async (n: number) => {
    const call = calls['create a booking']!(n);
    const participants = [{ email: 'guest@example.com' }];
    const arrived = new Promise<void>((resolve) => arrivals.set(`one-${n}`, resolve));
    await send({ ...call, body: { ...(call.body as object), participants } });
    await arrived;
  };
}

/**
 * Returns the number of plans that PostgreSQL made for five runs of each work. Before, the data grow, and one table after the other is
 * analyzed between two runs.
 */
async function growAndCount({ client, tenant }: Started, work: Work): Promise<Record<string, number>> {
  let runs = 0;
  const runAll = async (times: number) => {
    for (const one of Object.values(work)) for (let n = 0; n < times; n += 1) await one(runs + n);
    runs += times;
  };
  // PostgreSQL compares its plans after five runs.
  await runAll(6);
  await grow(client, tenant);
  await client.query('analyze court_bookings');
  await runAll(1);
  await client.query('analyze users');
  await runAll(1);
  await client.query('analyze');
  // Plans once more for the new statistics.
  await runAll(1);
  const plans: Record<string, number> = {};
  // The lower of two counts, because background jobs run meanwhile. What was called less often than the work is theirs.
  for (let round = 0; round < 2; round += 1) {
    for (const [name, one] of Object.entries(work)) {
      await client.query('select pg_stat_statements_reset()');
      for (let n = runs; n < runs + 5; n += 1) await one(n);
      const { rows } = await client.query(
        "select coalesce(sum(plans), 0)::int as plans from pg_stat_statements where query !~ 'pg_stat_statements' and calls >= 5",
      );
      plans[name] = Math.min(plans[name] ?? Number.POSITIVE_INFINITY, rows[0].plans);
    }
    runs += 5;
  }
  return plans;
}

/** Adds 20,000 bookings, each with two participants, and 5,000 users. */
async function grow(client: pg.Client, { externalServiceId, courtIds }: Tenant): Promise<void> {
  await client.query(
    `insert into users (id, email, first_name, last_name, managed_by_id)
     select gen_random_uuid(), 'grown-' || n || '@example.com', 'Ada', 'Lovelace', $1 from generate_series(1, 5000) n`,
    [externalServiceId],
  );
  await client.query(
    `with grown as (
       insert into court_bookings (
         id, external_service_id, external_court_booking_id, court_id, start_date, end_date, external_updated_at
       )
       select gen_random_uuid(), $1, 'grown-' || n, ($2::uuid[])[1 + n % 50], at, at + interval '1 hour', '2020-01-01Z'
       from generate_series(1, 20000) n, lateral (select timestamptz '2020-01-01Z' + n / 50 * interval '1 hour' as at) t
       returning id
     )
     insert into court_booking_participants (court_booking_id, position, email)
     select id, position, 'guest-' || position || '@example.com' from grown, generate_series(0, 1) position`,
    [externalServiceId, courtIds],
  );
}

describe('plans of a database that grows and is analyzed under traffic', () => {
  let started: Started;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    started = await start();
    receiver = await startReceiver();
  });
  afterAll(async () => {
    await started?.stop();
    await receiver?.stop();
  });

  it('are made for every operation of the document', () => {
    const covered = new Set(Object.values(started.calls).map((call) => call(10_000).operationId));
    // Setting up tokens and endpoints is rare.
    const rare = [
      ...['rotateApiToken', 'revokeApiToken', 'createWebhookEndpoint', 'deleteWebhookEndpoint'],
      ...['testWebhookEndpoint', 'rotateWebhookSecret', 'updateWebhookEndpoint', 'resumeWebhookEndpoint'],
      ...['pauseWebhookEndpoint', 'resendWebhookDeliveries'],
    ];
    const names = operations.map(({ operationId }) => operationId).filter((name) => !rare.includes(name));
    expect([...covered].sort()).toEqual(names.sort());
  });

  it('are made once per connection, except for a list that is planned for its values', async () => {
    const work = {
      ...operationsOf(started),
      ...(await operatorsPages(started)),
      ...loops(started, await delivering(started.service, receiver)),
    };
    const plans = await growAndCount(started, work);
    const planning = Object.entries(plans).filter(([, count]) => count > 0);
    expect(Object.fromEntries(planning)).toEqual({ 'page with a filter': 5 });
  });

  it('are made for each call if the function lacks the setting', async () => {
    const broken = await start();
    try {
      const { schema } = databaseFunctions();
      await broken.client.query(`alter function ${schema}.load_court_bookings set plan_cache_mode = auto`);
      const { 'create a booking': create } = operationsOf(broken);
      const plans = await growAndCount(broken, { create: create! });
      expect(plans.create).toBeGreaterThanOrEqual(5);
    } finally {
      await broken.stop();
    }
  });
});
