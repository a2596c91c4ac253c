import { describe, expect, it } from 'vitest';
import { FailedAttempts } from '../../../src/services/limits/failed-attempts.ts';
import { localBucket } from '../../../src/services/limits/rate-limit-bucket.ts';
import { revokeFoundApiToken } from '../../../src/services/partners/revoke-found-api-token.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { newToken } from '../../../src/services/values/secret-formats.ts';
import { refusalOf } from '../../harness/assertions/refusal-of.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { useTestService } from '../../harness/servers/use-test-service.ts';

describe.each(databaseKinds)('revoke API token on %s', (kind) => {
  const service = useTestService(kind);

  const revoke = (token: string, more: { token?: string } = {}) =>
    service.call('/api/v1/token/revoke', { method: 'POST', body: { token }, ...more }, 'revokeApiToken');
  const read = (token: string) => service.call('/api/v1/token', { token }, 'getToken');
  const eventsOf = (id: string) =>
    service.database.query(
      "select actor_type, actor_id, action, request_id from audit_events where subject_id = $1 and action = 'revokeApiToken'",
      [id],
    );

  it('revokes a token within a second, without a token in the header, and records who had it', async () => {
    const { token, tokenId } = await service.factories.tenant();
    expect((await read(token)).status).toBe(200);
    const { status, body, headers } = await revoke(token);
    expect([status, body]).toEqual([200, { outcome: 'revoked' }]);
    await expect.poll(async () => (await read(token)).status, { timeout: 1_000 }).toBe(401);
    const event = { actor_type: 'api_token', actor_id: tokenId, action: 'revokeApiToken' };
    expect(await eventsOf(tokenId)).toEqual([{ ...event, request_id: headers.get('x-request-id') }]);
  });

  it('revokes an expired token, and one of a deactivated external service', async () => {
    const { externalServiceId } = await service.factories.tenant();
    const { id, secret } = await service.factories.token(
      externalServiceId,
      undefined,
      '2020-01-01T00:00:00Z',
    );
    await service.database.query('update external_services set active = false where id = $1', [
      externalServiceId,
    ]);
    await revoke(secret);
    const [row] = await service.database.query('select revoked_at from api_tokens where id = $1', [id]);
    expect(row).toEqual({ revoked_at: expect.anything() });
  });

  it('is shown to the owner, in the list of tokens and in the audit event', async () => {
    const { externalServiceId, token } = await service.factories.tenant();
    const { id, secret } = await service.factories.token(externalServiceId);
    const byOperator = await service.factories.token(externalServiceId);
    await service.factories.revokeToken(byOperator.id);
    await revoke(secret);
    const { body } = await service.call('/api/v1/tokens', { token }, 'listApiTokens');
    const reasonOf = (of: string) =>
      body.items.find((one: { id: string }) => one.id === of).revokedBecause as unknown;
    expect([reasonOf(id), reasonOf(byOperator.id)]).toEqual(['POSSESSION', undefined]);
    const [event] = await service.database.query<{ after: object }>(
      "select after from audit_events where subject_id = $1 and action = 'revokeApiToken'",
      [id],
    );
    expect(event!.after).toEqual({ revokedAt: expect.any(String), revokedBecause: 'POSSESSION' });
  });

  it('returns the same bytes and limits for known, unknown, malformed and revoked tokens', async () => {
    const { token, tokenId } = await service.factories.tenant();
    const texts: string[] = [];
    for (const secret of [token, token, newToken('partner'), newToken('operator'), 'x']) {
      const { status, body, headers } = await revoke(secret);
      const names = [...headers.keys()].sort();
      texts.push(JSON.stringify([status, body, names, headers.get('content-length')]));
    }
    expect(new Set(texts).size).toBe(1);
    expect(await eventsOf(tokenId)).toHaveLength(1);
  });

  it('ignores the token of the request', async () => {
    const { token } = await service.factories.tenant();
    expect((await revoke('x', { token: 'invalid' })).status).toBe(200);
    await revoke('x', { token });
    expect((await read(token)).status).toBe(200);
  });

  it('10,000 guesses revoke nothing, and few reach the database', async () => {
    await service.factories.tenant();
    let lookUps = 0;
    const database = {
      ...service.database,
      query: (...args: Parameters<typeof service.database.query>) => {
        lookUps += 1;
        return service.database.query(...args);
      },
    };
    const monotonic = () => 0;
    const attempts = new FailedAttempts({
      policy: { perSecond: 10, burst: 100 },
      shared: localBucket(monotonic),
      monotonic,
    });
    const before = await service.database.query(
      'select count(*) from api_tokens where revoked_at is not null',
      [],
    );
    const outcomes = new Map<string, number>();
    for (let guess = 0; guess < 10_000; guess++) {
      const context = { database: database as typeof service.database, newId, now: Date.now, requestId: 'x' };
      const guessed = { token: newToken('partner') };
      const revoked = revokeFoundApiToken(context, { attempts, address: '192.0.2.1' }, guessed);
      const outcome = await revoked.then(
        () => 'accepted',
        () => refusalOf(revoked).then(({ type }) => type),
      );
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    const accepted = outcomes.get('accepted')!;
    expect(Object.fromEntries(outcomes)).toEqual({ accepted, rate_limit_exceeded: 10_000 - accepted });
    // Before the flood is noticed, and then at most a second's share of all addresses that fail.
    expect(lookUps).toBeLessThanOrEqual(30 + 1 + 20);
    expect(accepted).toBe(lookUps);
    expect(
      await service.database.query('select count(*) from api_tokens where revoked_at is not null', []),
    ).toEqual(before);
  });

  it('counts the revocation of a known token like a guess, even if it was just used', async () => {
    const { externalServiceId } = await service.factories.tenant();
    const monotonic = () => 0;
    const policy = { perSecond: 1, burst: 3 };
    const attempts = new FailedAttempts({ policy, shared: localBucket(monotonic), monotonic });
    const context = { database: service.database, newId, now: Date.now, requestId: 'x' };
    const send = async () => {
      const { secret } = await service.factories.token(externalServiceId);
      await attempts.lookUp({ secret, isWellFormed: true }, '192.0.2.1', async () => 'found');
      return revokeFoundApiToken(context, { attempts, address: '192.0.2.1' }, { token: secret });
    };
    for (let count = 0; count < policy.burst; count++) await send();
    expect(await refusalOf(send())).toMatchObject({ type: 'rate_limit_exceeded' });
  });
});
