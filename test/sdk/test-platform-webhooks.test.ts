import { beforeEach, expect, it } from 'vitest';
import { createPartnerClient, type PartnerClient } from '../../sdk/src/index.ts';
import { createTestPlatform, type TestPlatform } from '../../sdk/src/testing/index.ts';
import { createWebhookVerifier } from '../../sdk/src/webhooks/index.ts';
import { changeTypes } from '../../src/rules/change-types.ts';
import { faultOfStatus } from '../../src/rules/next-attempt.ts';
import { waitMillis } from '../../src/rules/webhooks.ts';
import { toSignedRequest } from '../../src/services/webhook-deliveries/signed-request.ts';
import { bookingOn } from '../harness/data/ada.ts';

let platform: TestPlatform;
let client: PartnerClient;

beforeEach(() => {
  platform = createTestPlatform({ now: '2026-11-20T12:00:00Z' });
  client = createPartnerClient(platform.clientOptions);
});

const book = (id: string, hour = 10) => {
  const times = { startDate: `2027-01-01T${hour}:00:00Z`, endDate: `2027-01-01T${hour + 1}:00:00Z` };
  return client.upsertCourtBooking(id, { ...bookingOn(platform.courts()[0]!.id), ...times });
};
const url = 'https://me.test/hooks';
/** The number of webhooks that a receiver accepts. */
const taken = () => platform.deliverWebhooks(() => new Response());
const failing = () => new Response(null, { status: 503 });
const keyOf = (secret: string) => Buffer.from(secret.replace('whsec_', ''), 'base64');

it('rejects a type that does not exist', async () => {
  const misspelled = platform.addWebhookEndpoint({ url, types: ['court_booking.canceled'] });
  await expect(misspelled).rejects.toMatchObject({ type: 'invalid_schema' });
});

it('signs and words webhooks like the service', async () => {
  const { secret } = await platform.addWebhookEndpoint({ url });
  await book('a');
  platform.cancelAsOperator('a', 'Rain.');
  const requests = await platform.webhookRequests();
  const sent = await Promise.all(
    requests.map(async (request) => ({
      headers: Object.fromEntries(request.headers),
      body: await request.text(),
    })),
  );
  const expected = platform.changes().map(({ id, type, timestamp, sequence, data }) => {
    const signing = {
      id,
      body: { type, timestamp, sequence, data },
      now: platform.now().getTime(),
      timeoutMillis: 0,
    };
    const { headers, body } = toSignedRequest([{ kind: 'HMAC_SHA256', secret: keyOf(secret) }], signing);
    return { headers, body };
  });
  expect(sent).toEqual(expected);
  expect(requests.map((request) => [request.method, request.url])).toEqual([
    ['POST', url],
    ['POST', url],
  ]);
  expect(await platform.webhookRequests()).toEqual([]);
});

it('sends an endpoint only its types, also signed by a key pair', async () => {
  const types = ['court_booking.cancelled'];
  const { secret } = await platform.addWebhookEndpoint({ url, types, signature: 'ED25519' });
  await book('a');
  platform.cancelAsOperator('a');
  const [request, none] = await platform.webhookRequests();
  expect(none).toBeUndefined();
  expect(request!.headers.get('webhook-signature')).toMatch(/^v1a,/);
  const verifier = createWebhookVerifier({ secrets: secret, now: () => +platform.now() });
  const event = await verifier.verify(request!.headers, await request!.text());
  const data = { cancellationReason: 'Cancelled by an operator of the test' };
  expect(event).toMatchObject({ type: 'court_booking.cancelled', sequence: 2, data });
});

it('signs with both secrets during a rotation, the new one first, for a day by default', async () => {
  const endpoint = await platform.addWebhookEndpoint({ url });
  const secret = await endpoint.rotateSecret();
  platform.advance(24 * 3_600_000 - 1);
  const signatureOf = async (id: string, hour: number) => {
    await book(id, hour);
    const [request] = await platform.webhookRequests();
    return { body: await request!.text(), signature: request!.headers.get('webhook-signature')! };
  };
  const { body, signature } = await signatureOf('a', 10);
  const id = platform.changes()[0]!.id;
  const signing = { id, body: JSON.parse(body), now: platform.now().getTime(), timeoutMillis: 0 };
  const keys = [secret, endpoint.secret].map((one) => ({ kind: 'HMAC_SHA256', secret: keyOf(one) }) as const);
  expect(signature).toBe(toSignedRequest(keys, signing).headers['webhook-signature']);
  platform.advance(1);
  expect((await signatureOf('b', 12)).signature.split(' ')).toHaveLength(1);
  await endpoint.rotateSecret(2);
  platform.advance(2 * 3_600_000);
  expect((await signatureOf('c', 14)).signature.split(' ')).toHaveLength(1);
});

it('subscribes an endpoint to all types of the service by default, in its order', async () => {
  await platform.addWebhookEndpoint({ url });
  await platform.addWebhookEndpoint({ url, types: ['user.erased', 'court_booking.created'] });
  const { items } = await client.listWebhookEndpoints();
  expect(items.map(({ types }) => types).sort((one, other) => other.length - one.length)).toEqual([
    changeTypes,
    ['court_booking.created', 'user.erased'],
  ]);
});

it('sends nothing to a paused endpoint until it is resumed, and gives each its own secret', async () => {
  const endpoint = await platform.addWebhookEndpoint({ url });
  const other = await platform.addWebhookEndpoint({ url });
  expect(endpoint.secret).not.toBe(other.secret);
  expect(keyOf(endpoint.secret)).toHaveLength(32);
  endpoint.pause();
  other.pause();
  await book('a');
  expect(await platform.webhookRequests()).toEqual([]);
  endpoint.resume();
  expect((await platform.webhookRequests()).length).toBeGreaterThan(0);
});

