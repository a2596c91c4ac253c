import type { RequestListener } from 'node:http';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  createSequenceKeeper,
  createWebhookHandler,
  type WebhookEvent,
  type WebhookHandlerOptions,
} from '../../sdk/src/webhooks/index.ts';
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
  /** The clocks of the service and the receivers are ahead by this number of milliseconds. */
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const service = useTestService('postgresql', { now });
  beforeAll(async () => {
    tenant = await service.factories.tenant();
    operator = await operatorOf(service);
  });

  async function endpoint(
    kind: WebhookServerKind,
    signature: 'HMAC_SHA256' | 'ED25519',
    options: Partial<WebhookHandlerOptions> = {},
  ) {
    // The secret exists only after the address, so the listener is set later.
    let listener: RequestListener = () => {};
    const { url, stop } = await listen((request, response) => listener(request, response));
    onTestFinished(stop);
    const types = ['COURT_BOOKING_CREATED', 'COURT_BOOKING_CANCELLED'];
    const { id, secret } = await operator.createWebhookEndpoint(
      tenant.externalServiceId,
      url,
      types,
      signature,
    );
    const events: WebhookEvent[] = [];
    const errors: unknown[] = [];
    const takeBy = (secrets: string | string[]) => {
      const onEvent = (event: WebhookEvent) => events.push(event);
      const onError = (error: unknown) => errors.push(error);
      listener = webhookServers[kind](createWebhookHandler({ secrets, now, onEvent, onError, ...options }));
    };
    takeBy(secret);
    return { id, secret, events, errors, takeBy };
  }
  let slot = 0;
  const book = async (id: string): Promise<void> => {
    slot += 1;
    const body = bookingBody(tenant.courtIds[0], {}, slot);
    const { status } = await service.upsertCourtBooking(tenant.externalServiceId, id, {
      token: tenant.token,
      body,
    });
    expect(status).toBe(201);
  };
  const cancelAsOperator = async (externalId: string, reason: string): Promise<void> => {
    const [row] = await service.database.query<{ id: string }>(
      'select id from court_bookings where external_court_booking_id = $1',
      [externalId],
    );
    await operator.cancelCourtBooking(row!.id, reason);
  };

  it('reaches each kind of server with both kinds of signature, including test events', async () => {
    const kinds = Object.keys(webhookServers) as WebhookServerKind[];
    const all = await Promise.all(
      kinds.flatMap((kind) =>
        (['HMAC_SHA256', 'ED25519'] as const).map(async (signature) => ({
          name: `${kind}, ${signature}`,
          ...(await endpoint(kind, signature)),
        })),
      ),
    );
    await book('Zoë/1 🎾');
    await cancelAsOperator('Zoë/1 🎾', 'The court is flooded.');
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

  it('repeats a webhook after onEvent fails, until it succeeds', async () => {
    const handled: string[] = [];
    let failures = 1;
    const onEvent = (event: WebhookEvent) => {
      if (failures-- > 0) throw new Error('the database is away');
      handled.push(told(event));
    };
    const { id, errors } = await endpoint("Node's http", 'HMAC_SHA256', {
      onEvent,
      sequences: createSequenceKeeper(),
    });
    await book('again');
    await expect.poll(() => errors.length).toBe(1);
    expect(handled).toEqual([]);
    const attempts = async () => {
      const sql = 'select attempts from webhook_deliveries where endpoint_id = $1 and leased_until is null';
      return (await service.database.query<{ attempts: number }>(sql, [id]))[0]?.attempts;
    };
    await expect.poll(attempts).toBe(1);
    // The retry comes after 5 s plus up to a tenth.
    ahead += 6_000;
    await expect.poll(() => handled).toEqual(['again created']);
    expect(errors).toHaveLength(1);
  });

  it('accepts both secrets during a rotation, and afterwards only the new one', async () => {
    const { id, secret: former, takeBy, events, errors } = await endpoint('the Fetch API', 'ED25519');
    const present = await operator.rotateWebhookSecret(id, 1);
    for (const secrets of [former, present, [former, present]]) {
      takeBy(secrets);
      expect(await operator.testWebhookEndpoint(id)).toMatchObject({ status: 204 });
    }
    ahead += 3_600_000;
    takeBy(former);
    expect(await operator.testWebhookEndpoint(id)).toMatchObject({
      status: 400,
      answer: expect.stringMatching(/^no_match: .*whether it was rotated/s),
    });
    takeBy([former, present]);
    expect(await operator.testWebhookEndpoint(id)).toMatchObject({ status: 204 });
    expect(events).toHaveLength(4);
    expect(errors).toMatchObject([{ reason: 'no_match' }]);
  });

  it('rejects webhooks if the receiver’s clock is wrong, and shows operators the reason', async () => {
    const { id } = await endpoint("Node's http", 'HMAC_SHA256', { now: () => now() + 301_000 });
    expect(await operator.testWebhookEndpoint(id)).toMatchObject({
      status: 400,
      answer: expect.stringMatching(/^too_old: .*clock/s),
    });
  });
});
