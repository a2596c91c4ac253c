import { beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { AlertEndpoint, alertTypes } from '../../src/db/entities/alert.ts';
import { WebhookEndpoint } from '../../src/db/entities/webhook.ts';
import { guardedOutgoing } from '../../src/outgoing/guarded-outgoing.ts';
import { changeTypes } from '../../src/rules/change-types.ts';
import { maxEndpoints } from '../../src/rules/webhooks.ts';
import {
  CreateAlertEndpointInput,
  createAlertEndpoint,
} from '../../src/services/alerts/create-alert-endpoint.ts';
import { deleteAlertEndpoint } from '../../src/services/alerts/delete-alert-endpoint.ts';
import { RotateAlertSecretInput, rotateAlertSecret } from '../../src/services/alerts/rotate-alert-secret.ts';
import { testAlertEndpoint } from '../../src/services/alerts/test-alert-endpoint.ts';
import { updateAlertEndpoint } from '../../src/services/alerts/update-alert-endpoint.ts';
import { sequenceChanges } from '../../src/services/changes/sequence-changes.ts';
import { newId } from '../../src/services/values/new-id.ts';
import { shownSecret, sign } from '../../src/services/webhook-deliveries/signature.ts';
import { signingKeysOf } from '../../src/services/webhook-deliveries/signed-request.ts';
import {
  CreateWebhookEndpointInput,
  createWebhookEndpoint,
} from '../../src/services/webhooks/create-webhook-endpoint.ts';
import { deleteWebhookEndpoint } from '../../src/services/webhooks/delete-webhook-endpoint.ts';
import { pauseWebhookEndpoint } from '../../src/services/webhooks/pause-webhook-endpoint.ts';
import { resumeWebhookEndpoint } from '../../src/services/webhooks/resume-webhook-endpoint.ts';
import {
  RotateWebhookSecretInput,
  rotateWebhookSecret,
} from '../../src/services/webhooks/rotate-webhook-secret.ts';
import { createSecretBox } from '../../src/services/webhooks/secret-box.ts';
import { testWebhookEndpoint } from '../../src/services/webhooks/test-webhook-endpoint.ts';
import { updateWebhookEndpoint } from '../../src/services/webhooks/update-webhook-endpoint.ts';
import {
  OutgoingFailure,
  type OutgoingRequest,
  type SecretBox,
  type WebhookContext,
} from '../../src/services/webhooks/webhook-dependencies.ts';
import { administrator, useVerbs } from '../harness/clients/verbs.ts';
import { testBox } from '../harness/clients/webhook-sending.ts';
import { columnIn } from '../harness/data/rows.ts';
import { databaseKinds } from '../harness/servers/test-database.ts';
import { useClient } from '../harness/servers/use-test-service.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const hour = 3_600_000;
const anotherBox = createSecretBox(Buffer.alloc(32, 'a'));
const url = 'https://partner.example.com/';
const otherUrl = 'https://partner.example.com/other';

interface Input {
  url?: string;
  types?: string[];
}
/** The verbs of one kind of endpoint. */
interface Kind {
  entity: typeof WebhookEndpoint | typeof AlertEndpoint;
  /** In the order in which they are stored. */
  types: [first: string, second: string];
  notFound: string;
  create(context: WebhookContext, input: Required<Input>): Promise<{ id: string; secret: string }>;
  update(context: WebhookContext, id: string, input: Input): Promise<string>;
  rotate(context: WebhookContext, id: string, overlapHours: number): Promise<{ id: string; secret: string }>;
  test(context: WebhookContext, id: string): ReturnType<typeof testWebhookEndpoint>;
  remove(context: WebhookContext, id: string): Promise<{ id: string }>;
  fields: { types: z.ZodType; overlapHours: z.ZodType };
  /** What the endpoint receives for a test, beside the time. */
  tested(id: string): object;
  tooMany?: string;
  /** What the messages of `webhook_secret_unreadable` say for a rotation and a test. */
  unreadable: [rotation: string, test: string];
}

describe.each(databaseKinds)('endpoints of webhooks and alerts on %s', (kind) => {
  const verbs = useVerbs(undefined, kind);
  const { test, eventsOf } = verbs;
  let externalServiceId: string;
  beforeEach(async () => {
    externalServiceId = await verbs.factories.externalService();
    await test.database.query('delete from alert_endpoints', []);
  });

  const network = { sent: [] as { url: string; request: OutgoingRequest }[], fails: false };
  const context = ({ secrets = testBox as SecretBox | undefined, at = now } = {}): WebhookContext => {
    let clock = at;
    return {
      ...verbs.context(() => clock),
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
  const withoutKey = () => {
    const { webhooks, ...others } = context();
    return { ...others, webhooks: { ...webhooks, secrets: undefined } };
  };

  const webhook: Kind = {
    entity: WebhookEndpoint,
    types: ['court_booking.cancelled', 'user.created'],
    notFound: 'webhook_endpoint_not_found',
    create: async (of, input) =>
      createWebhookEndpoint(of, administrator, { externalServiceId, ...input } as never),
    update: async (of, webhookEndpointId, input) =>
      updateWebhookEndpoint(of, administrator, { webhookEndpointId, ...input } as never),
    rotate: async (of, webhookEndpointId, overlapHours) =>
      rotateWebhookSecret(of, administrator, { webhookEndpointId, overlapHours }),
    test: (of, webhookEndpointId) => testWebhookEndpoint(of, administrator, { webhookEndpointId }),
    remove: (of, webhookEndpointId) => deleteWebhookEndpoint(of, administrator, { webhookEndpointId }),
    fields: { ...CreateWebhookEndpointInput.shape, ...RotateWebhookSecretInput.shape },
    tested: (id) => ({
      type: 'webhook_endpoint.tested',
      sequence: 0,
      data: { id, url, types: ['user.created'], status: 'ACTIVE' },
    }),
    unreadable: ['with an overlap of 0 hours', 'with an overlap of 0 hours'],
  };
  const alert: Kind = {
    entity: AlertEndpoint,
    types: ['API_TOKEN_EXPIRES', 'STAMPS_AHEAD'],
    notFound: 'alert_endpoint_not_found',
    create: async (of, input) => createAlertEndpoint(of, administrator, input as never),
    update: async (of, alertEndpointId, input) =>
      updateAlertEndpoint(of, administrator, { alertEndpointId, ...input } as never),
    rotate: async (of, alertEndpointId, overlapHours) =>
      rotateAlertSecret(of, administrator, { alertEndpointId, overlapHours }),
    test: (of, alertEndpointId) => testAlertEndpoint(of, administrator, { alertEndpointId }),
    remove: (of, alertEndpointId) => deleteAlertEndpoint(of, administrator, { alertEndpointId }),
    fields: { types: CreateAlertEndpointInput.shape.types, ...RotateAlertSecretInput.shape },
    tested: () => ({ type: 'alert.tested', data: { message: 'A test: this is where alerts are sent.' } }),
    tooMany: `Alerts go to at most ${maxEndpoints} endpoints. Delete one first.`,
    unreadable: ['cannot sign together with a new one', 'rotate the secret with overlapHours 0'],
  };

  const make = (of: Kind, input: Input = {}, at = context()) =>
    of.create(at, { url, types: [of.types[1]], ...input });
  const endpointOf = ({ entity }: Kind, id: string) =>
    test.database.em().findOne(entity as typeof WebhookEndpoint, id);
  const signing = async (of: Kind, id: string, at = now, secrets = testBox) => {
    const endpoint = (await endpointOf(of, id))!;
    const signature = endpoint.signature ?? ('HMAC_SHA256' as const);
    return signingKeysOf({ ...endpoint, signature }, secrets, at)?.map(({ kind, secret }) =>
      shownSecret(kind, secret),
    );
  };
  const rejected = (type: string, message?: string) =>
    expect.objectContaining({ type, ...(message ? { message: expect.stringContaining(message) } : {}) });

  describe.each([
    ['a webhook endpoint', webhook],
    ['an alert endpoint', alert],
  ])('%s', (_what, of) => {
    it('is created without duplicate types, and returns its secret once', async () => {
      const [first, second] = of.types;
      const { id, secret } = await make(of, { types: [second, first, second] });
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(await endpointOf(of, id)).toMatchObject({ url, types: [first, second] });
      expect(await signing(of, id)).toEqual([secret]);
      expect(await eventsOf(id)).toMatchObject([{ before: null, after: { url, types: [first, second] } }]);
      expect(of.fields.types.safeParse([]).error!.issues).toMatchObject([{ code: 'too_small' }]);
    });

    it('is rejected with an address that is not allowed, without a key, or beyond the maximum number', async () => {
      await expect(make(of, { url: 'https://127.0.0.1/' })).rejects.toEqual(rejected('webhook_url_refused'));
      await expect(make(of, {}, withoutKey())).rejects.toEqual(rejected('webhook_secrets_key_missing'));
      for (let n = 2; n < maxEndpoints; n += 1) await make(of);
      const answers = await Promise.allSettled([1, 2, 3, 4].map(() => make(of)));
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
      const tooMany = rejected('too_many_webhook_endpoints', of.tooMany);
      await expect(make(of)).rejects.toEqual(tooMany);
      const made = answers.find((answer) => answer.status === 'fulfilled')!;
      await of.remove(context(), made.value.id);
      await make(of);
      await expect(make(of)).rejects.toEqual(tooMany);
    });

    it('changes only the given fields, and an update without a difference changes nothing', async () => {
      const [first, second] = of.types;
      const { id } = await make(of);
      const update = (input: Input, endpoint = id) => of.update(context(), endpoint, input);
      expect(await update({})).toBe(id);
      expect(await update({ url, types: [second] })).toBe(id);
      expect(await eventsOf(id)).toHaveLength(1);
      await update({ url: otherUrl });
      expect(await endpointOf(of, id)).toMatchObject({ url: otherUrl, types: [second] });
      await update({ types: [second, first] });
      expect(await endpointOf(of, id)).toMatchObject({ url: otherUrl, types: [first, second] });
      expect((await eventsOf(id)).slice(1)).toEqual([
        { before: { url }, after: { url: otherUrl } },
        { before: { types: [second] }, after: { types: [first, second] } },
      ]);
      await expect(update({ url: 'https://10.0.0.1/' })).rejects.toEqual(rejected('webhook_url_refused'));
      await expect(update({ url }, newId())).rejects.toEqual(rejected(of.notFound));
    });

    it('signs with both secrets until the very end of an overlap, and then only with the new one', async () => {
      const { id, secret: former } = await make(of);
      const { secret } = await of.rotate(context(), id, 3);
      expect(secret).not.toBe(former);
      expect(await signing(of, id, now + 3 * hour - 1)).toEqual([secret, former]);
      expect(await signing(of, id, now + 3 * hour)).toEqual([secret]);
      const formerSecretUntil = new Date(now + 3 * hour).toISOString();
      expect((await eventsOf(id)).slice(1)).toEqual([{ before: null, after: { formerSecretUntil } }]);
      // Two secrets at most, even if an earlier overlap is not over.
      const { secret: third } = await of.rotate(context({ at: now + 1 }), id, 3);
      expect(await signing(of, id, now + 2)).toEqual([third, secret]);
    });

    it('deletes the former secret without an overlap, and stops signing with it at once', async () => {
      const { id } = await make(of);
      const { secret } = await of.rotate(context(), id, 0);
      expect(await signing(of, id)).toEqual([secret]);
      expect(await endpointOf(of, id)).toMatchObject({ formerSecret: null, formerSecretUntil: null });
      expect((await eventsOf(id))[1]!.after).toEqual({ formerSecretUntil: null });
    });

    it('can only replace a secret that another key encrypted without an overlap', async () => {
      const { id, secret: former } = await make(of);
      const another = context({ secrets: anotherBox });
      expect(await signing(of, id, now, anotherBox)).toBeUndefined();
      await expect(of.rotate(another, id, 1)).rejects.toEqual(
        rejected('webhook_secret_unreadable', of.unreadable[0]),
      );
      await expect(of.test(another, id)).rejects.toEqual(
        rejected('webhook_secret_unreadable', of.unreadable[1]),
      );
      expect(await signing(of, id)).toEqual([former]);
      const { secret } = await of.rotate(another, id, 0);
      expect(await signing(of, id, now, anotherBox)).toEqual([secret]);
    });

    it('rejects a rotation and a test without a key or of an unknown endpoint, and overlaps out of range', async () => {
      const { id } = await make(of);
      const keyMissing = rejected('webhook_secrets_key_missing');
      await expect(of.rotate(withoutKey(), id, 0)).rejects.toEqual(keyMissing);
      await expect(of.test(withoutKey(), id)).rejects.toEqual(keyMissing);
      await expect(of.rotate(context(), newId(), 0)).rejects.toEqual(rejected(of.notFound));
      await expect(of.test(context(), newId())).rejects.toEqual(rejected(of.notFound));
      const messages = [-1, 0, 168, 169].map(
        (hours) => of.fields.overlapHours.safeParse(hours).error?.issues.at(0)?.message,
      );
      expect(messages).toEqual(['Must be 0 or more.', undefined, undefined, 'Must be at most 168 (7 days).']);
    });

    it('is tested by one signed event, with both secrets during an overlap, and returns the response', async () => {
      const { id } = await make(of);
      await of.rotate(context(), id, 1);
      network.sent.length = 0;
      const before = await endpointOf(of, id);
      const tested = await of.test(context(), id);
      const webhookId = expect.any(String);
      expect(tested).toEqual({ webhookId, status: 202, milliseconds: 70, answer: 'taken', error: null });
      const [{ url: sentTo, request }] = network.sent as [(typeof network.sent)[0]];
      expect([network.sent.length, sentTo]).toEqual([1, url]);
      const keys = signingKeysOf({ ...before!, signature: 'HMAC_SHA256' }, testBox, now)!;
      expect(keys).toHaveLength(2);
      expect(request.headers).toEqual({
        'content-type': 'application/json',
        'user-agent': 'Courtbridge-Webhooks/1',
        'webhook-id': tested.webhookId,
        'webhook-timestamp': String(now / 1_000),
        'webhook-signature': sign(keys, tested.webhookId, now / 1_000, request.body),
      });
      const { timestamp, ...body } = JSON.parse(request.body);
      expect([Date.parse(timestamp), body]).toEqual([now, of.tested(id)]);
      expect(await endpointOf(of, id)).toEqual(before);
      expect((await eventsOf(id)).at(-1)).toEqual({ before: null, after: { webhookId: tested.webhookId } });
      expect(await test.database.query('select from change_outbox where subject_id = $1', [id])).toEqual([]);
    });

    it('returns the reason if a test gets no response, and records the test', async () => {
      const { id } = await make(of);
      network.fails = true;
      const tested = await of.test(context(), id);
      network.fails = false;
      expect(tested).toMatchObject({ status: null, answer: null, error: 'nobody is there' });
      expect((await eventsOf(id)).at(-1)).toEqual({ before: null, after: { webhookId: tested.webhookId } });
    });

    it('is deleted without affecting others, and the audit event has the former values', async () => {
      const [{ id }, other] = [await make(of), await make(of)];
      expect(await of.remove(context(), id)).toEqual({ id });
      expect(await endpointOf(of, id)).toBeNull();
      expect(await endpointOf(of, other.id)).not.toBeNull();
      expect((await eventsOf(id)).at(-1)).toMatchObject({ before: { url }, after: null });
      await expect(of.remove(context(), id)).rejects.toEqual(rejected(of.notFound));
    });
  });

  it('an alert endpoint without types receives all of them', async () => {
    const { id } = await createAlertEndpoint(context(), administrator, { url });
    expect((await endpointOf(alert, id))!.types).toEqual(alertTypes);
    expect(await eventsOf(id)).toEqual([{ before: null, after: { url, types: alertTypes } }]);
  });

  it('a webhook endpoint has the signature of its input, and an external service that exists', async () => {
    const input = { url, types: [changeTypes[0]], signature: 'ED25519' as const };
    const made = await createWebhookEndpoint(context(), administrator, { externalServiceId, ...input });
    expect(made.secret).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/);
    expect(await endpointOf(webhook, made.id)).toMatchObject({ signature: 'ED25519', pausedBecause: null });
    await expect(
      createWebhookEndpoint(context(), administrator, { ...input, externalServiceId: newId() }),
    ).rejects.toEqual(rejected('external_service_not_found'));
  });

  it('a webhook endpoint no longer signs with a former secret that the key does not decrypt', async () => {
    const { id } = await make(webhook);
    const { secret } = await webhook.rotate(context(), id, 1);
    await test.database.query('update webhook_endpoints set former_secret = $2 where id = $1', [
      id,
      anotherBox.seal(Buffer.alloc(32)),
    ]);
    expect(await signing(webhook, id)).toEqual([secret]);
  });

  it('a webhook endpoint is deleted with its deliveries, and nothing is done with it afterwards', async () => {
    const { id } = await make(webhook);
    await test.database.query(
      'insert into webhook_deliveries (endpoint_id, id, due_at) select $1, gen_random_uuid(), now() from generate_series(1, 3)',
      [id],
    );
    await webhook.remove(context(), id);
    expect(await test.database.query('select from webhook_deliveries where endpoint_id = $1', [id])).toEqual(
      [],
    );
    const { externalServiceId: _, ...before } = (await eventsOf(id)).at(-1)!.before as Record<
      string,
      unknown
    >;
    expect(before).toEqual({ url, types: ['user.created'], signature: 'HMAC_SHA256' });
    for (const verb of [pauseWebhookEndpoint, resumeWebhookEndpoint])
      await expect(verb(context(), administrator, { webhookEndpointId: id })).rejects.toEqual(
        rejected(webhook.notFound),
      );
  });

  it('pausing changes an automatic pause into one by an operator, and records both, but notifies nobody', async () => {
    const { id } = await make(webhook);
    const at = new Date(now - hour);
    await test.database.query(
      `update webhook_endpoints set paused_because = 'FAILING', paused_at = $2, due_at = $2, failures = 9 where id = $1`,
      [id, at],
    );
    await pauseWebhookEndpoint(context(), administrator, { webhookEndpointId: id });
    expect((await eventsOf(id)).slice(1)).toMatchObject([
      { before: { pausedBecause: 'FAILING' }, after: { pausedBecause: 'OPERATOR' } },
    ]);
    const kept = 'select paused_at = $2 as "keepsTime", due_at as due from webhook_endpoints where id = $1';
    expect(await test.database.query(kept, [id, at])).toEqual([{ keepsTime: true, due: null }]);
    expect(await test.database.query('select from change_outbox where subject_id = $1', [id])).toEqual([]);
  });

  describe('changes that a webhook endpoint receives', () => {
    const sentTo = async (id: string): Promise<string[]> => {
      while (!(await sequenceChanges({ database: test.database, now: Date.now })));
      return columnIn(
        test,
        `select c.data ->> 'firstName' as name from webhook_deliveries d join changes c on c.id = d.id
         where d.endpoint_id = $1 order by c.id`,
        id,
      );
    };
    const announce = (firstName: string, count = 1) =>
      test.database.query(
        `insert into change_outbox (external_service_id, type, subject_id, at, actor_type, request_id, data)
         select $1::uuid, 'user.created', gen_random_uuid(), now(), 'api_token', 'x', jsonb_build_object('firstName', $2::text)
         from generate_series(1, $3::int)`,
        [externalServiceId, firstName, count],
      );

    it('does not deliver changes from before the endpoint was created', async () => {
      // More changes than are sequenced at once. They are not sequenced yet.
      await announce('before', 1_000);
      const { id } = await make(webhook);
      await announce('after');
      expect(await sentTo(id)).toEqual(['after']);
    });

    // The embedded database has only one connection.
    describe.runIf(kind === 'postgresql')('while another process is sequencing', () => {
      const other = useClient(test);

      it.each([true, false])('does not deliver earlier changes (type added: %j)', async (isAdded) => {
        const made = isAdded ? await make(webhook, { types: ['court_booking.created'] }) : undefined;
        await other.query("begin; select pg_advisory_xact_lock(hashtextextended('courtbridge/changes', 0))");
        await announce('before');
        const working = made
          ? webhook.update(context(), made.id, { types: ['user.created'] }).then(() => made)
          : make(webhook);
        const waiting = () =>
          other.query(
            `select from pg_locks l join pg_database d on d.oid = l.database
             where d.datname = current_database() and locktype = 'advisory' and not granted`,
          );
        await expect.poll(async () => (await waiting()).rowCount).toBe(1);
        await other.query('commit');
        const { id } = await working;
        await announce('after');
        expect(await sentTo(id)).toEqual(['after']);
      });
    });

    it('does not deliver changes from before a type was added', async () => {
      const { id } = await make(webhook, { types: ['court_booking.created'] });
      await announce('before', 1_000);
      await webhook.update(context(), id, { types: ['court_booking.created', 'user.created'] });
      await announce('after');
      expect(await sentTo(id)).toEqual(['after']);
    });

    it('delivers changes from a pause once the endpoint is resumed', async () => {
      const { id: webhookEndpointId } = await make(webhook);
      await announce('before');
      await pauseWebhookEndpoint(context(), administrator, { webhookEndpointId });
      await announce('during');
      await resumeWebhookEndpoint(context(), administrator, { webhookEndpointId });
      await announce('after');
      expect(await sentTo(webhookEndpointId)).toEqual(['before', 'during', 'after']);
    });
  });
});
