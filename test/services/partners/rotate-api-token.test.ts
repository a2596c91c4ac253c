import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as playbook from '../../graphql/graphiql/playbook.generated.ts';
import { run } from '../../harness/clients/graphql-client.ts';
import { type ClockedService, startBeside, startClockedService } from '../../harness/data/clock.ts';
import { createWorld, type World } from '../../harness/data/world.ts';

const [minute, day] = [60_000, 24 * 60 * 60_000];

describe('rotating an API token', () => {
  let service: ClockedService;
  let second: ClockedService;
  let world: World;
  beforeAll(async () => {
    service = await startClockedService();
    second = await startBeside(service);
    world = await createWorld(service, service.clock.time);
  });
  afterAll(async () => {
    await second.stop();
    await service.stop();
  });

  const issue = async (expiresAt?: string) => {
    const { issueApiToken } = await run(
      service,
      world.operators.admin.secret,
      playbook.IssueApiTokenDocument,
      {
        externalServiceId: world.services.alpha.id,
        scopes: ['USER_WRITE'],
        label: 'rotated',
        ...(expiresAt === undefined ? {} : { expiresAt }),
      },
    );
    return issueApiToken as Extract<typeof issueApiToken, { secret: string }>;
  };
  const rotate = async (apiTokenId: string, overlapMinutes: number) => {
    const { rotateApiToken } = await run(
      service,
      world.operators.admin.secret,
      playbook.RotateApiTokenDocument,
      {
        apiTokenId,
        overlapMinutes,
      },
    );
    return rotateApiToken as Extract<typeof rotateApiToken, { secret: string }>;
  };
  /** Returns which tokens are valid in every process, judged by the error for an empty body. */
  const areGood = async (...secrets: string[]) => {
    const good: boolean[] = [];
    for (const secret of secrets) {
      const answers = [service, second].map((on) =>
        on.createUser(world.services.alpha.id, { token: secret, body: {} }),
      );
      const types = (await Promise.all(answers)).map(({ body }) => body.error.type);
      expect([
        ['invalid_schema', 'invalid_schema'],
        ['invalid_api_token', 'invalid_api_token'],
      ]).toContainEqual(types);
      good.push(types[0] === 'invalid_schema');
    }
    return good;
  };

  it.each([1, 10, 43_200])(
    'keeps both tokens valid during an overlap of %s minutes, to the millisecond',
    async (minutes) => {
      const old = await issue();
      const fresh = await rotate(old.apiToken.id, minutes);
      expect(await areGood(old.secret, fresh.secret)).toEqual([true, true]);
      await service.clock.advance(minutes * minute - 1);
      expect(await areGood(old.secret, fresh.secret)).toEqual([true, true]);
      await service.clock.advance(1);
      expect(await areGood(old.secret, fresh.secret)).toEqual([false, true]);
      // A token without an expiry does not get one.
      await service.clock.advance(1_000 * day);
      expect(await areGood(old.secret, fresh.secret)).toEqual([false, true]);
    },
  );

  it('ends the old token at once without an overlap', async () => {
    const old = await issue();
    const fresh = await rotate(old.apiToken.id, 0);
    expect(await areGood(old.secret, fresh.secret)).toEqual([false, true]);
  });

  it('the new token expires when the old one would have', async () => {
    const old = await issue(service.clock.in(30 * day));
    await service.clock.advance(10 * day);
    const fresh = await rotate(old.apiToken.id, 60);
    await service.clock.advance(60 * minute);
    expect(await areGood(old.secret, fresh.secret)).toEqual([false, true]);
    await service.clock.advance(20 * day - 60 * minute - 1);
    expect(await areGood(fresh.secret)).toEqual([true]);
    await service.clock.advance(1);
    expect(await areGood(fresh.secret)).toEqual([false]);
  });

  it('does not extend the old token by the overlap', async () => {
    const old = await issue(service.clock.in(10 * minute));
    const fresh = await rotate(old.apiToken.id, 20);
    await service.clock.advance(10 * minute - 1);
    expect(await areGood(old.secret, fresh.secret)).toEqual([true, true]);
    await service.clock.advance(1);
    expect(await areGood(old.secret, fresh.secret)).toEqual([false, false]);
  });
});
