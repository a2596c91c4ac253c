import { beforeAll, describe, expect, it } from 'vitest';
import { AlertEndpoint } from '../../../src/db/entities/alert.ts';
import { WebhookEndpoint } from '../../../src/db/entities/webhook.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { resealSecrets } from '../../../src/services/webhooks/reseal-secrets.ts';
import { createSecretBox } from '../../../src/services/webhooks/secret-box.ts';
import { createFactories } from '../../harness/data/factories.ts';
import { useTestDatabase } from '../../harness/servers/use-test-service.ts';

const [oldKey, newKey, lostKey] = ['o', 'n', 'l'].map((letter) => Buffer.alloc(32, letter));
const before = createSecretBox(oldKey!);
const during = createSecretBox(newKey!, oldKey);
const after = createSecretBox(newKey!);
const secret = Buffer.from('of the endpoint');
const former = Buffer.from('of the endpoint before');

const test = useTestDatabase();
let externalServiceId: string;
beforeAll(async () => {
  externalServiceId = await createFactories(test.database).externalService();
});

const endpoint = async (sealed: { secret: Buffer; formerSecret?: Buffer }) => {
  const id = newId();
  await test.database.transaction(async (em) => {
    em.create(WebhookEndpoint, {
      id,
      externalService: externalServiceId,
      url: 'https://partner.example.com/',
      types: [],
      signature: 'HMAC_SHA256',
      formerSecretUntil: sealed.formerSecret ? '2030-01-01T00:00:00.000Z' : null,
      ...sealed,
    } as never);
  });
  return id;
};
const stored = (id: string) => test.database.em().findOneOrFail(WebhookEndpoint, id);

describe('replacing WEBHOOK_SECRETS_KEY', () => {
  it('every process reads secrets of both keys', () => {
    expect(during.open(before.seal(secret))).toEqual(secret);
    expect(createSecretBox(oldKey!, newKey).open(after.seal(secret))).toEqual(secret);
    expect(() => after.open(before.seal(secret))).toThrow(/WEBHOOK_SECRETS_KEY_FORMER/);
  });

  it('secrets of the former key are encrypted with the current one and no longer need the former key', async () => {
    const id = await endpoint({ secret: before.seal(secret), formerSecret: before.seal(former) });
    expect(await resealSecrets(test.database, during)).toEqual({ resealed: 1, unreadable: 0 });
    const { secret: current, formerSecret } = await stored(id);
    expect([current, formerSecret!].map((sealed) => after.open(sealed))).toEqual([secret, former]);
    expect(await resealSecrets(test.database, during)).toEqual({ resealed: 0, unreadable: 0 });
  });

  it('secrets of alert endpoints are encrypted with the current key, too', async () => {
    const id = newId();
    await test.database.transaction(async (em) => {
      em.create(AlertEndpoint, {
        id,
        url: 'https://ops.example.com/',
        types: [],
        secret: before.seal(secret),
      } as never);
    });
    expect(await resealSecrets(test.database, during)).toEqual({ resealed: 1, unreadable: 0 });
    const { secret: sealed } = await test.database.em().findOneOrFail(AlertEndpoint, id);
    expect(after.open(sealed)).toEqual(secret);
  });

  it('a secret that no configured key decrypts is counted and left unchanged', async () => {
    const lost = createSecretBox(lostKey!).seal(secret);
    const id = await endpoint({ secret: lost });
    expect(await resealSecrets(test.database, during)).toEqual({ resealed: 0, unreadable: 1 });
    expect((await stored(id)).secret).toEqual(lost);
  });

  it('a secret that is rotated at the same time is never overwritten', async () => {
    const id = await endpoint({ secret: before.seal(secret) });
    const rotated = after.seal(Buffer.from('rotated'));
    const holder = test.database.transaction(async (em) => {
      await em.execute('select from webhook_endpoints where id = ? for update', [id]);
      const resealing = resealSecrets(test.database, during);
      await expect
        .poll(
          async () =>
            (
              await em.execute(
                "select 1 from pg_locks where not granted and locktype in ('transactionid', 'tuple')",
              )
            ).length,
        )
        .toBeGreaterThan(0);
      await em.execute('update webhook_endpoints set secret = ? where id = ?', [rotated, id]);
      return { resealing };
    });
    await (await holder).resealing;
    expect((await stored(id)).secret).toEqual(rotated);
  });
});
