import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/db/connection/database.ts';
import { openPostgresql } from '../../../src/db/connection/open-postgresql.ts';
import * as playbook from '../../graphql/graphiql/playbook.generated.ts';
import { changesOf, type Reader } from '../../harness/clients/changes.ts';
import { run } from '../../harness/clients/graphql-client.ts';
import { bookingBody, type Tenant, userBody } from '../../harness/data/factories.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import {
  type CallAnswer,
  startServiceOn,
  startTestService,
  type TestService,
} from '../../harness/servers/test-service.ts';
import { useTestService } from '../../harness/servers/use-test-service.ts';

function watched(database: Database) {
  const looks: { externalServiceIds: string[] }[] = [];
  let [underWay, mostUnderWay] = [0, 0];
  const { call } = database;
  database.call = async (name, values, ...rest) => {
    if (name !== 'watch_changes') return call(name, values, ...rest);
    underWay += 1;
    mostUnderWay = Math.max(mostUnderWay, underWay);
    try {
      return await call(name, values, ...rest);
    } finally {
      const { externalServiceIds } = values as unknown as { externalServiceIds: string };
      looks.push({ externalServiceIds: JSON.parse(externalServiceIds) });
      underWay -= 1;
    }
  };
  return { looks, mostUnderWay: () => mostUnderWay };
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
  let changes: ReturnType<typeof changesOf>;
  beforeAll(async () => {
    looks = watched(service.database);
    changes = changesOf(service);
  });

  const makeUser = async ({ externalServiceId, token }: Reader, by: TestService = service) => {
    const { status } = await by.createUser(externalServiceId, { token, body: userBody() });
    expect(status).toBe(201);
  };
  const waiting = async (reader: Reader, cursor: string, signal?: AbortSignal, wait = 30) => {
    const before = looks.looks.length;
    const asked = pending(changes.page(reader, `wait=${wait}&cursor=${cursor}`, signal));
    const isLooked = () =>
      looks.looks.slice(before).some((look) => look.externalServiceIds.includes(reader.externalServiceId));
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
    const impatient = await startTestService(kind, { silenceMillis: 4_500 });
    const own = changesOf(impatient);
    const tenant = await impatient.factories.tenant();
    const cursor = await own.latest(tenant);
    const { status, body, headers } = await own.page(tenant, `wait=5&cursor=${cursor}`);
    await impatient.stop();
    expect([status, body]).toEqual([200, { items: [], nextCursor: cursor, caughtUp: true }]);
    const line = impatient.logLines.find(({ requestId }) => requestId === headers.get('x-request-id'));
    expect(line).toMatchObject({ operation: 'listChanges', status: 200 });
    expect(line!.ms).toBeGreaterThan(4_990);
  });

  it('does not wait for latest, for a page with changes or for a page that is not the last', async () => {
    const tenant = await service.factories.tenant();
    const { body } = await changes.page(tenant, 'cursor=latest&wait=30');
    expect(body.items).toEqual([]);
    await makeUser(tenant);
    expect((await changes.page(tenant, 'wait=30')).body.items).toHaveLength(1);
  });

  it('holds no database connection while it waits', async () => {
    const tenant = await service.factories.tenant();
    const cursor = await changes.latest(tenant);
    const all = await Promise.all([1, 2, 3, 4, 5].map(() => waiting(tenant, cursor)));
    const other = await service.factories.tenant();
    for (let n = 0; n < 3; n += 1) await makeUser(other);
    expect(all.map(({ answered }) => answered)).toEqual([false, false, false, false, false]);
    await makeUser(tenant);
    for (const { answer } of all) expect((await answer).body.items).toHaveLength(1);
  });

  it('skips changes that the scope hides and keeps waiting', async () => {
    const tenant = await service.factories.tenant();
    const { secret } = await service.factories.token(tenant.externalServiceId, ['userread']);
    const reader = { ...tenant, token: secret };
    const asked = await waiting(reader, await changes.latest(reader));
    const { status } = await service.upsertCourtBooking(tenant.externalServiceId, 'hidden', {
      token: tenant.token,
      body: bookingBody(tenant.courtIds[0]),
    });
    expect(status).toBe(201);
    const before = looks.looks.length;
    await expect.poll(() => looks.looks.length, { interval: 10 }).toBeGreaterThan(before + 1);
    expect(asked.answered).toBe(false);
    await makeUser(tenant);
    expect((await asked.answer).body.items).toMatchObject([{ type: 'user.created', sequence: 2 }]);
  });

  it('rejects the sixth waiting request of a token with 429 until one of the others ends', async () => {
    const tenant = await service.factories.tenant();
    const cursor = await changes.latest(tenant);
    const leaving = new AbortController();
    const all = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => waiting(tenant, cursor, n === 1 ? leaving.signal : undefined)),
    );
    const sixth = () => changes.page(tenant, `wait=30&cursor=${cursor}`);
    const refused = await sixth();
    expect([refused.status, refused.body.error.type]).toEqual([429, 'rate_limit_exceeded']);
    expect(refused.body.error.message).toMatch(/5 requests .* wait/);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(30);
    // Other tokens, and requests that do not wait, are not affected.
    expect((await changes.page(tenant, `cursor=${cursor}`)).status).toBe(200);
    const { secret } = await service.factories.token(tenant.externalServiceId);
    const other = await waiting({ ...tenant, token: secret }, cursor);

    leaving.abort();
    await expect(all[0]!.answer).rejects.toThrow();
    let next: Promise<CallAnswer> | undefined;
    await expect
      .poll(
        async () => {
          const asked = pending(sixth());
          next = asked.answer;
          await sleep(50);
          return asked.answered;
        },
        { interval: 5 },
      )
      .toBe(false);
    await makeUser(tenant);
    for (const answer of [...all.slice(1).map((asked) => asked.answer), other.answer, next!])
      expect((await answer).body.items).toHaveLength(1);
    const again = await Promise.all(
      [1, 2, 3, 4, 5].map(async () => waiting(tenant, await changes.latest(tenant), undefined, 30)),
    );
    await makeUser(tenant);
    await Promise.all(again.map(({ answer }) => answer));
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

  it('polls once per process for all waiting requests, and never while nobody waits', async () => {
    const tenants = [await service.factories.tenant(), await service.factories.tenant()];
    const cursors = await Promise.all(tenants.map((tenant) => changes.latest(tenant)));
    const all = await Promise.all(
      tenants.flatMap((tenant, index) => [1, 2, 3].map(() => waiting(tenant, cursors[index]!))),
    );
    const startedAt = performance.now();
    const before = looks.looks.length;
    await expect.poll(() => looks.looks.length - before, { interval: 10 }).toBe(4);
    expect(performance.now() - startedAt).toBeGreaterThan(550);
    expect(looks.looks.at(-1)!.externalServiceIds.sort()).toEqual(
      tenants.map(({ externalServiceId }) => externalServiceId).sort(),
    );
    expect(looks.mostUnderWay()).toBe(1);
    for (const tenant of tenants) await makeUser(tenant);
    await Promise.all(all.map(({ answer }) => answer));
    const after = looks.looks.length;
    await sleep(500);
    expect(looks.looks.length).toBeLessThanOrEqual(after + 1);
  });
});

