import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { rotatedAlready } from '../../../src/rules/requests/messages.ts';
import { hashToken, isWellFormedToken } from '../../../src/services/values/secret-formats.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { useTestService } from '../../harness/servers/use-test-service.ts';

describe.each(databaseKinds)('rotate API token on %s', (kind) => {
  const service = useTestService(kind);

  const rotate = (token: string, body: object = {}) =>
    service.call('/api/v1/token/rotate', { method: 'POST', token, body }, 'rotateApiToken');
  const read = (token: string) => service.call('/api/v1/token', { token }, 'getToken');
  const expiryOf = async (token: string) => (await read(token)).body.expiresAt as string | undefined;

  it('returns 201 with a token of the same scopes, label and expiry, and ends the old one', async () => {
    const { externalServiceId } = await service.factories.tenant();
    const expiresAt = '2099-01-01T00:00:00.000Z';
    const { secret } = await service.factories.token(externalServiceId, ['userread'], expiresAt);
    const before = Date.now();
    const { status, body } = await rotate(secret, { overlapMinutes: 5 });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      secret: expect.any(String),
      expiresAt,
      formerExpiresAt: expect.any(String),
    });
    expect(isWellFormedToken('partner', body.secret)).toBe(true);
    expect((await read(body.secret)).body).toMatchObject({ label: 'test', scopes: ['userread'], expiresAt });
    const overlap = Date.parse(body.formerExpiresAt) - before;
    expect(overlap).toBeGreaterThanOrEqual(300_000);
    expect(overlap).toBeLessThan(330_000);
    await expect.poll(() => expiryOf(secret)).toBe(body.formerExpiresAt);
  });

  it('returns the same new token again until it is used, then 409, and stores no secret', async () => {
    const { token } = await service.factories.tenant();
    const first = await rotate(token);
    const answers = await Promise.all([rotate(token), rotate(token, { overlapMinutes: 5 })]);
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).toEqual(first.body);
    }
    const [stored] = await service.database.query<Record<string, Buffer>>(
      'select secret_hash as hash, (select rotation_nonce from api_tokens where secret_hash = $2) as nonce from api_tokens where id = $1',
      [first.body.id, hashToken(token)],
    );
    expect(Buffer.from(stored!.hash!)).toEqual(hashToken(first.body.secret));
    expect(first.body.secret).not.toContain(Buffer.from(stored!.nonce!).toString('hex'));
    await read(first.body.secret);
    await expect
      .poll(async () => (await rotate(token)).body.error?.type, { timeout: 10_000 })
      .toBe('api_token_not_active');
  });

  it('one of several first calls at the same time issues the token, and all return it', async () => {
    const { token } = await service.factories.tenant();
    const answers = await Promise.all(Array.from({ length: 8 }, () => rotate(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(7).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.secret)).size).toBe(1);
  });

  it('is rejected for a token that an operator rotated', async () => {
    const { token, tokenId } = await service.factories.tenant();
    await service.database.query('update api_tokens set replaced_by_id = $1 where id = $1', [tokenId]);
    const { type, message } = (await rotate(token)).body.error;
    // The new token may be unused, so the message does not say more.
    expect([type, message]).toEqual(['api_token_not_active', rotatedAlready]);
    expect(message).not.toMatch(/in use|was used/);
  });

  it('interrupts no call of a client that switches to each new token', async () => {
    const { externalServiceId, token } = await service.factories.tenant();
    let current = token;
    let isDone = false;
    const statuses = new Map<number, number>();
    const calling = Array.from({ length: 8 }, async () => {
      while (!isDone) {
        const path = `/api/v1/external-services/${externalServiceId}/courts`;
        const { status } = await service.call(path, { token: current }, 'listCourts');
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    });
    for (let rotations = 0; rotations < 20; rotations++) {
      await sleep(20);
      const { body } = await rotate(current, { overlapMinutes: 5 });
      current = body.secret;
    }
    isDone = true;
    await Promise.all(calling);
    expect([...statuses.keys()]).toEqual([200]);
    expect(statuses.get(200)).toBeGreaterThan(100);
  });
});
