import { describe, expect, it } from 'vitest';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { useTestService } from '../../harness/servers/use-test-service.ts';

describe.each(databaseKinds)('list API tokens on %s', (kind) => {
  const service = useTestService(kind);

  const list = (token: string, query = '') =>
    service.call(`/api/v1/tokens?${query}`, { token }, 'listApiTokens');

  it('returns the own tokens, newest first, with their status and without secrets', async () => {
    const { externalServiceId, token, tokenId } = await service.factories.tenant();
    await service.factories.tenant();
    const past = '2020-01-01T00:00:00.000Z';
    const expired = await service.factories.token(externalServiceId, ['userread'], past);
    const revoked = await service.factories.token(externalServiceId, ['userread']);
    await service.factories.revokeToken(revoked.id);
    const { status, body } = await list(token);
    const common = { label: 'test', scopes: ['userread'], isCurrent: false, createdAt: expect.any(String) };
    expect(status).toBe(200);
    expect(body).toEqual({
      items: [
        { ...common, id: revoked.id, status: 'REVOKED', revokedAt: expect.any(String) },
        { ...common, id: expired.id, status: 'EXPIRED', expiresAt: past },
        { ...common, id: tokenId, status: 'ACTIVE', isCurrent: true, scopes: expect.any(Array) },
      ],
    });
    expect(JSON.stringify(body)).not.toMatch(/cbp_|secret|hash/i);
  });

  it('shows when a token was last used, and which token replaced it', async () => {
    const { token, tokenId } = await service.factories.tenant();
    const rotated = await service.call(
      '/api/v1/token/rotate',
      { method: 'POST', token, body: {} },
      'rotateApiToken',
    );
    const find = async () => (await list(token)).body.items.find(({ id }: { id: string }) => id === tokenId);
    expect(await find()).toMatchObject({ replacedBy: rotated.body.id });
    await expect.poll(async () => (await find()).lastUsedAt, { timeout: 10_000 }).toEqual(expect.any(String));
  });
});
