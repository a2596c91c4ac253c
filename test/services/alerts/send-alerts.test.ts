import { v7 as uuidv7 } from 'uuid';
import { afterEach, describe, expect, it } from 'vitest';
import { guardedOutgoing } from '../../../src/outgoing/guarded-outgoing.ts';
import { AlertSender } from '../../../src/services/alerts/send-alerts.ts';
import { sign } from '../../../src/services/webhook-deliveries/signature.ts';
import { testBox, testSecret } from '../../harness/clients/webhook-sending.ts';
import { useReceiver, useTestDatabase } from '../../harness/servers/use-test-service.ts';

const second = 1_000;

describe('delivery of alerts', () => {
  const test = useTestDatabase('postgresql');
  const receiver = useReceiver();
  const start = Date.UTC(2026, 10, 22, 12);
  let at = start;
  afterEach(async () => {
    await query('delete from alert_endpoints');
    await query('delete from alerts');
    receiver.received.length = 0;
    receiver.answer = () => ({ status: 204 });
  });

  const query = <Row>(text: string, parameters: unknown[] = []) =>
    test.database.read<Row>('primary', text, parameters);
  const faults: unknown[] = [];
  const sender = () =>
    new AlertSender({
      database: test.database,
      webhooks: { outgoing: guardedOutgoing({ allowPrivate: true }), secrets: testBox },
      now: () => at,
      monotonic: () => performance.now(),
      random: () => 0.5,
      onFault: (error) => faults.push(error),
    });
  const due = async (...paths: string[]) => {
    const alert = uuidv7({ msecs: at });
    await query(
      `insert into alerts (id, type, cause, message, data, at) values ($1, 'STAMPS_AHEAD', 'partner', 'Look.', '{"bookings": 2}', $2)`,
      [alert, new Date(at).toISOString()],
    );
    for (const path of paths) {
      const endpoint = uuidv7();
      await query('insert into alert_endpoints (id, url, secret) values ($1, $2, $3)', [
        endpoint,
        receiver.urlOf(path),
        testBox.seal(testSecret),
      ]);
      await query('insert into alert_deliveries (endpoint_id, alert_id, due_at) values ($1, $2, $3)', [
        endpoint,
        alert,
        new Date(at).toISOString(),
      ]);
    }
    return alert;
  };
  const state = async () => {
    const [row] = await query<Record<string, unknown>>(
      `select d.attempts, (extract(epoch from d.due_at - $1::timestamptz) * 1000)::int as "dueIn", d.delivered_at is not null as delivered,
         d.last_status as status, d.last_error as error, e.last_error as "ofEndpoint", e.last_success_at is not null as succeeded,
         e.last_failure_at is not null as failed
       from alert_deliveries d join alert_endpoints e on e.id = d.endpoint_id`,
      [new Date(at).toISOString()],
    );
    return row;
  };

  it('signs alerts by Standard Webhooks with the id of the alert and sends them once to each endpoint', async () => {
    const id = await due('/one', '/two');
    const [one, other] = [sender(), sender()];
    const counts = await Promise.all([one.sendDue(), other.sendDue()]);
    expect(counts[0]! + counts[1]!).toBe(2);
    expect(await one.sendDue()).toBe(0);
    expect([receiver.idsAt('/one'), receiver.idsAt('/two')]).toEqual([[id], [id]]);
    const [{ headers, text, body }] = receiver.received as [(typeof receiver.received)[number]];
    expect(body).toEqual({
      type: 'alert.stamps_ahead',
      timestamp: new Date(at).toISOString(),
      data: {
        message: 'Look.',
        alertId: id,
        status: 'firing',
        startsAt: new Date(at).toISOString(),
        bookings: 2,
      },
    });
    const keys = [{ kind: 'HMAC_SHA256' as const, secret: testSecret }];
    expect(headers['webhook-signature']).toBe(sign(keys, id, Math.floor(at / second), text));
    expect(faults).toEqual([]);
  });

  it('sends the end of an alert once, as a signed event that names the alert and is retried', async () => {
    const alertId = await due('/one');
    expect(await sender().sendDue()).toBe(1);
    const startsAt = new Date(at).toISOString();
    at += 60 * second;
    const endsAt = new Date(at).toISOString();
    await query('update alerts set resolved_at = $1', [endsAt]);
    await query(
      'insert into alert_resolutions (endpoint_id, alert_id, due_at) select endpoint_id, alert_id, $1 from alert_deliveries',
      [endsAt],
    );
    receiver.answer = () => ({ status: 500 });
    expect(await sender().sendDue()).toBe(1);
    at += 5 * second - 1;
    expect(await sender().sendDue()).toBe(0);
    at += 1;
    receiver.answer = () => ({ status: 204 });
    const counts = await Promise.all([sender().sendDue(), sender().sendDue()]);
    expect(counts.toSorted()).toEqual([0, 1]);
    expect(await sender().sendDue()).toBe(0);
    const [, failed, sent] = receiver.received as [unknown, ...typeof receiver.received];
    expect(receiver.received).toHaveLength(3);
    const id = String(sent!.headers['webhook-id']);
    expect(failed!.headers['webhook-id']).toBe(id);
    expect(id).not.toBe(alertId);
    expect(sent!.body).toEqual({
      type: 'alert.stamps_ahead.resolved',
      timestamp: endsAt,
      data: {
        message: 'It is over, and nothing is left to do. It was: Look.',
        alertId,
        status: 'resolved',
        startsAt,
        endsAt,
        bookings: 2,
      },
    });
    const keys = [{ kind: 'HMAC_SHA256' as const, secret: testSecret }];
    expect(sent!.headers['webhook-signature']).toBe(sign(keys, id, Math.floor(at / second), sent!.text));
    expect(await state()).toMatchObject({ attempts: 1, ofEndpoint: null });
    expect(
      await query('select attempts, last_status as status, due_at as due from alert_resolutions'),
    ).toEqual([{ attempts: 2, status: 204, due: null }]);
  });

  it('also signs with the former secret until its overlap ends', async () => {
    const former = Buffer.alloc(32, 3);
    const until = at + 5 * second;
    receiver.answer = () => ({ status: 500 });
    const id = await due('/rotated');
    await query('update alert_endpoints set former_secret = $1, former_secret_until = $2', [
      testBox.seal(former),
      new Date(until).toISOString(),
    ]);
    const keys = [testSecret, former].map((secret) => ({ kind: 'HMAC_SHA256' as const, secret }));
    const signedBy = async (...secrets: typeof keys) => {
      expect(await sender().sendDue()).toBe(1);
      const { headers, text } = receiver.received.at(-1)!;
      expect(headers['webhook-signature']).toBe(sign(secrets, id, Math.floor(at / second), text));
    };
    await signedBy(...keys);
    at = until;
    await signedBy(keys[0]!);
  });

  it('retries after 5 s and then 5 min until the endpoint accepts the alert', async () => {
    await due('/fails');
    receiver.answer = () => ({ status: 500 });
    expect(await sender().sendDue()).toBe(1);
    const failed = {
      delivered: false,
      status: 500,
      error: 'The response was 500.',
      ofEndpoint: 'The response was 500.',
    };
    expect(await state()).toEqual({
      ...failed,
      attempts: 1,
      dueIn: 5 * second,
      succeeded: false,
      failed: true,
    });
    at += 5 * second - 1;
    expect(await sender().sendDue()).toBe(0);
    at += 1;
    expect(await sender().sendDue()).toBe(1);
    expect(await state()).toMatchObject({ ...failed, attempts: 2, dueIn: 300 * second });
    at += 300 * second;
    receiver.answer = () => ({ status: 200 });
    expect(await sender().sendDue()).toBe(1);
    expect(await state()).toMatchObject({
      attempts: 3,
      dueIn: null,
      delivered: true,
      status: 200,
      ofEndpoint: null,
    });
  });

  it('sends the alerts of a killed process from another process after the lease ends', async () => {
    await due('/killed');
    const [delivery] = await query<{ id: string }>('select alert_id as id from alert_deliveries');
    await query('update alert_deliveries set due_at = $1, leased_until = $1', [
      new Date(at + 25 * second).toISOString(),
    ]);
    expect(await sender().sendDue()).toBe(0);
    at += 25 * second;
    expect(await sender().sendDue()).toBe(1);
    expect(receiver.idsAt('/killed')).toEqual([delivery!.id]);
  });

  it('releases pending deliveries when the process ends, without counting an attempt', async () => {
    await due('/slow');
    let arrived = () => {};
    const isThere = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    receiver.answer = () => {
      arrived();
      return undefined;
    };
    const ending = sender();
    const sending = ending.sendDue();
    await isThere;
    await ending.close();
    await sending;
    expect(await state()).toMatchObject({ attempts: 0, dueIn: 0, delivered: false, failed: false });
    expect(await ending.sendDue()).toBe(0);
  });
});
