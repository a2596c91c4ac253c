import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { scopes } from '../../../src/rules/requests/scope.ts';
import { waitMillis } from '../../../src/rules/webhooks.ts';
import { authorizePartner } from '../../../src/services/access/authorize-partner.ts';
import { createUser } from '../../../src/services/users/create-user.ts';
import { eraseUser } from '../../../src/services/users/erase-user.ts';
import type { ClaimedWebhook } from '../../../src/services/webhook-deliveries/claimed-webhook.ts';
import { sendingLimits } from '../../../src/services/webhook-deliveries/send-webhooks.ts';
import { sign } from '../../../src/services/webhook-deliveries/signature.ts';
import { findEverywhere } from '../../harness/assertions/everywhere.ts';
import { testBox, testSecret, WebhookSending } from '../../harness/clients/webhook-sending.ts';
import { valueIn } from '../../harness/data/rows.ts';
import { createTestDatabase, databaseKinds } from '../../harness/servers/test-database.ts';
import { forTest, useTestDatabase } from '../../harness/servers/use-test-service.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

describe.each(databaseKinds)('sending webhooks on %s', (kind) => {
  const test = useTestDatabase(kind);
  let sending: WebhookSending;
  beforeEach(async () => {
    sending = await WebhookSending.begin(test.database);
  });
  afterEach(async () => {
    await test.database.query('delete from webhook_endpoints', []);
    expect(sending.faults).toEqual([]);
    await sending.stop();
  });
  const ids = async () => (await sending.changes()).map(({ id }) => id);
  const resume = (endpointId: string) =>
    test.database.callInBackground('resume_webhook_endpoint', {
      endpointId,
      now: new Date(sending.at).toISOString(),
    });

  it('sends each change once, signed, to each endpoint that accepts its type', async () => {
    await sending.endpoint('/courts');
    await sending.endpoint('/users', { types: ['user.created', 'user.erased'] });
    await sending.endpoint('/all', { types: ['user.created', 'court.updated'] });
    await sending.happens(2);
    await sending.happens(1, 'user.created');
    await sending.happens(1, 'user.updated');
    await sending.pass();
    const [first, next, user, unwanted] = await ids();
    expect(unwanted).toBeDefined();
    const { receiver } = sending;
    expect(receiver.idsAt('/courts').sort()).toEqual([first, next]);
    expect(receiver.idsAt('/users')).toEqual([user]);
    expect(receiver.idsAt('/all').sort()).toEqual([first, next, user]);

    const { headers, text, body } = receiver.received.find(({ path }) => path === '/users')!;
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': user });
    const timestamp = sending.at / second;
    expect(headers['webhook-timestamp']).toBe(String(timestamp));
    expect(headers['webhook-signature']).toBe(
      sign([{ kind: 'HMAC_SHA256', secret: testSecret }], user!, timestamp, text),
    );
    expect(body).toMatchObject({ type: 'user.created', sequence: 3, data: { firstName: 'Ada 0' } });

    await sending.passAfter(30 * day);
    expect(receiver.received).toHaveLength(6);
  });

  it('also signs with the former secret until the very end of the overlap', async () => {
    const id = await sending.endpoint('/');
    const former = Buffer.alloc(32, 'f');
    const until = sending.at + hour;
    await test.database.query(
      'update webhook_endpoints set former_secret = $2, former_secret_until = $3 where id = $1',
      [id, testBox.seal(former), new Date(until).toISOString()],
    );
    for (const [at, secrets] of [
      [until - 1, [testSecret, former]],
      [until, [testSecret]],
    ] as const) {
      sending.at = at;
      await sending.happens();
      await sending.pass();
      const { headers, text } = sending.receiver.received.at(-1)!;
      const keys = secrets.map((secret) => ({ kind: 'HMAC_SHA256' as const, secret }));
      const signature = sign(keys, String(headers['webhook-id']), Number(headers['webhook-timestamp']), text);
      expect(headers['webhook-signature']).toBe(signature);
    }
    expect(sending.receiver.received).toHaveLength(2);
  });

  it('retries at the current address after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h', async () => {
    const id = await sending.endpoint('/old');
    sending.receiver.answer = () => ({ status: 500, body: 'broken' });
    await sending.happens();
    await sending.pass();
    await test.database.query('update webhook_endpoints set url = $2 where id = $1', [
      id,
      sending.receiver.urlOf('/new'),
    ]);
    const hours = [5 / 3_600, 5 / 60, 0.5, 2, 5, 10, 14, 20, 24];
    expect(waitMillis).toEqual(hours.map((wait) => wait * hour));
    for (const [index, wait] of waitMillis.entries()) {
      const [delivery] = await sending.deliveries(id);
      expect(delivery).toMatchObject({
        attempts: index + 1,
        dueIn: wait,
        isDelivered: false,
        status: 500,
        error: 'The response was 500.',
        answer: 'broken',
      });
      await sending.passAfter(wait - 1);
      expect(sending.receiver.received).toHaveLength(index + 1);
      await sending.passAfter(1);
      expect(sending.receiver.received).toHaveLength(index + 2);
    }
    expect(sending.receiver.idsAt('/old')).toHaveLength(1);
    // If the endpoint fails for every change, the change is not the cause and is kept.
    expect(await sending.deliveries(id)).toMatchObject([{ attempts: 10, dueIn: day }]);
    sending.receiver.answer = () => ({ status: 200, body: 'at last' });
    await sending.passAfter(day);
    expect(await sending.deliveries(id)).toMatchObject([
      { attempts: 11, dueIn: null, isDelivered: true, status: 200, error: null, answer: 'at last' },
    ]);
  });

  const formerOf = (id: string) =>
    valueIn<{ at: string }[] | null>(
      test,
      'select former_attempts as former from webhook_deliveries where endpoint_id = $1',
      id,
    );

  it('keeps the time, status, duration and response of every attempt', async () => {
    const id = await sending.endpoint('/');
    const answers = [
      { status: 500, body: 'first' },
      { status: 404, body: '' },
      { status: 200, body: 'third' },
    ];
    sending.receiver.answer = () => answers[sending.receiver.received.length - 1]!;
    await sending.happens();
    const begun = sending.at;
    await sending.pass();
    expect(await formerOf(id)).toBeNull();
    await sending.passAfter(waitMillis[0]);
    await sending.passAfter(waitMillis[1]);
    const attempt = (status: number, answer: string, at: number) => ({
      status,
      answer,
      error: `The response was ${status}.`,
      milliseconds: expect.any(Number),
      at: expect.stringMatching(new RegExp(`^${new Date(at - 1_000).toISOString().slice(0, 15)}.*Z$`)),
    });
    const former = await formerOf(id);
    expect(former).toEqual([attempt(500, 'first', begun), attempt(404, '', begun + waitMillis[0])]);
    expect(Date.parse(former![1]!.at) - Date.parse(former![0]!.at)).toBeGreaterThan(4_000);
    expect(await sending.deliveries(id)).toMatchObject([
      { attempts: 3, isDelivered: true, status: 200, answer: 'third' },
    ]);
  });

  it('keeps the last 21 attempts, also when a delivery is sent again', async () => {
    const id = await sending.endpoint('/');
    sending.receiver.answer = () => ({ status: 500, body: `${sending.receiver.received.length}` });
    await sending.happens();
    await sending.pass();
    for (let attempt = 2; attempt <= 25; attempt += 1) {
      await test.database.query(
        'update webhook_deliveries set due_at = $2, attempts = 0 where endpoint_id = $1',
        [id, new Date(sending.at + day).toISOString()],
      );
      await sending.passAfter(day);
    }
    const answers = ((await formerOf(id)) as unknown as { answer: string }[]).map(({ answer }) => answer);
    expect(answers).toEqual(Array.from({ length: 20 }, (_, n) => `${n + 5}`));
    expect(await sending.deliveries(id)).toMatchObject([{ answer: '25' }]);
  });

  it('a failing webhook does not delay newer ones, and is abandoned if the endpoint accepts others', async () => {
    const id = await sending.endpoint('/');
    await sending.happens();
    let poison: string | undefined;
    sending.receiver.answer = (webhook) => {
      poison ??= webhook.id;
      return { status: webhook.id === poison ? 500 : 204 };
    };
    await sending.pass();
    for (const wait of waitMillis) {
      await sending.happens();
      await sending.passAfter(wait);
    }
    const [failed, ...others] = await sending.deliveries(id);
    expect(failed).toMatchObject({ id: poison, attempts: 10, dueIn: null, isDelivered: false });
    expect(others).toHaveLength(9);
    expect(others.every(({ isDelivered, attempts }) => isDelivered && attempts === 1)).toBe(true);
    expect(await sending.endpointState(id)).toMatchObject({ pausedBecause: null });
  });

  it('timeouts, unreachable receivers, redirects and unreadable secrets are failures with a reason', async () => {
    const endpoints = {
      hangs: await sending.endpoint('/hangs'),
      away: await sending.endpoint('/', { url: 'http://127.0.0.1:1/' }),
      moved: await sending.endpoint('/moved'),
      sealed: await sending.endpoint('/sealed'),
    };
    await test.database.query("update webhook_endpoints set secret = '\\x00' where id = $1", [
      endpoints.sealed,
    ]);
    sending.receiver.answer = ({ path }) =>
      path === '/hangs'
        ? undefined
        : { status: 308, headers: { location: sending.receiver.urlOf('/there') } };
    await sending.happens();
    await sending.pass(sending.sender({ timeoutMillis: 200 }));
    const told = async (id: string) => {
      const [{ status, error, dueIn }] = (await sending.deliveries(id)) as [never];
      return { status, error, dueIn };
    };
    const later = { status: null, dueIn: 5 * second };
    expect(await told(endpoints.hangs)).toEqual({
      ...later,
      error: expect.stringContaining('did not respond within 0.2 s'),
    });
    expect(await told(endpoints.away)).toEqual({ ...later, error: expect.stringContaining('refused') });
    expect(await told(endpoints.moved)).toEqual({
      status: 308,
      dueIn: 5 * second,
      error: 'The response was 308, and redirects are not followed. Change the address of the endpoint.',
    });
    expect(await told(endpoints.sealed)).toEqual({
      ...later,
      error: expect.stringContaining('WEBHOOK_SECRETS_KEY'),
    });
    expect(sending.receiver.idsAt('/there')).toEqual([]);
    expect(sending.receiver.idsAt('/sealed')).toEqual([]);
  });

  it.each([
    [299, 'is a delivery', null],
    [
      300,
      'is a redirect, and a failure',
      'The response was 300, and redirects are not followed. Change the address of the endpoint.',
    ],
    [
      399,
      'is a redirect, and a failure',
      'The response was 399, and redirects are not followed. Change the address of the endpoint.',
    ],
    [400, 'is a failure, and no redirect', 'The response was 400.'],
  ])('a response with status %i %s', async (status, _what, error) => {
    const id = await sending.endpoint('/');
    sending.receiver.answer = () => ({ status });
    await sending.happens();
    await sending.pass();
    const isDelivered = error === null;
    const dueIn = isDelivered ? null : 5 * second;
    expect(await sending.deliveries(id)).toMatchObject([{ status, error, isDelivered, dueIn }]);
  });

  it('Retry-After of 429 and 503, in seconds or as a date, delays everything for the endpoint', async () => {
    const id = await sending.endpoint('/');
    sending.receiver.answer = () => ({ status: 429, headers: { 'retry-after': '90' } });
    await sending.happens();
    await sending.pass();
    expect(await sending.deliveries(id)).toMatchObject([{ dueIn: 90 * second, status: 429 }]);
    await sending.happens();
    await sending.passAfter(90 * second - 1);
    expect(sending.receiver.received).toHaveLength(1);
    const until = new Date(Math.ceil(sending.at / second) * second + hour);
    sending.receiver.answer = () => ({ status: 503, headers: { 'retry-after': until.toUTCString() } });
    await sending.passAfter(1);
    expect(sending.receiver.received).toHaveLength(2);
    sending.receiver.answer = () => ({ status: 204 });
    await sending.passAfter(until.getTime() - 1 - sending.at);
    expect(sending.receiver.received).toHaveLength(2);
    await sending.passAfter(1);
    expect(await sending.deliveries(id)).toMatchObject([{ isDelivered: true }, { isDelivered: true }]);
  });

  it('after the fourth consecutive failure, an endpoint gets at most one request a second', async () => {
    await sending.endpoint('/');
    sending.receiver.answer = () => ({ status: 500 });
    for (const failures of [1, 2, 3, 4]) {
      await sending.happens();
      await sending.pass();
      expect(sending.receiver.idsAt('/')).toHaveLength(failures);
    }
    await sending.happens();
    await sending.passAfter(999);
    expect(sending.receiver.idsAt('/')).toHaveLength(4);
    await sending.passAfter(1);
    expect(sending.receiver.idsAt('/')).toHaveLength(5);
  });

  it('410 pauses an endpoint, which is tried once an hour and resumes after a success, oldest change first', async () => {
    const types = ['court.updated', 'webhook_endpoint.paused'] as const;
    const id = await sending.endpoint('/', { types: [...types] });
    await sending.endpoint('/other');
    sending.receiver.answer = ({ path }) => ({ status: path === '/' ? 410 : 204 });
    await sending.happens(2);
    await sending.pass();
    expect(await sending.endpointState(id)).toMatchObject({ pausedBecause: 'GONE' });
    await sending.happens(8);
    await sending.pass();
    const before = sending.receiver.idsAt('/').length;
    const [oldest] = await ids();
    for (let tried = 1; tried <= 3; tried += 1) {
      await sending.passAfter(hour - 1);
      expect(sending.receiver.idsAt('/')).toHaveLength(before + tried - 1);
      await sending.passAfter(1);
      expect(sending.receiver.idsAt('/').at(-1)).toBe(oldest);
      expect(sending.receiver.idsAt('/')).toHaveLength(before + tried);
    }
    sending.receiver.received.length = 0;
    let [underWay, most] = [0, 0];
    sending.receiver.answer = async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setTimeout(resolve, 5));
      underWay -= 1;
      return { status: 204 };
    };
    await sending.passAfter(hour);
    expect(await sending.endpointState(id)).toMatchObject({ pausedBecause: null, failures: 0 });
    const all = await sending.changes();
    const missed = all.filter(({ type }) => type !== 'webhook_endpoint.resumed').map((change) => change.id);
    expect(missed).toHaveLength(11);
    expect(sending.receiver.idsAt('/')).toEqual(missed);
    expect(most).toBe(1);
    const told = all.filter(({ type }) => type.startsWith('webhook_endpoint'));
    const url = sending.receiver.urlOf('/');
    expect(told).toMatchObject([
      {
        type: 'webhook_endpoint.paused',
        data: { id, url, types, status: 'PAUSED', lastFailureAt: expect.any(String) },
      },
      {
        type: 'webhook_endpoint.resumed',
        data: { id, url, types, status: 'ACTIVE', lastSuccessAt: expect.any(String) },
      },
    ]);
    sending.receiver.answer = async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return { status: 204 };
    };
    await sending.happens(12);
    await sending.pass();
    expect(sending.receiver.mostAtOnce('/')).toBe(4);
  });

  it('new changes follow the missed ones, four at a time', async () => {
    const id = await sending.endpoint('/');
    sending.receiver.answer = () => ({ status: 410 });
    await sending.happens(4);
    await sending.pass();
    expect(await sending.endpointState(id)).toMatchObject({ pausedBecause: 'GONE' });
    sending.receiver.received.length = 0;
    const wanted = async () =>
      (await sending.changes()).filter(({ type }) => type === 'court.updated').map((change) => change.id);
    const missed = await wanted();
    let isFirst = true;
    sending.receiver.answer = async () => {
      const happens = isFirst;
      isFirst = false;
      if (happens) await sending.happens(12);
      else await new Promise((resolve) => setTimeout(resolve, 50));
      return { status: 204 };
    };
    await sending.passAfter(hour);
    await sending.pass();
    const received = sending.receiver.idsAt('/');
    expect(received.slice(0, 4)).toEqual(missed);
    expect([...received].sort()).toEqual(await wanted());
    expect(received).toHaveLength(16);
    expect(sending.receiver.mostAtOnce('/')).toBe(4);
  });

  it('pauses an endpoint after five days of failures and resumes it after a success, however much later', async () => {
    const id = await sending.endpoint('/');
    sending.receiver.answer = () => ({ status: 502 });
    await sending.happens();
    await sending.pass();
    const begun = sending.at;
    while (sending.at < begun + 5 * day - 4 * hour) {
      await sending.happens();
      await sending.passAfter(4 * hour);
    }
    expect(await sending.endpointState(id)).toMatchObject({ pausedBecause: null });
    await sending.passAfter(5 * hour);
    expect(await sending.endpointState(id)).toMatchObject({ pausedBecause: 'FAILING' });
    await sending.passAfter(10 * day);
    sending.receiver.received.length = 0;
    sending.receiver.answer = () => ({ status: 204 });
    await sending.passAfter(hour);
    expect(await sending.endpointState(id)).toMatchObject({ pausedBecause: null });
    const missed = (await sending.changes()).filter(({ type }) => type === 'court.updated');
    expect(sending.receiver.idsAt('/')).toEqual(missed.map((change) => change.id));
  });

  it('sends nothing to an endpoint paused by an operator or to a deactivated service', async () => {
    const paused = await sending.endpoint('/paused');
    await test.database.query(
      "update webhook_endpoints set paused_because = 'OPERATOR', paused_at = now() where id = $1",
      [paused],
    );
    await sending.endpoint('/off');
    const switchedOn = (active: boolean) =>
      test.database.query('update external_services set active = $2 where id = $1', [
        sending.externalServiceId,
        active,
      ]);
    await switchedOn(false);
    await sending.happens(3);
    await sending.pass();
    await sending.passAfter(2 * hour);
    expect(sending.receiver.received).toEqual([]);
    await switchedOn(true);
    await sending.passAfter(minute);
    expect(sending.receiver.idsAt('/off')).toHaveLength(3);
    await sending.passAfter(2 * hour);
    expect(sending.receiver.idsAt('/paused')).toEqual([]);
    await resume(paused);
    await sending.pass();
    expect(sending.receiver.idsAt('/paused')).toEqual(await ids());
  });

  it('sends what is missing at once after a resume, although a later attempt from before it then ends', async () => {
    const endpointId = await sending.endpoint('/');
    await sending.happens(2);
    await sending.sender().look();
    const [now, dueAt] = [0, day].map((wait) => new Date(sending.at + wait).toISOString()) as [
      string,
      string,
    ];
    const limits = { now, leaseMillis: minute, well: 4, failing: 4 };
    const claim = async () =>
      (await test.database.callInBackground('claim_webhooks', limits)) as ClaimedWebhook[];
    const common = { endpointId, now, dueAt, requestId: 'x', failingDays: 5, milliseconds: 1 };
    const end = ({ change: { id }, lease }: ClaimedWebhook, outcome: string) =>
      test.database.callInBackground('complete_webhook', { ...common, id, lease, outcome });
    const [failed, slow] = await claim();
    await end(failed!, 'failed');
    await resume(endpointId);
    await end(slow!, 'delivered');
    const [again] = await claim();
    expect(again!.change.id).toBe(failed!.change.id);
    await end(again!, 'failed');
    expect(await claim()).toEqual([]);
  });

  it('resends what a lost sender had started when its lease ends, and ignores its late results', async () => {
    const id = await sending.endpoint('/');
    await sending.happens(2);
    sending.receiver.answer = () => undefined;
    // The statements of this sender no longer reach the database.
    const gone = sending.sender({ graceMillis: 0 });
    await gone.look();
    expect(await gone.sendDue()).toBe(2);
    await expect.poll(() => sending.receiver.received).toHaveLength(2);
    sending.receiver.answer = () => ({ status: 204 });
    await sending.passAfter(sendingLimits.leaseMillis - 1);
    expect(sending.receiver.received).toHaveLength(2);
    await sending.passAfter(1);
    const [first, next] = await ids();
    expect(sending.receiver.idsAt('/').slice(2).sort()).toEqual([first, next]);
    const delivered = await sending.deliveries(id);
    expect(delivered).toMatchObject(Array(2).fill({ isDelivered: true, attempts: 1 }));
    await gone.close();
    expect(await sending.deliveries(id)).toEqual(delivered);
  });

  it('releases pending webhooks when a process ends, so that another one sends them at once', async () => {
    const id = await sending.endpoint('/');
    await sending.happens();
    sending.receiver.answer = () => undefined;
    const ending = sending.sender({ graceMillis: 10 });
    await ending.look();
    expect(await ending.sendDue()).toBe(1);
    await ending.close();
    expect(await sending.deliveries(id)).toMatchObject([{ attempts: 0, dueIn: 0 }]);
    sending.receiver.answer = () => ({ status: 204 });
    await sending.pass();
    expect(await sending.deliveries(id)).toMatchObject([{ attempts: 1, isDelivered: true }]);
  });

  it('sends webhooks that are already due when a process starts, without a notification', async () => {
    const id = await sending.endpoint('/');
    await sending.happens();
    // Polls once at the start, and not again during this test.
    const sender = sending.sender({ everyMillis: hour });
    sender.start((error) => sending.faults.push(error));
    await expect.poll(() => sending.receiver.received).toHaveLength(1);
    await sender.close();
    expect(await sending.deliveries(id)).toMatchObject([{ attempts: 1, isDelivered: true }]);
  });

  it('polls no more often after notifications', async () => {
    const everyMillis = 50;
    const sender = sending.sender({ everyMillis });
    const look = vi.spyOn(sender, 'look');
    sender.start((error) => sending.faults.push(error));
    for (let hints = 1; hints <= 20; hints += 1) {
      const before = look.mock.calls.length;
      sender.hint();
      await expect.poll(() => look.mock.calls.length, { interval: 5 }).toBeGreaterThan(before);
    }
    look.mockClear();
    const began = performance.now();
    await new Promise((resolve) => setTimeout(resolve, 10 * everyMillis));
    const most = (performance.now() - began) / everyMillis;
    await sender.close();
    expect(look.mock.calls.length).toBeLessThan(2 * most);
    expect(sending.faults).toEqual([]);
  });

  it('all processes together send at most four requests at once to an endpoint, and one after failures', async () => {
    await sending.endpoint('/');
    await sending.endpoint('/other');
    await sending.happens(10);
    const waiting: ((answer: { status: number }) => void)[] = [];
    sending.receiver.answer = () => new Promise((resolve) => waiting.push(resolve));
    const senders = [sending.sender(), sending.sender()];
    const begin = async () => {
      let begun = 0;
      for (const sender of senders) {
        await sender.look();
        begun += await sender.sendDue();
      }
      return begun;
    };
    expect(await begin()).toBe(8);
    await expect.poll(() => waiting).toHaveLength(8);
    expect(await begin()).toBe(0);
    for (const answer of waiting.splice(0)) answer({ status: 500 });
    for (const sender of senders) await sender.settled();
    expect(await begin()).toBe(0);
    // After four consecutive failures, the endpoint is skipped for a second.
    sending.at += second;
    expect(await begin()).toBe(2);
    await expect.poll(() => waiting).toHaveLength(2);
    expect(await begin()).toBe(0);
    for (const answer of waiting.splice(0)) answer({ status: 204 });
    for (const sender of senders) await sender.settled();
    expect(await begin()).toBe(8);
    await expect.poll(() => waiting).toHaveLength(8);
    sending.receiver.answer = () => ({ status: 204 });
    for (const answer of waiting.splice(0)) answer({ status: 204 });
    for (const sender of senders) await sender.settled();
    await sending.passAfter(minute);
    expect(sending.receiver.overlapping).toEqual([]);
  });

  it('sends first what has been due longest, not what happened first', async () => {
    const id = await sending.endpoint('/');
    await sending.happens(3);
    sending.receiver.answer = () => ({ status: 204 });
    const sender = sending.sender();
    await sender.look();
    // The oldest change is a retry that has just become due.
    await sending.database.query(
      `update webhook_deliveries set due_at = due_at + interval '1 minute'
       where endpoint_id = $1 and id = (select id from webhook_deliveries where endpoint_id = $1 order by id limit 1)`,
      [id],
    );
    sending.at += 2 * minute;
    const order: number[] = [];
    const due = await sending.deliveries(id);
    sending.receiver.answer = ({ headers }) => {
      order.push(due.findIndex((delivery) => delivery.id === headers['webhook-id']));
      return { status: 204 };
    };
    // After failures, an endpoint gets one at a time.
    await sending.database.query('update webhook_endpoints set failures = 4 where id = $1', [id]);
    await sending.pass();
    expect(order[0]).toBe(1);
    expect(order.toSorted()).toEqual([0, 1, 2]);
  });

  it('failing endpoints use only their own share of the sockets, however many there are', async () => {
    const failing = await Promise.all(Array.from({ length: 6 }, (_, n) => sending.endpoint(`/dead${n}`)));
    sending.receiver.answer = ({ path }) => ({ status: path === '/well' ? 204 : 500 });
    await sending.happens();
    await sending.pass();
    await sending.endpoint('/well');
    // From now on all failing endpoints hang. Their webhooks are due before those of the working endpoint.
    sending.receiver.answer = ({ path }) => (path === '/well' ? { status: 204 } : undefined);
    sending.at += 5 * second;
    await sending.happens(3);
    const sender = sending.sender({ toWell: 4, toFailing: 2, graceMillis: 0 });
    await sender.look();
    expect(await sender.sendDue()).toBe(2 + 3);
    await expect.poll(() => sending.receiver.idsAt('/well')).toHaveLength(3);
    await sending.happens(4);
    await sender.look();
    let begun = 0;
    await expect.poll(async () => (begun += await sender.sendDue())).toBe(4);
    await expect.poll(() => sending.receiver.idsAt('/well')).toHaveLength(7);
    await sender.close();
    const given = await Promise.all(failing.map((id) => sending.endpointState(id)));
    expect(given.map(({ underWay }) => underWay)).toEqual(Array(6).fill({}));
  });
});

