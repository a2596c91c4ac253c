import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as playbook from '../../graphql/graphiql/playbook.generated.ts';
import { inLineBehind } from '../../harness/assertions/in-line.ts';
import { run } from '../../harness/clients/graphql-client.ts';
import { type ClockedService, startBeside, startClockedService } from '../../harness/data/clock.ts';
import { userBody } from '../../harness/data/factories.ts';
import type { TestService } from '../../harness/servers/test-service.ts';

describe('revoking all tokens of an external service', () => {
  let service: ClockedService;
  let beside: ClockedService;
  let admin: string;
  beforeAll(async () => {
    service = await startClockedService();
    beside = await startBeside(service);
    admin = (await service.factories.operator('ADMIN')).secret;
  });
  afterAll(async () => {
    await beside.stop();
    await service.stop();
  });

  const revoke = async (externalServiceId: string) =>
    (await run(service, admin, playbook.RevokeApiTokensDocument, { externalServiceId })).revokeApiTokens;
  const status = async (at: TestService, externalServiceId: string, token: string) =>
    (await at.createUser(externalServiceId, { token, body: userBody() })).status;
  const stored = (externalServiceId: string) =>
    service.database.query<{ id: string; revoked: boolean }>(
      'select id, revoked_at is not null as revoked from api_tokens where external_service_id = $1 order by id',
      [externalServiceId],
    );

  it('ends each valid token within 1 s in every process, with an audit event', async () => {
    const { factories } = service;
    const externalServiceId = await factories.externalService();
    const good = await factories.token(externalServiceId);
    const expiring = await factories.token(externalServiceId, undefined, service.clock.in(60_000));
    const expired = await factories.token(externalServiceId, undefined, service.clock.in(-1));
    const other = await factories.tenant();
    const both = [service, beside];
    for (const at of both)
      for (const { secret } of [good, expiring])
        expect(await status(at, externalServiceId, secret)).toBe(201);

    const answer = await revoke(externalServiceId);
    expect(answer).toMatchObject({ id: externalServiceId });
    await service.clock.advance(1_000);
    for (const at of both) {
      for (const { secret } of [good, expiring])
        expect(await status(at, externalServiceId, secret)).toBe(401);
      expect(await status(at, other.externalServiceId, other.token)).toBe(201);
    }
    const ended = [good.id, expiring.id];
    const events = await service.database.query<{ subject_id: string }>(
      "select subject_id from audit_events where action = 'revokeApiTokens' order by subject_id",
      [],
    );
    expect(events.map(({ subject_id }) => subject_id)).toEqual(ended.sort());
    expect(await stored(externalServiceId)).toContainEqual({ id: expired.id, revoked: false });
  });

  it('is nothing_to_change without a valid token, and does not affect tokens issued later', async () => {
    const { externalServiceId } = await service.factories.tenant();
    expect(await revoke(externalServiceId)).toMatchObject({ id: externalServiceId });
    expect(await revoke(externalServiceId)).toMatchObject({ type: 'nothing_to_change' });
    const { secret } = await service.factories.token(externalServiceId);
    expect(await status(service, externalServiceId, secret)).toBe(201);
    expect(await revoke(crypto.randomUUID())).toMatchObject({ type: 'external_service_not_found' });
  });

  it('also revokes the result of a concurrent rotation', async () => {
    const { externalServiceId, tokenId } = await service.factories.tenant();
    const lock = ['select from api_tokens where id = $1 for update', tokenId] as const;
    const revoked = await inLineBehind(
      service.url,
      lock,
      () => revoke(externalServiceId),
      1,
      (rotating) =>
        rotating.query(
          `insert into api_tokens (id, external_service_id, label, scopes, secret_hash)
           select gen_random_uuid(), external_service_id, label, scopes, sha256('new') from api_tokens where id = $1`,
          [tokenId],
        ),
    );
    expect(revoked).toMatchObject({ id: externalServiceId });
    const all = await stored(externalServiceId);
    expect(all.map(({ revoked }) => revoked)).toEqual([true, true]);
  });
});
