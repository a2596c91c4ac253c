import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../../src/db/connection/in-transaction.ts';
import { findIdOfSequence } from '../../../src/db/queries/operators/webhook-deliveries.ts';
import { emptyRange, reversedRange } from '../../../src/rules/requests/time-range.ts';
import { writeChangesAt } from '../../harness/clients/write-changes-at.ts';
import { columnIn, valueIn } from '../../harness/data/rows.ts';
import { startScriptedServer } from '../../harness/servers/scripted-server.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { forTest, useOperator, useTestService } from '../../harness/servers/use-test-service.ts';

type Json = Record<string, unknown>;
interface Delivery {
  id: string;
  status: string;
  attempts: number;
  deliveredAt: string | null;
  lastAnswer: string | null;
  change: { id: string; sequence: number; type: string; body: Json } | null;
}

const deliveryFields = 'id status attempts deliveredAt lastAnswer change { id sequence type body }';

describe.each(databaseKinds)('deliveries on %s', (kind) => {
  const service = useTestService(kind);
  const admin = useOperator(service);
  let externalServiceId: string;
  let endpoint: string;
  /** Ids of the changes of the service, in order. The first one has sequence number 1. */
  let ids: string[];
  const hour = 3_600_000;
  const start = Date.parse('2026-11-20T12:00:00Z');
  const time = (hours: number) => new Date(start + hours * hour).toISOString();
  beforeAll(async () => {
    externalServiceId = await service.factories.externalService();
    endpoint = await newEndpoint('{court.created,user.created}');
    // Twelve changes over four hours, three in each. One of the three has a type that the endpoint does not receive.
    for (let n = 0; n < 12; n += 1) {
      const type = n % 3 === 2 ? 'court.updated' : 'court.created';
      await announce(externalServiceId, type, `Court ${n + 1}`, start + Math.floor(n / 3) * hour);
    }
    ids = await columnIn(
      service,
      'select id from changes where external_service_id = $1 order by sequence',
      externalServiceId,
    );
  });

  const announce = (of: string, type: string, name: string, at: number) =>
    writeChangesAt(
      service.database,
      at,
      `insert into change_outbox (external_service_id, type, subject_id, at, actor_type, request_id, data)
       values (?, ?, gen_random_uuid(), '2026-11-20T12:00:00Z', 'operator', 'r', ?)`,
      [
        of,
        type,
        JSON.stringify({ id: randomUUID(), name, organization: { id: randomUUID(), name: 'Club' } }),
      ],
    );
  /** An endpoint that an operator has paused, so that nothing is sent. */
  const newEndpoint = (types: string, of = externalServiceId) =>
    valueIn(
      service,
      `insert into webhook_endpoints (id, external_service_id, url, types, signature, secret, paused_because, paused_at)
       values (gen_random_uuid(), $1, 'https://partner.example.com/', $2::text[], 'HMAC_SHA256', '', 'OPERATOR', now()) returning id`,
      of,
      types,
    );
  /** An endpoint to which the service sends. */
  const sendingTo = async (url: string, type: string, of = externalServiceId): Promise<string> => {
    const selection = '... on IssuedWebhookSecret { webhookEndpoint { id } }';
    const input = { externalServiceId: of, url, types: [type] };
    return (await admin.mutate('createWebhookEndpoint', input, selection)).webhookEndpoint.id;
  };
  const list = async (args = '', of = endpoint): Promise<Delivery[]> => {
    const text = `{ webhookDeliveries(webhookEndpointId: "${of}", ${args}) { nodes { ${deliveryFields} } } }`;
    return (await admin.data(text)).webhookDeliveries.nodes;
  };
  const resend = (input: Json) =>
    admin.mutate(
      'resendWebhookDeliveries',
      { webhookEndpointId: endpoint, ...input },
      '... on ResentWebhookDeliveries { count nextSequence } ... on InvalidSchemaError { issues { message } }',
    );
  const resendOne = (webhookEndpointId: string, changeId: string) =>
    admin.mutate(
      'resendWebhookDelivery',
      { webhookEndpointId, changeId },
      `... on WebhookDelivery { ${deliveryFields} }`,
    );
  const done = (delivered: boolean, from: number, to: number) =>
    service.database.query(
      `update webhook_deliveries set due_at = null, attempts = 1, delivered_at = case when $2 then now() end
       where endpoint_id = $1 and id = any ($3::uuid[])`,
      [endpoint, delivered, ids.slice(from - 1, to)],
    );
  const pending = async (of = endpoint) =>
    (await list('status: PENDING, first: 100', of)).map(({ change }) => change!.sequence).reverse();

  it('lists deliveries for the types of the endpoint, newest first, with their changes', async () => {
    const all = await list();
    expect(all.map(({ change }) => change!.sequence)).toEqual([11, 10, 8, 7, 5, 4, 2, 1]);
    expect(all[0]).toMatchObject({
      id: ids[10],
      status: 'PENDING',
      attempts: 0,
      change: {
        id: ids[10],
        type: 'COURT_CREATED',
        body: {
          type: 'court.created',
          timestamp: '2026-11-20T12:00:00.000Z',
          sequence: 11,
          data: { name: 'Court 11' },
        },
      },
    });
  });

  it('resends what failed since a time, after a dry run that counts it', async () => {
    await done(true, 1, 2);
    await done(false, 4, 5);
    const failed = (n: number, isDue: boolean) =>
      service.database.query(
        `update webhook_deliveries set last_error = 'No response.', due_at = case when $3 then now() end
         where endpoint_id = $1 and id = $2`,
        [endpoint, ids[n - 1], isDue],
      );
    await failed(4, false);
    await failed(7, true);
    await failed(8, true);
    const mutate = (input: Json) =>
      admin.mutate(
        'resendFailedWebhookDeliveries',
        { webhookEndpointId: endpoint, ...input },
        '... on ResentFailedWebhookDeliveries { done count hasMore confirmToken }',
      );
    const dryRun = await mutate({ from: time(1) });
    expect(dryRun).toEqual({ done: false, count: 3, hasMore: false, confirmToken: expect.any(String) });
    expect(await pending()).toEqual([7, 8, 10, 11]);
    const { confirmToken } = await mutate({ from: time(2) });
    const other = await mutate({ from: time(1), confirmToken });
    expect(other).toMatchObject({ type: 'confirmation_outdated' });
    // What is being sent is not sent twice.
    await service.database.query(
      `update webhook_deliveries set leased_until = now() + interval '20 s' where endpoint_id = $1 and id = $2`,
      [endpoint, ids[7]],
    );
    const confirmed = await mutate({ from: time(1), confirmToken: dryRun.confirmToken });
    expect(confirmed).toEqual({ done: true, count: 2, hasMore: false, confirmToken: null });
    expect(await pending()).toEqual([4, 7, 8, 10, 11]);
    expect((await list('status: PENDING, lastAttemptFailed: true')).map(({ attempts }) => attempts)).toEqual([
      0, 0, 0,
    ]);
    const again = await mutate({ from: time(1), confirmToken: dryRun.confirmToken });
    expect(again).toMatchObject({ type: 'confirmation_outdated' });
    expect(await mutate({ from: time(3) })).toEqual({
      done: false,
      count: 0,
      hasMore: false,
      confirmToken: null,
    });
    expect(await mutate({ from: time(0), to: time(1) })).toMatchObject({ count: 0 });
    for (const to of [time(0), time(1)])
      expect(await mutate({ from: time(1), to })).toMatchObject({ type: 'invalid_schema' });
    expect(await mutate({ webhookEndpointId: randomUUID(), from: time(0) })).toMatchObject({
      type: 'webhook_endpoint_not_found',
    });
    await service.database.query(
      'update webhook_deliveries set leased_until = null, last_error = null where endpoint_id = $1',
      [endpoint],
    );
  });

  it('shows every attempt, newest first', async () => {
    const [first, second] = ['2026-11-20T12:00:00', '2026-11-20T12:00:05'];
    const former = [
      { at: `${first}.000000Z`, status: null, milliseconds: 15_000, error: 'No response.', answer: null },
      {
        at: `${second}.000000Z`,
        status: 500,
        milliseconds: 2,
        error: 'The response was 500.',
        answer: '\u0007',
      },
    ];
    await service.database.query(
      `update webhook_deliveries set former_attempts = $3, last_attempt_at = '2026-11-20T12:05:05Z', last_status = 204,
         last_milliseconds = 3, last_answer = 'ok' where endpoint_id = $1 and id = $2`,
      [endpoint, ids[0], JSON.stringify(former)],
    );
    const shown = async (id: string) => {
      const text = `{ webhookDelivery(webhookEndpointId: "${endpoint}", changeId: "${id}") {
        attemptHistory { at status milliseconds error answer } } }`;
      return (await admin.data(text)).webhookDelivery.attemptHistory;
    };
    expect(await shown(ids[0]!)).toEqual([
      { at: '2026-11-20T12:05:05.000Z', status: 204, milliseconds: 3, error: null, answer: 'ok' },
      { ...former[1], at: `${second}.000Z`, answer: '\\u{7}' },
      { ...former[0], at: `${first}.000Z` },
    ]);
    expect(await shown(ids[10]!)).toEqual([]);
  });

  it('shows invisible characters in a response as escape sequences', async () => {
    await service.database.query(
      'update webhook_deliveries set last_answer = $3 where endpoint_id = $1 and id = $2',
      [endpoint, ids[0], '<b>\u202eno\u0007</b>\n\tx'],
    );
    const one = `webhookDelivery(webhookEndpointId: "${endpoint}", changeId: "${ids[0]}") { lastAnswer }`;
    expect(await admin.data(`{ ${one} }`)).toEqual({
      webhookDelivery: { lastAnswer: '<b>\\u{202e}no\\u{7}</b>\n\tx' },
    });
    const receiver = await forTest(startScriptedServer({ status: 202, body: 'taken\u202e' }));
    const input = `{ webhookEndpointId: "${await sendingTo(receiver.address, 'USER_CREATED')}" }`;
    const shown = 'status answer error';
    const tested = `mutation { testWebhookEndpoint(input: ${input}) { ... on TestedWebhookEndpoint { ${shown} } } }`;
    expect(await admin.data(tested)).toEqual({
      testWebhookEndpoint: { status: 202, answer: 'taken\\u{202e}', error: null },
    });
  });

  it('sends a change again as a new delivery, whatever its state or type', async () => {
    await done(true, 1, 12);
    expect(await resendOne(endpoint, ids[0]!)).toMatchObject({
      id: ids[0],
      status: 'PENDING',
      attempts: 0,
      deliveredAt: null,
    });
    expect(await resendOne(endpoint, ids[2]!)).toMatchObject({
      change: { sequence: 3, type: 'COURT_UPDATED' },
    });
    expect(await pending()).toEqual([1, 3]);
  });

  it('returns change_not_found for an unknown change and for one of another external service', async () => {
    const foreign = await newEndpoint('{court.created}', await service.factories.externalService());
    for (const [of, id] of [
      [endpoint, randomUUID()],
      [foreign, ids[0]!],
    ] as const)
      expect(await resendOne(of, id)).toMatchObject({ type: 'change_not_found' });
    expect(await resendOne(randomUUID(), ids[0]!)).toMatchObject({ type: 'webhook_endpoint_not_found' });
  });

  it.each([
    ['from a number', { fromSequence: 8 }, [8, 10, 11]],
    ['to a number, which is within', { toSequence: 4 }, [1, 2, 4]],
    ['between numbers', { fromSequence: 2, toSequence: 7 }, [2, 4, 5, 7]],
    ['of one number', { fromSequence: 5, toSequence: 5 }, [5]],
    ['of what is not there yet', { fromSequence: 13 }, []],
    ['from a time, which is within', { from: time(2) }, [7, 8, 10, 11]],
    ['to a time, which is not', { to: time(1) }, [1, 2]],
    ['between times', { from: time(1), to: time(3) }, [4, 5, 7, 8]],
    ['from a number to a time', { fromSequence: 5, to: time(3) }, [5, 7, 8]],
    ['from a time to a number', { from: time(1), toSequence: 7 }, [4, 5, 7]],
  ] as const)(
    'sends a range again, limited to the types of the endpoint: %s',
    async (_what, range, expected) => {
      await service.database.query('delete from webhook_deliveries where endpoint_id = $1', [endpoint]);
      expect(await resend(range)).toEqual({ count: expected.length, nextSequence: null });
      expect(await pending()).toEqual(expected);
    },
  );

  it('starts at the oldest stored change if a range begins before it', async () => {
    const query = inTransaction(service.database, service.database.em()).query;
    await service.database.query('delete from changes where external_service_id = $1 and sequence <= 3', [
      externalServiceId,
    ]);
    for (const [sequence, found] of [
      [1, 4],
      [4, 4],
      [6, 6],
      [12, 12],
    ] as const)
      expect(await findIdOfSequence(query, externalServiceId, sequence)).toBe(ids[found - 1]);
    await service.database.query('delete from webhook_deliveries where endpoint_id = $1', [endpoint]);
    expect(await resend({ toSequence: 2 })).toEqual({ count: 0, nextSequence: null });
    expect(await resend({ toSequence: 4 })).toEqual({ count: 1, nextSequence: null });
  });

  const oneOfEach = 'Give a start by fromSequence or from, an end by toSequence or to, or both.';
  it.each([
    ['without ends', {}, oneOfEach],
    ['with two starts', { fromSequence: 1, from: time(1) }, oneOfEach],
    ['with two ends', { toSequence: 1, to: time(1) }, oneOfEach],
    ['of numbers that ends before it begins', { fromSequence: 2, toSequence: 1 }, reversedRange],
    ['of time that ends before it begins', { from: time(1), to: time(0) }, reversedRange],
    ['of time that is empty', { from: time(1), to: time(1) }, emptyRange],
  ])('rejects a range %s with the reason', async (_what, range, message) => {
    expect(await resend(range)).toMatchObject({ type: 'invalid_schema', issues: [{ message }] });
  });

  it('does not send a delivery a second time while it is in progress', async () => {
    await service.database.query(
      `insert into webhook_deliveries (endpoint_id, id, due_at, leased_until)
       values ($1, $2, now() + interval '20 s', now() + interval '20 s')
       on conflict (endpoint_id, id) do update set due_at = excluded.due_at, leased_until = excluded.leased_until`,
      [endpoint, ids[9]],
    );
    await resendOne(endpoint, ids[9]!);
    const [row] = await service.database.query<{ isLater: boolean }>(
      `select due_at = leased_until and due_at > now() as "isLater" from webhook_deliveries where endpoint_id = $1 and id = $2`,
      [endpoint, ids[9]],
    );
    expect(row).toEqual({ isLater: true });
  });

  it('sends a range of changes that are older than the endpoint', async () => {
    const later = await newEndpoint('{court.updated}');
    expect(await list('', later)).toEqual([]);
    expect(await resend({ webhookEndpointId: later, fromSequence: 1 })).toEqual({
      count: 3,
      nextSequence: null,
    });
    expect(await pending(later)).toEqual([6, 9, 12]);
  });

  it('keeps the webhook-id of a resent change, and holds deliveries while the endpoint is paused', async () => {
    const receiver = await forTest(startScriptedServer({ status: 204 }));
    const other = await service.factories.externalService();
    const id = await sendingTo(receiver.address, 'COURT_CREATED', other);
    const happens = () => announce(other, 'court.created', 'Court', Date.now());
    const set = (verb: string) =>
      admin.data(`mutation { ${verb}WebhookEndpoint(input: { webhookEndpointId: "${id}" }) { __typename } }`);
    const arrived = () => receiver.received.map(({ headers }) => headers['webhook-id']);
    await happens();
    await expect.poll(arrived, { timeout: 20_000 }).toHaveLength(1);
    const [first] = arrived() as [string];
    await expect.poll(() => list('status: DELIVERED', id), { timeout: 20_000 }).toHaveLength(1);
    await resendOne(id, first);
    await expect.poll(arrived, { timeout: 20_000 }).toEqual([first, first]);

    await set('pause');
    await happens();
    await happens();
    const waiting = (await list('status: PENDING', id)).map((delivery) => delivery.id).reverse();
    expect(waiting).toHaveLength(2);
    expect(arrived()).toHaveLength(2);
    await set('resume');
    await expect.poll(arrived, { timeout: 20_000 }).toEqual([first, first, ...waiting]);
    await set('delete');
  });

  it('resends up to 10,000 changes per call, and returns where to continue', async () => {
    const other = await service.factories.externalService();
    const busy = await newEndpoint('{user.created}', other);
    await service.database.query(
      `insert into changes (external_service_id, id, sequence, type, subject_id, at, actor_type, request_id, data)
       select $1, ('01a202c00000700080000000' || lpad(to_hex(n), 8, '0'))::uuid, n, 'user.created', gen_random_uuid(), now(), 'operator', 'r', '{}'
       from generate_series(1, 10003) n`,
      [other],
    );
    const of = { webhookEndpointId: busy };
    expect(await resend({ ...of, fromSequence: 1 })).toEqual({ count: 10_000, nextSequence: 10_001 });
    expect(await resend({ ...of, fromSequence: 10_001 })).toEqual({ count: 3, nextSequence: null });
  });
});
