import { afterAll, beforeAll, expect, it } from 'vitest';
import { sign } from '../../../src/services/webhook-deliveries/signature.ts';
import { testBox, testSecret, WebhookSending } from '../../harness/clients/webhook-sending.ts';
import { useTestDatabase } from '../../harness/servers/use-test-service.ts';

const test = useTestDatabase();
let sending: WebhookSending;
beforeAll(async () => {
  sending = await WebhookSending.begin(test.database);
});
afterAll(() => sending.stop());

it('also signs with the former secret until the very end of the overlap', async () => {
  const id = await sending.endpoint('/');
  const formerSecret = Buffer.alloc(32, 'f');
  const until = sending.at + 3_600_000;
  await test.database.query(
    'update webhook_endpoints set former_secret = $2, former_secret_until = $3 where id = $1',
    [id, testBox.seal(formerSecret), new Date(until).toISOString()],
  );
  const [both, one] = [[testSecret, formerSecret], [testSecret]].map((secrets) =>
    secrets.map((secret) => ({ kind: 'HMAC_SHA256' as const, secret })),
  );
  for (const [at, keys] of [
    [sending.at, both!],
    [until - 1, both!],
    [until, one!],
  ] as const) {
    sending.at = at;
    await sending.happens();
    await sending.pass();
    const { headers, text } = sending.receiver.received.at(-1)!;
    const {
      'webhook-id': changeId,
      'webhook-timestamp': timestamp,
      'webhook-signature': signature,
    } = headers;
    expect(signature).toBe(sign(keys, String(changeId), Number(timestamp), text));
  }
  expect(sending.receiver.received).toHaveLength(3);
  expect(sending.faults).toEqual([]);
});
