import { describe, expect, it } from 'vitest';
import { startBeside } from '../../harness/data/clock.ts';
import { userBody } from '../../harness/data/factories.ts';
import type { ServiceName } from '../../harness/data/world.ts';
import { useClockedService, useService, useWorld } from '../../harness/servers/use-test-service.ts';

type Result = { id: string; name: string; active: boolean } & { type?: string; message?: string };

describe('external service changed by an operator', () => {
  const service = useClockedService({ poolSize: 16 });
  const second = useService(() => startBeside(service));
  const world = useWorld(service);

  const mutate = (
    name: string,
    input: object,
    selection = '... on ExternalService { id name active }',
  ): Promise<Result> => world.operators.admin.mutate(name, input, selection);
  const update = (name: ServiceName, change: object) =>
    mutate('updateExternalService', { externalServiceId: world.services[name].id, ...change });
  const answers = async (name: ServiceName, which: 'token' | 'secondToken' = 'token') => {
    const { id, [which]: token } = world.services[name];
    const call = { token: token.secret, body: userBody() };
    const both = await Promise.all([service, second].map((process) => process.createUser(id, call)));
    return new Set(both.map(({ body }) => body.error?.type ?? 'passed'));
  };

  it('when deactivated, loses its tokens in every process within a second, until it is activated', async () => {
    const { clock } = service;
    expect(await answers('alpha')).toEqual(new Set(['passed']));
    expect(await update('alpha', { active: false })).toMatchObject({ active: false });
    // Cached tokens still work. A token that neither process has cached is rejected at once.
    await clock.advance(399);
    await answers('alpha');
    expect(await answers('alpha', 'secondToken')).toEqual(new Set(['invalid_api_token']));
    await clock.advance(601);
    expect(await answers('alpha')).toEqual(new Set(['invalid_api_token']));
    expect(await answers('beta')).toEqual(new Set(['passed']));

    expect(await update('alpha', { active: true })).toMatchObject({ active: true });
    for (const token of ['token', 'secondToken'] as const)
      expect(await answers('alpha', token)).toEqual(new Set(['passed']));
  });

  it('when deactivated, responds like an unknown token, but operators may act for it', async () => {
    const { id, token } = world.services.gamma;
    await update('gamma', { active: false });
    await service.clock.advance(1_000);
    const refused = await service.createUser(id, { token: token.secret, body: userBody() });
    const nobodys = await service.createUser(id, { token: 'nobody’s'.slice(0, 6), body: userBody() });
    expect([refused.status, refused.body, refused.headers.get('www-authenticate')]).toEqual([
      nobodys.status,
      nobodys.body,
      nobodys.headers.get('www-authenticate'),
    ]);
    const person = userBody({ externalServiceId: id });
    const created = await mutate('createUser', person, '... on User { id }');
    expect(created).toEqual({ id: expect.any(String) });
    await update('gamma', { active: true });
  });

  it('gives a name to one of twelve services that are created or renamed at the same time', async () => {
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        n % 3
          ? mutate('createExternalService', { name: 'Wanted' })
          : update(n % 2 ? 'alpha' : 'beta', { name: 'Wanted' }),
      ),
    );
    expect(new Set(results.filter(({ name }) => name === 'Wanted').map(({ id }) => id)).size).toBe(1);
    expect(new Set(results.flatMap(({ type }) => type ?? []))).toEqual(new Set(['name_already_in_use']));
    const named = await service.database.query("select from external_services where name = 'Wanted'", []);
    expect(named).toHaveLength(1);
  });
});