describe('waiting for changes with several processes and many tokens', () => {
  const service = useTestService('postgresql');
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await service.factories.tenant();
  });

  it('finds a change made in another process', async () => {
    const database = await openPostgresql({ url: service.url, poolSize: 2 });
    const other = await startServiceOn({ database, url: service.url, drop: () => database.close() });
    try {
      const { looks } = watched(database);
      const changes = changesOf(other);
      const asked = pending(changes.page(tenant, `wait=30&cursor=${await changes.latest(tenant)}`));
      await expect.poll(() => looks.length, { interval: 10 }).toBeGreaterThan(0);
      const { externalServiceId, token } = tenant;
      await service.createUser(externalServiceId, { token, body: userBody() });
      expect((await asked.answer).body.items).toMatchObject([{ type: 'user.created' }]);
    } finally {
      await other.stop();
    }
  });

  it('limits a token to five waiting requests in all processes, and places of a killed process expire', async () => {
    const database = await openPostgresql({ url: service.url, poolSize: 2 });
    const other = await startServiceOn({ database, url: service.url, drop: () => database.close() });
    try {
      const reader = await service.factories.tenant();
      const [here, there] = [changesOf(service), changesOf(other)];
      const cursor = await here.latest(reader);
      const count = async () => {
        const [row] = await database.query<{ count: number }>(
          `select count(*)::int as count from change_waits w join api_tokens t on t.id = api_token_id, jsonb_each_text(places)
           where external_service_id = $1 and value::timestamptz > clock_timestamp()`,
          [reader.externalServiceId],
        );
        return row!.count;
      };
      const ask = (from: typeof here) => from.page(reader, `wait=30&cursor=${cursor}`);
      const all = [ask(here), ask(there), ask(here), ask(there)];
      await expect.poll(count, { interval: 10 }).toBe(4);
      // Simulates places of a process that has died.
      const [token] = await database.query<{ id: string }>(
        'select id from api_tokens where external_service_id = $1',
        [reader.externalServiceId],
      );
      const enter = (milliseconds: number) =>
        database.call('enter_change_wait', {
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
        [service.database, database][n % 2]!.call('enter_change_wait', {
          apiTokenId: token!.id,
          slotId: randomUUID(),
          milliseconds: 30_000,
          most: 5,
        }),
      );
      expect((await Promise.all(race)).filter((soonest) => soonest === null)).toHaveLength(5);
    } finally {
      await other.stop();
    }
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

  it('a drain ends all waits with an empty page, and later requests do not wait', async () => {
    const draining = await startTestService('postgresql');
    const { looks } = watched(draining.database);
    const changes = changesOf(draining);
    const reader = await draining.factories.tenant();
    const cursor = await changes.latest(reader);
    const all = [1, 2, 3].map(() => changes.page(reader, `wait=30&cursor=${cursor}`));
    await expect.poll(() => looks.length, { interval: 10 }).toBeGreaterThan(0);
    draining.app.drain();
    for (const answer of all)
      expect((await answer).body).toEqual({ items: [], nextCursor: cursor, caughtUp: true });
    expect((await changes.page(reader, `wait=30&cursor=${cursor}`)).body.items).toEqual([]);
    await draining.stop();
  });
});