it('a locked endpoint delays neither sequencing nor other endpoints, and gets what it missed', async () => {
  const test = await forTest(createTestDatabase('postgresql'));
  const sending = await WebhookSending.begin(test.database);
  const id = await sending.endpoint('/locked');
  await sending.endpoint('/other');
  await sending.happens();
  await test.database.transaction(async (em) => {
    await em.execute('select from webhook_endpoints where id = ? for update', [id]);
    await sending.pass();
    expect(sending.receiver.idsAt('/other')).toHaveLength(1);
    expect(sending.receiver.idsAt('/locked')).toHaveLength(0);
  });
  await sending.pass();
  expect(sending.receiver.idsAt('/locked')).toHaveLength(1);
  await sending.stop();
});

it('keeps no response to a change from which a person was erased, whenever the response arrives', async () => {
  const test = await forTest(createTestDatabase('postgresql'));
  const sending = await WebhookSending.begin(test.database);
  const id = await sending.endpoint('/', { types: ['user.created', 'user.erased'] });
  const partner = authorizePartner(
    { id: uuidv7(), externalServiceId: sending.externalServiceId, scopes },
    'userwrite',
    sending.externalServiceId,
  );
  const context = { database: test.database, newId: uuidv7, now: () => sending.at, requestId: 'x' };
  const make = (name: string) =>
    createUser(context, partner, {
      email: `${name}@example.com`,
      externalUserId: name,
      firstName: name,
      lastName: name,
    });
  let hold: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    hold = resolve;
  });
  // The receiver echoes the webhook in its response. One response comes at once, the other after the erasure.
  sending.receiver.answer = async ({ text }) => {
    if (text.includes('sentinel-late')) await held;
    return { status: 200, body: text };
  };
  const users = [await make('sentinel-soon'), await make('sentinel-late')];
  const sender = sending.sender();
  await sender.look();
  await sender.sendDue();
  await expect
    .poll(() => findEverywhere(test.database, ['sentinel-soon']))
    .toContainEqual(expect.stringMatching(/webhook_deliveries\w*\.last_answer/));
  for (const { user } of users) await eraseUser(context, partner, { userId: user.id });
  hold!();
  await sender.settled();
  await sending.pass();
  expect(await findEverywhere(test.database, ['sentinel-soon', 'sentinel-late'])).toEqual([]);
  const sent = await sending.deliveries(id);
  expect(sent).toHaveLength(4);
  expect(sent.every(({ isDelivered }) => isDelivered)).toBe(true);
  await test.database.query(
    `with deliveries as (update webhook_deliveries set due_at = $2 where endpoint_id = $1)
     update webhook_endpoints set due_at = $2 where id = $1`,
    [id, new Date(sending.at).toISOString()],
  );
  sending.receiver.received.length = 0;
  await sending.pass();
  expect(sending.receiver.received).toHaveLength(4);
  expect(sending.receiver.received.map(({ text }) => text).join()).not.toContain('sentinel');
  expect(await findEverywhere(test.database, ['sentinel-soon', 'sentinel-late'])).toEqual([]);
  await sending.stop();
});

