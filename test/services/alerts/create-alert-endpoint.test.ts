import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { AlertEndpoint, alertTypes } from '../../../src/db/entities/alert.ts';
import { guardedOutgoing } from '../../../src/outgoing/guarded-outgoing.ts';
import { authorizeAdministrator } from '../../../src/services/access/authorize-operator.ts';
import {
  CreateAlertEndpointInput,
  createAlertEndpoint,
} from '../../../src/services/alerts/create-alert-endpoint.ts';
import { deleteAlertEndpoint } from '../../../src/services/alerts/delete-alert-endpoint.ts';
import { rotateAlertSecret } from '../../../src/services/alerts/rotate-alert-secret.ts';
import { testAlertEndpoint } from '../../../src/services/alerts/test-alert-endpoint.ts';
import { updateAlertEndpoint } from '../../../src/services/alerts/update-alert-endpoint.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { shownSecret } from '../../../src/services/webhook-deliveries/signature.ts';
import { signingKeysOf } from '../../../src/services/webhook-deliveries/signed-request.ts';
import { createSecretBox } from '../../../src/services/webhooks/secret-box.ts';
import {
  OutgoingFailure,
  type OutgoingRequest,
  type SecretBox,
} from '../../../src/services/webhooks/webhook-dependencies.ts';
import { maxEndpoints } from '../../../src/services/webhooks/webhook-endpoint-fields.ts';
import { testBox } from '../../harness/clients/webhook-sending.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/servers/test-database.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const hour = 3_600_000;
const administrator = authorizeAdministrator({ id: newId(), name: 'Jo', role: 'ADMIN' });
const anotherBox = createSecretBox(Buffer.alloc(32, 'a'));
const url = 'https://alerts.example.com/';

let test: TestDatabase | undefined;
beforeEach(async () => {
  test ??= await createTestDatabase('postgresql');
  await test.database.query('delete from alert_endpoints', []);
});
afterAll(() => test!.drop());

const network = { sent: [] as { url: string; request: OutgoingRequest }[], fails: false };
const context = ({ secrets = testBox as SecretBox | undefined, at = now } = {}) => {
  let clock = at;
  return {
    database: test!.database,
    newId,
    now: () => clock,
    requestId: 'x',
    webhooks: {
      outgoing: {
        ...guardedOutgoing({ allowPrivate: false }),
        post: async (url: string, request: OutgoingRequest) => {
          network.sent.push({ url, request });
          clock += 70;
          if (network.fails) throw new OutgoingFailure('nobody is there');
          return { status: 202, retryAfter: undefined, text: 'taken' };
        },
      },
      secrets,
    },
  };
};
const create = (input: Partial<Parameters<typeof createAlertEndpoint>[2]> = {}, of = context()) =>
  createAlertEndpoint(of, administrator, { url, ...input });
const endpointOf = (id: string) => test!.database.em().findOne(AlertEndpoint, id);
const signing = async (id: string, at: number, secrets: SecretBox = testBox) => {
  const endpoint = await endpointOf(id);
  const keys = signingKeysOf({ ...endpoint!, signature: 'HMAC_SHA256' }, secrets, at);
  return keys?.map(({ kind, secret }) => shownSecret(kind, secret));
};
const eventsOf = (id: string) =>
  test!.database.query<Record<string, unknown>>(
    'select before, after from audit_events where subject_id = $1 order by id',
    [id],
  );

