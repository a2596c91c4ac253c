import type { RequestListener } from 'node:http';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createWebhookHandler, type WebhookEvent } from '../../sdk/src/webhooks/index.ts';
import { operatorOf } from '../harness/clients/operator-calls.ts';
import { bookingBody, type Tenant } from '../harness/data/factories.ts';
import { useTestService } from '../harness/servers/use-test-service.ts';
import { listen, type WebhookServerKind, webhookServers } from '../harness/servers/webhook-servers.ts';

const told = (event: WebhookEvent) => {
  switch (event.type) {
    case 'court_booking.created':
      return `${event.data.externalCourtBookingId} created`;
    case 'court_booking.cancelled':
      return `${event.data.externalCourtBookingId} cancelled by ${event.data.cancelledBy}: ${event.data.cancellationReason}`;
    default:
      return event.type;
  }
};

describe('webhooks of the service', () => {
  let tenant: Tenant;
  let operator: Awaited<ReturnType<typeof operatorOf>>;
  const service = useTestService('postgresql');
  beforeAll(async () => {
    tenant = await service.factories.tenant();
    operator = await operatorOf(service);
  });

  async function endpoint(kind: WebhookServerKind, signature: 'HMAC_SHA256' | 'ED25519') {
    // The secret exists only after the address, so the listener is set later.
    let listener: RequestListener = () => {};
    const { url, stop } = await listen((request, response) => listener(request, response));
    onTestFinished(stop);
    const types = ['COURT_BOOKING_CREATED', 'COURT_BOOKING_CANCELLED'];
    const { id, secret: secrets } = await operator.createWebhookEndpoint(
      tenant.externalServiceId,
      url,
      types,
      signature,
    );
    const events: WebhookEvent[] = [];
    const errors: unknown[] = [];
    const onEvent = (event: WebhookEvent) => events.push(event);
    const onError = (error: unknown) => errors.push(error);
    listener = webhookServers[kind](createWebhookHandler({ secrets, onEvent, onError }));
    return { id, events, errors };
  }
  it('reaches each kind of server with both kinds of signature, including test events', async () => {
    const all: ({ name: string } & Awaited<ReturnType<typeof endpoint>>)[] = [];
    for (const kind of Object.keys(webhookServers) as WebhookServerKind[])
      for (const signature of ['HMAC_SHA256', 'ED25519'] as const)
        all.push({ name: `${kind}, ${signature}`, ...(await endpoint(kind, signature)) });
    const body = bookingBody(tenant.courtIds[0]);
    await service.upsertCourtBooking(tenant.externalServiceId, 'Zoë/1 🎾', { token: tenant.token, body });
    const [row] = await service.database.query<{ id: string }>('select id from court_bookings', []);
    await operator.cancelCourtBooking(row!.id, 'The court is flooded.');
    for (const { name, id, events, errors } of all) {
      await expect.poll(() => events.length, { message: name }).toBe(2);
      const inOrder = events.toSorted((one, other) => one.sequence - other.sequence);
      expect(inOrder.map(told), name).toEqual([
        'Zoë/1 🎾 created',
        'Zoë/1 🎾 cancelled by OPERATOR: The court is flooded.',
      ]);
      expect(await operator.testWebhookEndpoint(id), name).toMatchObject({ status: 204 });
      expect(events[2], name).toMatchObject({
        known: true,
        type: 'webhook_endpoint.tested',
        sequence: 0,
        data: { id },
      });
      expect(errors, name).toEqual([]);
    }
    const [feed] = await service.database.query<{ ids: string[] }>(
      'select array_agg(id::text order by id) as ids from changes',
      [],
    );
    expect(
      all[0]!.events
        .slice(0, 2)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(feed!.ids);
  });
});
