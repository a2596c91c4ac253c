import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/db/connection/database.ts';
import * as playbook from '../../graphql/graphiql/playbook.generated.ts';
import { changesOf, type Reader } from '../../harness/clients/changes.ts';
import { run } from '../../harness/clients/graphql-client.ts';
import { userBody } from '../../harness/data/factories.ts';
import { valueIn } from '../../harness/data/rows.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { type CallAnswer, startServiceAt, startTestService } from '../../harness/servers/test-service.ts';
import { forTest, useTenant, useTestService } from '../../harness/servers/use-test-service.ts';

function watched(database: Database) {
  const looks: { watchedIds: string[] }[] = [];
  const { call } = database;
  database.call = async (name, values, ...rest) => {
    if (name !== 'watch_changes') return call(name, values, ...rest);
    try {
      return await call(name, values, ...rest);
    } finally {
      const { watchedIds } = values as unknown as { watchedIds: string };
      looks.push({ watchedIds: JSON.parse(watchedIds) });
    }
  };
  return { looks };
}

function pending(answer: Promise<CallAnswer>) {
  const state = { answered: false, answer };
  answer.then(
    () => {
      state.answered = true;
    },
    () => {},
  );
  return state;
}

describe.each(databaseKinds)('waiting for changes on %s', (kind) => {
  const service = useTestService(kind, { poolSize: 2 });
  let looks: ReturnType<typeof watched>;
  const changes = changesOf(service);
  beforeAll(() => {
    looks = watched(service.database);
  });

  const makeUser = async ({ externalServiceId, token }: Reader) => {
    const { status } = await service.createUser(externalServiceId, { token, body: userBody() });
    expect(status).toBe(201);
  };
  const waiting = async (reader: Reader, cursor: string) => {
    const before = looks.looks.length;
    const asked = pending(changes.page(reader, `wait=30&cursor=${cursor}`));
    const isLooked = () =>
      looks.looks.slice(before).some((look) => look.watchedIds.includes(reader.externalServiceId));
    await expect.poll(isLooked, { interval: 10 }).toBe(true);
    expect(asked.answered).toBe(false);
    return asked;
  };

  it('responds as soon as a change occurs, and at once if there already is one', async () => {
    const tenant = await service.factories.tenant();
    const cursor = await changes.latest(tenant);
    const asked = await waiting(tenant, cursor);
    await makeUser(tenant);
    const { body } = await asked.answer;
    expect(body).toMatchObject({ items: [{ type: 'user.created', sequence: 1 }], caughtUp: true });
    expect((await changes.page(tenant, `wait=30&cursor=${cursor}`)).body).toEqual(body);

    const next = await waiting(tenant, body.nextCursor);
    const { secret } = await service.factories.operator();
    await run(service, secret, playbook.RenameCourtDocument, {
      courtId: tenant.courtIds[0],
      courtName: 'New',
    });
    expect((await next.answer).body.items).toMatchObject([{ type: 'court.updated', sequence: 2 }]);
  });

  it('responds with an empty page after the timeout, even beyond the socket timeout', async () => {
    const impatient = await startTestService(kind, { silenceMillis: 1_500 });
    const own = changesOf(impatient);
    const tenant = await impatient.factories.tenant();
    const cursor = await own.latest(tenant);
    const { status, body, headers } = await own.page(tenant, `wait=2&cursor=${cursor}`);
    await impatient.stop();
    expect([status, body]).toEqual([200, { items: [], nextCursor: cursor, caughtUp: true }]);
    const line = impatient.logLines.find(({ requestId }) => requestId === headers.get('x-request-id'));
    expect(line).toMatchObject({ operation: 'listChanges', status: 200 });
    expect(line!.ms).toBeGreaterThan(1_990);
  });

  it('responds at once when the client half-closes its connection', async () => {
    const tenant = await service.factories.tenant();
    const cursor = await changes.latest(tenant);
    const { hostname, port } = new URL(service.address);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const path = `/api/v1/external-services/${tenant.externalServiceId}/changes?wait=30&cursor=${cursor}`;
    const before = looks.looks.length;
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tenant.token}\r\n\r\n`);
    await expect.poll(() => looks.looks.length, { interval: 10 }).toBeGreaterThan(before);
    socket.end();
    const text = await new Promise<string>((resolve) => {
      let read = '';
      socket.on('data', (chunk) => {
        read += chunk;
        if (read.includes('caughtUp')) resolve(read);
      });
    });
    expect(text).toMatch(/^HTTP\/1.1 200 /);
    socket.destroy();
  });
});

describe('waiting for changes with several processes and many tokens', () => {
  const service = useTestService('postgresql');
  const tenant = useTenant(service);

  it('limits a token to five waiting requests in all processes, and places of a killed process expire', async () => {
    const other = await forTest(startServiceAt(service.url, { poolSize: 2 }));
    const reader = await service.factories.tenant();
    const [here, there] = [changesOf(service), changesOf(other)];
    const cursor = await here.latest(reader);
    const count = () =>
      valueIn<number>(
        other,
        `select count(*)::int as count from change_waits w join api_tokens t on t.id = api_token_id, jsonb_each_text(places)
         where external_service_id = $1 and value::timestamptz > clock_timestamp()`,
        reader.externalServiceId,
      );
    const ask = (from: typeof here) => from.page(reader, `wait=30&cursor=${cursor}`);
    const all = [ask(here), ask(there), ask(here), ask(there)];
    await expect.poll(count, { interval: 10 }).toBe(4);
    // Simulates places of a process that has died.
    const [token] = await other.database.query<{ id: string }>(
      'select id from api_tokens where external_service_id = $1',
      [reader.externalServiceId],
    );
    const enter = (milliseconds: number) =>
      other.database.call('enter_change_wait', {
        apiTokenId: token!.id,
        slotId: '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01',
        milliseconds,
        most: 5,
      });
    expect(await enter(20_000)).toBeNull();
    for (const from of [here, there]) {
      const { status, headers } = await ask(from);
      expect(status).toBe(429);
      const seconds = Number(headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(20);
    }
    // A repeated request, for example after a lost connection, uses the same place, which has now expired.
    expect(await enter(0)).toBeNull();
    const fifth = ask(here);
    await expect.poll(count, { interval: 10 }).toBe(5);
    expect((await ask(there)).status).toBe(429);
    const { externalServiceId, token: secret } = reader;
    await service.createUser(externalServiceId, { token: secret, body: userBody() });
    for (const answer of [...all, fifth])
      expect((await answer).body).toMatchObject({ items: [{ type: 'user.created' }] });
    expect(await count()).toBe(0);
    const race = Array.from({ length: 12 }, (_, n) =>
      [service, other][n % 2]!.database.call('enter_change_wait', {
        apiTokenId: token!.id,
        slotId: randomUUID(),
        milliseconds: 30_000,
        most: 5,
      }),
    );
    expect((await Promise.all(race)).filter((soonest) => soonest === null)).toHaveLength(5);
  });

  it('200 waiting requests of an external service do not delay or reject its other requests', async () => {
    const { looks } = watched(service.database);
    const changes = changesOf(service);
    const cursor = await changes.latest(tenant);
    const { externalServiceId } = tenant;
    const tokens = await Promise.all(
      Array.from({ length: 40 }, () => service.factories.token(externalServiceId)),
    );
    let answered = 0;
    const all: Promise<CallAnswer>[] = [];
    // Concurrent for each token, but one token after the other, because the read before the wait counts as work.
    for (const { secret } of tokens) {
      for (let n = 0; n < 5; n += 1) {
        const ask = () => changes.page({ externalServiceId, token: secret }, `wait=30&cursor=${cursor}`);
        const answer = ask();
        answer.then(() => {
          answered += 1;
        });
        // All are woken at once. On a busy machine some time out and are sent again.
        const untilRead = (last: CallAnswer): CallAnswer | Promise<CallAnswer> =>
          last.status === 503 ? ask().then(untilRead) : last;
        all.push(answer.then(untilRead));
      }
      await changes.page({ externalServiceId, token: secret });
    }
    const before = looks.length;
    await expect.poll(() => looks.length, { interval: 10 }).toBeGreaterThan(before + 1);
    expect([answered, service.database.saturated.size]).toEqual([0, 0]);
    const { status } = await service.createUser(externalServiceId, { token: tenant.token, body: userBody() });
    expect(status).toBe(201);
    const statuses = (await Promise.all(all)).map((answer) => [answer.status, answer.body.items.length]);
    expect(new Set(statuses.map(String))).toEqual(new Set(['200,1']));
  });
});
