import { describe, expect, it } from 'vitest';
import { createWebhookVerifier } from '../../../sdk/src/webhooks/index.ts';
import { bookingBody, userBody } from '../../harness/data/factories.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { startTestService } from '../../harness/servers/test-service.ts';
import { forTest, useReceiver, useTenant, useTestService } from '../../harness/servers/use-test-service.ts';

describe.each(databaseKinds)('webhook endpoints by partners on %s', (kind) => {
  const service = useTestService(kind);
  const receiver = useReceiver();
  const tenant = useTenant(service);

  const send = (method: string, path: string, operationId: string, body?: object, token = tenant.token) =>
    service.call(
      `/api/v1/external-services/${tenant.externalServiceId}/webhook-endpoints${path}`,
      { method, token, ...(body ? { body } : {}) },
      operationId,
    );
  const create = (body: object, token?: string) => send('POST', '', 'createWebhookEndpoint', body, token);

  it('a client of REST hooks subscribes, receives a sample and changes, and unsubscribes', async () => {
    const { externalServiceId, token, courtIds } = tenant;
    const url = receiver.urlOf('/hook');
    const created = await create({ url, types: ['court_booking.created'] });
    expect(created.status).toBe(201);
    const { id, secret } = created.body;
    const verifier = createWebhookVerifier({ secrets: secret });
    const typesOf = async () =>
      Promise.all(
        receiver.received
          .filter(({ path }) => path === '/hook')
          .map(async ({ headers, text }) => (await verifier.verify(headers as never, text)).type),
      );

    const sample = await send('POST', `/${id}/test`, 'testWebhookEndpoint');
    expect([sample.status, sample.body.status]).toEqual([200, 204]);
    expect(await typesOf()).toEqual(['webhook_endpoint.tested']);

    await service.createUser(externalServiceId, { token, body: userBody() });
    await service.upsertCourtBooking(externalServiceId, 'hooked', { token, body: bookingBody(courtIds[0]) });
    await expect
      .poll(typesOf, { timeout: 10_000 })
      .toEqual(['webhook_endpoint.tested', 'court_booking.created']);

    expect((await send('DELETE', `/${id}`, 'deleteWebhookEndpoint')).body).toEqual({ id, status: 'DELETED' });
    expect((await send('GET', '', 'listWebhookEndpoints')).body).toEqual({ items: [] });
  });

  it('needs the scope, and the scopes that read the types in the feed', async () => {
    const url = receiver.urlOf('/narrow');
    const tokenOf = async (...scopes: ('webhookwrite' | 'userread' | 'userwrite' | 'court-bookingread')[]) =>
      (await service.factories.token(tenant.externalServiceId, scopes)).secret;
    const outcome = async (types: string[], token: string) => {
      const { status, body } = await create({ url, types }, token);
      return body.error?.type ?? status;
    };
    const narrow = await tokenOf('webhookwrite', 'court-bookingread');
    expect(await outcome(['user.created'], await tokenOf('userwrite'))).toBe('scope_permission_denied');
    expect(await outcome(['court_booking.created', 'user.created'], narrow)).toBe('scope_permission_denied');
    expect(await outcome(['court_booking.created'], narrow)).toBe(201);
    expect(await outcome(['user.created'], await tokenOf('webhookwrite', 'userwrite'))).toBe(201);
    expect(
      (await send('GET', '', 'listWebhookEndpoints', undefined, await tokenOf('webhookwrite'))).status,
    ).toBe(200);
  });

  it('repairs an endpoint that is gone: another address, resumed, and the missed changes again', async () => {
    const { externalServiceId, token } = tenant;
    receiver.answer = ({ path }) => ({ status: path === '/gone' ? 410 : 204 });
    const { id } = (await create({ url: receiver.urlOf('/gone'), types: ['user.created'] })).body;
    const created = await service.createUser(externalServiceId, { token, body: userBody() });
    const statusOf = async () => {
      const { items } = (await send('GET', '', 'listWebhookEndpoints')).body;
      return items.find((endpoint: { id: string }) => endpoint.id === id).status;
    };
    await expect.poll(statusOf, { timeout: 10_000 }).toBe('PAUSED');
    const { body: tested } = await send('POST', `/${id}/test`, 'testWebhookEndpoint');
    expect([tested.status, tested.failure]).toEqual([410, 'The response was 410.']);
    const idsOfUsers = () =>
      receiver.received.filter(({ path }) => path === '/back').map(({ body }) => body.data.id);
    await send('PATCH', `/${id}`, 'updateWebhookEndpoint', { url: receiver.urlOf('/back') });
    await send('POST', `/${id}/resume`, 'resumeWebhookEndpoint');
    await expect.poll(idsOfUsers, { timeout: 10_000 }).toContain(created.body.id);
    receiver.received.length = 0;
    const resent = await send('POST', `/${id}/resend`, 'resendWebhookDeliveries', { fromSequence: 1 });
    expect(resent.body.count).toBeGreaterThan(0);
    await expect.poll(idsOfUsers, { timeout: 10_000 }).toContain(created.body.id);
    receiver.answer = () => ({ status: 204 });
  });

  it('sends nothing to an endpoint that its partner paused, and what it missed afterwards', async () => {
    const { externalServiceId, token } = tenant;
    const receivedAt = () => receiver.received.filter(({ path }) => path === '/rest').length;
    const { id } = (await create({ url: receiver.urlOf('/rest'), types: ['user.created'] })).body;
    await send('POST', `/${id}/pause`, 'pauseWebhookEndpoint');
    await service.createUser(externalServiceId, { token, body: userBody() });
    // Another endpoint receives it.
    const other = (await create({ url: receiver.urlOf('/awake'), types: ['user.created'] })).body;
    await service.createUser(externalServiceId, { token, body: userBody() });
    const awake = () => receiver.received.filter(({ path }) => path === '/awake').length;
    await expect.poll(awake, { timeout: 10_000 }).toBe(1);
    expect(receivedAt()).toBe(0);
    const [state] = await service.database.query(
      'select paused_because, due_at from webhook_endpoints where id = $1',
      [id],
    );
    expect(state).toEqual({ paused_because: 'PARTNER', due_at: null });
    await send('POST', `/${id}/resume`, 'resumeWebhookEndpoint');
    await expect.poll(receivedAt, { timeout: 10_000 }).toBe(2);
    for (const made of [id, other.id]) await send('DELETE', `/${made}`, 'deleteWebhookEndpoint');
  });

  it('a token without a read scope changes no endpoint that receives such changes', async () => {
    const { id } = (await create({ url: receiver.urlOf('/wide'), types: ['user.created'] })).body;
    const scopes = ['webhookwrite', 'court-bookingread'] as const;
    const narrow = (await service.factories.token(tenant.externalServiceId, [...scopes])).secret;
    const calls = [
      send('PATCH', `/${id}`, 'updateWebhookEndpoint', { url: receiver.urlOf('/theirs') }, narrow),
      send('POST', `/${id}/resend`, 'resendWebhookDeliveries', { fromSequence: 1 }, narrow),
    ];
    for (const { body } of await Promise.all(calls)) expect(body.error.type).toBe('scope_permission_denied');
  });

  it('rejects without a key, and with a secret of another key', async () => {
    const body = { url: receiver.urlOf('/unreadable'), types: ['user.created'] };
    const { id } = (await create(body)).body;
    await service.database.query('update webhook_endpoints set secret = $2 where id = $1', [
      id,
      Buffer.from('sealed by another key'),
    ]);
    expect((await create(body)).body.error.type).toBe('webhook_secret_unreadable');
    const rotate = (overlapHours: number) =>
      send('POST', `/${id}/rotate-secret`, 'rotateWebhookSecret', { overlapHours });
    expect((await rotate(1)).body.error.type).toBe('webhook_secret_unreadable');
    const testOf = () => send('POST', `/${id}/test`, 'testWebhookEndpoint');
    expect((await testOf()).body.error.type).toBe('webhook_secret_unreadable');
    expect((await rotate(0)).status).toBe(201);
    expect((await testOf()).status).toBe(200);
    const outgoing = {
      faultOf: () => undefined,
      post: async () => ({ status: 204, retryAfter: undefined, text: '' }),
    };
    const keyless = await forTest(startTestService(kind, { webhooks: { outgoing, secrets: undefined } }));
    const { externalServiceId, token } = await keyless.factories.tenant();
    const path = `/api/v1/external-services/${externalServiceId}/webhook-endpoints`;
    const answer = await keyless.call(path, { method: 'POST', token, body }, 'createWebhookEndpoint');
    expect(answer.body.error).toMatchObject({
      type: 'webhook_secrets_key_missing',
      message: expect.stringContaining('WEBHOOK_SECRETS_KEY'),
    });
    expect(await keyless.database.query('select from webhook_endpoints', [])).toEqual([]);
  });

  it('a test costs ten permits', async () => {
    const limited = await forTest(startTestService(kind, { rateLimit: { perSecond: 1, burst: 12 } }));
    const { externalServiceId, token } = await limited.factories.tenant();
    const path = `/api/v1/external-services/${externalServiceId}/webhook-endpoints`;
    const body = { url: receiver.urlOf('/paid'), types: ['user.created'] };
    const { id } = (await limited.call(path, { method: 'POST', token, body }, 'createWebhookEndpoint')).body;
    const test = () => limited.call(`${path}/${id}/test`, { method: 'POST', token }, 'testWebhookEndpoint');
    expect((await test()).status).toBe(200);
    expect((await test()).body.error.type).toBe('rate_limit_exceeded');
  });
});