it('erases the responses of former attempts with the person, and keeps the attempts', async () => {
  const test = await forTest(createTestDatabase('postgresql'));
  const sending = await WebhookSending.begin(test.database);
  await sending.endpoint('/', { types: ['user.created'] });
  const { externalServiceId } = sending;
  const identity = { id: uuidv7(), externalServiceId, scopes };
  const partner = authorizePartner(identity, 'userwrite', externalServiceId);
  const context = { database: test.database, newId: uuidv7, now: () => sending.at, requestId: 'x' };
  sending.receiver.answer = ({ text }) => ({ status: 500, body: text });
  const { user } = await createUser(context, partner, {
    email: 'sentinel@example.com',
    externalUserId: 'x',
    firstName: 'Ada',
    lastName: 'L',
  });
  await sending.pass();
  await sending.passAfter(waitMillis[0]);
  const copies = () => findEverywhere(test.database, ['sentinel']);
  expect(await copies()).toContainEqual(expect.stringMatching(/webhook_deliveries\w*\.former_attempts/));
  await eraseUser(context, partner, { userId: user.id });
  expect(await copies()).toEqual([]);
  await sending.passAfter(waitMillis[1]);
  expect(await copies()).toEqual([]);
  const [row] = await test.database.query<{ former: object[] }>(
    'select former_attempts as former from webhook_deliveries',
    [],
  );
  expect(row!.former).toEqual([
    expect.objectContaining({ status: 500 }),
    expect.objectContaining({ status: 500, answer: null }),
  ]);
  await sending.stop();
});
