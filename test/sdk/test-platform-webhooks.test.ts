import { createPublicKey, verify as verifyBy } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { createPartnerClient, type PartnerClient } from '../../sdk/src/index.ts';
import { createTestPlatform, type TestPlatform } from '../../sdk/src/testing/index.ts';
import { changeTypes } from '../../src/rules/change-types.ts';
import { toSignedRequest } from '../../src/services/webhook-deliveries/signed-request.ts';

let platform: TestPlatform;
let client: PartnerClient;

beforeEach(() => {
  platform = createTestPlatform({ now: '2026-11-20T12:00:00Z' });
  client = createPartnerClient(platform.clientOptions);
});

const book = (id: string, hour = 10) =>
  client.upsertCourtBooking(id, {
    courtId: platform.courts()[0]!.id,
    startDate: `2027-01-01T${hour}:00:00Z`,
    endDate: `2027-01-01T${hour + 1}:00:00Z`,
    externalUpdatedAt: '2026-11-20T11:00:00Z',
  });
const url = 'https://me.test/hooks';
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
  const { headers } = request!;
  const body = await request!.text();
  expect(JSON.parse(body)).toMatchObject({ type: 'court_booking.cancelled', sequence: 2 });
  const x = Buffer.from(secret.replace('whpk_', ''), 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const signed = `${headers.get('webhook-id')}.${headers.get('webhook-timestamp')}.${body}`;
  const [version, signature] = headers.get('webhook-signature')!.split(',');
  expect(version).toBe('v1a');
  expect(verifyBy(null, Buffer.from(signed), key, Buffer.from(signature!, 'base64'))).toBe(true);
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
  await platform.addWebhookEndpoint({ url });
  await book('a');
  let answers = 0;
  const failing = () => {
    answers += 1;
    if (answers === 2) throw new Error('not there');
    return new Response(null, { status: answers === 1 ? 500 : 204 });
  };
  expect(await platform.deliverWebhooks(failing)).toBe(0);
  expect(await platform.deliverWebhooks(failing)).toBe(0);
  expect(answers).toBe(1);
  platform.advance(5_000);
  expect(await platform.deliverWebhooks(failing)).toBe(0);
  platform.advance(300_000);
  expect(await platform.deliverWebhooks(failing)).toBe(1);
  expect(await client.listWebhookEndpoints()).toMatchObject({
    items: [
      {
        url,
        status: 'ACTIVE',
        lastFailureAt: '2026-11-20T12:00:05.000Z',
        lastSuccessAt: '2026-11-20T12:05:05.000Z',
      },
    ],
  });
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

it('pauses an endpoint after five days of failures only, and reports it in the feed', async () => {
  const endpoint = await platform.addWebhookEndpoint({ url, types: ['court_booking.created'] });
  const failing = () => new Response(null, { status: 503 });
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
  expect(await platform.deliverWebhooks(() => new Response())).toBe(0);
  endpoint.resume();
  expect(await platform.deliverWebhooks(() => new Response())).toBe(1);
});

it('lists deliveries with their attempts, and sends an abandoned one again', async () => {
  const { id } = await platform.addWebhookEndpoint({ url, types: ['court_booking.created'] });
  await book('a');
  const answers = [500, undefined, 204];
  const receive = () => {
    const status = answers.shift();
    if (status === undefined) throw new Error('down');
    return new Response(null, { status });
  };
  const list = async (query = {}) => (await client.listWebhookDeliveries(id, query)).items;
  expect(await list()).toMatchObject([{ status: 'PENDING', sequence: 1, attempts: [] }]);
  await platform.deliverWebhooks(receive);
  platform.advance(5_000);
  await platform.deliverWebhooks(receive);
  const failures = [{ failure: 'There was no response.' }, { status: 500, failure: 'The response was 500.' }];
  expect(await list({ failed: true })).toMatchObject([{ status: 'PENDING', attempts: failures }]);
  await client.resendWebhookDeliveries(id, { fromSequence: 1 });
  expect(await platform.deliverWebhooks(receive)).toBe(1);
  expect(await list({ status: 'DELIVERED' })).toMatchObject([
    { sequence: 1, type: 'court_booking.created', attempts: [{ status: 204 }, ...failures] },
  ]);
  expect(await list({ failed: true })).toEqual([]);
});