describe('alert endpoint', () => {
  it('receives all alert types or the given ones, and returns its secret once', async () => {
    const { id, secret } = await create();
    expect(await endpointOf(id)).toMatchObject({ url, types: alertTypes });
    expect(await signing(id, now)).toEqual([secret]);
    expect(await eventsOf(id)).toEqual([{ before: null, after: { url, types: alertTypes } }]);
    const types = ['STAMPS_AHEAD', 'API_TOKEN_EXPIRES', 'STAMPS_AHEAD'] as const;
    const { id: some } = await create({ types: [...types] });
    expect((await endpointOf(some))!.types).toEqual(['API_TOKEN_EXPIRES', 'STAMPS_AHEAD']);
    const { error } = CreateAlertEndpointInput.safeParse({ url, types: [] });
    expect(error!.issues).toMatchObject([{ path: ['types'], code: 'too_small' }]);
  });

  it('is rejected with an address that is not allowed, without a key, or beyond the maximum number', async () => {
    await expect(async () => create({ url: 'https://127.0.0.1/' })).rejects.toMatchObject({
      type: 'webhook_url_refused',
    });
    await expect(async () =>
      createAlertEndpoint(
        { ...context(), webhooks: { ...context().webhooks, secrets: undefined } },
        administrator,
        { url },
      ),
    ).rejects.toMatchObject({ type: 'webhook_secrets_key_missing' });
    for (let n = 2; n < maxEndpoints; n += 1) await create();
    const answers = await Promise.allSettled([create(), create(), create(), create()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    await expect(create()).rejects.toMatchObject({
      type: 'too_many_webhook_endpoints',
      message: `Alerts go to at most ${maxEndpoints} endpoints. Delete one first: deleteAlertEndpoint.`,
    });
  });

  it('changes only the given fields, and an update without a difference changes nothing', async () => {
    const { id } = await create({ types: ['STAMPS_AHEAD'] });
    const update = async (input: object) =>
      updateAlertEndpoint(context(), administrator, { alertEndpointId: id, ...input });
    const other = 'https://alerts.example.com/other';
    expect(await update({})).toBe(id);
    expect(await update({ url, types: ['STAMPS_AHEAD'] })).toBe(id);
    expect(await eventsOf(id)).toHaveLength(1);
    await update({ url: other });
    expect(await endpointOf(id)).toMatchObject({ url: other, types: ['STAMPS_AHEAD'] });
    await update({ types: ['STAMPS_AHEAD', 'API_TOKEN_EXPIRES'] });
    expect(await endpointOf(id)).toMatchObject({ url: other, types: ['API_TOKEN_EXPIRES', 'STAMPS_AHEAD'] });
    expect((await eventsOf(id)).slice(1)).toEqual([
      { before: { url }, after: { url: other } },
      { before: { types: ['STAMPS_AHEAD'] }, after: { types: ['API_TOKEN_EXPIRES', 'STAMPS_AHEAD'] } },
    ]);
    await expect(update({ url: 'https://10.0.0.1/' })).rejects.toMatchObject({ type: 'webhook_url_refused' });
    await expect(update({ alertEndpointId: newId() })).rejects.toMatchObject({
      type: 'alert_endpoint_not_found',
    });
  });

  it('is deleted without affecting others, and the audit event has the former values', async () => {
    const [{ id }, other] = [await create(), await create()];
    const remove = async (alertEndpointId: string) =>
      deleteAlertEndpoint(context(), administrator, { alertEndpointId });
    expect(await remove(id)).toEqual({ id });
    expect(await endpointOf(id)).toBeNull();
    expect(await endpointOf(other.id)).not.toBeNull();
    expect((await eventsOf(id)).at(-1)).toEqual({ before: { url }, after: null });
    await expect(remove(id)).rejects.toMatchObject({ type: 'alert_endpoint_not_found' });
  });
});

describe('secret of an alert endpoint', () => {
  const rotate = async (alertEndpointId: string, overlapHours: number, of = context()) =>
    rotateAlertSecret(of, administrator, { alertEndpointId, overlapHours });

  it('after a rotation, the former secret signs in addition until the end of the overlap', async () => {
    const { id, secret: former } = await create();
    const { secret } = await rotate(id, 3);
    expect(await signing(id, now + 3 * hour - 1)).toEqual([secret, former]);
    expect(await signing(id, now + 3 * hour)).toEqual([secret]);
    const { secret: next } = await rotate(id, 0);
    expect(await signing(id, now)).toEqual([next]);
    expect((await eventsOf(id)).slice(1)).toEqual([
      { before: null, after: { formerSecretUntil: new Date(now + 3 * hour).toISOString() } },
      { before: null, after: { formerSecretUntil: null } },
    ]);
    await expect(rotate(newId(), 0)).rejects.toMatchObject({ type: 'alert_endpoint_not_found' });
  });

  it('that was encrypted with another key can only be replaced without an overlap', async () => {
    const { id } = await create();
    const of = context({ secrets: anotherBox });
    await expect(rotate(id, 1, of)).rejects.toMatchObject({
      type: 'webhook_secret_unreadable',
      message: expect.stringContaining('cannot sign together with a new one'),
    });
    await expect(testAlertEndpoint(of, administrator, { alertEndpointId: id })).rejects.toMatchObject({
      type: 'webhook_secret_unreadable',
      message: expect.stringContaining('rotate the secret with overlapHours 0'),
    });
    const { secret } = await rotate(id, 0, of);
    expect(await signing(id, now, anotherBox)).toEqual([secret]);
  });
});

describe('test of an alert endpoint', () => {
  it('sends one signed event that is not an alert, returns the response and is recorded', async () => {
    const { id } = await create();
    network.sent.length = 0;
    const tested = await testAlertEndpoint(context(), administrator, { alertEndpointId: id });
    expect(tested).toEqual({
      webhookId: expect.any(String),
      status: 202,
      milliseconds: 70,
      answer: 'taken',
      error: null,
    });
    const [{ url: sentTo, request }] = network.sent as [(typeof network.sent)[0]];
    expect([network.sent.length, sentTo]).toEqual([1, url]);
    expect(request.headers).toMatchObject({
      'webhook-id': tested.webhookId,
      'webhook-timestamp': String(now / 1_000),
      'webhook-signature': expect.stringMatching(/^v1,/),
    });
    expect(JSON.parse(request.body)).toEqual({
      type: 'alert.tested',
      timestamp: new Date(now).toISOString(),
      data: { message: 'A test: this is where alerts are sent.' },
    });
    expect((await eventsOf(id)).at(-1)).toEqual({ before: null, after: { webhookId: tested.webhookId } });
  });

  it('without a response returns the reason and is recorded', async () => {
    const { id } = await create();
    network.fails = true;
    const tested = await testAlertEndpoint(context(), administrator, { alertEndpointId: id });
    network.fails = false;
    expect(tested).toMatchObject({ status: null, answer: null, error: 'nobody is there' });
    expect((await eventsOf(id)).at(-1)).toEqual({ before: null, after: { webhookId: tested.webhookId } });
  });

  it('is rejected without a key or for an unknown endpoint', async () => {
    const { id } = await create();
    const { webhooks, ...others } = context();
    const withoutKey = { ...others, webhooks: { ...webhooks, secrets: undefined } };
    await expect(testAlertEndpoint(withoutKey, administrator, { alertEndpointId: id })).rejects.toMatchObject(
      { type: 'webhook_secrets_key_missing' },
    );
    await expect(
      testAlertEndpoint(context(), administrator, { alertEndpointId: newId() }),
    ).rejects.toMatchObject({ type: 'alert_endpoint_not_found' });
  });
});
