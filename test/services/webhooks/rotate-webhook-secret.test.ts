import { describe, expect, it } from 'vitest';
import { WebhookEndpoint } from '../../../src/db/entities/webhook.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { shownSecret } from '../../../src/services/webhook-deliveries/signature.ts';
import { signingKeysOf, toSignedRequest } from '../../../src/services/webhook-deliveries/signed-request.ts';
import { createWebhookEndpoint } from '../../../src/services/webhooks/create-webhook-endpoint.ts';
import { pauseWebhookEndpoint } from '../../../src/services/webhooks/pause-webhook-endpoint.ts';
import {
  RotateWebhookSecretInput,
  rotateWebhookSecret,
} from '../../../src/services/webhooks/rotate-webhook-secret.ts';
import { createSecretBox } from '../../../src/services/webhooks/secret-box.ts';
import { administrator, useVerbs } from '../../harness/clients/verbs.ts';
import { testBox } from '../../harness/clients/webhook-sending.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const hour = 3_600_000;
const verbs = useVerbs();
const { test } = verbs;

const context = (at = now, secrets: typeof testBox | undefined = testBox) => ({
  ...verbs.context(() => at),
  webhooks: {
    outgoing: {
      faultOf: () => undefined,
      post: () => Promise.reject(new Error('Nothing is sent.')),
    },
    secrets,
  },
});
const create = async () => {
  const externalServiceId = await verbs.factories.externalService();
  return createWebhookEndpoint(context(), administrator, {
    externalServiceId,
    url: 'https://partner.example.com/',
    types: ['court.updated'],
  });
};
const signing = async (id: string, at: number, secrets = testBox) => {
  const endpoint = await test.database.em().findOneOrFail(WebhookEndpoint, id);
  return signingKeysOf(endpoint, secrets, at)?.map(({ kind, secret }) => shownSecret(kind, secret));
};
const eventsOf = async (id: string) => (await verbs.eventsOf(id)).slice(1);

describe('rotating the secret of an endpoint', () => {
  const rotate = async (
    webhookEndpointId: string,
    overlapHours: number,
    at = now,
    secrets?: typeof testBox,
  ) => rotateWebhookSecret(context(at, secrets), administrator, { webhookEndpointId, overlapHours });

  it('signs with both secrets until the very end of the overlap, and then only with the new one', async () => {
    const { id, secret: former } = await create();
    const { secret } = await rotate(id, 2);
    expect(secret).not.toBe(former);
    expect(await signing(id, now + 2 * hour - 1)).toEqual([secret, former]);
    expect(await signing(id, now + 2 * hour)).toEqual([secret]);
    const formerSecretUntil = new Date(now + 2 * hour).toISOString();
    expect(await eventsOf(id)).toEqual([{ before: null, after: { formerSecretUntil } }]);
  });

  it('signs with two secrets at most, even if an earlier overlap is not over', async () => {
    const { id, secret: first } = await create();
    const { secret: second } = await rotate(id, 5);
    const { secret: third } = await rotate(id, 5, now + 1);
    expect(await signing(id, now + 2)).toEqual([third, second]);
    expect([first, second, third]).toHaveLength(new Set([first, second, third]).size);
  });

  it('without an overlap, the former secret is deleted and stops signing at once', async () => {
    const { id } = await create();
    const { secret } = await rotate(id, 0);
    expect(await signing(id, now)).toEqual([secret]);
    const [row] = await test.database.query(
      'select former_secret as former, former_secret_until as until from webhook_endpoints where id = $1',
      [id],
    );
    expect(row).toEqual({ former: null, until: null });
    expect((await eventsOf(id))[0]!.after).toEqual({ formerSecretUntil: null });
  });

  it('a secret that another key encrypted can only be replaced without an overlap', async () => {
    const { id, secret: former } = await create();
    const another = createSecretBox(Buffer.alloc(32, 'a'));
    expect(await signing(id, now, another)).toBeUndefined();
    await expect(rotate(id, 1, now, another)).rejects.toMatchObject({ type: 'webhook_secret_unreadable' });
    expect(await signing(id, now)).toEqual([former]);
    const { secret } = await rotate(id, 0, now, another);
    expect(await signing(id, now, another)).toEqual([secret]);
    // A former secret that cannot be decrypted no longer signs. The current one does.
    const { secret: next } = await rotate(id, 1, now, another);
    const { id: ofBoth } = await create();
    await test.database.query(
      `update webhook_endpoints set secret = (select secret from webhook_endpoints where id = $2),
         former_secret = secret, former_secret_until = $3 where id = $1`,
      [ofBoth, id, new Date(now + hour).toISOString()],
    );
    expect(await signing(ofBoth, now, another)).toEqual([next]);
  });

  it('rejects a missing key, an unknown endpoint, and an overlap outside 0 to 168 hours', async () => {
    const { id } = await create();
    const { database, ...others } = context();
    const withoutKey = { database, ...others, webhooks: { ...others.webhooks, secrets: undefined } };
    await expect(
      rotateWebhookSecret(withoutKey, administrator, { webhookEndpointId: id, overlapHours: 0 }),
    ).rejects.toMatchObject({ type: 'webhook_secrets_key_missing' });
    await expect(rotate(newId(), 0)).rejects.toMatchObject({ type: 'webhook_endpoint_not_found' });
    const messages = [-1, 0, 168, 169].map((overlapHours) => {
      const { error } = RotateWebhookSecretInput.safeParse({ webhookEndpointId: id, overlapHours });
      return error?.issues.at(0)?.message;
    });
    expect(messages).toEqual(['Must be 0 or more.', undefined, undefined, 'Must be at most 168 (7 days).']);
  });
});

it('pausing changes an automatic pause into one by an operator, and records both, but notifies nobody', async () => {
  const { id } = await create();
  const at = new Date(now - hour);
  await test.database.query(
    `update webhook_endpoints set paused_because = 'FAILING', paused_at = $2, due_at = $2, failures = 9 where id = $1`,
    [id, at],
  );
  await pauseWebhookEndpoint(context(), administrator, { webhookEndpointId: id });
  expect(await eventsOf(id)).toMatchObject([
    { before: { pausedBecause: 'FAILING' }, after: { pausedBecause: 'OPERATOR' } },
  ]);
  const kept = 'select paused_at = $2 as "keepsTime", due_at as due from webhook_endpoints where id = $1';
  expect(await test.database.query(kept, [id, at])).toEqual([{ keepsTime: true, due: null }]);
  expect(await test.database.query('select from change_outbox where subject_id = $1', [id])).toEqual([]);
});

it('signs a webhook by Standard Webhooks with its id, time in whole seconds and content', () => {
  const { headers, body, timeoutMillis } = toSignedRequest(
    [{ kind: 'HMAC_SHA256', secret: Buffer.alloc(32) }],
    {
      id: 'msg',
      body: { a: 1 },
      now: now + 999,
      timeoutMillis: 7_000,
    },
  );
  expect(headers).toEqual({
    'content-type': 'application/json',
    'user-agent': 'Courtbridge-Webhooks/1',
    'webhook-id': 'msg',
    'webhook-timestamp': String(now / 1_000),
    'webhook-signature': expect.stringMatching(/^v1,/),
  });
  expect([body, timeoutMillis]).toEqual(['{"a":1}', 7_000]);
});