it('retries after a receiver fails or throws', async () => {
  const { id } = await platform.addWebhookEndpoint({ url, types: ['court_booking.created'] });
  await book('a');
  const answers = [302, undefined, 204, 204];
  const delivered = () =>
    platform.deliverWebhooks(() => {
      const status = answers.shift();
      if (status === undefined) throw new Error('down');
      return new Response(null, { status });
    });
  const list = async (query = {}) => (await client.listWebhookDeliveries(id, query)).items;
  expect(await list()).toMatchObject([{ status: 'PENDING', sequence: 1, attempts: [] }]);
  expect([await delivered(), await delivered(), answers.length]).toEqual([0, 0, 3]);
  platform.advance(5_000);
  expect(await delivered()).toBe(0);
  const failures = [{ failure: 'There was no response.' }, { status: 302, failure: faultOfStatus(302) }];
  expect(await list({ failed: true })).toMatchObject([{ status: 'PENDING', attempts: failures }]);
  platform.advance(300_000);
  expect(await delivered()).toBe(1);
  const times = { lastFailureAt: '2026-11-20T12:00:05.000Z', lastSuccessAt: '2026-11-20T12:05:05.000Z' };
  expect(await client.listWebhookEndpoints()).toMatchObject({ items: [{ url, status: 'ACTIVE', ...times }] });
  await client.resendWebhookDeliveries(id, { fromSequence: 1 });
  expect(await delivered()).toBe(1);
  const attempts = [{ status: 204 }, { status: 204 }, ...failures];
  const first = { sequence: 1, type: 'court_booking.created', attempts };
  expect(await list({ status: 'DELIVERED' })).toMatchObject([first]);
  expect(await list({ failed: true })).toEqual([]);
});

it('accepts only 2xx as a success, and stops when the endpoint is paused meanwhile', async () => {
  await platform.addWebhookEndpoint({ url });
  const takes = async (response: Response) => {
    await book(`b${platform.bookings().length}`, 10 + platform.bookings().length);
    return platform.deliverWebhooks(() => response);
  };
  expect([await takes(new Response()), await takes(new Response(null, { status: 299 }))]).toEqual([1, 1]);
  expect([await takes(Response.error()), await takes(new Response(null, { status: 300 }))]).toEqual([0, 0]);
  platform.advance(300_000);
  expect(await platform.deliverWebhooks(() => new Response())).toBe(2);
  platform.reset();
  await platform.addWebhookEndpoint({ url });
  await book('a');
  await book('b', 12);
  let sent = 0;
  await platform.deliverWebhooks(() => {
    sent += 1;
    return new Response(null, { status: 410 });
  });
  expect(sent).toBe(1);
});

it('pauses an endpoint after five days of failures, tries it hourly, and resumes it at a success', async () => {
  await platform.addWebhookEndpoint({ url, types: ['court_booking.created'] });
  const day = 86_400_000;
  const types = () => platform.changes().map(({ type }) => type);
  const statuses = async () => (await client.listWebhookEndpoints()).items.map(({ status }) => status);
  await book('a');
  await platform.deliverWebhooks(failing);
  platform.advance(4 * day);
  await platform.deliverWebhooks(() => new Response());
  await book('b', 12);
  await platform.deliverWebhooks(failing);
  platform.advance(5 * day - 1);
  await platform.deliverWebhooks(failing);
  expect([await statuses(), types()]).toEqual([
    ['ACTIVE'],
    ['court_booking.created', 'court_booking.created'],
  ]);
  platform.advance(300_000);
  await platform.deliverWebhooks(failing);
  expect([await statuses(), types().at(-1)]).toEqual([['PAUSED'], 'webhook_endpoint.paused']);
  expect(await taken()).toBe(0);
  platform.advance(3_600_000);
  await platform.deliverWebhooks(failing);
  platform.advance(3_599_999);
  expect(await taken()).toBe(0);
  platform.advance(1);
  expect(await taken()).toBe(1);
  expect([await statuses(), types().at(-1)]).toEqual([['ACTIVE'], 'webhook_endpoint.resumed']);
});

it('waits as long as a receiver asks, also with its other webhooks', async () => {
  await platform.addWebhookEndpoint({ url });
  await book('a');
  await platform.deliverWebhooks(() => new Response(null, { status: 429, headers: { 'Retry-After': '60' } }));
  await book('b', 12);
  platform.advance(59_999);
  expect(await taken()).toBe(0);
  platform.advance(1);
  expect(await taken()).toBe(2);
});

it('abandons a webhook after its schedule, if the endpoint has accepted another one', async () => {
  const { id } = await platform.addWebhookEndpoint({ url, types: ['court_booking.created'] });
  const statuses = async () => (await client.listWebhookDeliveries(id)).items.map(({ status }) => status);
  await book('a');
  for (const wait of [...waitMillis, 1_000]) {
    await platform.deliverWebhooks(failing);
    platform.advance(wait);
  }
  expect(await statuses()).toEqual(['PENDING']);
  await book('b', 12);
  expect(await taken()).toBe(1);
  platform.advance(86_400_000);
  await platform.deliverWebhooks(failing);
  expect(await statuses()).toEqual(['DELIVERED', 'FAILED']);
});

it('rejects actions on a deleted endpoint', async () => {
  const endpoint = await platform.addWebhookEndpoint({ url });
  await client.deleteWebhookEndpoint(endpoint.id);
  const acts = [async () => endpoint.pause(), async () => endpoint.resume(), () => endpoint.rotateSecret()];
  for (const act of acts) await expect(act()).rejects.toMatchObject({ type: 'webhook_endpoint_not_found' });
  expect(platform.changes()).toEqual([]);
});
