import pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { createGraphqlServer } from '../../src/graphql/server.ts';
import { guardedOutgoing } from '../../src/outgoing/guarded-outgoing.ts';
import { AnswerBudget } from '../../src/services/limits/answer-budget.ts';
import { postGraphql } from '../harness/clients/graphql-client.ts';
import { testBox, WebhookSending } from '../harness/clients/webhook-sending.ts';
import { startTestService } from '../harness/servers/test-service.ts';
import { forTest, useClient, useOperator, useTestService } from '../harness/servers/use-test-service.ts';

const unavailable =
  'The service is temporarily unavailable. Resend the same request after "Retry-After" seconds.';

describe('operator requests while a lock is held', () => {
  const service = useTestService('postgresql', { poolSize: 4 });
  const admin = useOperator(service);
  const other = useClient(service);

  const post = async (query: string, on = { address: service.address, secret: admin.secret }) => {
    const response = await postGraphql(on, on.secret, { query }, { 'X-Request-Id': 'held' });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  const whileHeld = async <T>(
    lock: string,
    work: () => Promise<T>,
    by: Pick<pg.Client, 'query'> = other,
  ): Promise<T> => {
    await by.query('begin');
    await by.query(lock);
    try {
      return await work();
    } finally {
      await by.query('rollback');
    }
  };

  // The tests run concurrently because they mostly wait. Each has its own service and database.
  it.concurrent.for([
    ['lock table courts in access exclusive mode', '{ courts { nodes { id } } }'],
    ['lock table courts in access exclusive mode', '{ organizations { nodes { courts { id } } } }'],
    ['lock table courts in access exclusive mode', `{ court(id: "${crypto.randomUUID()}") { id } }`],
    [
      'lock table organizations in access exclusive mode',
      'mutation { createOrganization(input: { name: "held" }) { __typename } }',
    ],
    ['lock table operators in access exclusive mode', '{ me { id } }'],
  ] as const)(
    '%s: responds to %s with 503 service_unavailable and Retry-After, 12 times at once',
    async ([lock, query], { expect }) => {
      const own = await forTest(startTestService('postgresql', { poolSize: 4 }));
      const holder = new pg.Client(own.url);
      await holder.connect();
      const operator = await own.factories.operator('ADMIN');
      const on = { address: own.address, secret: operator.secret };
      await own.factories.organization();
      const twelve = () => Promise.all(Array.from({ length: 12 }, () => post(query, on)));
      const answers = await whileHeld(lock, twelve, holder);
      for (const { status, headers, body } of answers) {
        expect(status).toBe(503);
        expect(headers.get('retry-after')).toBe('1');
        expect(headers.get('cache-control')).toBe('no-store');
        expect(headers.get('content-type')).toMatch(/^application\/json\b/);
        expect(body.errors).toMatchObject([
          {
            message: unavailable,
            extensions: { code: 'service_unavailable', type: 'service_unavailable', requestId: 'held' },
          },
        ]);
        expect(JSON.stringify(body)).not.toMatch(/lock|timeout|select|"http"/i);
      }
      expect((await post('{ me { id } }', on)).body).toEqual({ data: { me: { id: operator.id } } });
      await holder.end();
    },
  );

  it('logs the cause of service_unavailable', async () => {
    service.logLines.length = 0;
    await whileHeld('lock table courts in access exclusive mode', () => post('{ courts { nodes { id } } }'));
    const line = service.logLines.find(
      ({ callerRequestId, err }) => callerRequestId === 'held' && err !== undefined,
    );
    expect(line).toMatchObject({ err: { name: 'Error', cause: expect.anything() } });
  });

  describe('a spent time budget', () => {
    let spentAfter: number;
    beforeEach(() => {
      spentAfter = 150;
    });
    const ask = async (query: string) => {
      const { database } = service;
      const server = createGraphqlServer({
        database,
        newId: () => crypto.randomUUID(),
        now: Date.now,
        today: () => '2026-11-20',
        webhooks: { outgoing: guardedOutgoing({ allowPrivate: true }), secrets: testBox },
        onChanged: () => {},
        onUnexpectedError: () => {},
      });
      const request = new Request('http://127.0.0.1/graphql', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ query }),
      });
      const operator = { id: admin.id, name: 'x', role: 'ADMIN' as const };
      const budget = new AnswerBudget(spentAfter);
      const response = await server(request, {
        operator,
        requestId: 'spent',
        callerRequestId: undefined,
        budget,
        onOperation: () => {},
      });
      return { status: response.status, body: await response.json() };
    };
    const settled = () =>
      expect
        .poll(
          async () => {
            const { rows } = await other.query(
              `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
            );
            return rows.length;
          },
          { timeout: 20_000 },
        )
        .toBe(0);
    /** The input that revokes an operator, with the token of a dry run. */
    const confirmed = async (operatorId: string) => {
      const { body } = await ask(
        `mutation { revokeOperator(input: { operatorId: "${operatorId}" }) { ... on Confirmation { confirmToken } } }`,
      );
      const { confirmToken } = (body as { data: { revokeOperator: { confirmToken: string } } }).data
        .revokeOperator;
      return `{ operatorId: "${operatorId}", confirmToken: "${confirmToken}" }`;
    };
    const count = async (table: string) => (await other.query(`select from ${table}`)).rowCount;

    it('rolls back the running mutation and does not begin the next one in the document', async () => {
      const { id: victim } = await service.factories.operator('ADMIN');
      const before = { organizations: await count('organizations'), events: await count('audit_events') };
      const input = await confirmed(victim);
      const { status, body } = await whileHeld(
        `select from operators where id = '${admin.id}' for update`,
        () =>
          ask(`mutation {
          revokeOperator(input: ${input}) { __typename }
          createOrganization(input: { name: "next" }) { __typename }
        }`),
      );
      expect(status).toBe(503);
      expect(body).toMatchObject({ errors: [{ extensions: { type: 'service_unavailable' } }] });
      await settled();
      const { rows } = await other.query('select revoked_at from operators where id = $1', [victim]);
      expect(rows).toEqual([{ revoked_at: null }]);
      expect({ organizations: await count('organizations'), events: await count('audit_events') }).toEqual(
        before,
      );
    });

    it('does not begin the next mutation if the budget ran out outside the database', async () => {
      const sending = await WebhookSending.begin(service.database);
      const endpoint = await sending.endpoint('/hangs');
      const { promise: answered, resolve: answer } = Promise.withResolvers<{ status: number }>();
      sending.receiver.answer = () => answered;
      const before = await count('organizations');
      const { status, body } = await ask(`mutation {
        testWebhookEndpoint(input: { webhookEndpointId: "${endpoint}" }) { __typename }
        createOrganization(input: { name: "next" }) { __typename }
      }`);
      expect(status).toBe(503);
      expect(body).toMatchObject({ errors: [{ extensions: { type: 'service_unavailable' } }] });
      answer({ status: 204 });
      await settled();
      expect(await count('organizations')).toBe(before);
      await sending.stop();
    });

    it('runs both mutations if there is time', async () => {
      spentAfter = 30_000;
      const { id: victim } = await service.factories.operator('ADMIN');
      const { status, body } = await ask(`mutation {
        revokeOperator(input: ${await confirmed(victim)}) { __typename }
        createOrganization(input: { name: "next" }) { __typename }
      }`);
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          data: {
            revokeOperator: { __typename: 'Operator' },
            createOrganization: { __typename: 'Organization' },
          },
        },
      });
    });
  });
});
